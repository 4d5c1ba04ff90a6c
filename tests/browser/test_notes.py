"""Notes in a browser: saved as they are typed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_notes_are_saved_and_shown_as_they_are_typed(
    page: Page, draft: str, saved: Callable[[], None]
) -> None:
    page.goto(f"{draft}words/")
    shared = page.get_by_label("Public notes", exact=True)
    shared.press_sequentially("She **never** sleeps.", delay=30)
    saved()
    expect(page.locator("#preview-shared strong")).to_have_text("never")
    expect(shared).to_be_focused()
    page.reload()
    expect(shared).to_have_value("She **never** sleeps.")


def test_two_tabs_that_write_the_same_note_show_both_versions(
    page: Page, draft: str, saved: Callable[[], None]
) -> None:
    page.goto(f"{draft}words/")
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_label("Private notes", exact=True).fill("One.")
    saved()
    other.get_by_label("Private notes", exact=True).fill("Two.")
    notice = other.get_by_role("alert").filter(has_text="changed in another tab")
    expect(notice).to_contain_text("One.")
    expect(notice).to_contain_text("Two.")
    other.get_by_role("button", name="Keep mine").click()
    expect(other.locator("#preview-private")).to_have_text("Two.")
