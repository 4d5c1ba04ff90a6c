"""The sheets of games of three attributes and of one, on screens of every width."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from rules import registry
from sheets import catalog
from tests import one_attribute
from tests.browser.conftest import finished_by_chance
from tests.lantern_deep import lantern

__all__ = ("lantern",)
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("lantern")]

SHARES = """() => {
  const row = document.querySelector(".columns"), whole = row.getBoundingClientRect().width;
  return [...row.children].map(one => one.getBoundingClientRect().width / whole);
}"""


def test_three_columns_share_the_width(page: Page) -> None:
    page.goto(finished_by_chance(page, "lantern-deep"))
    for width in (1024, 1280, 1700):
        page.set_viewport_size({"width": width, "height": 900})
        shares = page.evaluate(SHARES)
        assert len(shares) == 3
        assert 0.9 < sum(shares) <= 1
        assert max(shares) - min(shares) < 0.01


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, ...]]:
    """Games of codes and of dots with one attribute, while the site has them."""
    made = [one_attribute.made(like, tmp_path)[0] for like in ("coded", "dotted")]
    games = {**registry.all_systems(), **{game.slug: game for game in made}}
    monkeypatch.setattr(registry, "all_systems", lambda: games)
    kept = (catalog.index, catalog.has_tools, catalog.edition)
    for one in kept:
        one.cache_clear()
    yield tuple(game.slug for game in made)
    for one in kept:
        one.cache_clear()


LINES = """() => [...document.querySelectorAll(".columns .skill")]
  .map(one => Math.round(one.getBoundingClientRect().left))"""


def test_the_skills_of_one_attribute_share_the_width(page: Page, alone: tuple[str, ...]) -> None:
    for slug in alone:
        page.goto(finished_by_chance(page, slug))
        for width, count in ((390, 1), (820, 3), (1024, 3), (1280, 3)):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(SHARES) == [1]
            assert len(set(page.evaluate(LINES))) == count
