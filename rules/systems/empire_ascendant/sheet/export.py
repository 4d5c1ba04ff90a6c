"""The sheet as plain values, for the command line and for whoever reads it with a program."""

from __future__ import annotations

from typing import Any

from rules.declared.powers import sheet as powers
from rules.kit.coded.sheet import plain_codes, plain_weapons
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character


def numbers(character: Character) -> dict[str, Any]:
    """Codes as they are printed, defenses, points, powers, weapons."""
    worn = character.worn_armor
    return {
        **plain_codes(character, figures.trait),
        **powers.numbers(character, figures.trait, figures.learning),
        "defenses": {id: figure.value for id, figure in figures.defenses(character).items()},
        "soak": figures.soak(character).code,
        "move": {
            "walk": figures.move(character).value,
            "run": figures.run(character).value,
            "crawl": figures.crawl(character).value,
        },
        "condition": {"level": marks.level(character), "dice": marks.dice_lost(character)},
        "force_points": figures.force_points_left(character).value,
        "dark_side_points": figures.dark_side_points(character).value,
        "character_points": figures.character_points(character).value,
        "weapons": [
            {**plain, "difficulty": character.holdings[plain["item"]].item.difficulty}
            for plain in plain_weapons(character, figures.trait, figures.damage)
        ],
        "worn": worn.key if worn else None,
    }
