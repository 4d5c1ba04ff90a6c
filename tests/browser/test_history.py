"""The history in a browser: looked through, taken back with what rests on it, rebuilt."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Third, more
from tests.browser.test_access import bring_in

pytestmark = pytest.mark.browser

LEDGER: list[dict[str, Any]] = [
    {"kind": "award", "cp": 20, "credits": 400, "at": "2026-11-03T20:15:00+00:00", "by": "Ines"},
    {"kind": "raise-skill", "skill": "stealth", "paid": 6, "at": "2026-11-03T22:40:00+00:00"},
    {"kind": "raise-skill", "skill": "stealth", "paid": 9, "at": "2026-11-04"},
    {"kind": "spend", "cp": 1, "paid": 1, "note": "Out of the airlock, against the odds."},
    {"kind": "raise-skill", "skill": "swim", "paid": 99},
]
VESSA: dict[str, Any] = {
    "format": "hyperspace-character/1",
    "system": "hyperspace-d6",
    "name": "Vessa Korr",
    "player": "Ines",
    "build": {
        "species": "twilek",
        "profession": "spy",
        "skills": ["stealth", "deceive", "blasters"],
        "edge": {"id": "luck"},
        "burden": {"id": "debt"},
        "gear": [{"id": "blaster-pistol", "quantity": 1}],
    },
}
PAGES = (
    "history/",
    "history/?kind=raise-skill",
    "history/2/",
    "history/2/why/skills.stealth/",
    "history/compare/",
    "history/compare/?from=7",
    "history/1/take-back/",
    "history/0/take-back/",
    "history/1/go-back/",
)


@pytest.fixture
def storied(page: Page) -> str:
    """The address of a character with a ledger."""
    return bring_in(page, json.dumps({**VESSA, "ledger": LEDGER}))


@pytest.mark.looks
def test_axe_finds_nothing_in_the_history_nor_in_a_rebuild(
    page: Page, accessible: Callable[..., None], third: Third, storied: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for part in third(PAGES):
        page.goto(storied + part)
        accessible()
    page.goto(storied)
    more(page).get_by_role("button", name="Rebuild").click()
    for part in third(("build/skills/", "build/review/", "rebuild/why/defenses.dodge/", "")):
        page.goto(storied + part)
        accessible()
    page.goto(f"{storied}build/species/")
    page.get_by_role("radio", name="Bith").click()
    expect(page.locator("#pane")).to_contain_text("Bith")
    page.goto(f"{storied}build/review/")
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    accessible()
    long = {**LEDGER[0], "by": "B" * 200, "note": "T" * 200, "at": "A" * 200}
    for ledger in ([], [long]):
        who = bring_in(page, json.dumps({**VESSA, "name": "N" * 150, "ledger": ledger}))
        for part in third(("history/", "history/0/", "history/compare/", "history/0/go-back/")):
            page.goto(who + part)
            accessible()


def test_an_entry_is_taken_back_with_what_rests_on_it_and_brought_back(
    page: Page, storied: str
) -> None:
    page.goto(storied)
    page.get_by_role("link", name="History").click()
    page.wait_for_url("**/history/")  # before its scripts are there, a link loads a page anew
    page.get_by_role("link", name="Skill raised").click()
    expect(page.locator(".log-entry")).to_have_count(3)
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?kind=raise-skill")
    expect(page.get_by_role("link", name="Skill raised")).to_be_focused()
    page.get_by_role("link", name="Undo Stealth +1D → +2D").click()
    expect(page.locator("main")).to_contain_text("Also undone")
    expect(page.locator(".brief")).to_have_count(2)
    expect(page.get_by_role("row", name="Stealth 8D 6D")).to_be_visible()
    page.get_by_role("button", name="Undo all").click()
    expect(page.get_by_role("status")).to_contain_text("Undone")
    expect(page.locator(".log-entry.undone")).to_have_count(2)
    page.get_by_role("link", name="Redo Stealth +1D → +2D").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log-entry").first).to_contain_text("Brought back")
    expect(page.locator("#entry-2")).not_to_have_class("log-entry undone")


def test_the_sheet_of_then_explains_its_numbers_in_place(page: Page, storied: str) -> None:
    page.goto(f"{storied}history/3/")
    page.get_by_role("link", name="Stealth").click()
    expect(page.get_by_role("dialog")).to_contain_text("Stealth 8D")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Earlier").click()
    expect(page.locator("main")).to_contain_text("This is an earlier version")
    page.get_by_role("link", name="Stealth").click()
    expect(page.get_by_role("dialog")).to_contain_text("Stealth 7D")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Compare with now").click()
    expect(page.get_by_role("row", name="Stealth 7D 8D")).to_be_visible()


def test_a_character_is_rebuilt_and_the_rebuild_taken_back(
    page: Page, storied: str, saved: Callable[[], None]
) -> None:
    page.goto(storied)
    more(page).get_by_role("button", name="Rebuild").click()
    page.goto(f"{storied}build/species/")
    page.get_by_role("radio", name="Bith").click()
    saved()
    expect(page.locator("#pane")).to_contain_text("Bith")
    other = page.context.new_page()
    other.goto(storied)
    expect(other.locator(".sheet-facts")).to_contain_text("Twi'lek")
    expect(other.locator("main")).to_contain_text("A rebuild is in progress")
    page.locator("#steps").get_by_role("button", name="Review").click()
    expect(page.get_by_role("row", name="Species Twi'lek Bith")).to_be_visible()
    page.get_by_role("button", name="Finish the rebuild").click()
    expect(page.locator(".sheet-facts")).to_contain_text("Bith")
    page.get_by_role("link", name="History").click()
    entry = page.locator(".log-entry").first
    expect(entry).to_contain_text("Rebuilt")
    entry.get_by_role("link", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    page.goto(storied)
    expect(page.locator(".sheet-facts")).to_contain_text("Twi'lek")


def test_the_drawing_of_an_empty_page_stands_above_its_words(page: Page) -> None:
    page.goto("/")
    for name in ("log-empty", "board-empty", "brief-empty", "plan-empty", "blank"):
        heights = page.evaluate(
            """name => [name, `${name} entry`].map(names => {
              const part = document.createElement("div");
              part.className = names;
              part.append(document.createElement("p"));
              document.querySelector("main").append(part);
              return part.firstChild.getBoundingClientRect().top - part.getBoundingClientRect().top;
            })""",
            name,
        )
        assert min(heights) >= 96, name
