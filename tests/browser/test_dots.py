"""A game of dots by hand, in a browser: groups in order, dots, merits, a roll, harm and the game
master's tools; nothing is in the way of those who cannot see or use a mouse.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import character_of, finished_by_chance, post
from tests.dots_game.registered import dusk

__all__ = ("dusk",)
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("dusk")]


@pytest.fixture
def finished(page: Page) -> str:
    """A character made by chance; the page is at its sheet."""
    base = finished_by_chance(page, "dusk")
    page.goto(base)
    return base


def test_a_character_is_built_of_dots_and_merits(
    page: Page, saved: Callable[[], None], accessible: Callable[..., None]
) -> None:
    base = character_of(post(page, "/characters/new/", system="dusk"))
    page.goto(f"{base}build/attributes/")
    page.get_by_label("First 4 dots").select_option("Mind")
    page.get_by_label("Second 3 dots").select_option("Body")
    page.get_by_label("Third 2 dots").select_option("Heart")
    saved()
    # By the keyboard: one more dot with the arrow of the number.
    page.get_by_label("Wits", exact=True).press("ArrowUp")
    saved()
    expect(page.locator("#field-mind .allot-left")).to_have_text("3 dots left of 4 dots")
    expect(page.locator("#field-mind .gauge .unseen").first).to_have_text("2 of 5")
    accessible()
    page.goto(f"{base}build/merits/")
    page.get_by_label("Acute sense").first.check()
    saved()
    page.get_by_label("Which").select_option("Sight")
    page.get_by_label("Your own words").fill("Like an eagle")
    saved()
    expect(page.locator(".balance .tally-count")).to_have_text("1 point left of 2")
    expect(page.get_by_label("Acute sense: Sight")).to_be_checked()
    expect(page.get_by_label("Strong as an ox")).to_be_disabled()
    accessible()


def test_a_sheet_of_dots_is_played(
    page: Page, finished: str, accessible: Callable[..., None]
) -> None:
    expect(page.locator("#section-points .gauge .unseen")).to_have_text("4 of 4 left")
    accessible()
    page.goto(f"{finished}table/")
    page.get_by_role("link", name="Damage").click()
    page.get_by_label("Levels", exact=True).fill("2")
    page.get_by_label("Kind").select_option("Lethal")
    page.locator("#do-it").click()
    expect(page.locator("#section-health .level .unseen").first).to_have_text("1 lethal")
    page.keyboard.press("Escape")
    page.locator("#how-abilities-sneak").click()
    expect(page.locator("#panel .odds-target")).to_have_text(
        "against Difficulty 6, 1 success needed"
    )
    expect(page.locator("#panel .odds-botch")).to_be_visible()
    page.locator("#do-it").click()
    expect(page.locator("#panel .line-total small")).to_contain_text("success")
    accessible(covered=True)


def test_the_game_masters_tools_need_no_character(
    page: Page, accessible: Callable[..., None]
) -> None:
    page.goto("/rules/dusk/tools/")
    accessible()
    page.get_by_role("link", name="Weather").click()
    expect(page.locator(".odds-words")).to_contain_text("Rain (5–12): 67%")
    page.get_by_role("button", name="Roll 2D").click()
    expect(page.locator(".line-said")).to_contain_text("Day 1:")
    page.get_by_role("button", name="Roll 2D").click()
    expect(page.locator(".line-said")).to_contain_text("Day 2:")
    accessible()
