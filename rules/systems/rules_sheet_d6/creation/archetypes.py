"""Archetypes for random characters: names, templates with their skills and gear, weapons and armor.

They are our own, not the source's. `random.py` chooses from them.
"""

from collections.abc import Mapping
from functools import cache

from rules import tables
from rules.kit.coded import archetypes as kit
from rules.kit.coded.archetypes import Archetype, CodedSampleWeapon
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, FOLDER, book
from rules.tables import Row

FILE = "chance.toml"


class Armor(Row, frozen=True, kw_only=True):
    """Armor, with what it adds to Defense."""

    defense: int


class Archetypes(kit.Archetypes, frozen=True, kw_only=True):
    """All archetypes."""

    templates: dict[str, Archetype]
    weapons: dict[str, CodedSampleWeapon]
    armor: dict[str, Armor]

    @property
    def rows(self) -> Mapping[str, Archetype]:
        """Every template by its id."""
        return self.templates


@cache
def archetypes() -> Archetypes:
    """The table, read and checked once; TableError names the key of an error."""
    read = tables.Reader(FOLDER)
    templates = read.whole(
        FILE,
        Archetypes,
        rows={"templates": "template", "weapons": "weapon", "armor": "armor"},
    )
    read.check(templates, book().traits)
    for row in templates.templates.values():
        tables.check_known(FILE, f"{row.id}.skills", row.skills.values(), ATTRIBUTES)
    return templates
