"""At the table in a browser: a whole fight on a phone; with a finger, with keys."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from sheets.play import operations
from tests.browser.contexts import PHONE, Contexts
from tests.browser.evening import SEEN
from tests.browser.test_access import FIGHTER, bring_in
from tests.dice import Fixed

pytestmark = pytest.mark.browser

ARMED = json.loads(FIGHTER)
ARMED["build"]["gear"].append({"id": "medpac", "quantity": 1})
ARMED["build"]["starting_credits"] = 2000
ATTACK = "Roll Blaster Pistol, to hit: 4D"
MODIFIERS = "Modifiers for Blaster Pistol, to hit"


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The next dice fall so."""
    dice = Fixed()
    monkeypatch.setattr(operations, "DICE", dice)
    return lambda *faces: setattr(dice, "faces", list(faces))


@pytest.fixture
def phone(contexts: Contexts) -> Page:
    """A page on a phone that is touched."""
    return contexts.lend(**PHONE)


def sit_down(page: Page, house: dict[str, bool] | None = None, **marks: int) -> str:
    """The address of the page to play from, of a fighter: DEX 3D, Blasters 4D, STR 2D, Luck."""
    who = bring_in(page, json.dumps({**ARMED, "marks": marks, "house": house or {}}))
    page.goto(f"{who}table/")
    return page.url


def in_sight(page: Page, selector: str) -> bool:
    place = page.locator(selector).first.bounding_box()
    return place is not None and place["y"] >= 0 and place["y"] + place["height"] <= 844


def test_what_a_fight_needs_is_on_one_screen_of_a_phone(
    phone: Page, falls: Callable[..., None]
) -> None:
    falls(3, 3, 3, 3)
    sit_down(phone)
    phone.get_by_role("link", name=ATTACK).tap()
    expect(phone.locator(".came")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("dialog")).to_be_hidden()
    for needed in (".big-figures", ".attacks", ".levels", ".left", ".counts", ".fight-deeds"):
        assert in_sight(phone, needed), needed
    assert in_sight(phone, ".lines .line-dice")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_whole_fight_with_a_finger(phone: Page, falls: Callable[..., None]) -> None:
    sit_down(phone)
    panel, said = phone.get_by_role("dialog"), phone.locator("#said")
    # Two actions: one die less for every check.
    phone.get_by_role("button", name="2", exact=True).tap()
    expect(phone.locator(".remarks")).to_have_text("Next action: −1D")
    expect(phone.get_by_role("link", name=re.compile("to hit: 3D, 1D less now"))).to_be_visible()
    phone.get_by_role("link", name=MODIFIERS).tap()
    panel.get_by_label("Their Dodge").fill("12")
    # 81 of 216 ways to roll 12 or more with three dice.
    expect(panel.locator(".chance")).to_contain_text("38%")
    panel.get_by_label("Take aim +1D").check()
    expect(panel.locator(".chance")).to_contain_text("76%")
    expect(panel.locator(".chosen")).to_have_text("Chosen: Their Dodge 12, Take aim +1D")
    expect(panel.get_by_role("button", name="Roll 4D")).to_be_visible()
    falls(6, 2, 2, 1)
    panel.get_by_role("button", name="Roll 4D").tap()
    expect(panel).to_contain_text("11 against Dodge 12: failure")
    expect(panel.locator(".line-margin")).to_have_text("Missed by 1")
    expect(panel.locator(".die.destiny")).to_have_text("⚅")
    expect(said).to_contain_text("Destiny Die 6; dice 2, 2, 1. 11 against Dodge 12: failure")
    # A point on it, once it was seen: Luck makes that two dice.
    falls(2, 1)
    panel.get_by_role("button", name="Spend a point").tap()
    expect(panel).to_contain_text("✓ 14 against Dodge 12: success")
    expect(panel.locator(".line-margin")).to_have_text("Hit by 2")
    expect(phone.locator(".left")).to_contain_text("4")
    falls(5, 5, 5)
    phone.wait_for_timeout(SEEN)
    panel.get_by_role("link", name="Roll damage").tap()
    expect(panel).to_contain_text("15 damage")
    panel.get_by_role("button", name="Close").tap()
    # They shoot back: 6 - 2 Soak = 4, a wound.
    phone.get_by_role("link", name="Take damage", exact=True).tap()
    panel.get_by_label("Damage rolled").fill("6")
    expect(panel).to_contain_text("4 gets through: wounded.")
    panel.get_by_role("button", name="Apply").tap()
    expect(phone.locator(".level.marked")).to_contain_text("Wounded")
    panel.get_by_role("button", name="Close").tap()
    expect(phone.locator(".remarks")).to_contain_text("1 wound: −1D")
    expect(phone.get_by_role("link", name=re.compile("to hit: 2D, 2D less now"))).to_be_visible()
    phone.get_by_role("button", name="New turn").tap()
    expect(phone.locator(".remarks")).to_have_text("1 wound: −1D")
    # And back again.
    phone.locator(".past summary", has_text="6 damage").tap()
    phone.get_by_role("button", name="Undo 6 damage").tap()
    expect(phone.locator(".level.marked")).to_have_count(0)


