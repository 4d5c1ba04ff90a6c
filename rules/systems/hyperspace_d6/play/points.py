"""Character Points and Force Points spent on rolls: whether one can be, and what that changes."""

from __future__ import annotations

from rules.play import Attempt, MarkChange, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.play.modifiers import force_points_left

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
        return f"One Character Point a round, and it is spent. {NEXT}"
    return ""


def no_force_point(attempt: Attempt[Character]) -> str:
    """Why no Force Point can be spent now, "" if one can."""
    if force_points_left(attempt.character).value < 1:
        return "You have no Force Points left. A new session brings them back."
    if attempt.situation.get("force_point"):
        return f"One Force Point a round, and it is spent. {NEXT}"
    return ""


def character_point(name: str) -> entries.Spend:
    """The entry for a Character Point spent on a roll."""
    return entries.Spend(cp=1, note=name)


def force_point(character: Character) -> MarkChange:
    """One Force Point less."""
    full = figures.force_points(character).value
    return MarkChange("force_points", -1, most=full, full=full)
