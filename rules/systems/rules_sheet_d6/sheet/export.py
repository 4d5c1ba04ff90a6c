"""The sheet as plain values, for the command line and for whoever reads it with a program."""

from __future__ import annotations

from typing import Any

from rules.systems.rules_sheet_d6.character import figures, marks
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book


def numbers(character: Character) -> dict[str, Any]:
    """Codes as they are printed, Defense, the four numbers, the marks of a box, points, weapons."""
    worn = character.worn_armor
    reaches = [level.reach for level in marks.harm(character).levels]
    return {
        "attributes": {id: figures.attribute(character, id).code for id in ATTRIBUTES},
        "skills": {key: figures.skill(character, key).code for key in character.skills},
        "defense": figures.defense(character).value,
        "damage": {
            "base": figures.base(character).value,
            **dict(zip(book().defense.levels, reaches, strict=True)),
            "boxes": figures.boxes(character).value,
        },
        "force_points": figures.force_points(character).value,
        "dark_side_points": figures.dark_side_points(character).value,
        "character_points": figures.character_points(character).value,
        "weapons": _weapons(character),
        "worn": worn.key if worn else None,
    }


def _weapons(character: Character) -> list[dict[str, Any]]:
    found = []
    for held in character.carried:
        if held.item.what == "weapon":
            attack = figures.attack(character, held.item)
            damage = figures.damage(character, held.item)
            found.append(
                {
                    "item": held.item.key,
                    "attack": attack.code if attack else None,
                    "damage": damage.code if damage else None,
                }
            )
    return found
