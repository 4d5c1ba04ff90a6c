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


@pytest.mark.all_games
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


def test_from_an_idea_to_a_named_sheet_are_two_presses_and_the_name(page: Page) -> None:
    page.add_init_script(COUNTS)
    page.goto("/")
    page.locator(".idea").first.click()
    page.get_by_label("Name", exact=True).fill("Kess Vardo")
    expect(page.get_by_role("heading", name="Meet Kess Vardo")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name="Kess Vardo", level=1, exact=True)).to_be_visible()
    assert presses(page) == 3


def test_a_suggested_name_is_one_press(page: Page) -> None:
    page.goto("/")
    page.locator(".idea").first.click()
    other = page.locator("[name=suggested]").nth(2)
    name = other.inner_text()
    other.click()
    expect(page.get_by_role("heading", name=f"Meet {name}")).to_be_visible()
    page.get_by_role("link", name="Other names").click()
    expect(page.locator("[name=suggested]").first).not_to_have_text(name)
    expect(page.get_by_label("Name", exact=True)).to_have_value(name)
    page.get_by_text("Change something").click()
    page.get_by_role("button", name="Gear").click()
    page.wait_for_url("**/build/gear/")
    expect(page.locator("#chosen")).to_contain_text(name)


def test_a_character_is_met_by_everybody(page: Page, accessible: Callable[..., None]) -> None:
    page.goto("/")
    accessible()
    page.locator(".idea").first.click()
    page.get_by_text("Change something").click()
    accessible()


def test_from_scratch_to_the_sheet_are_nineteen_presses_at_most(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.add_init_script(COUNTS)
    page.goto("/")
    page.get_by_role("button", name="Build from scratch").click()
    onward = page.locator(".bar .press")
    page.get_by_label("Name", exact=True).fill("Vessa Korr")
    onward.click()
    page.get_by_role("radio", name="Twi'lek").click()
    onward.click()
    page.get_by_role("radio", name="Doctor").click()
    onward.click()
    for skill in ("Stealth", "Deceive", "Blasters"):
        page.get_by_role("checkbox", name=skill).click()
    onward.click()
    expect(page.get_by_role("heading", name="Edge and burden")).to_be_visible()
    page.get_by_role("radio", name="Luck").click()
    page.get_by_role("radio", name="Debt").click()
    expect(onward).to_contain_text("Review")
    onward.click()
    onward.click()
    page.wait_for_url(f"**{character_of(page)}")
    expect(page.get_by_role("heading", name="Vessa Korr")).to_be_visible()
    assert 10 <= presses(page) <= 19


# Where things are bought, dots are set one by one, and everything is read once more.
NO_CHOICE_OF_A_FEW = {"gear", "abilities", "review"}


@pytest.mark.all_games
@pytest.mark.parametrize("slug", GAMES)
def test_every_page_with_a_choice_is_read_on_four_screens_of_a_phone(slug: str, page: Page) -> None:
    page.set_viewport_size(PHONE)
    post(page, "/characters/new/", system=slug)
    base = character_of(page)
    row = Character.objects.get(public_id=base.split("/")[2])
    if slug == "storytelling-d10":
        row.house = {"force_at_creation": True}
        row.save()
    steps = [step.id for step in storage.load(row).opened.steps()]
    told = {}
    for step in steps:
        if step in NO_CHOICE_OF_A_FEW:
            continue
        page.goto(f"{base}build/{step}/")
        expect(page.locator("#step-form")).to_have_count(1)
        length = page.evaluate("document.documentElement.scrollHeight")
        told[step] = page.evaluate(WORDS), page.evaluate(CONTROLS), length
    assert len(told) >= 3
    large = {
        step: (words, controls, length)
        for step, (words, controls, length) in told.items()
        if words >= 500 or controls >= 70 or length >= 4 * 844
    }
    assert large == {}


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


def test_flaws_are_folded_until_they_are_looked_for_and_all_is_told_when_asked(page: Page) -> None:
    page.set_viewport_size(PHONE)
    post(page, "/characters/new/", system="storytelling-d10")
    page.goto(f"{character_of(page)}build/merits/")
    short = page.evaluate(WORDS)
    expect(page.get_by_role("checkbox", name="Nightmares")).to_be_hidden()
    page.get_by_role("navigation", name="Merits and flaws").get_by_role(
        "link", name="Flaws"
    ).click()
    expect(page.get_by_role("checkbox", name="Nightmares")).to_be_visible()
    page.get_by_role("link", name="Effects in full").click()
    expect(page.get_by_role("link", name="Less", exact=True)).to_be_visible()
    assert page.evaluate(WORDS) > 4 * short


def test_finishing_is_in_sight_on_the_review(page: Page, complete: str) -> None:
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"{complete}build/review/")
        expect(page.locator("[form=finish]").first).to_be_in_viewport()


def test_what_is_open_is_named_on_the_review(page: Page, draft: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{draft}build/review/")
    expect(page.locator("#bar")).to_contain_text("Species")
