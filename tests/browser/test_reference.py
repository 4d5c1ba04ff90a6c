"""The rules in a real browser: readable on a phone, open to everybody, found while typing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Third

pytestmark = [pytest.mark.browser, pytest.mark.looks]

RULES = "/rules/hyperspace-d6/"
# One with each kind of part, with the widest tables, with what was found and with nothing found.
PAGES = ("", "?q=ion", "?q=qqq", "rolls/", "craft/", "encounters/", "professions/", "harm/")


def test_axe_finds_nothing_in_the_rules(
    page: Page, accessible: Callable[..., None], third: Third
) -> None:
    for address in third(PAGES):
        page.goto(RULES + address)
        accessible()


def test_what_is_looked_for_is_found_while_it_is_typed(page: Page) -> None:
    page.goto(RULES)
    page.get_by_label("Search the rules").press_sequentially("x-wing")
    page.get_by_role("link", name="X-Wing", exact=True).click()
    expect(page).to_have_url(re.compile(r"/craft/#craft-x-wing$"))
    expect(page.locator("#craft-x-wing")).to_be_in_viewport()


def test_typing_on_keeps_the_place_in_the_search_box(page: Page) -> None:
    page.goto(f"{RULES}combat/")
    box = page.get_by_label("Search the rules")
    box.press_sequentially("cov")
    expect(page.get_by_role("heading", name="Results for “cov”")).to_be_visible()
    page.keyboard.type("er")
    expect(page.get_by_role("heading", name="Results for “cover”")).to_be_visible()
    expect(box).to_be_focused()
    expect(box).to_have_value("cover")
