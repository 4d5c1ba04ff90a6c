"""The board for those who listen, and for thumbs."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from sheets.models import Character
from tests.browser.board.pages import ask, row
from tests.browser.conftest import Third

pytestmark = pytest.mark.browser


def test_searching_who_is_best_keeps_typing(greta: Page, board: str) -> None:
    greta.goto(f"{board}skills/")
    greta.get_by_label("Best at").press_sequentially("stea")
    expect(greta.locator(".matrix tbody tr")).to_have_count(4)  # Dexterity, Steal; Perception …
    expect(greta.get_by_label("Best at")).to_be_focused()
    greta.get_by_role("link", name="Stealth", exact=True).click()
    expect(greta.locator("th[aria-sort=descending]")).to_have_text("Stealth")


@pytest.mark.looks
def test_axe_finds_nothing_on_the_board_and_its_pages(
    greta: Page, accessible: Callable[..., None], third: Third, board: str, vessa: Character
) -> None:
    greta.set_viewport_size({"width": 390, "height": 844})
    greta.goto(board)
    ask(greta)
    Character.objects.filter(pk=vessa.pk).update(marks={"wounds": 1, "unconscious": 1})
    greta.goto(board)
    row(greta, "Vessa Korr").locator("summary").click()
    accessible()
    greta.get_by_role("link", name="Roll Stealth for Vessa Korr, as requested").first.click()
    expect(greta.locator("#do-it")).to_be_visible()
    accessible(covered=True)
    for path in third(("?sort=skills.stealth", "calls/", "skills/", "skills/?q=nothing", "log/")):
        greta.goto(f"{board}{path}")
        accessible()
    greta.goto(f"/characters/{vessa.public_id}/table/")
    accessible(covered=True)


@pytest.mark.looks
def test_no_page_scrolls_sideways_and_targets_are_large_enough_for_a_thumb(
    ines: Page, greta: Page, board: str
) -> None:
    greta.goto(board)
    ask(greta)
    small = """() => [...document.querySelectorAll("main :is(button, .rolls, .quiet, select)")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.getBoundingClientRect().height < 43.9)
      .map((one) => one.outerHTML.slice(0, 120))"""
    for path in ("", "?sort=skills.stealth", "skills/", "log/"):
        ines.goto(f"{board}{path}")
        assert ines.evaluate("document.documentElement.scrollWidth") <= 390
        assert ines.evaluate(small) == []
    for path in ("", "calls/"):
        greta.goto(f"{board}{path}")
        for width in (320, 700, 1100, 1160):
            greta.set_viewport_size({"width": width, "height": 844})
            assert greta.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
