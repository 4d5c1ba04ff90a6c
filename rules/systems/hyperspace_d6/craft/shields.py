"""Shields of a craft: angled in a fight, and restored after it."""

from __future__ import annotations

from random import Random

from rules.kit.play.answers import Answers, number_field
from rules.kit.play.procedures import fixed
from rules.play import Action, Attempt, Outcome, RollForm
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.craft.craft import SECTIONS, Craft
from rules.systems.hyperspace_d6.craft.damage import moved
from rules.systems.hyperspace_d6.craft.rolls import barred, destroyed


def _typed(attempt: Attempt[Craft]) -> tuple[dict[str, int], int]:
    """The Shields by section as typed, the present number where nothing is; and those that are left
    in all.
    """
    stand, answers = attempt.character.sections(), Answers(attempt.values)
    most = sum(stand.values())
    typed = {id: answers.number(id, 0, most) for id in SECTIONS}
    answers.check()
    return {id: stand[id] if value is None else value for id, value in typed.items()}, most


def _angle_form(attempt: Attempt[Craft], action: Action) -> RollForm:
    stand, most = _typed(attempt)
    fields = (number_field(id, id.capitalize(), value, 0, most) for id, value in stand.items())
    foreseen = (f"{most} Shields in all.",)
    return RollForm(action, tuple(fields), foreseen=foreseen, barred=action.barred)


def _angle(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    """The Shields as typed; RuleViolation unless they add up to those that are left."""
    stand, most = _typed(attempt)
    if sum(stand.values()) != most:
        message = f"The four sections have {most} Shields together, not {sum(stand.values())}."
        raise RuleViolation([Problem("bad-value", "fore", message)])
    spread = ", ".join(f"{id} {value}" for id, value in stand.items())
    shifts = tuple(moved(attempt.character, stand))
    return Outcome("angle", "Shields angled", "note", said=(f"Shields: {spread}.",), shifts=shifts)


def _may_angle(attempt: Attempt[Craft]) -> str:
    if not sum(attempt.character.sections().values()):
        return "There are no Shields to angle."
    return barred(attempt)


def _restore(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    even = attempt.character.even()
    shifts = tuple(moved(attempt.character, even))
    return Outcome("restore", "Shields restored", "note", said=("Spread evenly.",), shifts=shifts)


def _may_restore(attempt: Attempt[Craft]) -> str:
    craft = attempt.character
    full = craft.sections() == craft.even()
    return destroyed(attempt) or ("The Shields are full and spread evenly." if full else "")


ANGLE = fixed(
    Action("angle", "Angle the Shields", "An action: spread them over the sections.", asks=True),
    _may_angle,
    _angle,
    _angle_form,
)
RESTORE = fixed(
    Action("restore", "Restore the Shields", "After the fight: all of them, spread evenly."),
    _may_restore,
    _restore,
)
