"""What is rolled: a skill, an attribute, a weapon's attack or its damage, found by its key."""

from __future__ import annotations

import msgspec

from rules.figures import Figure
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Item, Weapon, book
from rules.systems.hyperspace_d6.character import Character, Holding
from rules.systems.hyperspace_d6.gear import property_named


class Subject(msgspec.Struct, frozen=True, gc=False):
    """Something to roll. `skill` is "" for a bare attribute and for damage; `properties`
    what a weapon can do, by the book or since it was given a feature.

    `kind` is "check" or "damage".
    """

    key: str
    name: str
    kind: str
    pool: Figure
    attribute: str
    skill: str = ""
    damage_key: str = ""
    properties: tuple[str, ...] = ()


def subject(character: Character, key: str) -> Subject | None:
    """What stands under that key on the sheet, None where nothing that is rolled does."""
    part, _, rest = key.partition(".")
    if part == "attributes" and rest in (*ATTRIBUTES, FORCE):
        pool = derived.attribute(character, rest)
        return Subject(key, book().attributes[rest].name, "check", pool, rest)
    if part == "skills" and rest in character.skills:
        row = character.skills[rest]
        return Subject(key, row.name, "check", derived.skill(character, rest), row.attribute, rest)
    if key.startswith("attacks.unarmed."):
        return _unarmed(character, key)
    if part in ("weapons", "explosives"):
        thing, _, side = rest.rpartition(".")
        held, weapon = _held(character, thing)
        if held and side in ("attack", "damage"):
            return _weapon(character, key, side, held, weapon)
    return None


def _held(character: Character, thing: str) -> tuple[Holding | None, Weapon | None]:
    """The stack of that key; of a saber that also fires, what it fires as."""
    for held in character.carried:
        stack = held.stack
        row = stack.row if isinstance(stack.row, Weapon) else None
        if stack.key == thing:
            return held, row
        design = book().designs.get(stack.design)
        if design and design.fires_as and f"{stack.key}.{design.fires_as}" == thing:
            return Holding(stack, given=1), book().weapons[design.fires_as]
    return None, None


def _weapon(
    character: Character, key: str, side: str, held: Holding, weapon: Weapon | None
) -> Subject | None:
    row = weapon or held.stack.row
    if not isinstance(row, Weapon | Item) or not row.skill:
        return None
    name, damage_key = held.stack.name, f"{key.rpartition('.')[0]}.damage"
    able = _properties(held, weapon) if weapon else ()
    if side == "attack":
        pool = derived.skill(character, row.skill)
        trait = character.skills[row.skill].attribute
        deals = damage_key if isinstance(row, Weapon) or row.damage else ""
        return Subject(key, name, "check", pool, trait, row.skill, deals, able)
    if isinstance(row, Weapon):
        harm = derived.damage(character, held, row)
    elif row.damage:
        harm = derived.explosive_damage(row.damage, row.name, row.source)
    else:
        return None
    return Subject(key, f"{name}, damage", "damage", harm, "", properties=able)


def _properties(held: Holding, weapon: Weapon) -> tuple[str, ...]:
    added = (property_named(feature) for feature in held.features)
    return (*weapon.properties, *(row.id for row in added if row))


def _unarmed(character: Character, key: str) -> Subject | None:
    side = key.rpartition(".")[2]
    if side == "attack":
        pool = derived.unarmed_attack(character)
        trait = character.skills["brawl"].attribute
        damage_key = "attacks.unarmed.damage"
        return Subject(key, "Unarmed", "check", pool, trait, "brawl", damage_key)
    if side == "damage":
        return Subject(key, "Unarmed, damage", "damage", derived.unarmed_damage(character), "")
    return None
