"""Every action in play: its roll form and its outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NoReturn

from rules.forms.parsing import FormValues
from rules.play import Action, ActionGroup, Outcome, RollForm, TurnState
from rules.problems import Problem, RuleViolation
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play import checks, damage, force_points, healing, medicine, turns
from rules.systems.rules_sheet_d6.play.rollables import rollable as subject_of

Before = Callable[[Character, TurnState, Action, FormValues], RollForm]
After = Callable[[Character, TurnState, FormValues, Random], Outcome]
NOTHING = "There is nothing like that to roll or to do."
NO_POINT = "In this game no point goes on a roll once it is seen."
# What is no number of the sheet: what comes before it, and what comes of it.
PROCEDURES: dict[str, tuple[Before, After]] = {
    "round": (turns.ending, turns.end),
    "harm": (damage.panel, damage.apply_damage),
    "scene": (healing.ending, healing.end),
    "stamina": (healing.stamina_panel, healing.stamina),
    "medicine": (medicine.panel, medicine.roll),
    "medicine-other": (medicine.other_panel, medicine.other_roll),
    "treated": (medicine.treated_panel, medicine.treated),
    "wake": (healing.waking, healing.wake),
    "force-point": (force_points.spending, force_points.spend),
    "dark-side": (force_points.gaining, force_points.gain),
}


def actions(character: Character, situation: TurnState) -> tuple[ActionGroup, ...]:
    """Everything that is no number of the sheet, as things stand: the round, damage and healing,
    the Force.
    """
    return tuple(_groups(character, situation))


def _groups(character: Character, situation: TurnState) -> Iterator[ActionGroup]:
    yield ActionGroup("round", "The round", (turns.ROUND,))
    mending = (*healing.actions(character, situation), *medicine.actions(character, situation))
    yield ActionGroup("harm", "Damage and healing", (damage.action(character), *mending))
    yield ActionGroup("force", "The Force", tuple(force_points.actions(character, situation)))


def _known(character: Character, situation: TurnState, action: str) -> Action:
    """The action of that name as things stand; RuleViolation where there is none."""
    for group in _groups(character, situation):
        for one in group.actions:
            if one.id == action:
                return one
    raise RuleViolation([Problem("unknown-action", action, NOTHING)])


def panel(character: Character, situation: TurnState, action: str, values: FormValues) -> RollForm:
    """What is decided before an action; RuleViolation where there is no such action."""
    if found := subject_of(character, action):
        before = damage.roll_panel if found.kind == "damage" else checks.panel
        return before(character, situation, found, values)
    known = _known(character, situation, action)
    return PROCEDURES[action][0](character, situation, known, values)


def resolve(
    character: Character, situation: TurnState, action: str, values: FormValues, rng: Random
) -> Outcome:
    """What comes of an action; RuleViolation where it cannot be done."""
    if found := subject_of(character, action):
        roll = damage.roll if found.kind == "damage" else checks.roll
        return roll(character, situation, found, values, rng)
    if barred := _known(character, situation, action).barred:
        raise RuleViolation([Problem("barred", action, barred)])
    return PROCEDURES[action][1](character, situation, values, rng)


def add_point(
    _character: Character, _situation: TurnState, outcome: Outcome, _rng: Random
) -> NoReturn:
    """No points go on rolls: a Force Point is spent before."""
    raise RuleViolation([Problem("barred", outcome.action, NO_POINT)])
