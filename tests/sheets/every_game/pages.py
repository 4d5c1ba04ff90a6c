"""Helpers for the pages of any game."""

from typing import Any

from rules import registry
from rules.character import Character as OpenCharacter
from rules.play import TurnState
from rules.sheet.sections import Column, Sheet, Traits
from sheets.advancement.tags import entry_value
from sheets.models import Character
from tests.sheets.every_game.characters import SAMPLES

NOTHING: TurnState = {}
# Marks of a character that is hurt, and of one that is dead, by game.
HURT = {slug: given.hurt for slug, given in SAMPLES.items()}
DEAD = {slug: given.dead for slug, given in SAMPLES.items()}


def brass_key(slug: str) -> dict[str, str]:
    """The form of a game master who gives each of those chosen a thing."""
    game = registry.get(slug)
    offers = [
        offer
        for group in OpenCharacter(game, game.empty()).offers("given")
        for offer in group.offers
        if {"name", "quantity"} <= {field.id for field in offer.fields}
    ]
    # The one with the fewest fields: a thing without numbers.
    offer = min(offers, key=lambda one: len(one.fields))
    given = {f"{offer.id}.name": "Brass key", f"{offer.id}.quantity": "1"}
    return {"entry": entry_value(offer), **given}


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
