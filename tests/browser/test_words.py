"""Notes and portraits in a browser: saved as they are typed, and all the same without scripts."""

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

pytestmark = pytest.mark.browser


def picture() -> FilePayload:
    written = BytesIO()
    Image.new("RGB", (300, 400), "teal").save(written, "JPEG")
    return {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": written.getvalue()}


def test_notes_are_saved_and_shown_as_they_are_typed(
    page: Page, draft: str, saved: Callable[[], None]
) -> None:
    page.goto(f"{draft}words/")
    shared = page.get_by_label("For all who see the sheet", exact=True)
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
    page.get_by_label("For you alone", exact=True).fill("One.")
    saved()
    other.get_by_label("For you alone", exact=True).fill("Two.")
    notice = other.get_by_role("alert").filter(has_text="changed in another place")
    expect(notice).to_contain_text("One.")
    expect(notice).to_contain_text("Two.")
    other.get_by_role("button", name="Keep mine").click()
    expect(other.locator("#preview-private")).to_have_text("Two.")


def test_a_portrait_is_sent_cropped_and_removed(page: Page, draft: str) -> None:
    page.goto(f"{draft}portrait/")
    page.set_input_files("#picture", picture())
    page.get_by_label("What it shows").fill("A pilot")
    page.get_by_role("button", name="Send it").click()
    shown = page.get_by_role("img", name="A pilot")
    expect(shown).to_have_js_property("naturalWidth", 300)
    page.get_by_label("Square").check()
    page.get_by_label("Bottom").check()
    page.get_by_role("button", name="Show this part").click()
    expect(shown).to_have_js_property("naturalHeight", 300)
    page.get_by_role("button", name="Remove the portrait").click()
    expect(shown).to_have_count(0)


def test_a_picture_that_is_too_large_is_said_before_it_is_sent(page: Page, draft: str) -> None:
    page.goto(f"{draft}portrait/")
    large: FilePayload = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"x" * 9_000_000}
    page.set_input_files("#picture", large)
    expect(page.locator("#error-picture")).to_contain_text("at most 8 MiB")


def test_notes_and_a_portrait_without_scripts(plain_page: Page) -> None:
    page = plain_page
    page.goto("/")
    page.get_by_role("button", name="Build a character").first.click()
    start = page.url.split("build/")[0]
    page.goto(f"{start}words/")
    page.get_by_label("For you alone", exact=True).fill("*Mine.*")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#preview-private em")).to_have_text("Mine.")
    page.goto(f"{start}portrait/")
    page.set_input_files("#picture", picture())
    page.get_by_role("button", name="Send it").click()
    expect(page.get_by_role("img", name="Portrait")).to_be_visible()
