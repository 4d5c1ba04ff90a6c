"""Growing in a browser: buying, taking back, the plan, gear."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Third, character_of
from tests.browser.test_access import FIGHTER, bring_in

pytestmark = pytest.mark.browser
PLAYED = json.dumps(
    {**json.loads(FIGHTER), "ledger": [{"kind": "award", "cp": 20, "credits": 300}]}
)
ROOMS = (
    "advance/",
    "advance/?show=affordable&q=a",
    "advance/?q=nothing+of+that+name",
    "gear/",
    "session/",
    "plan/",
)


@pytest.fixture
def played(page: Page) -> str:
    """The address of a finished character with 25 Character Points."""
    return bring_in(page, PLAYED)


def points(page: Page) -> int:
    return int(page.locator(".purse").first.inner_text())


def test_one_press_buys_the_sheet_changes_and_one_press_takes_it_back(
    page: Page, played: str
) -> None:
    page.goto(f"{played}advance/")
    dodge = page.locator("#pane .big-figures li").filter(has_text="Dodge").locator(".value")
    expect(dodge).to_have_text("13")
    button = page.get_by_role("button", name="Raise to 4D Agility")
    button.click()
    # 3 × the one new die; Dodge rests on Agility.
    expect(page.locator("#made")).to_contain_text("Skill raised Agility")
    expect(dodge).to_have_text("14")
    assert points(page) == 22
    expect(page.get_by_role("button", name="Raise to 5D Agility")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Skill raised: Agility")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Raise to 4D Agility")).to_be_visible()
    assert page.url.endswith(f"{played}advance/")
    expect(dodge).to_have_text("13")
    assert points(page) == 25


def test_a_double_click_buys_once(page: Page, played: str) -> None:
    page.goto(f"{played}advance/")
    button = page.locator("#do-raise-skill-agility")
    button.dblclick(delay=20)
    expect(page.locator("#made")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert points(page) == 22
    # And slowly, when the button is a new one by the second click.
    box = button.bounding_box()
    assert box
    x, y = box["x"] + 20, box["y"] + 20
    page.mouse.click(x, y, click_count=1)
    expect(page.get_by_role("button", name="Raise to 6D Agility")).to_be_visible()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_load_state("networkidle")
    assert points(page) == 16


def test_wishes_are_pinned_moved_and_bought_together(page: Page, played: str) -> None:
    page.goto(f"{played}advance/")
    for name in ("Dexterity", "Melee", "Agility"):
        page.get_by_role("button", name=f"Plan {name}").click()
        expect(page.get_by_role("button", name=f"Planned {name}")).to_be_focused()
    page.get_by_role("navigation").get_by_role("link", name="Plan").click()
    wishes = page.locator(".wish")
    expect(wishes).to_have_count(3)
    expect(page.locator(".plan-sums")).to_contain_text("42")
    page.locator(".wish").nth(1).get_by_role("button", name="sooner").click()
    expect(wishes.first).to_contain_text("Melee")
    page.locator(".wish").nth(2).get_by_role("button", name="sooner").click()
    expect(wishes.nth(1)).to_contain_text("Agility")
    page.get_by_role("button", name="Buy what you can afford").click()
    expect(wishes).to_have_count(1)
    expect(page.locator("#made")).to_contain_text("Agility")
    expect(page.locator("#made")).to_contain_text("Melee")
    page.get_by_role("button", name="Undo").click()
    page.goto(f"{played}advance/")
    assert points(page) == 25


def test_two_tabs_the_second_learns_what_the_first_did(page: Page, played: str) -> None:
    page.goto(f"{played}advance/")
    other = page.context.new_page()
    other.goto(page.url)
    page.locator("#do-raise-skill-agility").click()
    expect(page.locator("#made")).to_be_visible()
    other.locator("#group-advance-STR > summary").click()
    other.locator("#do-raise-skill-swim").click()
    notice = other.get_by_role("alert")
    expect(notice).to_contain_text("In the meantime")
    expect(notice).to_contain_text("Agility")
    expect(notice).to_be_in_viewport()
    assert points(other) == 22
    other.get_by_role("button", name="anyway").click()
    expect(other.locator("#made")).to_contain_text("Swim")
    assert points(other) == 19


def test_a_closed_group_comes_when_opened_and_stays_open_after_a_press(
    page: Page, played: str
) -> None:
    page.goto(f"{played}advance/")
    swim = page.locator("#do-raise-skill-swim")
    expect(swim).to_have_count(0)
    page.locator("#group-advance-STR > summary").click()
    page.locator("#group-advance-DEX > summary").click()
    swim.click()
    expect(page.locator("#made")).to_contain_text("Swim")
    expect(swim).to_be_focused()
    expect(page.locator("#do-raise-skill-agility")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**/advance/?group=STR")
    expect(swim).to_be_visible()
    page.get_by_role("searchbox").fill("agility")
    expect(page.locator("#do-raise-skill-agility")).to_be_visible()


def test_what_is_refused_says_why_and_keeps_what_was_typed(page: Page, played: str) -> None:
    page.goto(f"{played}session/")
    page.locator("#spend-cp").fill("26")
    page.locator("#spend-note").fill("The long jump")
    page.get_by_role("button", name="Spend").click()
    notice = page.get_by_role("alert").filter(has_text="Not applied")
    expect(notice).to_be_in_viewport()
    expect(notice).to_contain_text("You have 25: 1 more is needed.")
    expect(page.locator("#spend-note")).to_have_value("The long jump")
    page.locator("#spend-cp").fill("3")
    page.get_by_role("button", name="Spend").click()
    expect(page.locator("#made")).to_contain_text("3 Character Points spent")
    assert points(page) == 22


def test_gear_is_bought_found_and_named(page: Page, played: str) -> None:
    page.goto(f"{played}gear/")
    page.get_by_role("searchbox").fill("glowrod")
    expect(page.get_by_role("heading", name="Macrobinoculars")).to_have_count(0)
    page.get_by_label("Glowrod: How many").fill("2")
    page.get_by_role("button", name="Buy Glowrod").click()
    expect(page.locator("#made")).to_contain_text("Glowrod")
    expect(page.locator("#pane")).to_contain_text("Glowrod")
    page.locator("#fold-name-glowrod > summary").click()
    page.locator("#name-glowrod-as").fill("Lantern")
    page.locator("#do-name-glowrod").click()
    expect(page.locator("#pane")).to_contain_text("Lantern")


def test_a_price_explains_itself(page: Page, played: str) -> None:
    page.goto(f"{played}advance/")
    page.get_by_role("link", name="Blasters: 6 Character Points").click()
    expect(page.get_by_role("dialog")).to_contain_text("3 × new dice 2")


@pytest.mark.looks
def test_axe_finds_nothing_on_the_pages_to_grow_on(
    page: Page, accessible: Callable[..., None], third: Third, played: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for room in third(ROOMS):
        page.goto(played + room)
        accessible()
    page.goto(f"{played}advance/")
    page.locator("#pin-raise-attribute-DEX").click()
    expect(page.locator("#pin-raise-attribute-DEX.planned")).to_be_visible()
    page.locator("#do-raise-skill-agility").click()
    expect(page.locator("#made")).to_be_visible()
    accessible()
    page.goto(f"{played}plan/")
    accessible()
    expect(page.locator(".plan-obstacle")).to_be_visible()
    expect(page.get_by_role("button", name="Buy what you can afford")).to_have_count(0)
    page.goto(f"{played}gear/")
    page.locator("#fold-sell-combat-knife > summary").click()
    page.evaluate("scrollTo(0, 0)")  # where the purse, which sticks, covers nothing
    accessible()


def test_the_pages_to_grow_on_fit_a_phone_and_a_thumb(page: Page, played: str) -> None:
    small = """() => [...document.querySelectorAll("main :is(button, summary, input), .bar button")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => !one.closest(".unseen, label, .our-ruling"))
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map((one) => one.outerHTML.slice(0, 120))"""
    for room in ROOMS:
        page.goto(played + room)
        for screen in (320, 390):
            page.set_viewport_size({"width": screen, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= screen, room
            assert page.evaluate(small) == [], room


def test_a_refused_form_stays_open_with_what_was_typed(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/characters/new/?game=empire-ascendant")
    page.get_by_role("button", name="Force user in hiding").click()
    page.get_by_label("Name", exact=True).fill("Fyra Voss")
    expect(page.get_by_role("heading", name="Meet Fyra Voss")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name="Fyra Voss")).to_be_visible()
    page.goto(f"{character_of(page)}advance/?q=learn")
    page.get_by_text("Learn power").first.click()
    name = page.locator("[name='learn-power.name']")
    assert (
        page.get_by_role("heading", name="Learn a power").evaluate("one => one.offsetHeight") < 60
    )
    name.fill("Receptive telepathy")
    page.locator("#do-learn-power").click()
    expect(page.get_by_role("alert")).to_contain_text("say which Force skills it uses")
    expect(name).to_be_visible()
    expect(name).to_have_value("Receptive telepathy")
