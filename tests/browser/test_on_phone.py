"""A fight on a player's phone: on the play page and on the page of the fight."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Combatant, Encounter, Party
from sheets.play import operations
from tests.browser.contexts import PHONE, Contexts
from tests.browser.evening import SEEN
from tests.browser.test_encounters import prepared
from tests.browser.test_parties import cookie, greta, party, people
from tests.dice import Fixed
from tests.sheets.cast import Person

pytestmark = pytest.mark.browser
__all__ = ("greta", "party", "people", "prepared")
SCREEN = {"width": 390, "height": 844}
# The bar at the foot of a character's pages.
FOOT = 60


@pytest.fixture
def vessa(party: Party, prepared: Encounter) -> Combatant:
    """Vessa, whose turn it is, against an officer."""
    Party.objects.filter(pk=party.pk).update(fighting=True)
    rows = prepared.combatants.order_by("-side", "pk").select_related("character")
    for rank, row in enumerate(rows):
        Combatant.objects.filter(pk=row.pk).update(rank=rank, score=9 - rank)
    Encounter.objects.filter(pk=prepared.pk).update(state="running")
    prepared.refresh_from_db()
    vessa = next(row for row in rows if not row.is_opponent)
    prepared.begin_turn(vessa, round=1)
    return vessa


@pytest.fixture
def phone(contexts: Contexts, people: dict[str, Person], live_server: LiveServer) -> Page:
    """A page on the phone of Ines."""
    return contexts.lend(cookie(people["ines"], live_server.url), **PHONE)


def is_on_screen(page: Page, found: str) -> bool:
    """True if all of an element is on the screen, above the bar at its foot."""
    expect(page.locator(found)).to_be_in_viewport(ratio=1)
    box = page.locator(found).evaluate("one => one.getBoundingClientRect().toJSON()")
    return bool(box["top"] >= 0 and box["bottom"] <= SCREEN["height"] - FOOT)


@pytest.mark.parametrize("where", ["play", "fight"])
def test_what_comes_of_a_press_and_the_next_button_are_on_the_screen(
    where: str, phone: Page, party: Party, vessa: Combatant, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/parties/{party.public_id}/fight/"
    play = f"/characters/{vessa.character.public_id}/table/"
    phone.goto(play if where == "play" else address)
    monkeypatch.setattr(operations, "DICE", Fixed(*[6] * 60))
    # Whatever stands between the top of the page and the thumb.
    phone.locator("#attack-more summary").tap()
    phone.locator("#attack-roll").scroll_into_view_if_needed()
    phone.locator("#attack-roll").tap()
    expect(phone.get_by_role("button", name="Roll damage")).to_be_focused()
    assert is_on_screen(phone, "#fight button:has-text('Roll damage')")
    assert is_on_screen(phone, ".open-attacks .line-dice .faces")
    phone.wait_for_timeout(SEEN)
    phone.get_by_role("button", name="Roll damage").tap()
    expect(phone.locator(".open-attacks")).to_contain_text("a hit: 18 damage")
    assert is_on_screen(phone, ".open-attacks .line-dice .faces")
    assert phone.evaluate("document.documentElement.scrollWidth") <= SCREEN["width"]


def test_the_odds_follow_each_field_while_it_is_typed(phone: Page, vessa: Combatant) -> None:
    phone.goto(f"/characters/{vessa.character.public_id}/table/")
    chance = phone.locator(".target-chance")
    expect(chance).to_have_text("76%")
    phone.locator("#attack-more summary").tap()
    phone.get_by_label("GM modifier, dice: less").tap()
    expect(chance).to_have_text("38%")
    # Typed, without leaving the field.
    phone.get_by_label("GM modifier, dice", exact=True).fill("1")
    expect(chance).to_have_text("94%")
    phone.get_by_label("GM modifier, dice", exact=True).fill("")
    expect(chance).to_have_text("76%")
    phone.get_by_label("Character Point").tap()
    expect(chance).to_have_text("over 99%")


def test_without_a_connection_play_names_what_of_the_fight_was_not_sent(
    phone: Page, vessa: Combatant
) -> None:
    phone.goto(f"/characters/{vessa.character.public_id}/table/")
    expect(phone.locator("#attack-roll")).to_be_visible()
    phone.context.set_offline(True)
    phone.locator("#attack-roll").tap()
    unsent = phone.get_by_role("alert", name="Not sent")
    expect(unsent).to_contain_text("Not sent: Roll 4D")
    phone.context.set_offline(False)
    expect(unsent).to_contain_text("Press again what still holds.")
    phone.locator("#attack-roll").press("Enter")  # not the second half of a double click
    expect(phone.locator(".open-attacks")).to_contain_text("Blaster Pistol")
    expect(unsent).not_to_be_visible()


@pytest.mark.looks
def test_axe_finds_nothing_on_play_during_a_fight(
    page: Page,
    people: dict[str, Person],
    vessa: Combatant,
    live_server: LiveServer,
    accessible: Callable[..., None],
) -> None:
    page.context.add_cookies([cookie(people["ines"], live_server.url)])
    page.goto(f"/characters/{vessa.character.public_id}/table/")
    expect(page.locator("#attack-roll")).to_be_visible()
    accessible()
