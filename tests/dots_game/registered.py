"""The game of dots among the games of the site, for as long as a test runs."""

from collections.abc import Iterator

import pytest

from rules import registry
from sheets import catalog
from tests.dots_game.game import DUSK


@pytest.fixture
def dusk(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Its slug, while the site has it."""
    games = {**registry.all_systems(), DUSK.slug: DUSK}
    monkeypatch.setattr(registry, "all_systems", lambda: games)
    kept = (catalog.index, catalog.has_tools, catalog.edition)
    for one in kept:
        one.cache_clear()
    yield DUSK.slug
    for one in kept:
        one.cache_clear()
