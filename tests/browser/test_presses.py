"""The presses between a player and the table, and how much there is to read on the way."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules import registry
from sheets import storage
from sheets.models import Character
from tests.browser.conftest import character_of, post
from tests.browser.test_first_character import COUNTS, presses

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
GAMES = list(registry.built_in())
# The words that a page shows, and what can be pressed, chosen or typed on it.
WORDS = """() => document.querySelector("main").innerText.split(/\\s+/)
  .filter((word) => /[\\p{L}\\d]/u.test(word)).length"""
CONTROLS = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.matches("a, button, input, select, textarea, summary"))
  .filter((one) => one.type !== "hidden" && one.checkVisibility()).length"""


@pytest.mark.parametrize("slug", GAMES)
def test_from_an_idea_to_the_first_roll_are_three_presses(slug: str, page: Page) -> None:
    """From the first page, or from that of a game's new characters."""
    page.set_viewport_size(PHONE)
    page.add_init_script(COUNTS)
    page.goto("/" if slug == GAMES[0] else f"/characters/new/?game={slug}")
    page.locator(".idea").first.click()
    page.get_by_role("button", name="Play now").click()
    page.locator("a[data-rolls]").first.click()
    expect(page.locator(".came .line-total")).to_be_visible()
    assert presses(page) == 3


def test_a_suggested_name_is_one_press_on_a_page_for_everybody(
    page: Page, accessible: Callable[..., None]
) -> None:
    page.goto("/")
    accessible()
    page.locator(".idea").first.click()
    other = page.locator("[name=suggested]").nth(2)
    name = other.inner_text()
    other.click()
    expect(page.get_by_role("heading", name=f"Meet {name}")).to_be_visible()
    page.get_by_role("link", name="Other names").click()
    expect(page.locator("[name=suggested]").first).not_to_have_text(name)
    expect(page.get_by_label("Name", exact=True)).to_have_value(name)
    page.get_by_text("Change something").click()
    accessible()
    page.get_by_role("button", name="Gear").click()
    page.wait_for_url("**/build/gear/")
    expect(page.locator("#chosen")).to_contain_text(name)


# The words, controls and screens that a step has at most: of a character who is still empty, of
# one who has it all, and of a review, which is a whole sheet.
EMPTY, WHOLE, REVIEW = (500, 45, 4), (600, 80, 5), (520, 60, 7)


def fits_an_empty_review(page: Page, slug: str) -> None:
    """Few controls, the untrained told in a line, and the way on in sight."""
    assert page.evaluate(CONTROLS) < 40
    untrained = {"storytelling-d10": "Lore: Sith"}.get(slug, "Medicine")
    expect(page.locator(".section-traits").last).to_contain_text(untrained)
    bar = page.locator("#bar button")
    assert bar.evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(bar).to_be_in_viewport(ratio=1)


def shows_how_to_finish(page: Page) -> None:
    """On a review, on a phone and on screens."""
    for width in (390, 820, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator("[form=finish]").first).to_be_in_viewport()
        expect(page.locator("#steps [name=go]", has_text="Defense")).to_have_count(0)
    page.set_viewport_size(PHONE)


@pytest.mark.parametrize("surprise", [{}, {"surprise": "1"}], ids=["empty", "whole"])
@pytest.mark.parametrize("slug", GAMES)
def test_every_step_is_read_on_four_screens_of_a_phone_and_a_review_leads_on(
    slug: str, surprise: dict[str, str], page: Page
) -> None:
    page.set_viewport_size(PHONE)
    base = character_of(post(page, "/characters/new/", system=slug, **surprise))
    row = Character.objects.get(public_id=base.split("/")[2])
    if slug == "storytelling-d10":
        row.house = {"force_at_creation": True}
        row.save()
    steps = [step.id for step in storage.load(row).opened.steps()]
    told = {}
    for step in steps:
        page.goto(f"{base}build/{step}/")
        expect(page.locator("#step-form")).to_have_count(1)
        length = page.evaluate("document.documentElement.scrollHeight")
        told[step] = page.evaluate(WORDS), page.evaluate(CONTROLS), length
        if step == "review" and surprise:
            shows_how_to_finish(page)
        elif step == "review":
            fits_an_empty_review(page, slug)
    assert "review" in told
    assert len(told) >= 3
    large = {
        step: (words, controls, length)
        for step, (words, controls, length) in told.items()
        for most in (REVIEW if step == "review" else WHOLE if surprise else EMPTY,)
        if words > most[0] or controls > most[1] or length > most[2] * 844
    }
    assert large == {}


