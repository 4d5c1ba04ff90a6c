"""Before a session, in browsers: the brief, and the pack while it is made."""

from typing import Any

import pytest
from django.core.cache import caches
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character, Party
from tests.sheets import cast
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store

pytestmark = pytest.mark.browser

NAMES = ("Brakka", "Dask", "Vessa Korr")
# Sheets are printed one after another, on a machine that may be busy.
LONG = 30_000


@pytest.fixture
def people(transactional_db: None) -> dict[str, Person]:
    return {name: cast.person(name) for name in ("greta", "ines")}


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    """Greta's, with three characters, one of whom was wounded and gained something."""
    caches["printed"].clear()
    made = cast.make_party(people)
    for name in NAMES:
        document = {**VESSA, "name": name}
        if name == "Dask":
            document |= {"marks": {"wounds": 1}, "ledger": [{"kind": "award", "cp": 4}] * 9}
        row = store(people["ines"].owner, document, finished=True)
        Character.objects.filter(pk=row.pk).update(party=made)
    return made


@pytest.fixture
def here(party: Party) -> str:
    return f"/parties/{party.public_id}/"


@pytest.fixture
def greta(page: Page, people: dict[str, Person], live_server: LiveServer) -> Page:
    """The page of the game master's browser."""
    page.context.add_cookies([cookie(people["greta"], live_server.url)])
    return page


def cookie(person: Person, url: str) -> Any:
    return {"name": "sessionid", "value": person.client.cookies["sessionid"].value, "url": url}


@pytest.mark.looks
def test_brief_and_pack_are_accessible_and_do_not_scroll_sideways(
    greta: Page, here: str, accessible: Any
) -> None:
    for address in ("brief/", "pack/", "pack/?paper=a4&date=none"):
        greta.goto(f"{here}{address}")
        if "?" in address:
            expect(greta.get_by_role("link", name="Open the PDF")).to_be_visible(timeout=LONG)
        accessible()


def test_a_number_on_the_brief_says_why(greta: Page, here: str) -> None:
    greta.goto(f"{here}brief/")
    greta.locator(".brief-person").first.get_by_role("link", name="Dodge").click()
    expect(greta.locator(".why")).to_contain_text("DEX")


def test_the_pack_is_made_while_one_looks_on(greta: Page, here: str) -> None:
    greta.goto(f"{here}pack/")
    greta.get_by_label("Letter").check()
    greta.get_by_role("button", name="Make PDF").click()
    link = greta.get_by_role("link", name="Open the PDF")
    expect(link).to_be_visible(timeout=LONG)
    expect(greta.locator("#pack-said")).to_have_text("The PDF is ready: 3 sheets.")
    expect(greta.locator(".pack-count")).to_have_text("3 of 3 printed")
    answer = greta.request.get(link.get_attribute("href") or "")
    assert answer.headers["content-type"] == "application/pdf"
