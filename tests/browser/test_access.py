"""Everybody gets through: axe, focus, small screens, both themes, explanations in place."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Third, character_of, post

pytestmark = [pytest.mark.browser, pytest.mark.looks]

ARMED = Path(__file__).parents[2] / "fixtures" / "ready-made" / "shaali-mavessa.json"
PAGES = (
    "/",
    "/characters/",
    "/characters/?q=nobody+is+called+that",
    "/characters/?archived=1",
    "/characters/new/",
    "/characters/import/",
    "/credits/",
    "/paper/hyperspace-d6/",
    "/paper/hyperspace-d6/?paper=a3",
    "/nothing-here/",
)
OF_A_CHARACTER = (
    "",
    "text/",
    "print/",
    "print/?kind=full&date=typed&when=Day+3",
    "print/?kind=cards&ink=colour",
    "delete/",
    "why/defenses.dodge/",
    "build/concept/",
    "build/species/",
    "build/species/?compare=twilek&compare=bith&sort=pilot&q=t",
    "build/profession/",
    "build/skills/",
    "build/defenses/",
    "build/edge-and-burden/",
    "build/gear/",
    "build/appearance/",
    "build/review/",
)
BROKEN = """{"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": "%s", "build": {
  "species": {"name": "Vurk", "attributes": {"DEX": 3, "KNO": 3, "MEC": 3}, "focus": "intimidate"},
  "profession": {"name": "Tea master", "bonuses": {"DEX": 1, "FOR": 2}, "force_user": true},
  "skills": ["sense", "stealth", "deceive", "brawl", "swim"],
  "edge": {"id": "trained"}, "burden": {"id": "wounded"},
  "gear": [{"id": "lightsaber", "quantity": 1, "granted": true},
           {"id": "battle-armor", "quantity": 2}, {"name": "%s", "quantity": 3}],
  "worn": "battle-armor"}}"""

FIGHTER = """{"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": "Vessa Korr",
  "build": {"concept": "Informant turned fixer", "pronouns": "she/her", "species": "twilek",
  "profession": "spy", "skills": ["stealth", "deceive", "blasters"], "edge": {"id": "luck"},
  "burden": {"id": "debt"}, "gear": [{"id": "blaster-pistol", "quantity": 1},
  {"id": "combat-knife", "quantity": 2}]}}"""


def bring_in(page: Page, document: str) -> str:
    """The address of a character from a document."""
    return character_of(post(page, "/characters/import/", pasted=document))


@pytest.fixture(params=[390, 1280])
def width(page: Page, request: pytest.FixtureRequest) -> int:
    """The width of a phone, or of a screen."""
    found: int = request.param
    page.set_viewport_size({"width": found, "height": 844})
    return found


@pytest.fixture
def broken(page: Page) -> str:
    """A character that breaks what can be broken, with words too long for any place."""
    return bring_in(page, BROKEN % ("N" * 150, "T" * 150))


def test_axe_finds_nothing_on_any_page(
    page: Page, accessible: Callable[..., None], third: Third, complete: str
) -> None:
    for address in third(PAGES):
        page.goto(address)
        accessible()


# A character without faults is looked at with those of every game.
@pytest.mark.parametrize(
    "state",
    [
        "broken",
        pytest.param("complete", marks=pytest.mark.soak),
        pytest.param("draft", marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing_on_any_page_of_a_character(
    page: Page,
    accessible: Callable[..., None],
    third: Third,
    state: str,
    request: pytest.FixtureRequest,
) -> None:
    character: str = request.getfixturevalue(state)
    for part in third(OF_A_CHARACTER):
        page.goto(character + part)
        accessible()


def test_axe_finds_nothing_in_what_opens(
    page: Page, accessible: Callable[..., None], width: int, complete: str
) -> None:
    page.goto(f"{complete}build/skills/")
    if width < 1024:
        page.locator(".fold").click()
        accessible(covered=True, widths=[width])
        page.keyboard.press("Escape")
        page.locator("#bar button").click()
        accessible(covered=True, widths=[width])
    page.locator("#pane a[data-why]").first.click()
    expect(page.locator("#why")).to_be_visible()
    accessible(covered=True, widths=[width])


def test_what_a_fight_needs_is_in_sight_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(bring_in(page, ARMED.read_text()))
    for text in ("Dodge", "Soak", "to hit", "Force Points", "Wounded"):
        place = page.locator("main").get_by_text(text).first.bounding_box()
        assert place is not None, text
        assert place["y"] + place["height"] <= 844, text


def test_a_number_explains_itself_in_place_on_the_screen_and_gives_the_focus_back(
    page: Page, complete: str, width: int
) -> None:
    page.goto(complete)
    dodge = page.get_by_role("link", name="Dodge")
    dodge.focus()
    page.keyboard.press("Enter")
    why = page.get_by_role("dialog")
    expect(why).to_be_focused()
    expect(why).to_contain_text("Every character")
    expect(why).to_contain_text("HyperspaceD6, Defenses")
    page.keyboard.press("Escape")
    expect(why).to_be_hidden()
    expect(dodge).to_be_focused()
    assert page.url.endswith(complete)
    for link in (page.locator(".skill a").last, page.locator("a.dice-why").first):
        link.click()
        expect(page.locator("#why")).to_be_visible()
        box = page.locator("#why").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        page.keyboard.press("Escape")


def test_the_theme_changes_without_a_new_page_and_stays(page: Page, complete: str) -> None:
    page.goto(complete)
    page.evaluate("window.same = true")
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_css("color-scheme", "dark")
    assert page.evaluate("window.same")
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator("html")).to_have_css("color-scheme", "dark")
    page.get_by_role("button", name="Light").click()
    expect(page.locator("html")).to_have_css("color-scheme", "light")


def test_letters_of_twice_the_size_do_not_push_a_page_out_of_a_phone(
    page: Page, complete: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for address in (complete, "/"):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address


def test_targets_are_large_enough_for_a_thumb(page: Page, complete: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for part in ("build/gear/", "build/skills/", "build/concept/"):
        page.goto(complete + part)
        small = page.evaluate(
            """() => [...document.querySelectorAll("main button, main select, .bar button")]
              .filter((one) => one.checkVisibility({ visibilityProperty: true }))
              .filter((one) => !one.closest(".unseen"))
              .filter((one) => one.getBoundingClientRect().height < 44)
              .map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert small == []


def test_nothing_moves_when_an_answer_arrives(page: Page, complete: str) -> None:
    page.goto(f"{complete}build/gear/")
    page.locator(".shelf > summary", has_text="Tools and kits").click()
    page.evaluate(
        """() => { window.moved = 0; new PerformanceObserver((list) => {
             for (const entry of list.getEntries()) window.moved += entry.value;
           }).observe({ type: "layout-shift" }); }"""
    )
    with page.expect_response("**/gear/"):
        page.get_by_role("button", name="One more Glowrod").click()
    expect(page.get_by_label("Glowrod, how many")).not_to_have_value("0")
    page.wait_for_timeout(300)
    assert page.evaluate("window.moved") == 0
