"""The engine as a Django app: it checks the games' tables when the site starts, and has a server
for developers start anew when one of them changes.
"""

from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.core.checks import CheckMessage, Error, register
from django.utils import autoreload

from rules.registry import all_systems, folders
from rules.tables import TableError

GAMES = Path(__file__).parent


class RulesConfig(AppConfig):
    """Registers the check of the tables."""

    name = "rules"

    def ready(self) -> None:
        """Register the check of the tables with Django's other checks, and watch them."""
        register(check_tables)
        autoreload.autoreload_started.connect(watch_tables)


def watch_tables(sender: Any, **_: object) -> None:
    """Watch the tables of all games; `bin/dev` starts anew when one of them changes."""
    for folder in (GAMES, *(one.path for one in folders())):
        sender.watch_dir(folder, "**/*.toml")


def check_tables(*_: object, **_named: object) -> list[CheckMessage]:
    """Compute an empty character of every game; a wrong table names its file and key. A folder
    whose game isn't loaded is a warning: the other games are there.
    """
    try:
        for system in all_systems().values():
            system.sheet(system.ledger_rules.replay(system.empty()))
    except TableError as error:
        return [Error(str(error), id="rules.E001")]
    return [checks.Warning(folder.told, id="rules.W001") for folder in folders() if folder.faults]
