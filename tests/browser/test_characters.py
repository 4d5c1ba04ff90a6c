"""The list of characters in a browser: searched while typing, several archived, and that undone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character
from tests.browser.board.pages import cookie
from tests.sheets import cast
from tests.sheets.every_game.characters import by_chance, plain
from tests.sheets.example_characters import VESSA, store

pytestmark = pytest.mark.browser
NAMES = ("Ada Korr", "Bo Korr", "Cy Vane", "Dex Vane")


@pytest.fixture
def ines(transactional_db: None, page: Page, live_server: LiveServer) -> Page:
    """The page of somebody with five characters of two games."""
    ines = cast.person("ines")
    for name in NAMES:
        store(ines.owner, {**VESSA, "name": name}, finished=True)
    store(ines.owner, {**plain(by_chance("empire-ascendant")), "name": "Mara"}, finished=True)
    page.context.add_cookies([cookie(ines, live_server.url)])
    page.goto("/characters/")
    return page


def test_a_list_is_searched_while_typing_and_several_are_archived_by_keyboard(
    ines: Page, accessible: Callable[..., None]
) -> None:
    """Typed text stays, the address keeps the filter, and the toast undoes the archiving."""
    page = ines
    rows = page.locator(".volume")
    page.get_by_label("Search your characters").press_sequentially("korr")
    expect(rows).to_have_count(2)
    expect(page.locator("#found-count")).to_have_text("2 of 5 match")
    expect(page.get_by_label("Search your characters")).to_be_focused()
    expect(page.get_by_label("Search your characters")).to_have_value("korr")
    page.get_by_label("Sort by").select_option("Name")
    expect(page).to_have_url("/characters/?q=korr&sort=name")
    expect(rows.locator("h2")).to_have_text(["Ada Korr", "Bo Korr"])
    page.get_by_label("Search your characters").fill("")
    page.get_by_label("Game").select_option("HyperspaceD6")
    expect(rows).to_have_count(4)

    for name in ("Ada Korr", "Cy Vane"):
        page.get_by_role("checkbox", name=f"Select {name}").focus()
        page.keyboard.press("Space")
    expect(page.locator("#bulk-count")).to_have_text("2 selected")
    accessible()
    with page.expect_download() as packed:
        page.get_by_role("button", name="Export selected characters").press("Enter")
    assert packed.value.suggested_filename == "hyperspace-characters.zip"
    page.get_by_role("button", name="Archive selected characters").press("Enter")
    expect(page.locator("#toast [role=status]")).to_contain_text("Archived 2 characters.")
    expect(rows.locator("h2")).to_have_text(["Bo Korr", "Dex Vane"])
    accessible(covered=True)
    page.locator("#toast").get_by_role("button", name="Undo").press("Enter")
    expect(rows).to_have_count(4)
    assert not Character.objects.exclude(archived_at=None).exists()

    page.get_by_label("Select all 4").check()
    expect(page.locator("#bulk-count")).to_have_text("4 selected")
    expect(page.get_by_role("checkbox", name="Select Bo Korr")).to_be_checked()
    page.get_by_role("checkbox", name="Select Bo Korr").uncheck()
    expect(page.get_by_label("Select all 4")).not_to_be_checked()
    expect(page.locator("#bulk-count")).to_have_text("3 selected")
