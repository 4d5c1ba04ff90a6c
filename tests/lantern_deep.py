"""Lantern Deep, the example of a declared game, among the games of the site as long as a test
runs.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import registry
from rules.declared import load_game
from sheets import catalog

FOLDER = Path(__file__).parents[1] / "docs" / "examples" / "games" / "lantern-deep"
LANTERN = load_game(FOLDER)


@pytest.fixture
def lantern(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Its slug, while the site has it."""
    games = {**registry.all_systems(), LANTERN.slug: LANTERN}
    monkeypatch.setattr(registry, "all_systems", lambda: games)
    kept = (catalog.index, catalog.has_tools, catalog.edition)
    for one in kept:
        one.cache_clear()
    yield LANTERN.slug
    for one in kept:
        one.cache_clear()
