"""Several press at the same moment in a fight: nothing counts twice, and nobody waits for ever."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

from sheets import form_data
from sheets.access import LEADING_ROLES, MemberAccess
from sheets.encounters import attack_undo, attacks, harm, initiative, operations, turns
from sheets.encounters.aim import aim, loaded
from sheets.errors import Conflict
from sheets.models import (
    Attack,
    Character,
    Combatant,
    Encounter,
    Identity,
    Party,
    PlayLogEntry,
)
from tests.sheets.cast import Person
from tests.sheets.concurrency.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 3


@dataclass
class World:
    """A running fight: two players' characters and an officer."""

    encounter: Encounter
    people: dict[str, Person]
    ids: dict[str, int]

    def who(self, name: str) -> Identity:
        """Somebody, as operations know them."""
        return Identity(user=self.people[name].owner.user_id)

    def leading(self) -> MemberAccess:
        """Greta's access to her party."""
        return MemberAccess(self.who("greta"), self.encounter.party.public_id, LEADING_ROLES)

    def row(self, name: str) -> Combatant:
        """A combatant as it is stored."""
        rows = Combatant.objects.select_related("character", "encounter__party")
        return rows.get(pk=self.ids[name])

    def initiative(self, player: str, name: str) -> Callable[[], Any]:
        """A player rolls."""
        key, row = form_data.new_key(), self.row(name)
        return lambda: initiative.roll_initiative(self.who(player), row, key=key)

    def next(self, after: int | None) -> Callable[[], Any]:
        """Greta goes on."""
        key, row = form_data.new_key(), Encounter.objects.select_related("party").get()
        return lambda: turns.next_turn(row, after=after, key=key)

    def attack(self, player: str, name: str, target: str) -> Callable[[], Any]:
        """A player attacks."""
        key = form_data.new_key()
        own, theirs = loaded(self.row(name)), loaded(self.row(target))
        aimed = aim(own, "weapons.blaster-pistol.attack", [theirs])
        return lambda: attacks.attack(self.who(player), aimed, values={}, hidden=False, key=key)


@pytest.fixture
def world(party: Party, people: dict[str, Person], in_party: Callable[..., Character]) -> World:
    rows = {"vessa": in_party("Vessa Korr"), "orrin": in_party("Orrin", of="femi")}
    officer = Character(
        owner=people["greta"].owner,
        kind=Character.Kind.OPPONENT,
        roster=party,
        system=party.system,
        build={"opponent": {"id": "imperial-officer"}},
        name="Dresk",
        finished_at=timezone.now(),
    )
    officer.save()
    encounter = Encounter.objects.create(party=party, name="Ambush")
    operations.join(encounter, rows.values())
    operations.join(encounter, [officer])
    Combatant.objects.filter(character=officer).update(side=Combatant.Side.OPPONENTS)
    ids = {
        name: Combatant.objects.get(character=row).pk
        for name, row in {**rows, "officer": officer}.items()
    }
    made = World(encounter, people, ids)
    operations.Start(made.leading(), id=encounter.public_id, starters=()).run()
    return made


def test_two_roll_initiative_at_once_and_both_have_a_place(world: World) -> None:
    assert at_once(world.initiative("ines", "vessa"), world.initiative("femi", "orrin")) == []
    ranks = sorted(Combatant.objects.values_list("rank", flat=True))
    assert ranks == [0, 1, 2]


def test_two_tabs_go_on_at_once_and_nobodys_turn_is_skipped(world: World) -> None:
    initiative.RollForAll(world.leading(), id=world.encounter.public_id).run()
    world.next(None)()
    for _ in range(ROUNDS):
        order = list(Combatant.objects.order_by("rank").values_list("pk", flat=True))
        now = Encounter.objects.get().turn
        raised = at_once(world.next(now), world.next(now))
        assert [type(one) for one in raised] == [Conflict]
        assert Encounter.objects.get().turn == order[(order.index(now or 0) + 1) % 3]


def test_two_attack_at_once_while_the_turn_goes_on(world: World) -> None:
    initiative.RollForAll(world.leading(), id=world.encounter.public_id).run()
    world.next(None)()
    for number in range(1, ROUNDS + 1):
        now = Encounter.objects.get().turn
        raised = at_once(
            world.attack("ines", "vessa", "officer"),
            world.attack("femi", "orrin", "officer"),
            world.next(now),
        )
        assert raised == []
        assert Attack.objects.count() == 2 * number


def test_harm_that_is_confirmed_twice_is_taken_once(world: World) -> None:
    world.attack("ines", "vessa", "officer")()
    row = Attack.objects.get()
    Attack.objects.update(state=Attack.State.DAMAGED, harm={"damage": ["5"]})
    known = attacks.get_encounter_attack(world.encounter, row.pk)
    assert known
    known.damage_entry = known.entry

    def take() -> None:
        harm.take(world.who("greta"), known, values={"damage": ("5",)}, key="")

    raised = at_once(take, take)
    assert [type(one) for one in raised] == [Conflict]
    assert Attack.objects.get().state == Attack.State.TAKEN
    assert world.row("officer").character.marks == {"wounds": 1}
    assert world.row("officer").character.play_log.filter(kind="harm").count() == 1


def test_an_attack_is_undone_once_and_takes_harm_with_it_that_is_confirmed_meanwhile(
    world: World,
) -> None:
    leading = world.leading()
    for _ in range(ROUNDS):
        world.attack("ines", "vessa", "officer")()
        row = Attack.objects.latest("pk")
        Attack.objects.filter(pk=row.pk).update(state=Attack.State.DAMAGED, harm={"damage": ["5"]})
        known = attacks.get_encounter_attack(world.encounter, row.pk)
        assert known

        def undo(pk: int = row.pk) -> None:
            attack_undo.UndoAttack(leading, id=world.encounter.public_id, attack=pk).run()

        def take(known: Attack = known) -> None:
            harm.take(world.who("greta"), known, values={"damage": ("5",)}, key="")

        raised = at_once(undo, take, undo)
        assert [type(one) for one in raised] in ([], [Conflict])
        assert attacks.is_undone(known.entry)
        assert not world.row("officer").character.marks.get("wounds")
    undone = PlayLogEntry.objects.filter(takes_back__isnull=False, character__name="Vessa Korr")
    assert undone.count() == ROUNDS
