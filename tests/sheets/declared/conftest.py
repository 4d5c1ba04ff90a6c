"""A declared game of dots among the games of the site."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.declared import load_game, starter
from rules.game import Game
from sheets import catalog
from tests.sheets.encounters.exchanges import new_exchange

__all__ = ["new_exchange"]


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    """The packaged game of dots, while the site has it."""
    game = load_game(starter.write("night-watch", "dotted", tmp_path))
    games = {**registry.all_systems(), game.slug: game}
    monkeypatch.setattr(registry, "all_systems", lambda: games)
    kept = (catalog.index, catalog.has_tools, catalog.edition)
    for one in kept:
        one.cache_clear()
    yield game
    for one in kept:
        one.cache_clear()
