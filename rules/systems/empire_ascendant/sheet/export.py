"""The sheet as plain values, for the command line and for whoever reads it with a program."""

from __future__ import annotations

from typing import Any

from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character, carried_codes
from rules.systems.empire_ascendant.rulebook import rulebook


def numbers(character: Character) -> dict[str, Any]:
    """Codes as they are printed, defenses, points, powers, weapons."""
    worn = character.worn_armor
    return {
        "attributes": {id: figures.attribute(character, id).code for id in character.attributes},
        "skills": {key: figures.skill(character, key).code for key in character.skills},
        "force_skills": carried_codes(character.force_skills),
        "defenses": _defenses(character),
        "soak": figures.soak(character).code,
        "move": {
            "walk": figures.move(character).value,
            "run": figures.run(character).value,
            "crawl": figures.crawl(character).value,
        },
        "condition": {
            "level": marks.level(character),
            "dice": marks.dice_lost(character),
        },
        "force_points": figures.force_points_left(character).value,
        "dark_side_points": figures.dark_side_points(character).value,
        "character_points": figures.character_points(character).value,
        "powers": [
            {
                "power": power.key,
                "skills": "+".join(power.skills),
                "learning": figures.learning(power.prerequisites).value,
            }
            for power in character.powers.values()
        ],
        "picks_left": character.picks_left(),
        "weapons": _weapons(character),
        "worn": worn.key if worn else None,
    }


def _defenses(character: Character) -> dict[str, int]:
    found = {id: figures.defense(character, id).value for id in rulebook().combat.defenses}
    dodge = found.pop("dodge")
    others = {id.replace("-", "_"): value for id, value in found.items()}
    return {"dodge": dodge, "full_dodge": figures.full_dodge(character).value, **others}


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
                    "difficulty": held.item.difficulty,
                }
            )
    return found
