"""Surprise me, in a browser: nothing typed goes, a full step asks first, and a toast undoes it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from rules import registry
from rules.character import Character
from tests.browser.conftest import character_of, post
from tests.sheets.every_game.characters import EVERY

pytestmark = pytest.mark.browser
Wait = Callable[[], None]


def begin(page: Page, slug: str, **more: str) -> str:
    """A new draft; the page is at a step. Its address."""
    step = post(page, "/characters/new/", system=slug, **more)
    page.goto(step)
    return character_of(step)


def first(slug: str) -> str:
    system = registry.get(slug)
    return Character(system, system.empty()).steps()[0].id


def toast(page: Page) -> Locator:
    return page.locator("#toast")


@EVERY
def test_a_name_that_was_typed_stays_and_a_press_undoes_the_rest(
    slug: str, page: Page, saved: Wait
) -> None:
    begin(page, slug)
    page.get_by_label("Name", exact=True).fill("Vessa Korr")
    page.locator("#surprise").click()  # before a pause in typing has saved it
    page.wait_for_url("**surprised=**")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Vessa Korr")
    other = page.locator("#step-form input[type=text]").nth(1)
    expect(other).not_to_have_value("")
    expect(toast(page)).to_contain_text("filled in at random")
    toast(page).get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone. Everything is as it was.")).to_be_visible()
    expect(other).to_have_value("")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Vessa Korr")
    expect(toast(page)).to_be_hidden()


@EVERY
def test_a_full_character_is_replaced_only_after_it_was_asked(slug: str, page: Page) -> None:
    address = begin(page, slug, surprise="1")
    page.goto(f"{address}build/review/")
    sheet = page.locator(".in-wizard")
    shown = sheet.text_content() or ""  # two characters by chance may have the same name
    page.goto(f"{address}build/{first(slug)}/")
    name = page.get_by_label("Name", exact=True)
    before = name.input_value()
    rest = page.locator("#surprise-all")
    rest.click()
    if page.locator("#undo").count():  # something that may be left out was
        rest.click()
    question = page.locator("#replaces")
    expect(question).to_contain_text("Replace the whole character?")
    question.get_by_role("link", name="Cancel").click()
    expect(question).to_be_hidden()
    expect(name).to_have_value(before)
    rest.click()
    question.get_by_role("button", name="Replace").click()
    page.wait_for_url("**/review/?surprised=**")
    expect(toast(page)).to_contain_text("A random character replaced yours.")
    expect(sheet).not_to_have_text(shown)
    toast(page).get_by_role("button", name="Undo").click()
    expect(sheet).to_have_text(shown)


def test_another_tab_that_changed_something_is_not_undone(page: Page, saved: Wait) -> None:
    begin(page, "hyperspace-d6")
    page.locator("#surprise").click()
    page.wait_for_url("**surprised=**")
    other = page.context.new_page()
    other.goto(page.url.partition("?")[0])
    other.get_by_label("Name", exact=True).fill("From the other tab")
    expect(other.locator("#slip span")).to_contain_text("Saved")
    expect(toast(page)).to_be_visible()
    toast(page).get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert").first).to_contain_text("Not undone: something has changed")
    expect(page.get_by_label("Name", exact=True)).to_have_value("From the other tab")


def test_what_is_typed_after_it_takes_the_toast_away(page: Page, saved: Wait) -> None:
    begin(page, "hyperspace-d6")
    page.locator("#surprise").click()
    page.wait_for_url("**surprised=**")
    page.get_by_label("Name", exact=True).fill("Vessa Korr")
    saved()
    expect(toast(page)).to_be_hidden()
    page.reload()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Vessa Korr")
    expect(toast(page)).to_be_hidden()


def test_undo_pressed_while_something_is_being_typed_saves_that_and_says_so(page: Page) -> None:
    begin(page, "hyperspace-d6")
    page.locator("#surprise").click()
    page.wait_for_url("**surprised=**")
    page.get_by_label("Name", exact=True).fill("Vessa Korr")
    toast(page).get_by_role("button", name="Undo").click()
    expect(page.locator("#slip")).to_contain_text("what you changed is saved instead")
    page.reload()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Vessa Korr")


def test_what_cannot_be_saved_stops_chance(page: Page) -> None:
    begin(page, "hyperspace-d6")
    page.get_by_label("Name", exact=True).fill("x" * 300)
    page.locator("#surprise").click()
    expect(page.locator("#slip")).to_contain_text("Not saved")
    expect(page.get_by_label("Name", exact=True)).to_have_value("x" * 300)
    expect(page.get_by_label("Concept")).to_have_value("")


def test_the_rest_is_filled_even_where_the_list_of_steps_was_shown_anew(page: Page) -> None:
    """The button stands in what every save brings along."""
    begin(page, "hyperspace-d6")
    page.get_by_label("Name", exact=True).fill("Vessa Korr")
    page.locator("#surprise-all").click()
    page.wait_for_url("**/review/?surprised=**")
    expect(page.locator(".in-wizard .pane-name")).to_have_text("Vessa Korr")


def test_the_toast_is_closed_without_leaving_the_page(page: Page) -> None:
    begin(page, "hyperspace-d6")
    page.locator("#surprise").click()
    page.wait_for_url("**surprised=**")
    page.evaluate("window.stayed = true")
    toast(page).get_by_role("link", name="Close").click()
    expect(toast(page)).to_be_hidden()
    assert page.evaluate("window.stayed")


@pytest.mark.looks
@EVERY
def test_axe_finds_nothing_where_it_asks_and_where_it_can_be_undone(
    slug: str, page: Page, accessible: Callable[..., None]
) -> None:
    address = begin(page, slug, surprise="1")
    page.goto(f"{address}build/{first(slug)}/?replace={first(slug)}")
    accessible()
    page.get_by_role("button", name="Replace").click()
    expect(toast(page)).to_be_visible()
    accessible()
