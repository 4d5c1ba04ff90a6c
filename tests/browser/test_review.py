"""A review in a browser: submitted, returned by the field, changed, and approved."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character, Comment, LedgerEntry, Party, Review
from tests.browser.conftest import Third
from tests.browser.contexts import Contexts
from tests.browser.test_parties import cookie
from tests.sheets import cast
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store

pytestmark = pytest.mark.browser

OPEN_ALL = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
WRONG: dict[str, Any] = {
    **VESSA,
    "name": "N" * 150,
    "build": {
        **VESSA["build"],
        "skills": ["stealth", "deceive", "blasters", "swim"],
        "gear": [
            {"id": "lightsaber", "quantity": 1, "granted": True, "as": "T" * 150},
            {"id": "battle-armor", "quantity": 2},
        ],
    },
    "house": {
        "accepted": [
            {"code": "too-many-picks", "where": "build.skills[3]", "reason": "They let me. " * 20}
        ]
    },
}


@pytest.fixture
def people(transactional_db: None) -> dict[str, Person]:
    return {name: cast.person(name) for name in ("greta", "ines")}


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    return cast.make_party(people)


@pytest.fixture
def vessa(people: dict[str, Person], party: Party) -> Character:
    """Vessa, a draft of Ines in which nothing is open, in Greta's party."""
    return bring(people, party, VESSA)


def bring(
    people: dict[str, Person], party: Party, document: dict[str, Any], *, finished: bool = False
) -> Character:
    row = store(people["ines"].owner, document, finished=finished)
    Character.objects.filter(pk=row.pk).update(party=party)
    row.refresh_from_db()
    return row


@pytest.fixture
def ines(page: Page, people: dict[str, Person], live_server: LiveServer) -> Page:
    """The page of Ines's browser."""
    page.context.add_cookies([cookie(people["ines"], live_server.url)])
    return page


@pytest.fixture
def greta(contexts: Contexts, people: dict[str, Person], live_server: LiveServer) -> Page:
    """The page of Greta's browser."""
    return contexts.lend(cookie(people["greta"], live_server.url))


def test_a_character_is_returned_field_by_field_changed_and_approved(
    ines: Page, greta: Page, vessa: Character, party: Party, saved: Callable[[], None]
) -> None:
    sheet = f"/characters/{vessa.public_id}/"
    ines.goto(sheet)
    ines.get_by_role("link", name="Review", exact=True).click()
    ines.get_by_label("Note to your GM").fill("Is the debt all right?")
    ines.get_by_role("button", name="Submit for review").click()
    expect(ines.locator("main")).to_contain_text("It waits for your GM")

    greta.goto(f"/parties/{party.public_id}/")
    greta.get_by_text("More", exact=True).click()
    greta.get_by_role("link", name="Review", exact=True).click()
    expect(greta.locator("main")).to_contain_text("Is the debt all right?")
    greta.get_by_role("link", name="Vessa Korr").click()
    line = greta.locator("#line-edge")
    line.get_by_text("Request a change").click()
    line.get_by_label("Reason: Edge").fill("Luck is spent here.")
    greta.get_by_role("button", name="Return with reasons").click()
    expect(greta.get_by_role("status").first).to_contain_text("Returned")

    ines.goto(sheet)
    expect(ines.locator(".notices")).to_contain_text("Luck is spent here.")
    ines.get_by_role("link", name="See requested changes").click()
    ines.get_by_role("link", name="Edge", exact=True).click()
    expect(ines.locator("main")).to_contain_text("greta returned this.")
    ines.get_by_role("radio", name="Trained").check()
    saved()
    expect(ines.locator("main")).to_contain_text("Luck is spent here.")
    ines.goto(f"{sheet}review/")
    ines.get_by_role("button", name="Submit for review").click()

    greta.get_by_role("link", name="Vessa Korr").click()
    expect(greta.locator("#line-edge")).to_contain_text("Trained")
    greta.get_by_role("button", name="Approve").click()
    expect(greta.get_by_role("status").first).to_contain_text("Approved.")
    ines.goto(sheet)
    expect(ines.locator("#between")).to_contain_text("by greta")


@pytest.mark.looks
def test_axe_finds_nothing_in_a_review(
    page: Page,
    people: dict[str, Person],
    party: Party,
    vessa: Character,
    live_server: LiveServer,
    accessible: Callable[..., None],
    third: Third,
) -> None:
    wrong = bring(people, party, WRONG)
    grown = bring(people, party, {**VESSA, "name": "Grown"}, finished=True)
    kept = {**VESSA, "build": {**VESSA["build"], "species": "bith", "appearance": "A " * 400}}
    approval = {"party": party, "state": "approved", "by": "greta", "decided_at": grown.created_at}
    Review.objects.create(character=grown, document=kept, **approval)
    content = {"kind": "award", "cp": 4, "note": "T" * 200, "by": "B" * 100}
    LedgerEntry.objects.create(character=grown, position=0, content=content)
    reasons = {"edge": "R" * 300, "gear.blaster-pistol": "Too loud."}
    Review.objects.create(
        character=vessa, **{**approval, "state": "returned"}, reasons=reasons, answer="No. " * 50
    )
    for author in ("ines", "greta"):
        Comment.objects.create(
            character=vessa, party=party, author=people[author].owner, name=author, text="W" * 300
        )
    leading = ["reviews/", *(f"reviews/{one.public_id}/" for one in (vessa, wrong, grown))]
    own = ("", "review/", "comments/", "build/gear/", "build/edge-and-burden/")
    pages = {
        "greta": [f"/parties/{party.public_id}/{part}" for part in leading],
        "ines": [f"/characters/{vessa.public_id}/{part}" for part in own],
    }
    for name, addresses in pages.items():
        page.context.add_cookies([cookie(people[name], live_server.url)])
        for address in third(addresses):
            page.goto(address)
            page.evaluate(OPEN_ALL)
            accessible()
