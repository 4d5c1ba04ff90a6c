"""Shields of a craft: angled in a fight, and restored after it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import Question
from rules.phrases import counted
from rules.play import Outcome, TurnState
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.craft.craft import SECTIONS, Craft, if_destroyed
from rules.systems.hyperspace_d6.craft.damage import moved
from rules.systems.hyperspace_d6.craft.rolls import Inputs, barred

WRECK = if_destroyed("Destroyed: there are no Shields left to restore.")


def _left(craft: Craft) -> int:
    """The Shields that are left in all."""
    return sum(craft.sections().values())


def _of_craft(craft: Craft, question: Question) -> Question:
    """The question for a section: at most all that are left, as many as it has unless typed."""
    return replace(question, most=_left(craft), usual=str(craft.sections()[question.id]))


def _angling(inputs: Inputs) -> Plan:
    return Plan(foreseen=(inputs.texts["all"].format(counted(_left(inputs.character), "Shield")),))


def _angle(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The Shields as typed; RuleViolation unless they add up to those that are left."""
    stand: Mapping[str, int] = {id: inputs[id] for id in SECTIONS}
    most, typed = _left(inputs.character), sum(stand.values())
    if typed != most:
        message = inputs.texts["sum"].format(counted(most, "Shield"), typed)
        raise RuleViolation([Problem("bad-value", SECTIONS[0], message)])
    spread = ", ".join(f"{id} {value}" for id, value in stand.items())
    said = inputs.texts["said"].format(spread)
    return text(outcome, said, shifts=tuple(moved(inputs.character, stand)))


def _may_angle(craft: Craft, turn: TurnState) -> str:
    return barred(craft, turn) if _left(craft) else "There are no Shields to angle."


def _restore(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    craft = inputs.character
    return text(outcome, inputs.texts["said"], shifts=tuple(moved(craft, craft.even())))


def _may_restore(craft: Craft, turn: TurnState) -> str:
    full = craft.sections() == craft.even()
    return WRECK(craft, turn) or ("The Shields are full and spread evenly." if full else "")


RULES = {
    "angle": ProcedureRule(_angle, _angling, _may_angle, varied=dict.fromkeys(SECTIONS, _of_craft)),
    "restore": ProcedureRule(_restore, barred=_may_restore),
}
