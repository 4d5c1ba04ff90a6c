"""The first page: a person whose best trait is rolled, over and over, until that is unwanted."""

import pytest
from playwright.sync_api import Page, expect

from sheets import demo

pytestmark = pytest.mark.browser

RUNNING = """() => document.querySelector(".scene").getAnimations({ subtree: true })
  .filter((one) => one.animationName?.startsWith("scene") && one.playState === "running").length"""


def test_a_roll_is_played_on_the_first_page_until_it_is_to_hold_still(page: Page) -> None:
    demo.load()
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/")
    dice = page.locator(".scene-dice i")
    faces = [" ⚀⚁⚂⚃⚄⚅".index(die) for die in dice.all_inner_texts()]
    expect(page.locator(".scene-lines li").first).to_contain_text(f"{len(faces)}D")
    expect(page.locator(".scene-total")).to_have_text(str(sum(faces)))
    assert page.evaluate(RUNNING) == len(faces) + 2  # the press, the dice, the total
    page.get_by_label("Hold still").check()
    assert page.evaluate(RUNNING) == 0


def test_nothing_moves_on_the_first_page_for_those_who_want_no_motion(page: Page) -> None:
    demo.load()
    page.emulate_media(reduced_motion="reduce")
    page.goto("/")
    expect(page.locator(".scene-total")).to_be_visible()
    assert page.evaluate(RUNNING) == 0
    expect(page.get_by_label("Hold still")).to_be_hidden()
