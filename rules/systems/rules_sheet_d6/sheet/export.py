"""The sheet as plain values, for the command line and for scripts."""

from __future__ import annotations

from typing import Any

from rules.kit.coded.sheet import plain_codes, plain_weapons
from rules.systems.rules_sheet_d6.character import figures, marks
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.rulebook import book


def numbers(character: Character) -> dict[str, Any]:
    """Printed codes, Defense, the four numbers, the marks per box, points, and weapons."""
    worn = character.worn_armor
    reaches = [level.reach for level in marks.harm(character).levels]
    return {
        **plain_codes(character, figures.trait),
        "defense": figures.defense(character).value,
        "damage": {
            "base": figures.base(character).value,
            **dict(zip(book().defense.levels, reaches, strict=True)),
            "boxes": figures.boxes(character).value,
        },
        "force_points": figures.force_points(character).value,
        "dark_side_points": figures.dark_side_points(character).value,
        "character_points": figures.character_points(character).value,
        "weapons": plain_weapons(character, figures.trait, figures.damage),
        "worn": worn.key if worn else None,
    }
