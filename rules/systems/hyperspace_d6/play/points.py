"""Character Points and Force Points: whether one can be spent, and what that changes; a feat of the
Force.
"""

from __future__ import annotations

from random import Random

from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import ProcedureRule
from rules.play import Attempt, MarkChange, Outcome, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.play.modifiers import force_points_left, incapacitated
from rules.systems.hyperspace_d6.play.rolls import Inputs

NEXT = "Begin a new round, or end the fight."


def spent(
    situation: TurnState, *, character_point: bool = False, force_point: bool = False
) -> dict[str, int]:
    """The changes of the turn after points were spent: none outside of rounds."""
    if not situation.get("rounds"):
        return {}
    points = {"character_point": character_point, "force_point": force_point}
    return {name: 1 for name, is_spent in points.items() if is_spent}


def no_character_point(attempt: Attempt[Character]) -> str:
    """Why no Character Point can be spent now, "" if one can."""
    if attempt.character.character_points < 1:
        return "You have no Character Points left."
    if attempt.situation.get("character_point"):
        return f"You already spent a Character Point this round. {NEXT}"
    return ""


def no_force_point(character: Character, situation: TurnState) -> str:
    """Why no Force Point can be spent now, "" if one can."""
    if force_points_left(character).value < 1:
        return "You have no Force Points left. A new session brings them back."
    if situation.get("force_point"):
        return f"You already spent a Force Point this round. {NEXT}"
    return ""


def character_point(name: str) -> entries.Spend:
    """The entry for a Character Point spent on a roll."""
    return entries.Spend(cp=1, note=name)


def force_point(character: Character) -> MarkChange:
    """One Force Point less."""
    full = figures.force_points(character).value
    return MarkChange("force_points", -1, most=full, full=full)


def _no_feat(character: Character, situation: TurnState) -> str:
    return incapacitated(character) or no_force_point(character, situation)


def _feat(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    shifts, turn = (force_point(inputs.character),), spent(inputs.situation, force_point=True)
    return text(outcome, inputs["note"], shifts=shifts, situation=turn)


RULES = {"feat": ProcedureRule(_feat, barred=_no_feat, has=lambda character: character.has_force)}
