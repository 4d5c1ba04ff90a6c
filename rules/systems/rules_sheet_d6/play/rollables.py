"""What is rolled: an attribute, a skill, a weapon's attack or its damage, found by its key."""

from __future__ import annotations

import msgspec

from rules.figures import Figure
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.validation import Item
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book


class Rollable(msgspec.Struct, frozen=True, gc=False):
    """Something to roll: a "check" or "damage". `weapon` is what it is rolled with, and
    `damage_key` what an attack with it leads to, "" where it has no damage.
    """

    key: str
    name: str
    kind: str
    pool: Figure
    weapon: Item | None = None
    damage_key: str = ""

    @property
    def is_attack(self) -> bool:
        """Whether it is held against a Defense."""
        return self.kind == "check" and self.weapon is not None


def rollable(character: Character, key: str) -> Rollable | None:
    """What stands under that key on the sheet, None where nothing that is rolled does."""
    part, _, rest = key.partition(".")
    if part == "attributes" and rest in ATTRIBUTES:
        name = book().traits.attributes[rest].name
        return Rollable(key, name, "check", figures.attribute(character, rest))
    if part == "skills" and rest in character.skills:
        name = character.skills[rest].name
        return Rollable(key, name, "check", figures.skill(character, rest))
    if part == "weapons":
        thing, _, side = rest.rpartition(".")
        held = character.holdings.get(thing)
        if held and held.quantity and held.item.what == "weapon":
            return _weapon(character, key, side, held.item)
    return None


def _weapon(character: Character, key: str, side: str, weapon: Item) -> Rollable | None:
    attack, harm = figures.attack(character, weapon), figures.damage(character, weapon)
    if attack is None:
        return None
    if side == "attack":
        damage_key = f"weapons.{weapon.key}.damage" if harm else ""
        return Rollable(key, weapon.name, "check", attack, weapon, damage_key)
    if side == "damage" and harm:
        return Rollable(key, f"{weapon.name}, damage", "damage", harm, weapon)
    return None
