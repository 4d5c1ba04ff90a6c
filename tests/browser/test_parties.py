"""A party in a browser: guests, awards, what asks first; and how its pages look."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character, Party
from tests.browser.conftest import Third
from tests.browser.contexts import Contexts
from tests.sheets import cast
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store

pytestmark = pytest.mark.browser

PAGES = (
    *("members/", "hand-out/", "rules/", "rules/species/", "rules/weapon/", "dissolve/"),
    *("guests/", "sessions/", "sessions/end/"),
)
COMMON = ("/parties/", "/parties/new/", "/parties/join/")


@pytest.fixture
def people(transactional_db: None) -> dict[str, Person]:
    return {name: cast.person(name) for name in ("greta", "ines")}


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    """Greta's, in which Ines plays Vessa."""
    party = cast.make_party(people)
    row = store(people["ines"].owner, VESSA, finished=True)
    Character.objects.filter(pk=row.pk).update(party=party)
    return party


@pytest.fixture
def greta(page: Page, people: dict[str, Person], live_server: LiveServer) -> Page:
    """The page of Greta's browser."""
    page.context.add_cookies([cookie(people["greta"], live_server.url)])
    return page


def cookie(person: Person, url: str) -> Any:
    return {"name": "sessionid", "value": person.client.cookies["sessionid"].value, "url": url}


def test_a_guest_plays_by_phone_and_the_board_follows_until_the_session_ends(
    greta: Page, party: Party, contexts: Contexts, live_server: LiveServer
) -> None:
    here = f"/parties/{party.public_id}/"
    greta.goto(f"{here}guests/")
    greta.get_by_role("button", name="Open the table to guests").click()
    address = greta.get_by_label("Link").input_value()
    greta.goto(here)
    phone = contexts.lend()
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(address)
    phone.get_by_label("Your name").fill("Gus")
    phone.get_by_label("Grawwa").check()
    phone.get_by_role("button", name="Take a seat").click()
    expect(phone.get_by_role("heading", name="Grawwa")).to_be_visible()
    phone.wait_for_load_state()  # a press before the scripts run leads to a page of its own
    phone.locator("#table a[hx-get]").first.click()
    phone.locator("#panel-place button.press").first.click()
    # Both pages follow by themselves; what somebody has closed stays closed.
    for page in (greta, phone):
        expect(page.locator("#ticker-newest .ticker-line")).to_contain_text("Grawwa")
    assert phone.locator("#ticker details").get_attribute("open") is None
    greta.goto(f"{here}sessions/end/")
    greta.get_by_label("Character Points").fill("3")
    greta.get_by_label("Notes for everyone").fill("Gus was **here**.")
    greta.get_by_role("button", name="End session 1", exact=True).click()
    expect(greta.locator("#session-1")).to_contain_text("Gus was here.")
    expect(greta.locator("#session-1 .gains")).to_contain_text("3 Character Points each to")
    assert phone.goto(f"{live_server.url}{here}").status == 404  # type: ignore[union-attr]


def test_a_hand_out_says_what_it_does_and_is_undone_with_one_press(
    greta: Page, party: Party
) -> None:
    greta.goto(f"/parties/{party.public_id}/hand-out/")
    award = greta.locator("#offer-given-award")
    award.get_by_label("Character Points").fill("3")
    award.get_by_label("What for").fill("The heist")
    award.get_by_role("button").click()
    # Nobody is ticked at first; what was typed is still there.
    expect(greta.get_by_role("alert")).to_have_text(
        "Nothing was handed out. Choose at least one character."
    )
    expect(award.get_by_label("Character Points")).to_have_value("3")
    greta.get_by_label("Everyone").check()
    expect(greta.get_by_label("Vessa Korr")).to_be_checked()
    award.get_by_role("button").click()
    dialog = greta.get_by_role("dialog")
    expect(dialog).to_contain_text("Vessa Korr gets 3 Character Points.")
    expect(dialog.get_by_role("link", name="Cancel")).to_be_focused()
    greta.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(award.get_by_role("button")).to_be_focused()
    award.get_by_role("button").click()
    dialog.get_by_role("button", name="Hand out").click()
    expect(greta.get_by_role("status").first).to_contain_text("Handed out: 3 Character Points")
    greta.get_by_role("button", name="Undo 3 Character Points to Vessa Korr").click()
    expect(greta.get_by_role("status").first).to_contain_text("Undone: 3 Character Points")
    greta.get_by_label("Vessa Korr").check()
    greta.get_by_role("button", name="Start a session").click()
    expect(dialog).to_contain_text("Session 1 of")
    dialog.get_by_role("button", name="Start session").click()
    expect(greta.locator(".recent")).to_contain_text("A new session for Vessa Korr")


@pytest.mark.looks
def test_what_has_consequences_asks_first_in_a_dialog(
    greta: Page, party: Party, accessible: Callable[..., None]
) -> None:
    members = f"/parties/{party.public_id}/members/"
    greta.goto(members)
    more = greta.get_by_text("More for ines")
    more.click()
    greta.get_by_role("button", name="Make game master").click()
    dialog = greta.get_by_role("dialog", name="Make ines the game master?")
    expect(dialog).to_contain_text("ines becomes the game master")
    accessible(covered=True)
    greta.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert party.members.get(role="gm").owner.user.username == "greta"
    greta.get_by_role("button", name="Remove member").click()
    goes = greta.get_by_role("dialog", name="Remove ines from")
    expect(goes).to_contain_text("Vessa Korr leaves too")
    expect(goes.get_by_role("link", name="Cancel")).to_be_focused()
    accessible(covered=True)
    greta.keyboard.press("Escape")
    expect(goes).to_have_count(0)
    expect(greta.get_by_role("button", name="Remove member")).to_be_focused()
    assert party.members.count() == 2
    greta.get_by_role("button", name="Remove Vessa Korr").click()
    expect(greta.get_by_role("dialog")).to_contain_text("Only ines can add it again.")
    greta.get_by_role("button", name="Remove character").click()
    expect(greta.get_by_text("No character yet").first).to_be_visible()
    assert greta.url.endswith(members)
    more.click()
    greta.get_by_role("button", name="Make game master").click()
    greta.get_by_role("button", name="Hand over").click()
    expect(greta.locator(".seat").first).to_contain_text("ines")


@pytest.mark.looks
def test_axe_finds_nothing_on_the_pages_of_a_party(
    greta: Page, party: Party, accessible: Callable[..., None], third: Third
) -> None:
    greta.set_viewport_size({"width": 390, "height": 900})
    greta.goto(f"/parties/{party.public_id}/members/")
    greta.get_by_role("button", name="Invite").click()
    invitation = greta.locator("textarea").input_value()
    addresses = [*COMMON, *(f"/parties/{party.public_id}/{rest}" for rest in PAGES), invitation]
    for address in third(addresses):
        greta.goto(address)
        accessible()


@pytest.mark.looks
def test_axe_finds_nothing_where_a_decision_is_shown_first(
    greta: Page, party: Party, accessible: Callable[..., None]
) -> None:
    greta.set_viewport_size({"width": 390, "height": 900})
    greta.goto(f"/parties/{party.public_id}/rules/")
    greta.get_by_label("Starting credits").fill("2000")
    greta.get_by_role("button", name="Save").click()
    expect(greta.get_by_role("heading", name="What this changes")).to_be_visible()
    greta.wait_for_load_state()
    accessible()
