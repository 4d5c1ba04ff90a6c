"""Places on the strip of a fight: who moves, and what combatants stand in or fill a place with."""

from typing import Any

from django.db.models import Q

from rules.fight import EFFECT
from rules.forms.parsing import FormValues
from rules.turn import Effect
from sheets import storage
from sheets.encounters.crew.hands import HandAct
from sheets.encounters.crew.operations import pilot_of, tell
from sheets.encounters.crew.posts import check_can_act
from sheets.encounters.writes import (
    FightAct,
    check_running,
    fight_rules,
    get_combatant,
    playing,
    within_bands,
)
from sheets.errors import Conflict, NoSuchRow
from sheets.models import Combatant, Identity
from sheets.play.pilots import crew_rules, is_craft

CLEARED = "This has cleared already."


class _Move(FightAct):
    combatant: Combatant
    place: int

    def change(self) -> None:
        with_crew = Q(pk=self.combatant.pk) | Q(post__craft=self.combatant.pk)
        moving = list(Combatant.objects.filter(with_crew).values_list("pk", flat=True))
        Combatant.objects.filter(pk__in=moving).update(place=self.place)


class _Steer(HandAct, _Move):
    """A craft moves as somebody aboard steers it: their action, where it is one."""


def move(who: Identity, combatant: Combatant, *, by: int, key: str) -> None:
    """A combatant moves one range band on its own account: the first is free, each further one of
    the turn takes an action, as the game has it.
    """
    encounter = combatant.encounter
    check_running(encounter)
    rules = fight_rules(encounter.party)
    place = within_bands(combatant.place + (1 if by > 0 else -1), rules)
    if place == combatant.place:
        return
    members: dict[str, Any] = {
        "encounter": encounter,
        "combatant": combatant,
        "place": place,
        "action": rules.move,
        "values": {},
        "key": key,
    }
    access, crew = playing(who, combatant), crew_rules(encounter.party)
    if is_craft(combatant):
        check_can_act(combatant.pk)
    pilot = pilot_of(combatant) if crew and is_craft(combatant) and rules.move else None
    if crew is None or pilot is None:
        _Move(access, **members).run()
        return
    _Steer(access, hand=pilot.character.public_id, rules=crew, **members).run()
    tell(encounter, steered_by=pilot)


def fill(who: Identity, combatant: Combatant, *, values: FormValues, key: str) -> None:
    """A combatant fills a place of the strip with what they have for that."""
    _act_on_strip(who, combatant, fight_rules(combatant.encounter.party).fill, values, key)


def clear(who: Identity, combatant: Combatant, *, effect: str, key: str) -> None:
    """A game master ends what a combatant filled a place of the strip with."""
    rules = fight_rules(combatant.encounter.party)
    if not any(one.id == effect and one.fills for one in _effects(combatant)):
        raise Conflict(CLEARED)
    _act_on_strip(who, combatant, rules.clear, {EFFECT: (effect,)}, key)


def _effects(combatant: Combatant) -> tuple[Effect, ...]:
    return storage.situation(combatant.character).effects


def _act_on_strip(
    who: Identity, combatant: Combatant, action: str, values: FormValues, key: str
) -> None:
    encounter = combatant.encounter
    check_running(encounter)
    if not action:
        raise NoSuchRow
    FightAct(
        playing(who, combatant), encounter=encounter, action=action, values=values, key=key
    ).run()


class _SetCircumstance(FightAct):
    combatant: Combatant
    circumstance: str
    into: bool

    def change(self) -> None:
        row = get_combatant(self.locked, self.combatant.pk)
        others = [known for known in row.circumstances if known != self.circumstance]
        row.circumstances = [*others, self.circumstance] if self.into else others
        row.save(update_fields=["circumstances"])


def set_circumstance(
    who: Identity, combatant: Combatant, *, circumstance: str, into: bool, key: str
) -> None:
    """A combatant goes into cover, or whatever else others attack it in, or out of it."""
    encounter = combatant.encounter
    check_running(encounter)
    if circumstance not in {known.id for known in fight_rules(encounter.party).circumstances}:
        raise NoSuchRow
    _SetCircumstance(
        playing(who, combatant),
        encounter=encounter,
        combatant=combatant,
        circumstance=circumstance,
        into=into,
        action="",
        values={},
        key=key,
    ).run()
