"""The sheet as plain values, for the command line and for whoever reads it with a program."""

from __future__ import annotations

from collections.abc import Iterator

from rules.systems.storytelling_d10.character import figures, force
from rules.systems.storytelling_d10.character.build import WEAPON_ABILITIES
from rules.systems.storytelling_d10.character.character import (
    DARK,
    LIGHT,
    POWER,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.force import FORCE_SENSITIVITY
from rules.systems.storytelling_d10.rulebook.book import rulebook


def numbers(character: Character) -> dict[str, object]:
    """Everything that has a number, as on paper: without wounds and armor."""
    spent, there = figures.merit_points(character)
    marks, level, run = character.marks, character.health.level, figures.run(character)
    stamina = character.value(figures.STAMINA)
    return {
        "attributes": {id: character.value(id) for id in rulebook().traits.attributes},
        "abilities": dict(_abilities(character)),
        "weapon_skills": {id: list(character.weapon_skills(id)) for id in WEAPON_ABILITIES},
        "force": force.plain(character) if character.has_merit(FORCE_SENSITIVITY) else None,
        "merits": {
            "spent": spent,
            "available": there,
            "granted": [one.row.id for one in character.merits if one.granted],
        },
        "willpower": character.value(WILLPOWER),
        "power": character.value(POWER),
        "light_side": character.value(LIGHT),
        "dark_side": character.value(DARK),
        "alignment": figures.alignment(character),
        "health": [{"level": row.id, "penalty": row.penalty} for row in character.levels],
        "damage": {
            "bashing": marks.bashing,
            "lethal": marks.lethal,
            "level": level.id if level else None,
            "penalty": character.penalty,
        },
        "move": {"walk": figures.walk(character).plain, "run": run.plain if run else None},
        "initiative": {
            "first": figures.initiative_first(character).value,
            "pool": figures.initiative(character).value,
            "attribute": figures.initiative_attribute(character),
        },
        "soak": {"bashing": stamina, "lethal": stamina if character.is_hero else 0},
        "armor": [
            figures.ARMOR.plain(character, holding.item)
            for holding in character.carried
            if holding.is_armor
        ],
        "shields": [
            {"item": holding.item.key, "rating": holding.item.rating}
            for holding in character.carried
            if holding.item.what == "shield"
        ],
        "experience": character.experience,
        "destiny_points": figures.destiny(character).value,
        "weapons": list(figures.ARMS.plain(character)),
        "worn": character.worn or None,
    }


def _abilities(character: Character) -> Iterator[tuple[str, dict[str, object]]]:
    for id, row in character.abilities.items():
        pool = figures.ability_pool(character, id)
        plain = {"dots": character.value(id), "attribute": row.attribute}
        yield id, {**plain, "pool": pool.value if pool else None}
