"""Rounds: the number of actions, and a new round."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.kit.play.answers import read_number
from rules.kit.play.procedures import fixed, foreseen_form
from rules.play import Action, Attempt, Outcome
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play.modifiers import most_actions

# The state after a round.
OVER = {"actions": 1, "force_point": 0}


def declare(attempt: Attempt[Character]) -> dict[str, int]:
    """The turn with the number of actions declared; RuleViolation for too many."""
    number = read_number(attempt.values, "actions", 1, most_actions(attempt))
    return {**attempt.situation, "actions": number or 1}


def _end(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """A new round: one action, codes no longer doubled, and no Stamina check for the last
    combat.
    """
    return Outcome(
        action="round",
        name="A new round",
        kind="note",
        said=tuple(_said(attempt)),
        situation={**OVER, "stamina": 0},
    )


def _said(attempt: Attempt[Character]) -> Iterator[str]:
    yield "One action; declare more at its start."
    if attempt.situation.get("force_point"):
        yield "Your codes are no longer doubled."


ROUND = fixed(
    Action("round", "New round", "Resets your actions. Force Points wear off."),
    lambda _attempt: "",
    _end,
    foreseen_form(_said),
)
