"""On a phone little stands above the first character of the board, and nothing of it is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

MOST = 300


@pytest.mark.usefixtures("vessa")
def test_the_first_character_is_high_up_and_what_leads_the_session_a_press_away(
    greta: Page, board: str, accessible: Callable[..., None]
) -> None:
    greta.set_viewport_size({"width": 390, "height": 844})
    greta.goto(board)
    first = greta.locator(".board .member").first.bounding_box()
    assert first
    assert first["y"] < MOST
    start = greta.get_by_role("button", name="Start a session")
    expect(start).not_to_be_visible()
    for link in ("Briefing", "Hand out", "Second screen"):
        expect(greta.get_by_role("link", name=link, exact=True)).not_to_be_visible()
    accessible()
    greta.get_by_role("button", name="Session", exact=True).click()
    expect(start).to_be_in_viewport()
    for link in ("Briefing", "Hand out", "Second screen"):
        expect(greta.get_by_role("link", name=link, exact=True)).to_be_in_viewport()
    greta.get_by_role("button", name="Give everyone points").click()
    expect(greta.locator("#toast")).to_contain_text("Given: 1 Character Point each")
    expect(greta.get_by_role("button", name="Give everyone points")).not_to_be_visible()
    # On a wide screen all of it stands there.
    greta.set_viewport_size({"width": 1280, "height": 844})
    greta.reload()
    expect(greta.get_by_role("link", name="Briefing", exact=True)).to_be_visible()
    expect(greta.get_by_role("button", name="Session", exact=True)).not_to_be_visible()


# What a game master does with a character: on how many lines it stands.
LINES = """() => new Set([...document.querySelector(".board .member .member-deeds").children]
  .map((one) => Math.round(one.getBoundingClientRect().top))).size"""


@pytest.mark.usefixtures("vessa")
def test_what_is_done_with_a_character_stands_in_one_line(greta: Page, board: str) -> None:
    greta.goto(board)
    for width in (360, 375, 390, 412, 430):
        greta.set_viewport_size({"width": width, "height": 844})
        assert greta.evaluate(LINES) == 1, width
