"""The engine as a Django app: it checks the games' tables when the site starts."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from rules.registry import all_systems
from rules.tables import TableError


class RulesConfig(AppConfig):
    """Registers the check of the tables."""

    name = "rules"

    def ready(self) -> None:
        """Register the check of the tables with Django's other checks."""
        register(check_tables)


def check_tables(*_: Any, **_named: Any) -> list[CheckMessage]:
    """Compute an empty character of every game; a wrong table names its file and key."""
    try:
        for system in all_systems().values():
            system.sheet(system.ledger_rules.replay(system.empty()))
    except TableError as error:
        return [Error(str(error), id="rules.E001")]
    return []
