"""Printing in a browser: choosing, seeing what comes out, finding the choice again."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.looks]

FULL = "kind=full&paper=letter&state=marked&ink=colour&fill=pen&backs=none&date=today"
LOADED = "(img) => img.complete && img.naturalWidth === 1000"
SELDOM = 100  # milliseconds: a page is not drawn for each look at it while it waits


def test_the_preview_follows_the_choice_and_the_choice_is_remembered(
    page: Page, complete: str
) -> None:
    page.goto(f"{complete}print/")
    said = page.locator("#print-said")
    expect(said).to_contain_text(
        "Classic, A4, current values, plain ink, for pen and paper, dated today"
    )
    first = page.locator("#preview img").first
    page.wait_for_function(LOADED, arg=first.element_handle(), polling=SELDOM)
    for choice in ("Full", "Letter", "Color"):
        page.get_by_label(choice).check()
    # Three sheets are printed one after another, on a machine that may be busy.
    full = "Full, Letter, current values, color, for pen and paper, dated today"
    expect(said).to_contain_text(full, timeout=20_000)
    expect(first).to_have_attribute("src", f"{complete}print/1.png?{FULL}")
    page.wait_for_function(LOADED, arg=first.element_handle(), polling=SELDOM)
    expect(page.get_by_label("Color")).to_be_focused()
    page.goto(f"{complete}print/")
    page.reload()
    # Three sheets are printed one after another, on a machine that may be busy.
    full = "Full, Letter, current values, color, for pen and paper, dated today"
    expect(said).to_contain_text(full, timeout=20_000)
    expect(page.get_by_label("Full")).to_be_checked()


def test_nothing_moves_while_the_pages_arrive_and_the_file_is_as_chosen(
    page: Page, complete: str
) -> None:
    page.goto(f"{complete}print/")
    page.wait_for_load_state("networkidle")
    page.evaluate(
        """() => { window.moved = 0; new PerformanceObserver((list) => {
             for (const entry of list.getEntries()) window.moved += entry.value;
           }).observe({ type: "layout-shift" }); }"""
    )
    first = page.locator("#preview img").first
    page.get_by_label("In a PDF reader").check()
    expect(page.locator("#print-said")).to_contain_text("fillable")
    page.wait_for_function(LOADED, arg=first.element_handle(), polling=SELDOM)
    page.wait_for_timeout(200)
    assert page.evaluate("window.moved") == 0
    page.get_by_label("Cards").check()
    expect(page.locator("#print-said")).to_contain_text("Cards")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download").click()
    assert started.value.suggested_filename.endswith(" cards.pdf")
    assert "kind=cards" in started.value.url


def test_on_a_phone_the_choices_fold_away_and_a_typed_date_is_printed_when_typing_stops(
    page: Page, complete: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{complete}print/")
    when = page.get_by_label("The date, as it is to be printed")
    expect(page.get_by_label("Letter")).to_be_hidden()
    expect(page.locator("#preview img").first).to_be_in_viewport()
    page.get_by_text("Choose how it prints").click()
    page.get_by_label("Letter").check()
    expect(page.locator("#preview")).to_contain_text("Letter")
    expect(when).to_be_hidden()
    page.get_by_label("Another").check()
    when.press_sequentially("Day 3", delay=20)
    expect(page.locator("#preview")).to_contain_text("dated Day 3")
    expect(when).to_be_focused()
    page.reload()
    expect(when).to_have_value("Day 3")


def test_a_blank_sheet_is_two_presses_away(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Blank sheet").first.click()
    page.get_by_label("In a PDF reader").check()
    expect(page.locator("#print-said")).to_contain_text("A4, plain ink, fillable: 1 page.")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download").click()
    assert started.value.suggested_filename.endswith("-blank-a4.pdf")
