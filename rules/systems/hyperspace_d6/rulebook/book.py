"""The tables of HyperspaceD6, read once from `tables/*.toml`, and their checks."""

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from rules import tables
from rules.systems.hyperspace_d6.rulebook import rows
from rules.tables import At

FOLDER = Path(__file__).parents[1] / "tables"


class Book(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Every table, by id in the printed order. `replaced` are the party's: old id to new."""

    attributes: Annotated[dict[str, rows.Entry], At("traits.toml", "attribute")]
    skills: Annotated[dict[str, rows.Skill], At("traits.toml", "skill")]
    species: Annotated[dict[str, rows.Species], At("species.toml", "species")]
    species_kinds: Annotated[dict[str, rows.Kind], At("species.toml", "kind")]
    professions: Annotated[dict[str, rows.Profession], At("professions.toml", "profession")]
    profession_kinds: Annotated[dict[str, rows.Kind], At("professions.toml", "kind")]
    edges: Annotated[dict[str, rows.Quirk], At("edges_and_burdens.toml", "edge")]
    burdens: Annotated[dict[str, rows.Quirk], At("edges_and_burdens.toml", "burden")]
    properties: Annotated[dict[str, rows.Property], At("weapons.toml", "property")]
    weapons: Annotated[dict[str, rows.Weapon], At("weapons.toml", "weapon")]
    weapon_kinds: Annotated[dict[str, rows.Kind], At("weapons.toml", "kind")]
    armor: Annotated[dict[str, rows.Armor], At("armor.toml", "armor")]
    items: Annotated[dict[str, rows.Item], At("gear.toml", "item")]
    item_kinds: Annotated[dict[str, rows.Kind], At("gear.toml", "kind")]
    designs: Annotated[dict[str, rows.Design], At("lightsabers.toml", "design")]
    features: Annotated[dict[str, rows.Feature], At("lightsabers.toml", "feature")]
    crystals: Annotated[dict[str, rows.Crystal], At("lightsabers.toml", "crystal")]
    creation: Annotated[rows.Creation, At("creation.toml")]
    defenses: Annotated[dict[str, rows.Defense], At("defenses.toml", "defense")]
    harm: Annotated[rows.Harm, At("harm.toml")]
    advancement: Annotated[rows.Advancement, At("advancement.toml")]
    chance: Annotated[rows.Chance, At("chance.toml")]
    ideas: Annotated[dict[str, rows.Idea], At("ideas.toml", "idea")]
    play: Annotated[rows.Play, At("play.toml")]
    party: Annotated[rows.Party, At("party.toml")]
    replaced: dict[str, str] = {}

    def skill_id(self, id: str) -> str:
        """The id of a skill, or of its replacement."""
        return id if id in self.skills else self.replaced.get(id, id)

    @property
    def things(self) -> tuple[rows.Weapon | rows.Armor | rows.Item, ...]:
        """Every weapon, armor and item."""
        return (*self.weapons.values(), *self.armor.values(), *self.items.values())

    def thing(self, id: str) -> rows.Weapon | rows.Armor | rows.Item | None:
        """The weapon, armor or item with that id."""
        return self.weapons.get(id) or self.armor.get(id) or self.items.get(id)


@cache
def book() -> Book:
    """The tables, read and checked once; TableError names the file and the key of an error."""
    read = tables.Reader(FOLDER)
    rulebook = Book(**read.tables_of(Book))
    read.check(rulebook)
    check(rulebook)
    return rulebook


def check(rulebook: Book) -> None:
    """Check for what `refs` does not reach: attributes without the Force, and rows inside rows."""
    for species in rulebook.species.values():
        tables.check_known(
            "species.toml", f"{species.id}.attributes", species.attributes, rows.ATTRIBUTES
        )
        if species.focus:
            tables.check_known(
                "species.toml", f"{species.id}.focus", species.focus.skill, rulebook.skills
            )
    for item in rulebook.items.values():
        parts = [part.item for part in item.parts if part.item]
        tables.check_known("gear.toml", f"{item.id}.parts", parts, rulebook.items)
