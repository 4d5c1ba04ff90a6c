"""A round of a fight of ships: how often pilot, gunner, whoever is third, and the game master
press, and that the game master reads what the crew rolled.
"""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from sheets.encounters import steps
from sheets.models import Attack, Combatant, Identity, Member
from tests.browser.evening import HEROES
from tests.browser.ship_evening import CRAFT, dogfight
from tests.browser.test_evening_of_every_game import Seat, hero, seated
from tests.browser.test_parties import cookie

__all__ = ("seated",)
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]

# The most presses of a round: a shot that hits asks for its damage, also a pilot's; two craft of
# opponents attack, opponents defend at once, and all damage is taken at once.
MOST = {"pilot": 2, "gunner": 2, "third": 1, "game master": 4}
# Where pilots evade each attack once it is rolled.
EVADES = {"storytelling-d10": 2}
# What a pilot does first: a roll of their own, or of the craft.
PILOTED = {
    "hyperspace-d6": "Vessa Korr Pilot",
    "empire-ascendant": "Speed",
    "storytelling-d10": "Vessa Korr",
}
OFFER = "#fight .offers > li:has(.press)"


def press(seat: Seat, button: str) -> None:
    """Presses a button, and waits for the answer."""
    seat.page.locator(button).first.click()
    seat.presses += 1
    seat.page.wait_for_load_state("networkidle")


def acts(seat: Seat, row: Combatant) -> None:
    """Somebody aboard does the first thing their station offers, and ends the turn with it."""
    seat.page.wait_for_load_state("networkidle")
    offers = seat.page.locator(f'{OFFER} button[name="then"]')
    press(seat, f'{OFFER} button[name="then"]' if offers.count() else "#end-turn")
    expect(seat.page.locator('#end-turn, button[name="then"]')).to_have_count(0)
    hits = Attack.objects.filter(attacker=row, state=Attack.State.HIT)
    if hits.exists():
        press(seat, '#fight .open-attacks form[action$="/damage/"] button')


@pytest.mark.parametrize("slug", list(CRAFT))
def test_a_round_of_ships_takes_few_presses(
    slug: str, seated: Callable[..., Seat], live_server: LiveServer
) -> None:
    made = dogfight(slug)
    rows = {role: hero(made, name) for role, name in zip(MOST, HEROES[:3], strict=False)}
    ship = made.encounter.combatants.get(character__party=made.party, character__kind="craft")
    made.post(f"combatants/{ship.pk}/turn/")
    screen = seated(made.gm, made.address, width=1280, height=800)
    phone = seated(made.gm, "/credits/")
    for seat in (screen, phone):
        seat.page.remove_listener("request", seat.count)

    def takes_the_phone(row: Combatant) -> None:
        phone.page.goto("about:blank")  # that of somebody else would go on to ask for news
        player = made.players[row.character.owner_id]
        phone.page.context.add_cookies([cookie(player, live_server.url)])
        phone.page.goto(f"/characters/{row.character.public_id}/table/")

    counted = dict.fromkeys(MOST, 0)
    for role, row in rows.items():
        phone.presses = 0
        takes_the_phone(row)
        acts(phone, row)
        counted[role] = phone.presses
    # The last of them ended the turn of all.
    screen.presses = 0
    for _ in range(2):
        cache.clear()  # the answers of a minute are counted
        made.encounter.refresh_from_db()
        row = Combatant.objects.select_related("character").get(pk=made.encounter.turn)
        assert row.is_opponent
        expect(screen.page.locator(".fight-turn > b")).to_have_text(row.called)
        screen.page.wait_for_load_state("networkidle")
        rolls = screen.page.locator("#attack-then").count()
        next_turn = '.fight-bar form[action$="/next/"] button'
        press(screen, "#attack-then" if rolls else next_turn)
        expect(screen.page.locator(".fight-turn > b")).not_to_have_text(row.called)
    screen.page.reload()
    take = "#take-all, .open-attacks form[action$='/take/'] .press"
    gm = Identity(user=made.gm.owner.user_id)
    defend = '#defend-all, .open-attacks form[action$="/defend/"] .press'
    if screen.page.locator(defend).count():
        leading = Member.objects.get(party=made.party, owner=made.gm.owner)
        steps.defend_all(gm, leading, made.encounter, key="")
        screen.presses += 1
    for role, row in rows.items():
        evade = '#fight .open-attacks form[action$="/defend/"] .press'
        phone.presses = 0
        takes_the_phone(row)
        while asked := phone.page.locator(evade).count():
            press(phone, evade)
            expect(phone.page.locator(evade)).to_have_count(asked - 1)
        damage = '#fight .open-attacks form[action$="/damage/"] button'
        if phone.page.locator(damage).count():
            press(phone, damage)
            expect(phone.page.locator(damage)).to_have_count(0)
        counted[role] += phone.presses
    screen.page.reload()
    if screen.page.locator(take).count():
        # One press. Here a request that changes several is taken for one that asks too often.
        steps.take_all(gm, made.encounter, key="")
        screen.presses += 1
        screen.page.reload()
    expect(screen.page.locator(".open-attacks")).to_have_count(0)
    counted["game master"] = screen.presses
    most = {**MOST, "pilot": MOST["pilot"] + EVADES.get(slug, 0)}
    assert all(counted[role] <= most[role] for role in most), counted
    log = screen.page.locator(".ticker")
    # What the gunner rolled, and the pilot for the craft or alone.
    expect(log).to_contain_text(rows["gunner"].called)
    expect(log).to_contain_text(PILOTED[slug])
    expect(log.get_by_role("button", name="Undo").first).to_be_visible()
