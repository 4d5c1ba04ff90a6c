"""Character Points and Force Points on a roll: when they may be spent, and what that asks for."""

from __future__ import annotations

from rules.play import Shift, Situation
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.conditions import force_points_left


def no_character_point(character: Character, situation: Situation) -> str:
    """Why no Character Point may be spent now, "" where one may."""
    if character.character_points < 1:
        return "You have no Character Points left."
    if situation.get("character_point"):
        return "One Character Point a round, and it is spent."
    return ""


def no_force_point(character: Character, situation: Situation) -> str:
    """Why no Force Point may be spent now, "" where one may."""
    if force_points_left(character).value < 1:
        return "You have no Force Points left. A new session brings them back."
    if situation.get("force_point"):
        return "One Force Point a round, and it is spent."
    return ""


def character_point(name: str) -> entries.Spend:
    """The entry of a Character Point on the roll of that name."""
    return entries.Spend(cp=1, note=name)


def force_point(character: Character) -> Shift:
    """One Force Point fewer."""
    full = derived.force_points(character).value
    return Shift("force_points", -1, most=full, full=full)
