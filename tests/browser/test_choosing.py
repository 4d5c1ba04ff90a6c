"""Whoever chooses: every list that a step offers, as tiles and with its numbers, with a search and
side by side, at every width, by keyboard and for those who listen.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules import registry
from sheets.models import Character
from tests.browser import widths
from tests.browser.conftest import character_of, post
from tests.browser.test_every_width import told
from tests.sampling import draw, sample

pytestmark = pytest.mark.browser

PAGES = [
    ("hyperspace-d6", "species/?q=strong"),
    ("hyperspace-d6", "profession/?compare=spy&compare=doctor&sort=pilot"),
    ("hyperspace-d6", "skills/"),
    ("hyperspace-d6", "skills/?numbers=yes"),
    ("hyperspace-d6", "edge-and-burden/"),
    ("hyperspace-d6", "edge-and-burden/?numbers=yes"),
    ("hyperspace-d6", "edge-and-burden/?compare=luck&compare=fortune&compare=debt"),
    ("storytelling-d10", "abilities/?q=hack"),
    ("storytelling-d10", "merits/"),
    ("storytelling-d10", "merits/?numbers=yes&show=aptitudes&sort=most"),
    ("storytelling-d10", "merits/?compare=merits.ace&compare=merits.giant"),
    ("storytelling-d10", "force/?q=lightning"),
    ("storytelling-d10", "force/?numbers=yes&show=mind&sort=easiest"),
    ("storytelling-d10", "force/?compare=fear&compare=mind-trick&show=battle"),
]
OPEN_ALL = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"


def started(page: Page, slug: str, **more: str) -> str:
    """The address of a new character's steps, who may have some of the Force."""
    base = character_of(post(page, "/characters/new/", system=slug, **more))
    if slug == "storytelling-d10":
        row = Character.objects.get(public_id=base.split("/")[2])
        row.house = {"force_at_creation": True}
        row.save()
    return f"{base}build/"


@pytest.fixture
def whole(
    page: Page, accessible: Callable[..., None], measured: tuple[int, ...]
) -> Callable[[str], None]:
    """Fails if a page has faults at any width, or if axe finds some."""

    def check(address: str) -> None:
        widths.ready(page)
        page.goto(address)
        page.evaluate(OPEN_ALL)
        accessible()
        assert told(address, widths.faults(page, measured)) == []
        page.goto("about:blank")

    return check


@pytest.mark.all_games
@pytest.mark.parametrize(("slug", "address"), sample(PAGES, every=4, first=draw() % 4))
def test_every_list_is_whole_at_every_width_and_for_everybody(
    slug: str, address: str, page: Page, whole: Callable[[str], None]
) -> None:
    whole(started(page, slug) + address)


@pytest.mark.parametrize("surprise", [{}, {"surprise": "1"}], ids=["empty", "whole"])
@pytest.mark.parametrize("slug", list(registry.built_in()))
def test_a_review_is_whole_at_every_width_and_for_everybody(
    slug: str, surprise: dict[str, str], page: Page, whole: Callable[[str], None]
) -> None:
    whole(f"{started(page, slug, **surprise)}review/")


@pytest.mark.all_games
@pytest.mark.parametrize("slug", ["empire-ascendant", "storytelling-d10"])
def test_cards_of_typed_things_are_whole_and_a_new_one_asks_for_its_name_first(
    slug: str, page: Page, whole: Callable[[str], None]
) -> None:
    address = f"{started(page, slug, surprise='1')}gear/"
    whole(address)
    page.goto(address)
    new = page.locator("[data-rows='weapons'] > li").last
    expect(new.locator("[data-cell]:visible")).to_have_count(1)
    new.get_by_placeholder("New weapon").fill("Boot knife")
    expect(new.get_by_placeholder("New weapon")).to_have_value("")
    expect(new.locator("[data-cell]:visible")).to_have_count(1)
    filled = page.locator("[data-rows='weapons'] > li").nth(-2)
    assert filled.locator("[data-cell]:visible").count() > 4


def test_merits_and_edges_are_chosen_and_compared_by_keyboard(
    page: Page, saved: Callable[[], None]
) -> None:
    page.goto(f"{started(page, 'hyperspace-d6')}edge-and-burden/")
    page.get_by_role("radio", name="Fame").focus()
    page.keyboard.press("ArrowDown")
    saved()
    favors = page.get_by_role("radio", name="Favors")
    expect(favors).to_be_focused()
    expect(favors).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Favors in the rules")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#next-step")).to_be_focused()
    page.goto(f"{started(page, 'storytelling-d10')}merits/?numbers=yes")
    for name in ("Giant", "Toughness"):
        page.get_by_role("checkbox", name=f"Compare {name}").press("Space")
    page.get_by_role("button", name="Compare").press("Enter")
    expect(page.locator(".comparison")).to_be_focused()
    expect(page.get_by_role("row", name="Points").first).to_contain_text("4")
    page.locator(".comparison label", has_text="Toughness").click()
    saved()
    expect(page.get_by_role("checkbox", name="Toughness 1 point")).to_be_checked()


def test_force_abilities_are_found_and_picked(page: Page, saved: Callable[[], None]) -> None:
    base = started(page, "storytelling-d10", surprise="1")
    row = Character.objects.get(public_id=base.split("/")[2])
    row.build = {
        **row.build,
        "merits": [{"id": "force-sensitivity"}],
        "flaws": [],
        "force_knowledges": {"mind": 1},
        "force_abilities": [],
    }
    row.save()
    page.goto(f"{base}force/")
    trick = page.get_by_role("checkbox", name="Mind trick")
    expect(trick).to_be_hidden()
    page.locator("summary", has_text="Mind").click()
    expect(trick).to_be_visible()
    search = page.get_by_label("Search")
    search.press_sequentially("clairvoyanse", delay=20)
    expect(page.locator(".found-count")).to_contain_text("1 found.")
    expect(page.get_by_role("checkbox", name="Farseeing")).to_be_visible()
    search.fill("obi-wan")
    expect(page.locator(".found-count")).to_contain_text("1 found.")
    trick.check()
    saved()
    page.goto(f"{base}force/")
    expect(trick).to_be_checked()
