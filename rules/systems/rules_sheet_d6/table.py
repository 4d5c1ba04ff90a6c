"""What can be done at the table: every action of the sheet, its panel, and its outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NoReturn

from rules.play import Action, ActionGroup, Outcome, Panel, Situation
from rules.problems import Problem, RuleViolation
from rules.systems.rules_sheet_d6 import (
    checks,
    damage,
    harming,
    healing,
    points,
    treating,
    turns,
)
from rules.systems.rules_sheet_d6.asked import Values
from rules.systems.rules_sheet_d6.character import Character
from rules.systems.rules_sheet_d6.subjects import subject as subject_of

Before = Callable[[Character, Situation, Action, Values], Panel]
After = Callable[[Character, Situation, Values, Random], Outcome]
NOTHING = "There is nothing like that to roll or to do."
NO_POINT = "In this game no point goes on a roll once it is seen."
# What is no number of the sheet: what comes before it, and what comes of it.
PROCEDURES: dict[str, tuple[Before, After]] = {
    "round": (turns.ending, turns.end),
    "harm": (harming.panel, harming.suffer),
    "scene": (healing.ending, healing.end),
    "stamina": (healing.stamina_panel, healing.stamina),
    "medicine": (treating.panel, treating.roll),
    "medicine-other": (treating.other_panel, treating.other_roll),
    "treated": (treating.treated_panel, treating.treated),
    "wake": (healing.waking, healing.wake),
    "force-point": (points.spending, points.spend),
    "dark-side": (points.gaining, points.gain),
}


def actions(character: Character, situation: Situation) -> tuple[ActionGroup, ...]:
    """Everything that is no number of the sheet, as things stand: the round, damage and healing,
    the Force.
    """
    return tuple(_groups(character, situation))


def _groups(character: Character, situation: Situation) -> Iterator[ActionGroup]:
    yield ActionGroup("round", "The round", (turns.ROUND,))
    mending = (*healing.actions(character, situation), *treating.actions(character, situation))
    yield ActionGroup("harm", "Damage and healing", (harming.action(character), *mending))
    yield ActionGroup("force", "The Force", tuple(points.actions(character, situation)))


def _known(character: Character, situation: Situation, action: str) -> Action:
    """The action of that name as things stand; RuleViolation where there is none."""
    for group in _groups(character, situation):
        for one in group.actions:
            if one.id == action:
                return one
    raise RuleViolation([Problem("unknown-action", action, NOTHING)])


def panel(character: Character, situation: Situation, action: str, values: Values) -> Panel:
    """What is decided before an action; RuleViolation where there is no such action."""
    if found := subject_of(character, action):
        before = damage.panel if found.kind == "damage" else checks.panel
        return before(character, situation, found, values)
    known = _known(character, situation, action)
    return PROCEDURES[action][0](character, situation, known, values)


def resolve(
    character: Character, situation: Situation, action: str, values: Values, rng: Random
) -> Outcome:
    """What comes of an action; RuleViolation where it cannot be done."""
    if found := subject_of(character, action):
        roll = damage.roll if found.kind == "damage" else checks.roll
        return roll(character, situation, found, values, rng)
    if barred := _known(character, situation, action).barred:
        raise RuleViolation([Problem("barred", action, barred)])
    return PROCEDURES[action][1](character, situation, values, rng)


def add_point(
    _character: Character, _situation: Situation, outcome: Outcome, _rng: Random
) -> NoReturn:
    """No points go on rolls: a Force Point is spent before."""
    raise RuleViolation([Problem("barred", outcome.action, NO_POINT)])
