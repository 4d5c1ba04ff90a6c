"""The log of the table in a browser: read by everybody, turned over, and taken back from."""

import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import THEMES, character_of
from tests.browser.test_access import FIGHTER, bring_in

pytestmark = pytest.mark.browser


@pytest.fixture
def fought(page: Page) -> str:
    """A character with two pages of log: rolls, points, damage, harm, something taken back."""
    bring_in(page, FIGHTER)
    character = character_of(page)
    page.goto(f"{character}table/")
    token = page.locator("input[name=csrfmiddlewaretoken]").first.get_attribute("value")
    for action, sent in (
        *[("do/skills.stealth", {"ladder": "15"})] * 45,
        ("point/45", {}),
        ("do/weapons.blaster-pistol.damage", {}),
        ("do/harm", {"damage": "5"}),
        ("do/harm", {"damage": "8"}),
        ("take-back/49", {}),
        ("do/day", {}),
        ("do/round", {}),
        ("do/skills.deceive", {"points": "force-point", "target": "40"}),
    ):
        form = {"csrfmiddlewaretoken": str(token), "key": uuid.uuid4().hex, **sent}
        answer = page.request.post(
            f"{character}table/{action}/", form=form, headers={"Referer": page.url}
        )
        assert answer.ok, (action, answer.status)
    return character


@pytest.mark.looks
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_a_log_nor_does_it_stick_out(
    page: Page,
    put_theme: Callable[[str], None],
    accessible: Callable[..., None],
    theme: str,
    fought: str,
) -> None:
    put_theme(theme)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for part in ("log/", "log/?before=4", "log/?before=1"):
            page.goto(fought + part)
            accessible()
            wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            assert page.evaluate(wide)


def test_a_log_is_turned_over_and_taken_back_from(page: Page, fought: str) -> None:
    page.goto(f"{fought}log/")
    expect(page.locator(".log-entry")).to_have_count(50)
    page.get_by_role("link", name="Older").click()
    expect(page.locator(".log-entry")).to_have_count(3)
    page.get_by_role("link", name="Newer").click()
    expect(page.locator(".log-entry").first).to_contain_text("Deceive")
    page.get_by_role("button", name="Take back 5 damage, number 48").click()
    page.goto(f"{fought}log/")
    first = page.locator(".log-entry").first
    expect(first).to_contain_text("Taken back")
    expect(first).to_contain_text("5 damage")
    expect(page.locator("#line-48 s")).to_have_text("5 damage")