def test_a_roll_with_keys_alone_gives_the_focus_back(
    page: Page, falls: Callable[..., None]
) -> None:
    falls(1, 4, 4, 4, 3, 3, 3)
    sit_down(page)
    page.get_by_role("link", name=MODIFIERS).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Roll 4D")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name=MODIFIERS)).to_be_focused()
    page.get_by_role("link", name=ATTACK).focus()
    page.keyboard.press("Enter")
    follows = page.get_by_role("dialog").get_by_role("link", name="Roll damage")
    expect(follows).to_be_focused()
    page.get_by_role("dialog").get_by_label("What goes wrong?").fill("The cell is empty")
    page.keyboard.press("Enter")
    expect(page.locator(".fight-log")).to_contain_text("The cell is empty")
    page.get_by_role("dialog").get_by_role("link", name="Roll damage").press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("9 damage")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("link", name=ATTACK)).to_be_focused()


def test_a_number_goes_into_the_roll_while_it_is_typed_and_odds_that_come_late_find_no_place(
    page: Page, falls: Callable[..., None]
) -> None:
    falls(4, 4, 4, 4, 5, 5, 5, 5)
    sit_down(page)
    page.get_by_role("link", name=MODIFIERS).click()
    page.get_by_label("Their Dodge").press_sequentially("16")
    page.locator("#do-it").click()
    expect(page.get_by_role("dialog")).to_contain_text("16 against Dodge 16: success")
    page.keyboard.press("Escape")
    page.get_by_role("link", name=MODIFIERS).click()
    late: list[Route] = []
    page.route("**/table/panel/**", lambda asked: late.append(asked))  # noqa: PLW0108 (no built-in is taken)
    with page.expect_request("**/table/panel/**"):
        page.get_by_label("Their Dodge").fill("20")
    page.locator("#do-it").click()
    expect(page.get_by_role("dialog")).to_contain_text("20 against Dodge 20: success")
    while late:
        late.pop().continue_()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("dialog")).to_contain_text("20 against Dodge 20: success")


def test_a_double_click_rolls_once(page: Page, falls: Callable[..., None]) -> None:
    falls(4, 4, 4, 4, 5, 5, 5, 5)
    sit_down(page)
    page.get_by_role("link", name=MODIFIERS).click()
    page.locator("#do-it").dblclick(delay=20)
    expect(page.get_by_role("dialog")).to_contain_text("16")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".lines > li")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("link", name=ATTACK).dblclick(delay=20)
    expect(page.get_by_role("dialog")).to_contain_text("20")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".lines > li")).to_have_count(2)


def test_one_press_on_a_code_rolls_what_its_form_would(
    page: Page, falls: Callable[..., None]
) -> None:
    sit_down(page)
    said = []
    for press in (ATTACK, MODIFIERS):
        falls(4, 3, 2, 1)
        page.get_by_role("link", name=press).click()
        if press == MODIFIERS:
            page.get_by_role("button", name="Roll 4D").click()
        expect(page.locator(".came .line-total")).to_contain_text("10")
        said.append(page.locator("#said").inner_text())
        page.keyboard.press("Escape")
        page.locator("#said").evaluate("(one) => one.replaceChildren()")
    assert said[0] == said[1] == "Blaster Pistol. Destiny Die 4; dice 3, 2, 1. 10."


