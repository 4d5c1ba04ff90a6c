"""Dice in a browser: they tumble, land, take no press, and are heard by choice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_play import ATTACK, falls, phone, sit_down

__all__ = ("falls", "phone")
pytestmark = pytest.mark.browser

MOVES = "document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"


def rolled(page: Page) -> None:
    """Rolls the attack, and waits until it has: the next dice are laid only then."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("link", name=ATTACK).click()


def test_dice_land_within_six_tenths_of_a_second_and_at_once_where_less_motion_is_asked_for(
    page: Page, falls: Callable[..., None]
) -> None:
    sit_down(page)
    for faces in ((6, 4, 4, 4), (1, 4, 4, 4)):
        falls(*faces)
        page.emulate_media(reduced_motion="no-preference")
        rolled(page)
        expect(page.locator(".came .die").first).to_have_css(
            "animation-name", re.compile("tumbles")
        )
        ends = page.evaluate(MOVES)
        assert len(ends) <= 8
        assert max(ends, default=0) < 600
        page.keyboard.press("Escape")
        falls(*faces)
        page.emulate_media(reduced_motion="reduce")
        rolled(page)
        expect(page.locator(".came .die").first).to_have_css("animation-name", "none")
        assert page.evaluate(MOVES) == []
        page.keyboard.press("Escape")


def test_the_destiny_die_is_a_solid_one_and_marks_its_six_and_its_one(
    page: Page, falls: Callable[..., None]
) -> None:
    sit_down(page)
    for face, look in ((6, "best"), (1, "worst"), (3, "")):
        falls(face, 4, 4, 4)
        rolled(page)
        lead = page.locator(".came .die.lead")
        expect(lead).to_have_class(f"die destiny lead {look}".strip())
        filled = lead.evaluate("(die) => getComputedStyle(die, '::before').backgroundColor")
        assert filled != "rgba(0, 0, 0, 0)"
        page.keyboard.press("Escape")


HEARD = """
window.knocks = 0; window.buzzes = 0;
navigator.vibrate = () => { window.buzzes += 1; return true; };
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...at) {
  window.knocks += 1;
  start.apply(this, at);
};
"""


def test_dice_are_heard_and_felt_only_by_choice_which_the_device_keeps(
    page: Page, falls: Callable[..., None]
) -> None:
    page.add_init_script(HEARD)
    here = sit_down(page)

    def roll() -> tuple[int, int]:
        falls(4, 4, 4, 4)
        page.evaluate("window.knocks = window.buzzes = 0")
        page.locator("#panel-place").evaluate("(one) => one.replaceChildren()")
        page.get_by_role("link", name=ATTACK).click()
        expect(page.locator(".came .line-total")).to_contain_text("16")
        return page.evaluate("window.knocks"), page.evaluate("window.buzzes")

    assert roll() == (0, 0)
    for name in ("Sound", "Vibration"):
        switch = page.get_by_role("button", name=name)
        expect(switch).to_have_attribute("aria-pressed", "false")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
    page.goto(here)
    assert roll() == (8, 1)  # each of four dice hits the table twice
    page.get_by_role("button", name="Sound").click()
    page.keyboard.press("Escape")
    assert roll() == (0, 1)


# Which presses of the panel something else lies on, at a moment of what moves.
COVERED = """(moment) => {
  const moving = document.getAnimations();
  for (const one of moving) { one.pause(); one.currentTime = moment; }
  const presses = [...document.querySelectorAll("#panel .line-deeds :is(a, button)")];
  const covered = presses.filter((press) => {
    const { left, right, top, bottom } = press.getBoundingClientRect();
    const places = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
      [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [x, y]));
    return !places.every(([x, y]) => press.contains(document.elementFromPoint(x, y)));
  });
  return [moving.length, covered.map((press) => press.textContent.trim())];
}"""


def test_dice_that_fall_take_no_press(phone: Page, falls: Callable[..., None]) -> None:
    sit_down(phone)
    falls(2, 2, 2, 1, 2, 1)
    phone.get_by_role("link", name=ATTACK).tap()
    phone.get_by_role("dialog").get_by_role("button", name="Spend a point").click()
    # More dice than a row has: the total lands above the press.
    expect(phone.locator("#panel .came .die")).to_have_count(6)
    phone.wait_for_load_state("networkidle")
    # They fall anew.
    phone.locator(".came").evaluate("(came) => came.replaceWith(came.cloneNode(true))")
    for moment in range(0, 560, 40):
        moving, covered = phone.evaluate(COVERED, moment)
        assert moving
        assert covered == [], moment
