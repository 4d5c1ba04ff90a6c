"""A fight of a game master on a screen and four players on phones, each on another page when it
begins: what their pages say after the next look, and how often they press.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.db.models import Q
from playwright.sync_api import Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Attack, Character, Combatant, Encounter, Member, Party
from sheets.play import operations
from tests.browser.contexts import PHONE, Contexts
from tests.browser.evening import SEEN
from tests.browser.test_parties import cookie
from tests.dice import Fixed
from tests.sheets import cast
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import opponent
from tests.sheets.example_characters import VESSA, store

pytestmark = [pytest.mark.browser, pytest.mark.soak]
PLAYERS = ("ines", "femi", "otto", "sam")
# One look is under way when the fight begins, and the next one brings it.
MOST_LOOKS = 2
PLAYER = {"role": Member.Role.PLAYER}


@pytest.fixture
def people(transactional_db: None) -> dict[str, Person]:
    return {name: cast.person(name) for name in ("greta", *PLAYERS)}


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    """Greta's, with a character of each player."""
    party = cast.make_party(people)
    for name in PLAYERS:
        Member.objects.get_or_create(party=party, owner=people[name].owner, defaults=PLAYER)
        called = "Vessa Korr" if name == "ines" else name.title()
        row = store(people[name].owner, {**VESSA, "name": called}, finished=True)
        Character.objects.filter(pk=row.pk).update(party=party)
    return party


@pytest.fixture
def prepared(party: Party, people: dict[str, Person]) -> Encounter:
    """All of them against an officer."""
    officer = {"opponent": {"id": "imperial-officer"}}
    opponent(people["greta"].owner, party, officer, name="Captain Dresk")
    encounter = Encounter.objects.create(party=party, name="Ambush at the gate")
    side = Combatant.Side
    for row in Character.documents.filter(Q(party=party) | Q(roster=party)):
        whose = side.PARTY if row.party_id else side.OPPONENTS
        Combatant.objects.create(encounter=encounter, character=row, side=whose)
    return encounter


@dataclass
class Phone:
    """A page of a player, with the looks for news and the presses that it sent."""

    page: Page
    looks: int = 0
    presses: int = 0

    def count(self, request: Request) -> None:
        """Counts a request."""
        self.looks += "/live/" in request.url
        self.presses += request.method == "POST"


@pytest.fixture
def opened(
    contexts: Contexts, people: dict[str, Person], live_server: LiveServer
) -> Callable[..., Phone]:
    """Opens a page in a browser of somebody's own."""

    def open_page(who: str, address: str, *, width: int = 390, height: int = 844) -> Phone:
        options = PHONE if width < 600 else {}
        phone = Phone(contexts.lend(cookie(people[who], live_server.url), **options))
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.goto(address)
        phone.page.on("request", phone.count)
        return phone

    return open_page


def test_every_open_page_says_that_a_fight_begins_and_a_player_attacks_with_two_presses(
    prepared: Encounter,
    party: Party,
    opened: Callable[..., Phone],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    base = f"/parties/{party.public_id}"
    rows = {row.owner_id: row for row in party.characters.all()}
    by_name = {row.name: f"/characters/{row.public_id}/" for row in rows.values()}
    greta = opened("greta", f"{base}/encounters/{prepared.public_id}/", width=1280, height=800)
    vessa = f"{by_name['Vessa Korr']}table/"
    phones = {
        "ines": opened("ines", vessa),
        "femi": opened("femi", by_name["Femi"]),
        "otto": opened("otto", f"{base}/fight/"),
        "sam": opened("sam", f"{base}/"),
    }
    says = {
        "ines": ("#fighting", "roll initiative"),
        "femi": ("#fighting", "Your party is fighting."),
        "otto": (".fight-title", "Ambush at the gate"),
        "sam": ("#board-fight", "Ambush at the gate"),
    }
    for phone in phones.values():
        phone.page.wait_for_load_state("networkidle")
    greta.page.get_by_role("button", name="Start the fight").click()
    expect(greta.page.locator(".fight-title")).to_have_text("Ambush at the gate")
    for name, phone in phones.items():
        phone.looks = 0
        place, text = says[name]
        expect(phone.page.locator(place)).to_contain_text(text)
        assert phone.looks <= MOST_LOOKS, name
    # Initiative is one press, on whatever page it is asked.
    for name in ("ines", "femi"):
        phone = phones[name]
        phone.page.locator("#fight").get_by_role("button", name="Roll").tap()
        expect(phone.page.locator("#fight .initiative")).to_have_count(0)
        assert phone.presses == 1, name
    greta.page.goto(f"{base}/fight/")
    greta.page.get_by_role("button", name="Roll for everyone").click()
    greta.page.get_by_role("button", name="First turn").click()
    mine = prepared.combatants.get(character__name="Vessa Korr")
    address = f"{base}/encounters/{prepared.public_id}/combatants/{mine.pk}/turn/"
    token = greta.page.locator("input[name=csrfmiddlewaretoken]").first.input_value()
    origin = greta.page.evaluate("location.origin")
    greta.page.request.post(
        f"{origin}{address}", form={"csrfmiddlewaretoken": token}, headers={"Referer": origin}
    )
    # An attack of a player is two presses, where the player is.
    ines = phones["ines"]
    monkeypatch.setattr(operations, "DICE", Fixed(*[6] * 60))
    expect(ines.page.locator("#attack-roll")).to_be_visible()
    ines.presses = 0
    ines.page.locator("#attack-roll").tap()
    expect(ines.page.get_by_role("button", name="Roll damage")).to_be_in_viewport(ratio=1)
    ines.page.wait_for_timeout(SEEN)
    ines.page.get_by_role("button", name="Roll damage").tap()
    expect(ines.page.locator(".open-attacks")).to_contain_text("18 damage")
    assert ines.presses == 2
    assert Attack.objects.get().state == "damaged"
    # The other phones follow, and the game master decides with one.
    greta.presses = 0
    expect(phones["otto"].page.locator(".ticker .shot")).to_contain_text("18 damage")
    greta.page.get_by_role("button", name="takes it").click()
    expect(ines.page.locator(".open-attacks")).to_contain_text("18 taken")
    assert greta.presses == 1
    for phone in phones.values():
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
