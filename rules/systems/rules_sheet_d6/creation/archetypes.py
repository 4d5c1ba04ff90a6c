"""Archetypes for random characters: names, templates with their skills and gear, weapons and armor.

All of it is ours, not the source's. `random.py` chooses.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules import tables
from rules.kit import archetypes as kit
from rules.kit.archetypes import Archetype
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, FOLDER, book
from rules.tables import Row

FILE = "chance.toml"


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon: the skill or attribute it is used with, and its damage."""

    skill: str
    damage: str


class Armor(Row, frozen=True, kw_only=True):
    """Armor, with what it adds to Defense."""

    defense: int


class Archetypes(kit.Archetypes, frozen=True, kw_only=True):
    """All of it."""

    templates: dict[str, Archetype]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]

    @property
    def rows(self) -> Mapping[str, Archetype]:
        """Every template by its id."""
        return self.templates


@cache
def archetypes() -> Archetypes:
    """The table, read and checked once; TableError names the key of a fault."""
    read = tables.Reader(FOLDER)
    found = read.whole(
        FILE,
        Archetypes,
        rows={"templates": "template", "weapons": "weapon", "armor": "armor"},
    )
    read.check(found, book().traits)
    for row in found.templates.values():
        tables.check_known(FILE, f"{row.id}.skills", row.skills.values(), ATTRIBUTES)
    return found
