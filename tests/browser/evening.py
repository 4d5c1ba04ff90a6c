"""A fight as large as an evening has them, in any game: six characters against eight opponents."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils import timezone

from rules import registry
from rules.opponents import WHO
from sheets import storage
from sheets.encounters.aim import loaded
from sheets.encounters.defenses import defense_choices
from sheets.models import Attack, Character, Combatant, Encounter, Member, Party
from tests.sheets import cast
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import by_chance

HEROES = ("Vessa Korr", "Orrin Tal", "Mira Solano", "Brakka", "Jace Ondori", "Tam Quill")
# Milliseconds after which a button that has come is pressed, since it was seen.
SEEN = 300
# How many opponents of each of two kinds.
FOES = (5, 3)


@dataclass
class Evening:
    """A running fight in its first round, and who leads it."""

    gm: Person
    party: Party
    encounter: Encounter
    players: dict[int, Person]

    @property
    def address(self) -> str:
        """The page of the fight."""
        return f"/parties/{self.party.public_id}/fight/"

    def named(self, name: str) -> Combatant:
        """A combatant by name."""
        return self.encounter.combatants.get(name=name)

    def ends(self, row: Combatant) -> None:
        """Its player ends a character's turn."""
        self._as_player(row, "next/", after=str(row.pk))

    def defend(self) -> None:
        """Players defend where the game has them roll."""
        for attack in self.encounter.attacks.filter(state=Attack.State.DEFENDING):
            self._as_player(
                attack.target, f"attacks/{attack.pk}/defend/", defense=str(_defense(attack))
            )

    def _as_player(self, row: Combatant, where: str, **sent: str) -> None:
        player = self.players[row.character.owner_id]
        base = f"/parties/{self.party.public_id}/encounters/{self.encounter.public_id}/"
        answer = player.client.post(f"{base}{where}", sent)
        assert answer.status_code == 302, _refusal(where, answer)

    def post(self, where: str, **sent: object) -> None:
        """Posts a form of the encounter as the game master."""
        base = f"/parties/{self.party.public_id}/encounters/{self.encounter.public_id}/"
        answer = self.gm.client.post(f"{base}{where}", sent)
        assert answer.status_code == 302, _refusal(where, answer)


def _defense(attack: Attack) -> int:
    """The first defense for which dice are left."""
    choices = defense_choices(attack, loaded(attack.attacker), loaded(attack.target))
    ready = (place for place, one in enumerate(choices) if one.form is None or not one.form.barred)
    return next(ready)


def _refusal(where: str, answer: HttpResponse) -> tuple[str, list[str]]:
    """The place of a form that was refused, with the alerts of the page."""
    return where, re.findall(r"role=.alert.>.{0,400}", answer.content.decode(), re.DOTALL)


def at_the_table(slug: str, heroes: Sequence[str]) -> tuple[Person, Party, dict[int, Person]]:
    """A game master, a party, and a player for each of its characters, by account."""
    gm = cast.person("greta")
    party = Party.objects.create(name="The Long Watch", system=slug)
    Member.objects.create(party=party, owner=gm.owner, role=Member.Role.GM)
    players: dict[int, Person] = {}
    for seed, name in enumerate(heroes):
        player = cast.person(f"player {seed}")
        players[player.owner.pk] = player
        Member.objects.create(party=party, owner=player.owner, role=Member.Role.PLAYER)
        hero = Character(owner=player.owner, party=party, finished_at=timezone.now())
        storage.fill_row(hero, by_chance(slug, seed + 1))
        hero.name = name
        hero.save()
    return gm, party, players


def evening(slug: str) -> Evening:
    """Six characters of as many players against five of one kind and three of another, all with
    initiative; the first turn has begun.
    """
    gm, party, players = at_the_table(slug, HEROES)
    rules = registry.get(slug).opponents
    assert rules is not None
    gm.client.post(f"/parties/{party.public_id}/encounters/", {"name": "Ambush", "place": "Bay 12"})
    made = Evening(gm, party, Encounter.objects.get(party=party), players)
    for listed, count in zip(rules.listed(), FOES, strict=False):
        row = Character(owner=gm.owner, kind=Character.Kind.OPPONENT, roster=party)
        storage.fill_row(row, rules.document({WHO: (listed.id,)}))
        row.name, row.finished_at = listed.name, timezone.now()
        row.save()
        made.post("add/", characters=[str(row.public_id)], count=str(count))
    made.post("start/")
    made.post("roll/")
    made.post("next/", after="")
    return made
