"""Points on the board: pressed for one after the other, in a row that stays where it is."""

import pytest
from playwright.sync_api import Page, expect

from sheets.models import Award
from tests.browser.board.pages import SOON, row

pytestmark = pytest.mark.browser

WIDTHS = (390, 820, 1024, 1280)


@pytest.mark.usefixtures("vessa")
@pytest.mark.parametrize("width", WIDTHS)
def test_one_press_gives_what_is_set_and_stays_set_for_the_next(
    width: int, greta: Page, board: str
) -> None:
    greta.set_viewport_size({"width": width, "height": 844})
    greta.goto(board)
    was = row(greta, "Brakka").bounding_box()
    if width < 640:  # behind a press
        greta.get_by_role("button", name="Session", exact=True).click()
    greta.get_by_text("Character Points +1").click()
    greta.get_by_label("Character Points", exact=True).fill("3")
    expect(greta.get_by_text("Character Points +3")).to_be_visible()
    for name in ("Brakka", "Vessa Korr"):
        greta.get_by_role("button", name=f"Give points to {name}").click()
        toast = greta.locator("#toast")
        expect(toast).to_contain_text(f"Given: 3 Character Points to {name}.")
        points = row(greta, name).locator(".num").filter(has_text="Character Points")
        expect(points).to_contain_text("8", timeout=SOON)
        expect(greta.get_by_label("Character Points", exact=True)).to_have_value("3")
    now = row(greta, "Brakka").bounding_box()
    assert was
    assert now
    assert was["height"] == now["height"]
    toast.get_by_role("button", name="Undo").click()
    expect(toast).to_contain_text("Undone: 3 Character Points to Vessa Korr.")
    expect(points).to_contain_text("5", timeout=SOON)
    assert list(Award.objects.filter(undone_at=None).values_list("description", flat=True)) == [
        "3 Character Points to Brakka"
    ]


@pytest.mark.usefixtures("vessa")
def test_a_double_click_gives_once_and_enter_nobody(greta: Page, board: str) -> None:
    greta.goto(board)
    greta.get_by_role("button", name="Give everyone points").dblclick()
    expect(greta.locator("#toast")).to_contain_text("Given: 1 Character Point each")
    greta.get_by_text("Character Points +1").click()
    greta.get_by_label("Character Points", exact=True).press("Enter")
    greta.wait_for_load_state("networkidle")
    assert Award.objects.count() == 1
