"""The sheet as plain numbers, for the command line and for scripts."""

from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Item, Weapon
from rules.systems.hyperspace_d6.sheet import quickplay

# What is printed of an opponent, beside its members.
OF_AN_OPPONENT = (
    *("attributes", "skills", "defenses", "actions", "thresholds", "weapons", "explosives"),
    *("unarmed", "worn"),
)


def numbers(character: Character) -> dict[str, object]:
    """The sheet as plain numbers: of an opponent those of a fight, and in quick play fewer."""
    if character.opponent:
        plain, members = _numbers(character), character.members
        printed = {name: plain[name] for name in OF_AN_OPPONENT}
        return {**printed, "members": 1 if members is None else members}
    return _quick(character) if character.house.quickplay else _numbers(character)


def _quick(character: Character) -> dict[str, object]:
    return {
        "attributes": {id: character.attribute_dice(id) for id in (*ATTRIBUTES, FORCE)},
        "target_number": quickplay.target().value,
        "character_points": character.character_points,
        "force_points": figures.force_points(character).value,
        "actions": figures.actions(character).value,
        "thresholds": {"wounds": figures.wounds(character).value},
    }


def _numbers(character: Character) -> dict[str, object]:
    harm, conditional = book().harm, dict[str, int]()
    for id, _, term in figures.conditional(character):
        conditional[id] = conditional.get(id, 0) + term.value
    thresholds = {
        row.id: figures.threshold(character, row.id).value for row in harm.levels if row.times != 1
    }
    return {
        "attributes": {id: character.attribute_dice(id) for id in (*ATTRIBUTES, FORCE)},
        "skills": {
            id: {"dice": pool.terms[1].value, "total": pool.value}
            for id in character.open_skills
            for pool in (figures.skill(character, id),)
        },
        "defenses": {id: figures.defense(character, id).value for id in book().defenses},
        "credits": character.credits,
        "character_points": character.character_points,
        "force_points": figures.force_points(character).value,
        "actions": figures.actions(character).value,
        "thresholds": {**thresholds, "wounds": figures.wounds(character).value},
        "weapons": _weapons(character),
        "explosives": _explosives(character),
        "unarmed": {
            "attack": figures.skill(character, "brawl").value,
            "damage": figures.unarmed_damage(character).value,
        },
        "conditional": conditional,
        "worn": character.worn or None,
    }


def _weapons(character: Character) -> list[dict[str, object]]:
    weapons: list[dict[str, object]] = []
    for holding, row in character.carried_of(Weapon):
        harm = figures.damage(character, holding, row).value
        attack = figures.skill(character, row.skill).value
        weapon: dict[str, object] = {"item": holding.item.key, "attack": attack, "damage": harm}
        if parry := figures.parry_with(character, holding.item):
            weapon["parry"] = parry.value
        if row.thrown:
            throw = figures.skill(character, row.thrown).value
            weapon["modes"] = [{"as": "thrown", "attack": throw, "damage": harm}]
        design = book().designs.get(holding.item.design)
        if fires := book().weapons.get(design.fires_as) if design else None:
            shot = figures.skill(character, fires.skill).value
            weapon["modes"] = [{"as": fires.id, "attack": shot, "damage": fires.damage}]
        weapons.append(weapon)
    return weapons


def _explosives(character: Character) -> list[dict[str, object]]:
    return [
        {
            "item": holding.item.key,
            "attack": figures.skill(character, item.skill).value,
            "damage": figures.explosive_damage(item, holding.upgrades).value or None,
        }
        for holding, item in character.carried_of(Item)
        if item.skill
    ]
