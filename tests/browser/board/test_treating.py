"""A fight of several in browsers: a stun from the board, and a medpac for somebody else."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from sheets.models import Character
from tests.browser.board.pages import SOON, row

pytestmark = pytest.mark.browser


def test_a_medpac_heals_another_of_the_party_and_the_board_sees_it(
    greta: Page, ines: Page, board: str, vessa: Character, falls: Callable[..., None]
) -> None:
    vessa.build["gear"] = [{"id": "medpac", "quantity": 1}]
    vessa.save()
    brakka = Character.objects.get(name="Brakka")
    brakka.marks = {"wounds": 3}
    brakka.save()
    greta.goto(board)
    expect(row(greta, "Brakka")).to_contain_text("Unconscious")
    ines.goto(f"/characters/{vessa.public_id}/table/")
    ines.get_by_role("link", name="Use medpac").tap()
    panel = ines.get_by_role("dialog")
    panel.get_by_label("Patient").select_option(label="Yourself")
    expect(panel).to_contain_text("You have no wounds to heal. Choose another patient.")
    panel.get_by_label("Patient").select_option(label="Brakka")
    expect(panel.locator(".chance")).to_contain_text("17%")
    falls(6, 4)
    panel.get_by_role("button", name="Roll 2D").tap()
    expect(panel).to_contain_text("10 against Easy 10: success")
    expect(panel).to_contain_text("Brakka: One wound is healed. Awake again.")
    expect(row(greta, "Brakka")).to_contain_text("2 wounds: −2D", timeout=SOON)
    expect(row(greta, "Brakka")).not_to_contain_text("Unconscious: ")


def test_the_game_master_stuns_from_the_board(greta: Page, board: str, vessa: Character) -> None:
    greta.goto(board)
    greta.get_by_role("link", name="Stun to Vessa Korr").click()
    greta.get_by_role("button", name="Apply").click()
    expect(greta.locator(".came")).to_contain_text("−1D to checks on the next turn")
    greta.keyboard.press("Escape")
    stood = row(greta, "Vessa Korr")
    expect(stood).to_contain_text("Stunned: −1D to checks, from the next turn", timeout=SOON)
