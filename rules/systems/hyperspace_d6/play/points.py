"""Character Points and Force Points: whether one can be spent, and what that changes; a feat of the
Force.
"""

from collections.abc import Collection
from random import Random

from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import ProcedureRule
from rules.play import Attempt, MarkChange, Outcome, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play.modifiers import force_points_left, incapacitated
from rules.systems.hyperspace_d6.play.rolls import Inputs
from rules.turn import ROUNDS

CHARACTER_POINT, FORCE_POINT = "character-point", "force-point"
NAMES = {CHARACTER_POINT: "Character Point", FORCE_POINT: "Force Point"}
NEXT = "Begin a new round, or end the fight."
AGAIN = " A new session brings them back."


def of_round(point: str) -> str:
    """The number of a turn that says if a point was spent in this round."""
    return point.replace("-", "_")


def spent(situation: TurnState, chosen: Collection[str]) -> dict[str, int]:
    """The changes of the turn after points were spent: none outside of rounds."""
    return {of_round(point): 1 for point in NAMES if point in chosen and situation.get(ROUNDS)}


def refusal(attempt: Attempt[Character], chosen: Collection[str]) -> str:
    """Why the chosen points cannot be spent now, "" if they can."""
    character = attempt.character
    for point in (id for id in NAMES if id in chosen):
        is_force = point == FORCE_POINT
        left = force_points_left(character).value if is_force else character.character_points
        if left < 1:
            return f"You have no {NAMES[point]}s left.{AGAIN if is_force else ''}"
        if attempt.situation.get(of_round(point)):
            return f"You already spent a {NAMES[point]} this round. {NEXT}"
    return ""


def force_point(character: Character) -> MarkChange:
    """One Force Point less."""
    full = figures.force_points(character).value
    return MarkChange("force_points", -1, most=full, full=full)


def _no_feat(character: Character, situation: TurnState) -> str:
    return incapacitated(character) or refusal(Attempt(character, situation), {FORCE_POINT})


def _feat(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    shifts, turn = (force_point(inputs.character),), spent(inputs.situation, {FORCE_POINT})
    return text(outcome, inputs["note"], shifts=shifts, situation=turn)


RULES = {"feat": ProcedureRule(_feat, barred=_no_feat, has=lambda character: character.has_force)}
