"""Axe finds nothing on the pages of a fight on phones and tablets in both themes, and nothing
scrolls sideways.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character, Encounter
from tests.browser import axe
from tests.browser.evening import HEROES, Evening, evening
from tests.browser.ship_evening import CRAFT, dogfight
from tests.browser.test_evening_of_every_game import hero
from tests.browser.test_parties import cookie
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY

pytestmark = [
    pytest.mark.browser,
    pytest.mark.soak,
    pytest.mark.usefixtures("transactional_db"),
]

SIZES = ((390, 844), (820, 1180))
SCROLLED = """[
  document.documentElement.scrollWidth, document.documentElement.scrollHeight]"""
Look = Callable[[Person, str], None]


@pytest.fixture
def look(page: Page, live_server: LiveServer) -> Look:
    """Opens a page as somebody, on a phone and on a tablet."""

    def looked(who: Person, address: str) -> None:
        page.goto("about:blank")  # a page of somebody else would go on to ask for news
        page.context.clear_cookies()
        page.context.add_cookies([cookie(who, live_server.url)])
        page.emulate_media(reduced_motion="reduce")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            answer = page.goto(address)
            assert answer is not None
            assert answer.ok, address
            wide, high = page.evaluate(SCROLLED)
            assert wide <= width, address
            # The bar of a fight lies on top of what scrolls, and axe takes that for small targets.
            page.set_viewport_size({"width": width, "height": high})
            assert axe.complaints(page) == ""

    return looked


def first(made: Evening) -> tuple[Person, str]:
    """The player of the first character, and its sheet."""
    row = hero(made, HEROES[0])
    return made.players[row.character.owner_id], f"/characters/{row.character.public_id}/"


@pytest.mark.all_games
@EVERY
def test_axe_finds_nothing_in_a_fight_on_phones_and_tablets(slug: str, look: Look) -> None:
    made = evening(slug)
    base = f"/parties/{made.party.public_id}/"
    player, sheet = first(made)
    foe = made.encounter.combatants.filter(side="opponents").earliest("pk")
    made.post(f"combatants/{foe.pk}/turn/")
    look(made.gm, made.address)
    made.post(f"combatants/{hero(made, HEROES[0]).pk}/turn/")
    for address in (made.address, f"{sheet}table/", sheet, base):
        look(player, address)
    prepared = f"encounters/{made.encounter.public_id}/"
    for page in ("", "screen/", "roster/", "encounters/", prepared):
        look(made.gm, f"{base}{page}")
    made.encounter.combatants.filter(side="party").update(rank=None, score=None)
    Encounter.objects.update(version=99)
    for address in (base, f"{sheet}table/", f"{base}stash/"):
        look(player, address)
    look(made.gm, base)


@pytest.mark.all_games
@pytest.mark.parametrize("slug", list(CRAFT))
def test_axe_finds_nothing_in_a_fight_of_ships_on_phones_and_tablets(slug: str, look: Look) -> None:
    made = dogfight(slug)
    player, sheet = first(made)
    ship = made.encounter.combatants.get(character__party=made.party, character__kind="craft")
    made.post(f"combatants/{ship.pk}/turn/")
    look(made.gm, made.address)
    look(made.gm, f"/parties/{made.party.public_id}/ships/")
    for address in (made.address, f"{sheet}table/"):
        look(player, address)


def test_axe_finds_nothing_where_an_opponent_is_edited(look: Look, page: Page) -> None:
    made = evening("hyperspace-d6")
    row = Character.documents.filter(roster=made.party, combatants=None).earliest("pk")
    look(made.gm, f"/parties/{made.party.public_id}/roster/{row.public_id}/")
    page.locator("#edit-opponent summary").click()
    assert axe.complaints(page) == ""
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe.complaints(page) == ""
    page.get_by_label("Name", exact=True).fill("Red leader")
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    row.refresh_from_db()
    assert row.name == "Red leader"
