"""Rounds: the number of actions, and a new round."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.kit.play.answers import read_number
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.play import Attempt, Outcome
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play.modifiers import most_actions
from rules.systems.rules_sheet_d6.play.rolls import Inputs

# The state after a round.
OVER = {"actions": 1, "force_point": 0}


def declare(attempt: Attempt[Character]) -> dict[str, int]:
    """The turn with the number of actions declared; RuleViolation for too many."""
    number = read_number(attempt.values, "actions", 1, most_actions(attempt))
    return {**attempt.situation, "actions": number or 1}


def _ending(inputs: Inputs) -> Iterator[str]:
    yield inputs.texts["said"]
    if inputs.situation.get("force_point"):
        yield inputs.texts["over"]


def _end(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A new round: one action, codes no longer doubled, and no Stamina check for the last
    combat.
    """
    return text(outcome, *_ending(inputs), situation={**OVER, "stamina": 0})


RULES = {"round": ProcedureRule(_end, lambda inputs: Plan(foreseen=tuple(_ending(inputs))))}
