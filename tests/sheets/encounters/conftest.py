"""The book's ambush: five stormtroopers as a group, an officer, and a bounty hunter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from rules import registry
from sheets.models import Character, Combatant, Encounter, Owner, Party
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.encounters.exchanges import new_exchange

__all__ = ["new_exchange"]


def opponent(owner: Owner, party: Party, build: dict[str, Any], **fields: Any) -> Character:
    """An opponent of a party's roster."""
    row = Character(
        owner=owner,
        kind=Character.Kind.OPPONENT,
        roster=party,
        system=party.system,
        build=build,
        finished_at=timezone.now(),
        **fields,
    )
    row.save()
    return row


@dataclass
class Ambush:
    """An encounter of Greta's party with whoever tries something in it."""

    party: Party
    encounter: Encounter
    people: dict[str, Person]

    @property
    def address(self) -> str:
        """The address of the encounter."""
        return f"/parties/{self.party.public_id}/encounters/{self.encounter.public_id}/"

    def post(self, who: str, where: str, **sent: Any) -> HttpResponse:
        """The answer to a player's form of the encounter."""
        return self.people[who].client.post(f"{self.address}{where}", sent)

    def fight(self, who: str) -> str:
        """The page of the fight."""
        answer = self.people[who].client.get(f"/parties/{self.party.public_id}/fight/")
        assert answer.status_code == 200
        return answer.content.decode()

    def difficulty(self) -> str:
        """The page that says how hard it is, asked for until all is fought."""
        for _ in range(40):
            answer = self.people["greta"].client.get(f"{self.address}difficulty/?more=yes")
            if "<progress" not in answer.content.decode():
                break
        return answer.content.decode()

    def combatant(self, name: str) -> Combatant:
        """A combatant by what it is called."""
        rows = self.encounter.combatants.select_related("character")
        return next(row for row in rows if row.called == name)

    def marks(self, name: str) -> dict[str, Any]:
        """The marks of a combatant."""
        return dict(self.combatant(name).character.marks)

    def now(self) -> Encounter:
        """The encounter as it is stored."""
        return Encounter.objects.get(pk=self.encounter.pk)


@pytest.fixture
def ambush(party: Party, people: dict[str, Person], in_party: Callable[..., Character]) -> Ambush:
    """Vessa and Orrin against the troopers, prepared."""
    in_party("Vessa Korr")
    in_party("Orrin", of="femi")
    greta = people["greta"].owner
    opponent(greta, party, {"opponent": {"id": "stormtrooper"}}, marks={"members": 5})
    opponent(greta, party, {"opponent": {"id": "imperial-officer"}}, name="Captain Dresk")
    opponent(greta, party, {"opponent": {"id": "bounty-hunter"}}, name="Zin Tavik")
    assert registry.get(party.system).fight
    client = people["greta"].client
    where = f"/parties/{party.public_id}/encounters/"
    client.post(where, {"name": "Ambush at the gate", "place": "Docking bay 12"})
    encounter = Encounter.objects.get(party=party)
    rows = Character.documents.filter(roster=party)
    made = Ambush(party, encounter, people)
    made.post("greta", "add/", characters=[str(row.public_id) for row in rows], count="1")
    return made


@pytest.fixture
def by_one(settings: Any) -> None:
    """A press that takes several steps locks its fight for each: that is no query in a loop."""
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if "zeal" not in one]


def dice(monkeypatch: pytest.MonkeyPatch, *faces: int) -> None:
    """The next dice fall so; after those every die shows a 2."""
    monkeypatch.setattr(operations, "DICE", Fixed(*faces, *[2] * 200))


def started(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    """Starts the fight, and rolls for everyone; it is somebody's turn."""
    dice(monkeypatch)
    ambush.post("greta", "start/")
    ambush.post("greta", "roll/")
    ambush.post("greta", "next/", after="")
    assert ambush.now().turn is not None
