"""A fight of two players' characters in any game, and an attack of one on the other."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse

from rules.sheet.sections import Attacks
from sheets import storage
from sheets.models import Attack, Character, Combatant, Encounter, Party, PlayLogEntry
from sheets.play import operations
from tests.sheets.api.conftest import Program, token
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import by_chance, plain
from tests.sheets.example_characters import store


class Highest(Random):
    """Dice that show their highest face."""

    def randint(self, a: int, b: int) -> int:
        assert a == 1
        return b


@dataclass
class Exchange:
    """Ines's character attacks Femi's, in a fight that Greta leads."""

    people: dict[str, Person]
    encounter: Encounter
    rows: dict[str, Combatant]
    weapon: str

    @property
    def row(self) -> Attack:
        """The attack as it is stored."""
        return Attack.objects.select_related("entry", "damage_entry", "harm_entry").get(
            encounter=self.encounter
        )

    def post(self, who: str, where: str, **sent: str) -> HttpResponse:
        """The answer to a form of the fight."""
        id = self.encounter.public_id
        party = self.encounter.party.public_id
        return self.people[who].client.post(f"/parties/{party}/encounters/{id}/{where}", sent)

    def decide(self, who: str, verb: str, **sent: str) -> None:
        """A step of the attack."""
        assert self.post(who, f"attacks/{self.row.pk}/{verb}/", **sent).status_code == 302

    def attack(self) -> None:
        """Ines's character attacks Femi's."""
        where, target = f"combatants/{self.rows['ines'].pk}/attack/", str(self.rows["femi"].pk)
        assert self.post("ines", where, attack=self.weapon, target=target).status_code == 302

    def go_to(self, state: str) -> None:
        """Goes on until the attack is in that state; with 60 damage where it was more or less."""
        self.attack()
        if state == "defending":
            Attack.objects.filter(pk=self.row.pk).update(state=state, number=None)
            return
        if self.row.state in ("unknown", "defending"):
            self.decide("greta", "hit")
        if state == "hit":
            return
        self.decide("ines", "damage")
        if state == "taken":
            self.decide("greta", "take", damage="60")
        if state == "waived":
            self.decide("greta", "waive")

    def undo(self, place: str) -> HttpResponse:
        """Undoes it from a place: the fight, or a line of a log by whoever plays it, the game
        master, or a program.
        """
        if place == "fight":
            return self.post("greta", f"attacks/{self.row.pk}/undo/")
        link, who = place.split(" by ")
        line = getattr(self.row, f"{link}_entry" if link != "attack" else "entry")
        id, name = line.character.public_id, "femi" if link == "harm" else "ines"
        if who == "program":
            program = Program(token(self.people[name].owner))
            return program.post(f"characters/{id}/log/{line.number}/undo")
        client = self.people["greta" if who == "gm" else name].client
        return client.post(f"/characters/{id}/table/take-back/{line.number}/")

    def page(self, who: str, where: str = "") -> str:
        """A page of the party, the fight by default."""
        party = f"/parties/{self.encounter.party.public_id}/"
        answer = self.people[who].client.get(where or f"{party}fight/")
        assert answer.status_code == 200
        return b"".join(answer).decode() if answer.streaming else answer.content.decode()

    def api(self, name: str) -> list[dict[str, Any]]:
        """The lines of a character's log, for programs."""
        id = self.rows[name].character.public_id
        answer = Program(token(self.people[name].owner)).get(f"characters/{id}/log")
        return list(json.loads(answer.content)["lines"])

    def as_stored(self) -> list[Any]:
        """The marks and the turns of both, whether each line stands, and the attack's state."""
        characters = Character.objects.order_by("pk").filter(combatants__isnull=False)
        undone = set(PlayLogEntry.objects.values_list("character", "takes_back"))
        lines = [
            (line.character_id, line.number, (line.character_id, line.number) not in undone)
            for line in PlayLogEntry.objects.order_by("pk")
        ]
        state = Attack.objects.values_list("state", flat=True).first()
        return [[(row.marks, row.situation) for row in characters], lines, state]


@pytest.fixture
def new_exchange(
    party: Party, people: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Exchange]:
    """Begins a fight in a game."""

    def begin(slug: str) -> Exchange:
        Encounter.objects.all().delete()
        Character.objects.filter(party=party).delete()
        Party.objects.filter(pk=party.pk).update(system=slug, fighting=True)
        monkeypatch.setattr(operations, "DICE", Highest())
        encounter = Encounter.objects.create(
            party=party, name="Ambush", state="running", round=1, shown_round=1
        )
        rows = {}
        for place, name in enumerate(("ines", "femi")):
            row = store(people[name].owner, plain(by_chance(slug)), finished=True)
            Character.objects.filter(pk=row.pk).update(party=party, name=name.title())
            row.refresh_from_db()
            side = ("party", "opponents")[place]
            rows[name] = Combatant.objects.create(
                encounter=encounter, character=row, side=side, rank=place
            )
        encounter.begin_turn(rows["ines"], round=1)
        sections = storage.load(rows["ines"].character).opened.sheet.sections
        weapons = [
            row for section in sections if isinstance(section, Attacks) for row in section.rows
        ]
        best = max(weapons, key=lambda row: row.attack.weight)
        return Exchange(people, encounter, rows, best.key)

    return begin
