"""Importing a character in a browser."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [390, 1280])
def test_a_file_pasted_as_one_line_fits_the_page_and_stays_when_it_is_refused(
    page: Page, width: int
) -> None:
    file = "{" + ",".join(f'"{number}":0' for number in (*range(2000), 0)) + "}"
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/characters/import/")
    pasted = page.get_by_label("Or paste its text")
    pasted.fill(file)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("alert")).to_contain_text("0: this member appears twice.")
    expect(pasted).to_have_value(file)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
