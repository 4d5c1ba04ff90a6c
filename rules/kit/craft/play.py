"""A declared craft at the table: shots of a crew without names, rounds, and systems that are
repaired. What a hit does, and how it evades, is each game's own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.figures import Figure, bonus, dice, number, total
from rules.forms.fields import Number
from rules.forms.parsing import FormValues
from rules.kit.craft.craft import CraftWeapon, TypedCraft
from rules.kit.craft.crew import CREW_DICE, values_of
from rules.kit.craft.tables import ATTACK, DAMAGE
from rules.kit.play.answers import read_number, required
from rules.kit.play.checks import refuse
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, always, never
from rules.kit.play.procedures import ActionTable, Procedure, ProcedureGroup, Rolls
from rules.kit.play.questions import ActionInput, Question
from rules.play import Action, Attempt, FollowUp, MarkChange, Outcome, PlayState, RollForm
from rules.turn import ROUNDS

MOST_ACTIONS = 20
NOBODY = "Nobody is at the guns. Take the station, or let your GM set the dice of its crew."
Inputs = ActionInput[TypedCraft]
OVER = {"actions": 1, "done": 0}


class WeaponRoll(msgspec.Struct, frozen=True, gc=False):
    """A weapon as it is rolled from the sheet of its craft: its attack, or its damage."""

    key: str
    weapon: CraftWeapon
    side: str


def find(craft: TypedCraft, key: str) -> WeaponRoll | None:
    """The roll with that key: "weapons.laser-cannons.attack"."""
    part, _, rest = key.partition(".")
    id, _, side = rest.rpartition(".")
    weapon = craft.weapon(id) if part == "weapons" and side in (ATTACK, DAMAGE) else None
    return WeaponRoll(key, weapon, side) if weapon else None


class CraftTable:
    """The actions of a game's craft: its shots are `procedures` of persons by id, with the dice of
    a crew without names, of which actions take what `lost(turn)` says. `groups` are the game's.
    """

    def __init__(
        self,
        procedures: Iterable[ProcedureGroup[Any]],
        groups: tuple[ProcedureGroup[TypedCraft], ...],
        lost: Callable[[Mapping[str, int]], int],
        unit: str,
    ) -> None:
        self.known = {rule.id: rule for group in procedures for rule in group.procedures}
        self.lost, self.unit = lost, unit
        self.table: ActionTable[TypedCraft, WeaponRoll] = ActionTable(
            Rolls(find, self._form, self._roll), groups
        )

    def crew(self, attempt: Attempt[TypedCraft]) -> int:
        """The dice of a crew without names, less those that its actions take; 0 without one."""
        dice_ = attempt.situation.get(CREW_DICE, 0)
        return max(0, dice_ - self.lost(attempt.situation))

    def _shot(
        self, attempt: Attempt[TypedCraft], roll: WeaponRoll
    ) -> tuple[Procedure[TypedCraft], Attempt[TypedCraft]]:
        craft, shot = attempt.character, attempt.character.tables.shot
        is_attack = roll.side == ATTACK
        templates = shot.attack_values if is_attack else shot.damage_values
        # A shot that nobody fires is barred, and shows what one die would do.
        named = {**craft.values, "weapon": roll.weapon, "crew": max(1, self.crew(attempt))}
        values = {**values_of(templates, named), **attempt.values}
        procedure = self.known[shot.attack if is_attack else shot.damage]
        return procedure, Attempt(craft, attempt.situation, values)

    def _barred(self, attempt: Attempt[TypedCraft], roll: WeaponRoll) -> str:
        craft, unless = attempt.character, attempt.character.tables.shot.unless
        if craft.out() or craft.has_mark(unless):
            return craft.out() or craft.tables.marks[unless].says
        return NOBODY if roll.side == ATTACK and not self.crew(attempt) else ""

    def _action(self, roll: WeaponRoll, barred: str) -> Action:
        name = roll.weapon.name if roll.side == ATTACK else f"{roll.weapon.name}, damage"
        return Action(roll.key, name, barred=barred, asks=True)

    def _form(self, attempt: Attempt[TypedCraft], roll: WeaponRoll) -> RollForm:
        action = self._action(roll, self._barred(attempt, roll))
        procedure, whole = self._shot(attempt, roll)
        return replace(procedure.form(whole, action), action=action)

    def _roll(self, attempt: Attempt[TypedCraft], roll: WeaponRoll, rng: Random) -> Outcome:
        refuse(roll.key, self._barred(attempt, roll))
        procedure, whole = self._shot(attempt, roll)
        outcome, shot = procedure.resolve(whole, rng), attempt.character.tables.shot
        own = f"weapons.{roll.weapon.id}.damage"
        hit = outcome.hit.action.replace(shot.damage, own, 1)
        follows = outcome.follows.replace(shot.damage, own, 1)
        action = self._action(roll, "")
        return replace(
            outcome,
            action=action.id,
            name=action.name,
            hit=FollowUp(hit, outcome.hit.name),
            follows=follows,
        )

    def state(self, attempt: Attempt[TypedCraft]) -> PlayState:
        """Its numbers and its shots, and what ails it."""
        craft, crew = attempt.character, self.crew(attempt)
        pools: dict[str, Figure] = {id: craft.figure(id) for id in craft.tables.numbers}
        aim = (craft.figure(craft.tables.aim),) if craft.tables.aim else ()
        kind, unit = (dice, "D") if self.unit == "D" else (number, self.unit)
        for weapon in craft.weapons:
            hands = kind("crew", crew, source="Your GM")
            pool = total(weapon.name, hands, *aim, unit=unit, source=craft.tables.source)
            if craft.out():
                pool = total(weapon.name, pool, bonus("out", -pool.value), unit=unit)
            pools[f"weapons.{weapon.id}.attack"] = pool
        out = craft.out()
        remarks = (
            out or craft.declared.level(craft),
            *(row.says for row, _ in craft.set_marks() if row.says),
        )
        declared = str(attempt.situation.get("actions", 1))
        control = Number("actions", "Actions this turn", (declared,), lowest=1, highest=20)
        has_crew = not out and attempt.situation.get(CREW_DICE)
        return PlayState(pools, tuple(filter(None, remarks)), (control,) if has_crew else ())


def declare(attempt: Attempt[object]) -> dict[str, int]:
    """The turn with the declared actions of a crew without names; RuleViolation for too many."""
    count = read_number(attempt.values, "actions", 1, MOST_ACTIONS)
    return {"actions": required(count, "actions", f"Declare 1 to {MOST_ACTIONS} actions.")}


# --- rounds and repairs


def _ends(craft: TypedCraft, *, scene: bool) -> Iterator[MarkChange]:
    for row, count in craft.set_marks():
        if scene and (row.scene or row.rounds):
            yield MarkChange(row.id, -count)
        elif row.rounds:
            yield MarkChange(row.id, -1)


def _over(inputs: Inputs) -> dict[str, int]:
    """The turn as it begins; what its crew brings stays."""
    lasting = (CREW_DICE, ROUNDS, *inputs.character.tables.crew_turn)
    return {**dict.fromkeys((id for id in inputs.situation if id not in lasting), 0), **OVER}


def _ending(*, scene: bool) -> ProcedureRule[Any]:
    """The end of a round, or of the `scene`: the marks that last so long, and the turn."""

    def resolve(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
        shifts, said = tuple(_ends(inputs.character, scene=scene)), inputs.texts.get("said", "")
        return text(outcome, said, shifts=shifts, situation=_over(inputs))

    return ProcedureRule(resolve, idle=always if scene else never)


def _systems(craft: TypedCraft, question: Question) -> Question:
    """The question which system is repaired or hit: each with how often it is."""
    rows, marks = craft.tables.marks.values(), craft.marks
    names = {row.id: f"{row.name}: {getattr(marks, row.id)}" for row in rows if row.repaired}
    return replace(question, options=names)


def _mending(inputs: Inputs) -> Plan:
    return Plan(name=inputs.texts[inputs["way"] or "mended"])


def _mended(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    craft, by = inputs.character, 1 if inputs["way"] else -1
    row = craft.tables.marks[inputs["system"]]
    left = max(0, getattr(craft.marks, row.id) + by)
    return text(outcome, f"{row.name}: {left}.", shifts=(MarkChange(row.id, by, most=row.most),))


# What every craft with such rows does: a new round, the end of a fight, and systems set by hand.
RULES: dict[str, ProcedureRule[Any]] = {
    "round": _ending(scene=False),
    "scene": _ending(scene=True),
    "mend": ProcedureRule(_mended, _mending, varied={"system": _systems}),
}


def harm_values(damage: Outcome, **more: str) -> FormValues:
    """The damage rolled as the form of whoever is hit takes it."""
    return {"damage": (str(max(0, damage.total)),), **{id: (text,) for id, text in more.items()}}
