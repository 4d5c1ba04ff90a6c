"""What is rolled: a skill, an attribute, a weapon's attack or its damage, found by its key."""

from __future__ import annotations

import msgspec

from rules.figures import Figure
from rules.play import FollowUp
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.holdings import Holding
from rules.systems.hyperspace_d6.character.inventory import property_named
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Item, Weapon

# The kind of item that harms everybody in reach.
EXPLOSIVE = "explosive"


class Rollable(msgspec.Struct, frozen=True, gc=False):
    """Something to roll. `skill` is "" for a bare attribute and for damage; `properties`
    what a weapon can do, by the book or since it was given a feature; `attack` is the kind of
    attack that the skill makes, "" for none.

    `kind` is "check" or "damage". `target` is what it is held against where nothing is said of
    that, and `against` what that number is called, "" where it is one of the ladder. A roll in
    place of a defense `defends` as that one; `miss` is what follows where it fails. `targets` is
    how many an attack can have at once, and `weapon` what is attacked with; an attack that `stuns`
    has no damage to roll.
    """

    key: str
    name: str
    kind: str
    pool: Figure
    attribute: str
    skill: str = ""
    damage_key: str = ""
    properties: tuple[str, ...] = ()
    attack: str = ""
    target: int | None = None
    against: str = ""
    defends: str = ""
    miss: FollowUp = FollowUp()
    targets: int = 1
    stuns: bool = False
    weapon: Holding | None = None


def rollable(character: Character, key: str) -> Rollable | None:
    """What stands under that key on the sheet, None where nothing that is rolled does.

    Played quickly there are attributes alone, with a target number to begin with (HyperspaceD6,
    Quickplay Rules).
    """
    part, _, rest = key.partition(".")
    if part == "attributes" and rest in (*ATTRIBUTES, FORCE):
        pool = figures.attribute(character, rest)
        target = book().play.quickplay["target"] if character.house.quickplay else None
        return Rollable(key, book().attributes[rest].name, "check", pool, rest, target=target)
    if character.house.quickplay:
        return None
    if part == "skills" and rest in character.skills:
        row, pool = character.skills[rest], figures.skill(character, rest)
        kind = _attack(character, rest)
        return Rollable(key, row.name, "check", pool, row.attribute, rest, attack=kind)
    if key.startswith("attacks.unarmed."):
        return _unarmed(character, key)
    if part in ("weapons", "explosives"):
        thing, _, side = rest.rpartition(".")
        held, weapon = _held(character, thing)
        if held and side in ("attack", "damage"):
            return _weapon(character, key, side, held, weapon)
    return None


def _attack(character: Character, skill: str) -> str:
    """The kind of attack that a skill makes, or one that the party put in its place."""
    rows, called = guide().attacks.values(), character.tables.skill_id
    return next((row.id for row in rows if called(row.skill) == skill), "")


def _held(character: Character, thing: str) -> tuple[Holding | None, Weapon | None]:
    """The stack of that key; of a saber that also fires, what it fires as."""
    for held in character.carried:
        stack = held.stack
        row = stack.row if isinstance(stack.row, Weapon) else None
        if stack.key == thing:
            return held, row
        design = character.tables.designs.get(stack.design)
        if design and design.fires_as and f"{stack.key}.{design.fires_as}" == thing:
            return Holding(stack, given=1), character.tables.weapons[design.fires_as]
    return None, None


def _weapon(
    character: Character, key: str, side: str, held: Holding, weapon: Weapon | None
) -> Rollable | None:
    row = weapon or held.stack.row
    if not isinstance(row, Weapon | Item) or not row.skill:
        return None
    name, damage_key = held.stack.name, f"{key.rpartition('.')[0]}.damage"
    able = _able(character, held, weapon) if weapon else ()
    if side == "attack":
        deals = damage_key if isinstance(row, Weapon) or row.damage else ""
        return Rollable(
            key,
            name,
            "check",
            figures.skill(character, row.skill),
            character.skills[row.skill].attribute,
            row.skill,
            deals,
            able,
            _attack(character, row.skill),
            targets=_targets(row, able),
            stuns=isinstance(row, Item) and row.stuns,
            weapon=held,
        )
    if isinstance(row, Weapon):
        harm = figures.damage(character, held, row)
    elif row.damage:
        harm = figures.explosive_damage(row, held.upgrades)
    else:
        return None
    return Rollable(key, f"{name}, damage", "damage", harm, "", properties=able, weapon=held)


def _targets(row: Weapon | Item, able: tuple[str, ...]) -> int:
    """How many an attack can have at once: one more with Auto-Fire, and all that an explosive
    reaches (HyperspaceD6, Weapons & Armor; General Gear).
    """
    most = book().play.targets
    if isinstance(row, Item):
        return most["area"] if row.kind == EXPLOSIVE and (row.damage or row.stuns) else 1
    return most["auto_fire"] if "auto-fire" in able else 1


def properties(held: Holding, weapon: Weapon) -> tuple[str, ...]:
    """What a weapon can do, by the book, by a saber's design, and by the features it was given."""
    able = weapon.properties
    design = book().designs.get(held.stack.design) if weapon.workshop else None
    if design:
        able = (*able, *design.properties)
    if not held.features:
        return able
    added = (property_named(feature) for feature in held.features)
    return (*able, *(row.id for row in added if row))


def _able(character: Character, held: Holding, weapon: Weapon) -> tuple[str, ...]:
    """The same, with what two sabers gain that are joined (HyperspaceD6, Lightsabers)."""
    able = properties(held, weapon)
    if not weapon.workshop:
        return able
    features = character.tables.features
    joined = (
        gained
        for id in held.stack.features
        for gained in (features[id].joins if id in features else ())
        if sum(one.quantity for one in character.carried if id in one.stack.features) > 1
    )
    return tuple(dict.fromkeys((*able, *joined)))


def _unarmed(character: Character, key: str) -> Rollable | None:
    side = key.rpartition(".")[2]
    if side == "attack":
        pool = figures.unarmed_attack(character)
        trait = character.skills["brawl"].attribute
        deals = "attacks.unarmed.damage"
        return Rollable(key, "Unarmed", "check", pool, trait, "brawl", deals, attack="brawl")
    if side == "damage":
        return Rollable(key, "Unarmed, damage", "damage", figures.unarmed_damage(character), "")
    return None
