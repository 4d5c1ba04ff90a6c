"""Archetypes for random characters: names, templates with their skills and gear, weapons and armor.

All of it is ours, not the source's. `random.py` chooses.
"""

from __future__ import annotations

from functools import cache

import msgspec

from rules import tables
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, FOLDER
from rules.tables import Row

FILE = "chance.toml"


class Template(Row, frozen=True, kw_only=True):
    """What somebody is: the attributes it leans to, its skills with theirs, what it carries."""

    leans: tuple[str, ...]
    skills: dict[str, str]
    weapons: tuple[str, ...]
    armor: tuple[str, ...]
    gear: tuple[str, ...]


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon: the skill or attribute it is used with, and its damage."""

    skill: str
    damage: str


class Armor(Row, frozen=True, kw_only=True):
    """Armor, with what it adds to Defense."""

    defense: int


class Words(msgspec.Struct, frozen=True):
    """Names, and what makes a description."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    looks: tuple[str, ...]
    wants: tuple[str, ...]


class Archetypes(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    words: Words
    templates: dict[str, Template]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]

    @property
    def skills(self) -> dict[str, str]:
        """Every skill of every template, with its attribute."""
        found: dict[str, str] = {}
        for template in self.templates.values():
            found |= template.skills
        return found

    def template(self, name: str) -> Template | None:
        """The template of that name, None where it is one of the player's own."""
        folded = name.strip().casefold()
        return next((one for one in self.templates.values() if one.name.casefold() == folded), None)


@cache
def archetypes() -> Archetypes:
    """The table, read and checked once; TableError names the key of a fault."""
    read = tables.Reader(FOLDER)
    found = Archetypes(
        words=read.whole(FILE, Words),
        templates=read.entries(FILE, "template", Template),
        weapons=read.entries(FILE, "weapon", Weapon),
        armor=read.entries(FILE, "armor", Armor),
    )
    for template in found.templates.values():
        tables.known(FILE, f"{template.id}.leans", template.leans, ATTRIBUTES)
        tables.known(FILE, f"{template.id}.skills", template.skills.values(), ATTRIBUTES)
        tables.known(FILE, f"{template.id}.weapons", template.weapons, found.weapons)
        tables.known(FILE, f"{template.id}.armor", template.armor, found.armor)
    return found
