"""The sheet as plain values, for the command line and for whoever reads it with a program."""

from __future__ import annotations

from typing import Any

from rules.declared.powers import sheet as powers
from rules.kit.coded.sheet import plain_codes, plain_weapons
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME, POWERS

POINTS = GAME.point_figures


def numbers(character: Character) -> dict[str, Any]:
    """Codes as they are printed, defenses, points, powers, weapons."""
    worn = character.worn_armor
    return {
        **plain_codes(character, figures.trait),
        **powers.numbers(character, figures.trait, POWERS.learned),
        "defenses": {id: figure.value for id, figure in figures.defenses(character).items()},
        "soak": figures.soak(character).code,
        "move": {
            "walk": character.figure("move").value,
            "run": character.figure("run").value,
            "crawl": character.figure("crawl").value,
        },
        "condition": {"level": marks.level(character), "dice": marks.dice_lost(character)},
        "force_points": POINTS.force_points_left(character).value,
        "dark_side_points": POINTS.dark_side_points(character).value,
        "character_points": POINTS.character_points(character).value,
        "weapons": [
            {**plain, "difficulty": character.holdings[plain["item"]].item.difficulty}
            for plain in plain_weapons(character, figures.trait, character.rules.codes.damage)
        ],
        "worn": worn.key if worn else None,
    }
