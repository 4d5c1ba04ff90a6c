"""Rolls of a game master's tools, for which nobody may have dice: with dice they are rolled, and
without they say what they take.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.figures import Figure, number
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan
from rules.kit.play.questions import ActionInput
from rules.play import Outcome
from rules.systems.storytelling_d10.rulebook.success_rolls import DieFirst, Throw

# Where what a roll takes is kept among the answers, when nobody has dice for it.
UNROLLED = "unrolled"
# The answer that says which of several rolls of a procedure it is.
STEP = "step"
Inputs = ActionInput[object]


def required(
    inputs: Inputs,
    throw: Callable[..., Throw],
    pool: Figure | None,
    at: tuple[Figure, ...],
    *foreseen: str,
    barred: str = "",
    **members: Any,
) -> Plan:
    """A roll at one difficulty, or at one for each result of a die that is rolled first; without
    dice the difficulty with the successes that it takes. `throw` makes the roll, with the
    `members`.
    """
    throws = tuple(throw(pool or number("Dice", 0), one, **members) for one in at)
    roll = throws[0] if len(throws) == 1 else DieFirst(throws)
    if pool:
        return Plan(roll=roll, foreseen=foreseen, barred=barred)
    inputs.said[UNROLLED] = roll
    if isinstance(roll, DieFirst):
        return Plan(foreseen=foreseen, barred=barred)
    texts = (*foreseen, roll.requirement)
    return Plan(target=roll.difficulty, needed=roll.needed, foreseen=texts, barred=barred)


def verdict(inputs: Inputs, outcome: Outcome, rng: Random, *values: object) -> Outcome:
    """The texts of success ("won"), failure ("lost"), and botch, with these `values`; of one of
    several steps those of that step ("capture_won"). Without a roll, what it takes.
    """
    if outcome.success is None:
        return _requirement(inputs, outcome, rng)
    prefix = f"{inputs[STEP]}_" if STEP in inputs.said else ""
    end = "won" if outcome.success else "lost"
    ends = "botch" if outcome.botch and "botch" in inputs.texts else prefix + end
    return text(outcome, inputs.texts[ends].format(*values))


def _requirement(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """The outcome of a roll for which nobody has dice, once its die has fallen."""
    roll = inputs.said.get(UNROLLED)
    if isinstance(roll, DieFirst):
        die, roll = roll.first(rng)
        outcome = text(outcome, f"The d{die.sides} shows {die.face}.", dice=(die,))
    if roll is None:
        return outcome
    at = roll.difficulty
    result = text(outcome, roll.requirement)
    return replace(result, target=at.value, against=at.label, needed=roll.needed)
