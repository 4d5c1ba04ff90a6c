"""Lamplight among the games of the site, as HYPERSPACE_GAMES has it; and the site without it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules import game_folders, registry
from sheets import catalog

LAMPLIGHT = Path(__file__).parent / "lamplight"
FolderNames = Callable[..., None]


def _forget() -> None:
    for one in (registry.all_systems, registry.folders):
        one.cache_clear()
    for kept in (catalog.index, catalog.has_tools, catalog.edition):
        kept.cache_clear()


@pytest.fixture
def with_folders(monkeypatch: pytest.MonkeyPatch) -> Iterator[FolderNames]:
    """The site starts anew with these folders of games, as long as a test runs."""

    def start(*folders: Path) -> None:
        monkeypatch.setenv(game_folders.VARIABLE, ":".join(str(one) for one in folders))
        _forget()

    yield start
    monkeypatch.undo()
    _forget()
