"""A declared game of dots among the games of the site."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.declared import load_game, starter
from rules.game import Game
from sheets import catalog
from tests.sheets.encounters.exchanges import new_exchange

__all__ = ["new_exchange"]


@contextmanager
def on_the_site(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    """The game of a folder, while the site has it."""
    game = load_game(folder)
    games = {**registry.all_systems(), game.slug: game}
    monkeypatch.setattr(registry, "all_systems", lambda: games)
    kept = (catalog.index, catalog.has_tools, catalog.edition)
    for one in kept:
        one.cache_clear()
    yield game
    for one in kept:
        one.cache_clear()


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    """The packaged game of dots."""
    with on_the_site(starter.write("night-watch", "dotted", tmp_path), monkeypatch) as game:
        yield game


@pytest.fixture
def boxed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    """The same where a hit marks boxes without a roll, and a die has to reach the defense."""
    folder = starter.write("night-watch", "dotted", tmp_path)
    fight = folder / "fight.toml"
    text = fight.read_text(encoding="utf-8").replace('damage = "dice"', 'damage = "boxes"')
    fight.write_text(text.replace('reached = "successes"', 'reached = "difficulty"'), "utf-8")
    with on_the_site(folder, monkeypatch) as game:
        yield game


@pytest.fixture
def after_roll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Any]]:
    """The same with points that are spent on a roll that was seen."""
    folder = starter.write("night-watch", "dotted", tmp_path)
    with (folder / "points.toml").open("a", encoding="utf-8") as file:
        file.write('after = "reroll"\n')
    with on_the_site(folder, monkeypatch) as game:
        yield game
