"""The writes that happen most often, of a character of any game, and what each of them costs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules import registry
from rules.character import Character as OpenCharacter
from sheets import form_data
from sheets.models import Character
from tests.sheets.every_game.characters import SAMPLES, by_chance
from tests.sheets.every_game.pages import address, rolls
from tests.sheets.parties.pages import HTMX, IN_PANEL

ROW = f'FROM "{Character._meta.db_table}"'


@dataclass
class Work:
    """For each time that a character was worked out from its document whether a transaction was
    open, and each query for a character's row.
    """

    replays: list[bool] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Counts what is done from now on."""

    @contextmanager
    def counting() -> Iterator[Work]:
        found = Work()
        with monkeypatch.context() as patch:
            # Two games may have the same kind of ledger.
            for rules in {type(system.ledger_rules) for system in registry.all_systems().values()}:
                _count(patch, rules, found)
            with CaptureQueriesContext(connection) as queries:
                yield found
        found.rows = [
            one["sql"] for one in queries if ROW in one["sql"] and '"build"' in one["sql"]
        ]

    return counting


def _count(patch: pytest.MonkeyPatch, rules: type[Any], found: Work) -> None:
    begin = rules.begin

    def counted(self: Any, document: Any) -> Any:
        found.replays.append(connection.in_atomic_block)
        return begin(self, document)

    patch.setattr(rules, "begin", counted)


Send = Callable[[], Any]


def autosave(client: Client, draft: Character) -> Send:
    """The name of a draft, typed anew."""
    sent = {"was.name": form_data.token((draft.name,)), "name": "Another name"}
    step = OpenCharacter(registry.get(draft.system), by_chance(draft.system)).steps()[0].id
    at = address(draft, f"build/{step}/")
    return lambda: client.post(at, sent, headers=HTMX)


def entry(client: Client, character: Character) -> Send:
    """A new session."""
    key, version = form_data.new_key(), character.version
    sent = {"key": key, "version": version, "entry": "kind=session"}
    return lambda: client.post(address(character, "session/"), sent, headers=HTMX)


def roll(client: Client, character: Character) -> Send:
    """The first trait of the sheet."""
    trait = rolls(OpenCharacter(registry.get(character.system), by_chance(character.system)).sheet)[
        0
    ]
    at, sent = address(character, f"table/do/{trait}/"), {"key": form_data.new_key()}
    return lambda: client.post(at, sent, headers=IN_PANEL)


def improvement(client: Client, character: Character) -> Send:
    """A trait, improved."""
    key, version = form_data.new_key(), character.version
    sent = {"key": key, "version": version, "entry": urlencode(SAMPLES[character.system].improved)}
    return lambda: client.post(address(character, "advance/"), sent, headers=HTMX)


def undo(client: Client, character: Character) -> Send:
    """The improvement, undone."""
    assert improvement(client, character)().status_code == 200
    key, version = form_data.new_key(), character.version + 1
    sent = {"key": key, "version": version, "positions": "0"}
    return lambda: client.post(address(character, "history/0/take-back/"), sent, headers=HTMX)


def mark(client: Client, character: Character) -> Send:
    """Much damage."""
    sent = {"key": form_data.new_key(), "damage": "60"}
    return lambda: client.post(address(character, "table/do/harm/"), sent, headers=IN_PANEL)


def unmark(client: Client, character: Character) -> Send:
    """The damage, taken back."""
    assert mark(client, character)().status_code == 200
    sent = {"key": form_data.new_key()}
    return lambda: client.post(address(character, "table/take-back/1/"), sent, headers=HTMX)
