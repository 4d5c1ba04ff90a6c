"""What is rolled: an attribute, a skill, a Force skill, a weapon's attack or its damage."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from rules.figures import Figure
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.validation import Item
from rules.systems.empire_ascendant.rulebook import FORCE_SKILLS


class Rollable(msgspec.Struct, frozen=True, gc=False):
    """Something to roll: a "check", an "attack" or "damage". `trait` is what is checked, `weapon`
    what is attacked with.
    """

    key: str
    name: str
    kind: str
    pool: Figure
    trait: str = ""
    weapon: Item | None = None


def rollable(character: Character, key: str) -> Rollable | None:
    """What stands under that key on the sheet, None where nothing that is rolled does."""
    part, _, rest = key.partition(".")
    known: dict[str, Collection[str]] = {
        "attributes": character.attributes,
        "skills": character.skills,
        "force": FORCE_SKILLS,
    }
    if rest in known.get(part, ()):
        return of_trait(character, rest, key)
    if part == "weapons":
        thing, _, side = rest.rpartition(".")
        held = character.holdings.get(thing)
        if held and held.quantity and held.item.what == "weapon":
            return _weapon(character, key, side, held.item)
    return None


def of_trait(character: Character, trait: str, key: str) -> Rollable:
    """A trait to roll under a key."""
    pool = figures.trait(character, trait)
    return Rollable(key, character.full_name(trait), "check", pool, trait)


def _weapon(character: Character, key: str, side: str, weapon: Item) -> Rollable | None:
    attack, harm = figures.attack(character, weapon), figures.damage(character, weapon)
    if side == "attack" and attack:
        return Rollable(key, weapon.name, "attack", attack, weapon.skill, weapon)
    if side == "damage" and harm and attack:
        return Rollable(key, f"{weapon.name}, damage", "damage", harm, weapon=weapon)
    return None
