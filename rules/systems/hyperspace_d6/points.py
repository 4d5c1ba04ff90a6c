"""Character Points and Force Points on a roll: when they may be spent, and what that asks for.

In a round it is one of each; outside of rounds one of each on a check (HyperspaceD6, Character
Points and Force Points).
"""

from __future__ import annotations

from rules.play import Shift, Situation
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.conditions import force_points_left

NEXT = "Begin a new round, or end the fight."


def spent(
    situation: Situation, *, character_point: bool = False, force_point: bool = False
) -> dict[str, int]:
    """What the situation holds of the points that went on a roll: nothing outside of rounds."""
    if not situation.get("rounds"):
        return {}
    found = {"character_point": character_point, "force_point": force_point}
    return {name: 1 for name, is_spent in found.items() if is_spent}


def no_character_point(character: Character, situation: Situation) -> str:
    """Why no Character Point may be spent now, "" where one may."""
    if character.character_points < 1:
        return "You have no Character Points left."
    if situation.get("character_point"):
        return f"One Character Point a round, and it is spent. {NEXT}"
    return ""


def no_force_point(character: Character, situation: Situation) -> str:
    """Why no Force Point may be spent now, "" where one may."""
    if force_points_left(character).value < 1:
        return "You have no Force Points left. A new session brings them back."
    if situation.get("force_point"):
        return f"One Force Point a round, and it is spent. {NEXT}"
    return ""


def character_point(name: str) -> entries.Spend:
    """The entry of a Character Point on the roll of that name."""
    return entries.Spend(cp=1, note=name)


def force_point(character: Character) -> Shift:
    """One Force Point fewer."""
    full = derived.force_points(character).value
    return Shift("force_points", -1, most=full, full=full)
