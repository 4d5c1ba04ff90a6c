"""The rolls of a declared game of dots by their keys: traits, attacks with their damage, powers;
and a point on a roll that was seen.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from rules.declared.dots import powers
from rules.declared.dots.character import DotCharacter
from rules.declared.dots.checks import (
    LEAST,
    POINT_RULE,
    DamageCheck,
    DotCheck,
    Inputs,
    Play,
    no_point,
)
from rules.figures import number
from rules.kit.play.checks import follow, refuse
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.kit.play.procedures import Rollable, Rolls
from rules.kit.play.questions import Questionnaire
from rules.kit.play.turns import asked_cost, too_many_actions
from rules.kit.typed.items import WEAPON
from rules.play import Action, Attempt, MarkChange, Outcome
from rules.problems import Problem, RuleViolation


def find(character: DotCharacter, key: str) -> Rollable | None:
    """The roll with that key, None for none."""
    part, _, id = key.partition(".")
    if key.startswith(powers.PREFIX):
        return powers.find(character, key)
    if part == "weapons":
        return _attack(character, key, *id.rpartition(".")[::2])
    traits = character.rules.book.traits
    rows: dict[str, Any] = {"attributes": traits.attributes, "skills": traits.skills}
    row = rows.get(part, {}).get(id)
    return Rollable(key, row.name, "check", character.now(id), id) if row else None


def _attack(character: DotCharacter, key: str, thing: str, side: str) -> Rollable | None:
    """The attack or the damage of a weapon that is carried and used with a trait."""
    holding = character.holding(thing)
    item = holding.item if holding else None
    if item is None or item.what != WEAPON or not item.skill:
        return None
    harm = character.damage(item) if character.rules.book.fight.damage == "dice" else None
    if side == "attack":
        follows = f"weapons.{item.key}.damage" if harm else ""
        pool = character.now(item.skill)
        return Rollable(key, item.name, "check", pool, item.skill, item, follows)
    if side == "damage" and harm:
        return Rollable(key, harm.label, "damage", harm, weapon=item)
    return None


def check(attempt: Play, rollable: Rollable) -> DotCheck:
    """A roll of the sheet with the choices made before it."""
    if rollable.key.startswith(powers.PREFIX):
        return powers.PowerCheck(attempt, rollable)
    kind = DamageCheck if rollable.kind == "damage" else DotCheck
    return kind(attempt, rollable)


def _plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice with their fields. A roll takes an action, but for damage."""
    rolled = check(inputs.attempt, rollable)
    if inputs.has_form:
        inputs.fields.extend(rolled.fields())
    if rollable.kind == "damage":
        return RollPlan(roll=rolled)
    cost, most = asked_cost(inputs, rollable), inputs.character.rules.book.play.actions
    barred = too_many_actions(inputs.situation, most, cost, "round")
    return RollPlan(roll=rolled, cost=cost, barred=barred)


def _result(inputs: Inputs, rollable: Rollable, outcome: Outcome, _rng: Random) -> Outcome:
    return check(inputs.attempt, rollable).result(outcome)


def add_point(attempt: Play, outcome: Outcome, rng: Random) -> Outcome:
    """A point on a roll that was seen: its dice are added, or all dice are thrown again."""
    character, point = attempt.character, attempt.character.rules.book.point
    rollable = find(character, outcome.action)
    if point is None or rollable is None or not outcome.point:
        raise RuleViolation([Problem("barred", outcome.action, POINT_RULE)])
    rolled = check(Attempt(character, attempt.turn), rollable)
    out = character.rules.book.health.out if character.is_out else ""
    refuse(outcome.action, out or no_point(character))
    rolled.difficulty = number(outcome.against, outcome.target or LEAST)
    rolled.needed = outcome.needed or 1
    again = point.after == "reroll"
    more = rolled.fallen(rng, len(outcome.dice) if again else point.dice)
    dice = more if again else (*outcome.dice, *more)
    made = rolled.judged(Action(outcome.action, outcome.name), dice, rolled.count(dice))
    made = replace(made, code=outcome.code, why=outcome.why)
    spent = (MarkChange("spent", 1),)
    return follow(replace(rolled.result(made), shifts=spent, point=False))


def rolls(asked: Questionnaire) -> Rolls[DotCharacter, Rollable]:
    """The rolls of the sheet."""
    planned: PlannedRoll[DotCharacter, Rollable] = PlannedRoll(asked, _plan, _result)
    return Rolls(find, planned.kind.form, planned.kind.roll)
