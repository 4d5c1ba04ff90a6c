"""Nothing can be saved for a while, in a browser: what was typed stays, and is saved later."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError, transaction
from playwright.sync_api import Page, expect

from tests.browser.test_access import bring_in
from tests.browser.test_advancement import PLAYED
from tests.browser.test_play import sit_down

pytestmark = pytest.mark.browser
Outage = Callable[[], object]


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Outage:
    """As long as it lasts, no transaction begins: where a disk is full, none can end."""

    @contextmanager
    def outage() -> Iterator[None]:
        def no_room(*_: object, **__: object) -> None:
            raise OperationalError("database or disk is full")

        with monkeypatch.context() as here:
            here.setattr(transaction, "atomic", no_room)
            yield

    return outage


def test_at_the_table_the_press_is_told_and_what_was_typed_stays(
    page: Page, full: Outage, console: list[str]
) -> None:
    sit_down(page)
    panel = page.get_by_role("dialog")
    page.get_by_role("link", name="Take damage", exact=True).click()
    panel.get_by_label("Damage rolled").fill("6")
    expect(panel).to_contain_text("4 gets through: wounded.")
    with full():
        panel.get_by_role("button", name="Apply").click()
        expect(panel).to_contain_text("Not applied: nothing was saved. Try again.")
        expect(panel.get_by_label("Damage rolled")).to_have_value("6")
    panel.get_by_role("button", name="Apply").click()
    expect(page.locator(".level.marked")).to_contain_text("Wounded")
    expect(page.locator(".lost-answer, #slip.shown")).to_have_count(0)
    assert [line.startswith("Response Status Error Code 503 ") for line in console] == [True]
    console.clear()


def test_what_is_bought_is_told_at_the_foot_of_the_page(
    page: Page, full: Outage, accessible: Callable[..., None], console: list[str]
) -> None:
    who = bring_in(page, PLAYED)
    page.goto(f"{who}advance/?q=agility")
    slip, button = page.locator("#slip"), page.get_by_role("button", name="Raise to 4D Agility")
    with full():
        button.click()
        expect(slip).to_have_text("Nothing was saved. Try again.")
        expect(slip).to_be_in_viewport()
        expect(page.get_by_role("searchbox")).to_have_value("agility")
        accessible(covered=True)
    button.click()
    expect(page.locator("#made")).to_contain_text("Skill raised Agility")
    expect(page.locator("#slip.shown")).to_have_count(0)
    assert [line.startswith("Response Status Error Code 503 ") for line in console] == [True]
    console.clear()


def test_a_step_says_so_and_saves_by_itself_later(
    page: Page, concept: str, full: Outage, console: list[str]
) -> None:
    with full():
        page.get_by_label("Name").fill("Vessa Korr")
        expect(page.locator("#slip")).to_contain_text(
            "Not saved: the site can't save right now. What you wrote is still here; trying again."
        )
        expect(page.get_by_label("Name")).to_have_value("Vessa Korr")
    expect(page.locator("#slip span")).to_contain_text("Saved", timeout=10_000)
    page.reload()
    expect(page.get_by_label("Name")).to_have_value("Vessa Korr")
    assert all(line.startswith("Response Status Error Code 503 ") for line in console)
    console.clear()


def test_the_page_of_what_was_not_saved_is_accessible(
    page: Page, full: Outage, accessible: Callable[..., None]
) -> None:
    page.goto("/account/login/")
    page.get_by_label("Name").fill("Vessa Korr")
    page.get_by_label("Password").fill("quiet harbour seven lamps")
    with full():
        page.get_by_role("button", name="Sign in").first.click()
        expect(page.get_by_role("heading", name="Nothing was saved")).to_be_visible()
        expect(page.get_by_label("Password")).to_have_value("")
        accessible()
