"""Each page of each game at every width that phones, tablets and screens have: no word breaks in
the middle, no number over two lines, nothing overlaps, and nothing scrolls sideways, however long
the names are.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from rules import registry
from sheets.encounters.forecast import Difficulty, DifficultyBatch
from sheets.reference.booklet import Booklet
from tests.browser import every_page, widths
from tests.browser.board.pages import cookie
from tests.sampling import draw, sample
from tests.sheets.every_game.characters import EVERY

pytestmark = [pytest.mark.browser, pytest.mark.looks]
GAMES = list(registry.built_in())
SHORT, LONG = "Maddox Penhallow", "N" * 200
# Daily each game with short names or long ones, after another commit with the others.
NAMED = [(slug, name) for slug in GAMES for name in (SHORT, LONG)]
# Daily each game has every 24th of its pages, each game others, at every second width.
SHARE = 24
# How many pages a game has that answer.
LEAST_PAGES = {
    "hyperspace-d6": 150,
    "rules-sheet-d6": 120,
    "empire-ascendant": 125,
    "storytelling-d10": 138,
}
MORE_DICE = """count => {
  const line = document.querySelector(".came .line-dice"), faces = line.querySelector(".faces");
  while (faces.children.length < count) faces.append(faces.firstElementChild.cloneNode(true));
  line.querySelector(".line-total").firstChild.data = "37";
}"""


def told(address: str, found: list[widths.Fault]) -> list[str]:
    """A line for each fault of a page."""
    return [f"{address} {one.kind} {one.text!r} in {one.where}, at {one.widths}" for one in found]


@pytest.fixture
def _still(page: Page, console: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing moves while it is measured; that a page is not there is no complaint, nor that news
    of the table come while only the copy of a page is left. No fight is forecast, and no booklet of
    the rules is printed behind the pages that come next: each takes ten seconds of a core.
    """
    begin = DifficultyBatch.go_on

    def go_on(batch: DifficultyBatch, **_: bool) -> Difficulty:
        return replace(begin(batch, resumes=True, steps=False), waits=True)

    monkeypatch.setattr(DifficultyBatch, "go_on", go_on)
    monkeypatch.setattr(Booklet, "go_on", lambda _booklet, _request: None)
    page.emulate_media(reduced_motion="reduce")
    widths.ready(page)
    yield
    page.goto("about:blank")  # no more news
    console[:] = [line for line in console if "404" not in line and "oobErrorNoTarget" not in line]


@pytest.mark.all_games
@pytest.mark.usefixtures("transactional_db", "_still")
@pytest.mark.parametrize(("slug", "name"), sample(NAMED, every=2, first=draw() % 2))
def test_no_page_breaks_at_any_width(
    slug: str,
    name: str,
    page: Page,
    live_server: LiveServer,
    measured: tuple[int, ...],
    pytestconfig: pytest.Config,
) -> None:
    table = every_page.laid(slug, name)
    pages = list(every_page.addresses(table))
    share = 1 if pytestconfig.getoption("--soak") else SHARE
    inside, faults, answered = [cookie(table.gm, live_server.url)], list[str](), 0
    for address in pages[(draw() // 2 + 6 * GAMES.index(slug)) % share :: share]:
        page.context.clear_cookies()
        page.context.add_cookies(inside if address.inside else [])
        if widths.opens(page, address.url):
            answered += 1
            faults += told(address.url, widths.faults(page, measured))
    assert faults == []
    assert answered >= LEAST_PAGES[slug] // share // 2
    assert share > 1 or answered >= LEAST_PAGES[slug]


@EVERY
@pytest.mark.usefixtures("transactional_db", "_still")
@pytest.mark.parametrize("count", sample((8, 9, 12, 20), every=4, first=draw() % 4))
def test_a_big_roll_is_one_number_with_its_dice(
    slug: str, count: int, page: Page, live_server: LiveServer, measured: tuple[int, ...]
) -> None:
    table = every_page.laid(slug, SHORT)
    page.context.add_cookies([cookie(table.gm, live_server.url)])
    page.goto(f"/characters/{table.ids['character'][0]}/table/")
    page.locator("a.rolls").first.click()
    expect(page.locator(".came .line-total")).to_be_visible()
    page.evaluate(MORE_DICE, count)
    assert told(f"{count} dice", widths.faults(page, measured)) == []
