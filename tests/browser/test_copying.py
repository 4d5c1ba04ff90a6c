"""The sheet as text, copied with one press."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import more
from tests.browser.test_access import FIGHTER, bring_in

pytestmark = [pytest.mark.browser, pytest.mark.looks]

READ = "navigator.clipboard.readText()"


@pytest.mark.parametrize(
    ("button", "said", "path"),
    [
        ("Copy Markdown", "Markdown copied.", "sheet.md"),
        ("Copy plain text", "Plain text copied.", "sheet.txt"),
    ],
)
def test_one_press_copies_the_whole_text(
    page: Page, complete: str, button: str, said: str, path: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{complete}text/")
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("status").filter(has_text="copied")).to_have_text(said)
    assert page.evaluate(READ) == page.request.get(f"{complete}{path}").text()


def test_where_there_is_no_clipboard_the_text_is_copied_the_old_way(
    page: Page, complete: str
) -> None:
    """Over plain http a browser offers none; here it is taken away."""
    page.context.grant_permissions(["clipboard-read"])
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error());")
    page.goto(f"{complete}text/")
    button = page.get_by_role("button", name="Copy Markdown")
    button.click()
    expect(page.locator("#copied")).to_have_text("Markdown copied.")
    expect(button).to_be_focused()
    assert page.evaluate(READ) == page.request.get(f"{complete}sheet.md").text()


def test_where_nothing_may_be_copied_the_text_is_selected_and_said_to_be(
    page: Page, complete: str
) -> None:
    page.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject(new Error());"
        "document.execCommand = () => false;"
    )
    page.goto(f"{complete}text/")
    page.get_by_role("button", name="Copy Markdown").click()
    expect(page.locator("#copied")).to_have_text("Markdown is selected: copy it from there.")
    assert page.evaluate("getSelection().toString()").startswith("# ")


def test_while_dice_are_copied_a_press_on_a_code_copies_it_and_opens_nothing(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{bring_in(page, FIGHTER)}table/")
    more(page).get_by_role("button", name="Copy dice as text").click()
    code = page.locator("a.rolls").first
    dice = code.locator(".code").inner_text().replace("D", "d6")
    code.click()
    expect(page.locator("#copying [role=status]")).to_have_text(f"{dice} copied.")
    assert page.evaluate(READ) == dice
    expect(page.locator("#panel")).to_be_hidden()
    page.get_by_role("button", name="Stop copying").click()
    code.click()
    expect(page.locator("#panel")).to_be_visible()