def test_dots_over_many_abilities_are_set_in_a_group_that_one_opens(page: Page) -> None:
    page.set_viewport_size(PHONE)
    draft = character_of(post(page, "/characters/new/", system="storytelling-d10", surprise="1"))
    page.goto(f"{draft}build/abilities/")
    talents = page.get_by_role("group", name="Talents")
    fold, brawl = talents.locator("summary"), talents.get_by_label("Brawl", exact=True)
    before = fold.inner_text()
    expect(brawl).to_be_hidden()
    fold.click()
    more = talents.get_by_role("button", name="Brawl less")
    more = more if more.is_enabled() else talents.get_by_role("button", name="Brawl more")
    with page.expect_response("**/abilities/"):
        more.click()
    expect(brawl).to_be_visible()
    expect(fold).not_to_have_text(before)


def test_flaws_are_folded_until_asked_for_and_what_is_had_stands_above_the_merits(
    page: Page,
) -> None:
    page.set_viewport_size(PHONE)
    draft = character_of(post(page, "/characters/new/", system="storytelling-d10"))
    page.goto(f"{draft}build/merits/")
    short = page.evaluate(WORDS)
    expect(page.get_by_role("checkbox", name="Nightmares")).to_be_hidden()
    attentive = page.get_by_role("checkbox", name="Attentive 2 points Once")
    with page.expect_response("**/merits/"):
        attentive.check()
    # The list stays as open as it was, and is closed the next time.
    expect(page.get_by_role("checkbox", name="Giant")).to_be_visible()
    expect(attentive).to_be_checked()
    page.reload()
    expect(attentive).to_be_visible()
    expect(page.get_by_role("checkbox", name="Giant")).to_be_hidden()
    page.locator("#fold-merit summary, #fold-merits summary").click()
    expect(page.get_by_role("checkbox", name="Giant")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Nightmares")).to_be_hidden()
    page.get_by_role("navigation", name="Merits and flaws").get_by_role(
        "link", name="Flaws"
    ).click()
    expect(page.get_by_role("checkbox", name="Nightmares")).to_be_visible()
    page.get_by_role("link", name="Numbers and compare").click()
    expect(page.get_by_role("link", name="Less", exact=True)).to_be_visible()
    assert page.evaluate(WORDS) > 4 * short


def test_a_shelf_is_opened_by_its_head_a_search_and_what_is_had(page: Page, draft: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{draft}build/gear/")
    pistol = page.get_by_role("button", name="One more Blaster Pistol", exact=True)
    expect(pistol).to_be_hidden()
    page.locator("summary", has_text="Blasters").click()
    with page.expect_response("**/gear/"):
        pistol.click()
    expect(pistol).to_be_visible()
    page.reload()
    expect(pistol).to_be_hidden()
    page.get_by_label("Owned").check()
    expect(pistol).to_be_visible()
    page.goto(f"{draft}build/gear/?q=medpac")
    expect(page.get_by_role("button", name="One more Medpac")).to_be_visible()
    page.goto(f"{draft}build/gear/")
    page.get_by_role("link", name="Blaster Pistol", exact=True).first.click()
    expect(pistol).to_be_in_viewport()


@pytest.mark.parametrize("step", ["species", "profession"])
def test_numbers_sorting_and_comparing_are_one_press_away(
    step: str, page: Page, draft: str
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{draft}build/{step}/")
    assert page.evaluate(CONTROLS) < 50
    expect(page.get_by_label("Sorted by")).to_have_count(0)
    page.get_by_role("link", name="Numbers and compare").click()
    expect(page.get_by_label("Sorted by")).to_be_visible()
    expect(page.locator(".card .profile").first).to_be_visible()


def test_an_edge_is_a_line_until_it_is_chosen_or_all_is_asked_for_and_searched_for(
    page: Page, draft: str, saved: Callable[[], None]
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{draft}build/edge-and-burden/")
    luck = page.locator(".card", has_text="Luck")
    assert [line for line in luck.inner_text().split("\n") if line] == [
        "Luck",
        "Call it fate if you like.",
        "the roll that counts",
    ]
    luck.get_by_role("radio").check()
    expect(luck).to_contain_text("adds 2D instead of 1D")
    short = page.evaluate(WORDS)
    page.get_by_role("link", name="Numbers and compare").click()
    expect(page.get_by_role("link", name="Less", exact=True)).to_be_visible()
    assert page.evaluate(WORDS) > 1.5 * short

    page.get_by_role("link", name="Less", exact=True).click()
    page.get_by_role("radio", name="Debt").check()
    saved()
    for typed, name in (("1,200 credits", "Fortune"), ("machine", "Cybernetics")):
        search = page.get_by_placeholder("Name, skill, or keyword")
        search.fill("")
        search.press_sequentially(typed, delay=60)
        expect(page.locator(".found-count")).to_contain_text("1 found.")
        page.get_by_role("radio", name=name).check()
        saved()
    page.goto(f"{draft}build/edge-and-burden/")
    expect(page.get_by_role("radio", name="Cybernetics")).to_be_checked()
    expect(page.get_by_role("radio", name="Debt")).to_be_checked()