def test_a_press_or_an_answer_that_gets_lost_says_so_and_is_the_same_roll_when_pressed_again(
    page: Page, falls: Callable[..., None], console: list[str]
) -> None:
    falls(4, 4, 4, 4, 5, 5, 5, 5)
    sit_down(page)

    def lost(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/do/**", lost)
    page.get_by_role("link", name=ATTACK).click()
    expect(page.get_by_role("alert")).to_have_text("Not applied: no connection. Press again.")
    page.unroute("**/do/**")
    page.get_by_role("link", name=ATTACK).click()
    expect(page.get_by_role("dialog")).to_contain_text("16")
    expect(page.locator(".lines > li")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("link", name=MODIFIERS).click()
    page.route("**/do/**", lambda route: route.abort())
    page.locator("#do-it").click()
    expect(page.get_by_role("alert")).to_have_text("Not applied: no connection. Press again.")
    page.unroute("**/do/**")
    page.locator("#do-it").click()
    expect(page.get_by_role("dialog")).to_contain_text("20")
    expect(page.locator(".lines > li")).to_have_count(2)
    console.clear()


def test_a_code_on_the_sheet_rolls_there_and_the_sheet_is_shown_anew(
    page: Page, falls: Callable[..., None]
) -> None:
    who = bring_in(page, json.dumps(ARMED))
    page.goto(who)
    falls(3, 3, 3, 3, 3, 3)
    page.get_by_role("link", name="Modifiers for Blasters").click()
    page.get_by_label("Character Point +2D").check()
    page.get_by_role("button", name="Roll 6D").click()
    expect(page.get_by_role("dialog")).to_contain_text("18")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Character Points")).to_contain_text("4")
    assert page.url.endswith(who)


def test_what_cannot_be_is_said_in_the_panel(page: Page) -> None:
    sit_down(page, wounds=2)
    page.get_by_role("link", name="Roll Unarmed, to hit: 0D").click()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text("0D: impossible.")
    expect(panel.locator(".harm", has_text="0D: impossible.")).to_have_count(1)
    panel.get_by_label("Helpers", exact=True).fill("-4")
    expect(panel).to_contain_text("Type a whole number from 0 to 30.")
    panel.locator("#do-it").click()
    expect(panel).to_contain_text("Type a whole number from 0 to 30.")
    expect(panel.get_by_label("Helpers", exact=True)).to_have_value("-4")


@pytest.mark.looks
def test_axe_finds_nothing_at_the_table(
    page: Page, accessible: Callable[..., None], falls: Callable[..., None]
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    here = sit_down(page, {"active_defense": True}, wounds=1)
    accessible()
    page.get_by_role("link", name=MODIFIERS).click()
    page.get_by_label("Their Dodge").fill("9")
    expect(page.locator(".chance")).to_be_visible()
    accessible(covered=True)
    falls(1, 4, 4)
    page.get_by_role("button", name="Roll 3D").click()
    expect(page.locator(".came")).to_be_visible()
    page.wait_for_timeout(400)  # until the dice lie still
    accessible(covered=True)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="New turn").click()
    expect(page.locator(".lines > li")).to_have_count(2)
    page.locator("#roll-skills-stealth").scroll_into_view_if_needed()
    accessible()
    for action in ("skills.stealth", "harm", "turn", "weapons.blaster-pistol.damage"):
        page.goto(f"{here}panel/{action}/")
        accessible()
    page.goto(f"{here}panel/defend.blasters/?target=9&shelter=cover")
    accessible()


@pytest.mark.looks
def test_axe_finds_nothing_where_there_are_several_targets_or_patients(
    page: Page, accessible: Callable[..., None]
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    gear = [{"id": one} for one in ("heavy-blaster-rifle", "stun-grenade", "medpac")]
    saber = {"id": "lightsaber", "granted": True, "design": "dual-phase-lightsaber"}
    build = {**ARMED["build"], "gear": [*gear, saber], "starting_credits": 9000}
    who = bring_in(page, json.dumps({**ARMED, "build": build, "marks": {"wounds": 1}}))
    page.goto(f"{who}table/")
    page.get_by_label("In hand").select_option(label="Lightsaber")
    expect(page.locator(".held")).to_contain_text(["Against Brawl: Parry 13 in place of", "Blade"])
    page.get_by_label("Blade").select_option(label="+1 Parry")
    expect(page.locator(".big-figures")).to_contain_text("14")
    accessible()
    for asked in (
        "weapons.heavy-blaster-rifle.attack/?ways=auto-fire&defense=12&defense-2=9",
        "explosives.stun-grenade.attack/?defense=9&defense-4=12&shelter-4=cover",
        "medpac/",
        "treated/?total=12",
        "harm.stun/",
    ):
        page.goto(f"{who}table/panel/{asked}")
        accessible()


def test_a_grenade_is_thrown_at_several_with_a_finger(
    phone: Page, falls: Callable[..., None]
) -> None:
    build = {**ARMED["build"], "gear": [{"id": "stun-grenade"}]}
    who = bring_in(phone, json.dumps({**ARMED, "build": build}))
    phone.goto(f"{who}table/")
    phone.get_by_role("link", name="Modifiers for Stun Grenade, to hit").tap()
    panel = phone.get_by_role("dialog")
    panel.get_by_label("Their Dodge").first.fill("10")
    panel.get_by_text("Target 2 to Target 8").tap()
    panel.get_by_role("group", name="Target 2").get_by_label("Their Dodge").fill("12")
    # 135 and 81 of 216 ways.
    expect(panel).to_contain_text("Target 1, Dodge 10: 62%")
    expect(panel).to_contain_text("Target 2, Dodge 12: 38%")
    falls(4, 3, 4)
    panel.get_by_role("button", name="Roll 3D").tap()
    expect(panel).to_contain_text("11 hits 1 of 2")
    expect(panel).to_contain_text("Target 2, Dodge 12: a miss")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_targets_at_the_table_are_large_enough_for_a_thumb(
    phone: Page, falls: Callable[..., None]
) -> None:
    falls(1, 4, 4, 4)
    sit_down(phone)
    small = """() => [...document.querySelectorAll("main :is(button, .rolls, .how, .quiet)"),
        ...document.querySelectorAll("#panel :is(button, input, a, select)")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.type !== "hidden")
      .filter((one) => !one.closest(".option") && one.getBoundingClientRect().height < 43.9)
      .map((one) => one.outerHTML.slice(0, 120))"""
    assert phone.evaluate(small) == []
    phone.get_by_role("link", name=MODIFIERS).tap()
    expect(phone.locator("#do-it")).to_be_visible()
    assert phone.evaluate(small) == []
    phone.locator("#do-it").tap()
    expect(phone.locator(".came")).to_be_visible()
    assert phone.evaluate(small) == []
