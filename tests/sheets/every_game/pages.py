"""Helpers for the pages of any game."""

from typing import Any

from rules.play import TurnState
from rules.sheet.sections import Column, Sheet, Traits
from sheets.models import Character

NOTHING: TurnState = {}
# What a game master sends who gives each of those chosen a thing, by game.
BRASS_KEY = {
    "hyperspace-d6": {
        "entry": "offer=given.grant&kind=grant",
        "given.grant.name": "Brass key",
        "given.grant.quantity": "1",
    },
    "rules-sheet-d6": {
        "entry": "offer=given.gain.thing&kind=gain&what=thing",
        "given.gain.thing.name": "Brass key",
        "given.gain.thing.quantity": "1",
    },
    "empire-ascendant": {
        "entry": "offer=given.gain.thing&kind=gain&what=thing",
        "given.gain.thing.name": "Brass key",
        "given.gain.thing.quantity": "1",
    },
    "storytelling-d10": {
        "entry": "offer=given.gain.thing&kind=gain&what=thing",
        "given.gain.thing.name": "Brass key",
        "given.gain.thing.quantity": "1",
    },
}
# Marks of a character that is dead, by game.
DEAD = {
    "hyperspace-d6": {"dead": 1},
    "rules-sheet-d6": {"mortal": 3},
    "empire-ascendant": {"dead": 1},
    "storytelling-d10": {"dead": 1},
}
# Marks of a character that is hurt, by game.
HURT = {
    "hyperspace-d6": {"wounds": 1},
    "rules-sheet-d6": {"wounds": 1},
    "empire-ascendant": {"wound": 1},
    "storytelling-d10": {"lethal": 1},
}


def columns(sheet: Sheet) -> list[Column]:
    return [one for part in sheet.sections if isinstance(part, Traits) for one in part.columns]


def rolls(sheet: Sheet) -> list[str]:
    """The keys of every trait that has a number, heads of columns first."""
    found = columns(sheet)
    heads = [column.key for column in found if column.figure]
    return [*heads, *(line.key for column in found for line in column.lines)]


def address(character: Character, rest: str = "") -> str:
    return f"/characters/{character.public_id}/{rest}"


def shown(games: Any) -> list[str]:
    return [game.slug for game in games]
