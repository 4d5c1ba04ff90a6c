"""Opponents with typed codes, as on a sheet of one's own."""

from __future__ import annotations

from functools import cache

from rules.document import Document
from rules.kit import typed, typed_opponent
from rules.kit.answers import whole
from rules.kit.typed_opponent import ARMOR, Form, TypedOpponent
from rules.problems import InvalidDocument
from rules.systems.rules_sheet_d6.character import parsing
from rules.systems.rules_sheet_d6.character.validation import validate
from rules.systems.rules_sheet_d6.creation.archetypes import archetypes
from rules.systems.rules_sheet_d6.document import MOST_DEFENSE, Armor, Build, House, Marks
from rules.systems.rules_sheet_d6.rulebook import book

FORM = Form(
    attributes=parsing.NAMES,
    examples={
        "concept": "Stormtrooper",
        "attributes": "Dexterity 3D, Strength 2D+1",
        "skills": "Blaster 4D, Brawling 3D, Sneak 4D (Dexterity)",
        "weapons": "Blaster rifle 5D (Blaster), Vibroblade STR+2D (Dexterity)",
        "armor": "Blast vest 2",
    },
    usual="2D",
)


def _document(opponent: TypedOpponent) -> Document:
    codes = typed_opponent.coded(opponent, FORM, _attribute)
    armor = tuple(Armor(name=row.name, defense=_defense(row.value)) for row in opponent.armor)
    build = Build(
        template=opponent.concept,
        attributes=codes.attributes,
        skills=codes.skills,
        weapons=codes.weapons,
        armor=armor,
        worn=armor[0].name if armor else "",
        force_points=0,
    )
    return Document(
        "rules-sheet-d6", opponent.name or opponent.concept, build, marks=Marks(), house=House()
    )


def _attribute(skill: str) -> str:
    key = typed.key(skill)
    row = book().traits.skills.get(key)
    return row.attribute if row else _usual().get(key, "")


@cache
def _usual() -> dict[str, str]:
    """Where skills stand that the source puts nowhere (our ruling)."""
    return {typed.key(name): id for name, id in archetypes().skills.items()}


def _defense(text: str) -> int:
    value = whole(text, 0, MOST_DEFENSE)
    if value is None:
        message = f"“{text}” isn't a bonus to Defense: a whole number from 0 to {MOST_DEFENSE}"
        raise InvalidDocument(message, where=ARMOR)
    return value


OPPONENTS = typed_opponent.rules(FORM, _document, lambda one: validate(one.build, one.house).faults)
