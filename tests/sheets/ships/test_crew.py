"""The crew of the party's ship outside of fights: stations, checks, calls, and a chase."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from sheets.models import Character, CrewPost, Encounter, Party, RollRequestTarget, ShipPost
from tests.sheets.cast import Person
from tests.sheets.encounters.test_crew import PILOT, dice, ship


class Crew:
    """The page of a crew with whoever tries something there."""

    def __init__(self, party: Party, people: dict[str, Person], falcon: Character) -> None:
        self.party, self.people, self.falcon = party, people, falcon
        self.address = f"/parties/{party.public_id}/crew/"

    def page(self, who: str) -> str:
        """The page as somebody sees it."""
        answer = self.people[who].client.get(self.address)
        assert answer.status_code == 200
        return answer.content.decode()

    def post(self, who: str, verb: str, **sent: Any) -> HttpResponse:
        """The answer to a person's form of it."""
        return self.people[who].client.post(f"{self.address}do/{verb}/", sent)

    def act(self, who: str, name: str, **sent: Any) -> HttpResponse:
        """The answer to an action at the station of a character."""
        return self.people[who].client.post(f"{self.address}{self.id(name)}/", sent)

    def id(self, name: str) -> str:
        """The id of a character."""
        return str(Character.objects.get(name=name).public_id)

    def take(self, who: str, name: str, station: str) -> int:
        """The status of the answer to somebody who takes a station."""
        return self.post(who, "take", member=self.id(name), station=station).status_code


@pytest.fixture
def crew(party: Party, people: dict[str, Person], in_party: Callable[..., Character]) -> Crew:
    """Vessa and Orrin, and the party's YT-1300."""
    in_party("Vessa Korr", document={"build": PILOT})
    in_party("Orrin", of="femi", document={"build": PILOT})
    return Crew(party, people, ship(people["greta"], "yt-1300", name="Lucky Strike", party=party))


def test_players_take_stations_of_their_ship_without_a_fight(crew: Crew) -> None:
    assert crew.take("ines", "Vessa Korr", "pilot") == 302
    assert crew.take("femi", "Orrin", "pilot") == 422
    assert crew.take("femi", "Vessa Korr", "sensors") == 404
    assert crew.take("femi", "Orrin", "galley") == 422
    crew.falcon.refresh_from_db()
    assert crew.falcon.situation == {"pilot": 4, "evade": 4}
    page = crew.page("ines")
    # Evade 10, and the pilot's 4D.
    assert 'Evade\n<b class="figures">14</b>' in page
    # Nobody is at the sensors: the pilot scans and plots jumps. Nothing here needs a fight.
    assert "Fly through a hazard" in page
    assert "Plot a jump" in page
    assert "Outmaneuver" not in page
    assert "Fire Quad" not in page
    assert crew.take("femi", "Orrin", "sensors") == 302
    assert "Plot a jump" not in crew.page("ines")
    assert crew.post("greta", "leave", member=crew.id("Vessa Korr")).status_code == 302
    crew.falcon.refresh_from_db()
    assert crew.falcon.situation == {}
    assert ShipPost.objects.get().member.name == "Orrin"


def test_what_is_repaired_at_the_station_is_repaired_on_the_ship(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    Character.documents.filter(pk=crew.falcon.pk).update(marks={"damaged": 2})
    crew.take("femi", "Orrin", "engineer")
    dice(monkeypatch, *[6] * 10)
    # TEC 3D, less two for the damage.
    assert crew.act("femi", "Orrin", action="repair", ladder="5").status_code == 302
    crew.falcon.refresh_from_db()
    assert crew.falcon.marks == {"damaged": 1}
    assert "6 against Very Easy 5: success" in crew.page("femi")
    assert crew.act("femi", "Orrin", action="steer").status_code == 422
    assert crew.act("ines", "Orrin", action="repair").status_code == 409
    crew.post("femi", "leave", member=crew.id("Orrin"))
    stale = crew.act("femi", "Orrin", action="repair")
    assert stale.status_code == 409


def test_the_game_master_asks_for_a_jump_and_for_a_hazard(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = {"action": "jump", "target": "15", "note": "Three jumps to Bespin"}
    assert crew.post("ines", "ask", **sent).status_code == 404
    refused = crew.post("greta", "ask", **sent)
    assert refused.status_code == 422
    assert "Nobody is at a station for that" in refused.content.decode()
    assert crew.post("greta", "everyone").status_code == 302
    # Vessa and Orrin are alike, so the stations are filled in their order.
    assert [post.station for post in ShipPost.objects.order_by("pk")] == ["pilot", "gunner"]
    assert crew.post("greta", "ask", **{**sent, "target": ""}).status_code == 422
    assert crew.post("greta", "ask", **sent).status_code == 302
    assert "Three jumps to Bespin" in crew.page("ines") + crew.page("femi")
    asked = RollRequestTarget.objects.get()
    who = "ines" if asked.character.name == "Vessa Korr" else "femi"
    dice(monkeypatch, *[6] * 3)
    # Astrogation is MEC 3D alone.
    done = crew.act(who, asked.character.name, action="jump", call=str(asked.request.number))
    assert done.status_code == 302
    asked.refresh_from_db()
    assert asked.entry is not None
    assert (asked.entry.content["total"], asked.entry.content["target"]) == (18, 15)
    assert crew.post("greta", "ask", action="steer", target="10", note="Rocks").status_code == 302


def test_a_chase_begins_with_everyone_where_they_are(crew: Crew) -> None:
    crew.take("ines", "Vessa Korr", "pilot")
    crew.take("femi", "Orrin", "engineer")
    assert crew.post("ines", "chase").status_code == 404
    made = crew.post("greta", "chase")
    encounter = Encounter.objects.get(name="Chase")
    assert made["Location"] == f"/parties/{crew.party.public_id}/encounters/{encounter.public_id}/"
    assert encounter.combatants.filter(character=crew.falcon).exists()
    greta = crew.people["greta"].client
    assert greta.post(f"{made['Location']}start/").status_code == 302
    places = {post.member.called: post.station for post in CrewPost.objects.all()}
    assert places == {"Vessa Korr": "pilot", "Orrin": "engineer"}
    # While it runs, stations are taken there, and everyone stays where they were in the end.
    assert "Take stations there" in crew.page("ines")
    assert crew.take("ines", "Vessa Korr", "sensors") == 422
    falcon = encounter.combatants.get(character=crew.falcon)
    vessa = encounter.combatants.get(character__name="Vessa Korr")
    where = f"{made['Location']}crew/{falcon.pk}/take/"
    sent = {"member": str(vessa.pk), "station": "sensors"}
    assert crew.people["ines"].client.post(where, sent).status_code == 302
    greta.post(f"{made['Location']}end/")
    kept = {post.member.name: post.station for post in ShipPost.objects.all()}
    assert kept == {"Vessa Korr": "sensors", "Orrin": "engineer"}


def test_whoever_leaves_the_party_leaves_the_ship(crew: Crew) -> None:
    crew.take("femi", "Orrin", "pilot")
    Character.objects.filter(name="Orrin").update(party=None)
    assert "Orrin" not in crew.page("ines")
    assert crew.take("ines", "Vessa Korr", "pilot") == 302
    assert ShipPost.objects.get().member.name == "Vessa Korr"
