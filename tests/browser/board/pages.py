"""Presses on a board."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.sheets.cast import Person

# A page asks for news every 2 s, as tests with a clock of their own prove. This is patience.
SOON = 20_000
NAMES = ("Brakka", "Vessa Korr")


def cookie(person: Person, url: str) -> Any:
    return {"name": "sessionid", "value": person.client.cookies["sessionid"].value, "url": url}


def row(page: Page, name: str) -> Any:
    return page.locator(".member").filter(has=page.get_by_role("link", name=name, exact=True))


def hurt(page: Page, name: str, damage: str) -> None:
    """Marks harm from the board: one press, a number, and it is done."""
    page.get_by_role("link", name=f"Damage to {name}").click()
    page.get_by_label("Damage rolled").fill(damage)
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(".came")).to_be_visible()
    page.keyboard.press("Escape")


def ask(page: Page, *, target: str = "15", note: str = "The guards come") -> None:
    """Calls everybody to roll Stealth."""
    page.get_by_label("What", exact=True).select_option("skills.stealth")
    page.get_by_label("Against").fill(target)
    page.get_by_label("Why").fill(note)
    page.get_by_role("button", name="Request roll").click()
    expect(page.get_by_role("heading", name="Stealth against 15")).to_be_visible()
