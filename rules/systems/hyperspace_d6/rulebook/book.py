"""The tables of HyperspaceD6, read once from `tables/*.toml`, and their checks."""

from functools import cache
from pathlib import Path

import msgspec

from rules import tables
from rules.systems.hyperspace_d6.rulebook.rows import (
    ATTRIBUTES,
    Advancement,
    Armor,
    Attribute,
    Chance,
    Creation,
    Crystal,
    Defense,
    Design,
    Feature,
    Harm,
    Idea,
    Item,
    Kind,
    Party,
    Play,
    Profession,
    Property,
    Quirk,
    Skill,
    Species,
    Weapon,
)

FOLDER = Path(__file__).parents[1] / "tables"


class Book(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Every table, by id in the printed order. Two books compare as the same only if they are one
    object.

    `replaced` are skills of the book that the party replaced: old id to new.
    """

    attributes: dict[str, Attribute]
    skills: dict[str, Skill]
    species: dict[str, Species]
    species_kinds: dict[str, Kind]
    professions: dict[str, Profession]
    profession_kinds: dict[str, Kind]
    edges: dict[str, Quirk]
    burdens: dict[str, Quirk]
    properties: dict[str, Property]
    weapons: dict[str, Weapon]
    weapon_kinds: dict[str, Kind]
    armor: dict[str, Armor]
    items: dict[str, Item]
    item_kinds: dict[str, Kind]
    designs: dict[str, Design]
    features: dict[str, Feature]
    crystals: dict[str, Crystal]
    creation: Creation
    defenses: dict[str, Defense]
    harm: Harm
    advancement: Advancement
    chance: Chance
    ideas: dict[str, Idea]
    play: Play
    party: Party
    replaced: dict[str, str] = {}

    def skill_id(self, id: str) -> str:
        """The id of a skill, or of its replacement."""
        return id if id in self.skills else self.replaced.get(id, id)

    def thing(self, id: str) -> Weapon | Armor | Item | None:
        """The weapon, armor or item with that id."""
        return self.weapons.get(id) or self.armor.get(id) or self.items.get(id)


@cache
def book() -> Book:
    """The tables, read and checked once; TableError names the file and the key of an error."""
    read = tables.Reader(FOLDER)
    rulebook = Book(
        attributes=read.entries("traits.toml", "attribute", Attribute),
        skills=read.entries("traits.toml", "skill", Skill, refs={"attribute": "attributes"}),
        species=read.entries("species.toml", "species", Species, refs={"kind": "species_kinds"}),
        species_kinds=read.entries("species.toml", "kind", Kind),
        professions=read.entries(
            "professions.toml",
            "profession",
            Profession,
            refs={"kind": "profession_kinds", "bonuses": "attributes"},
        ),
        profession_kinds=read.entries("professions.toml", "kind", Kind),
        edges=read.entries("edges_and_burdens.toml", "edge", Quirk),
        burdens=read.entries("edges_and_burdens.toml", "burden", Quirk),
        properties=read.entries("weapons.toml", "property", Property, refs={"helps": "skills"}),
        weapons=read.entries(
            "weapons.toml",
            "weapon",
            Weapon,
            refs={"skill": "skills", "kind": "weapon_kinds", "properties": "properties"},
        ),
        weapon_kinds=read.entries("weapons.toml", "kind", Kind),
        armor=read.entries("armor.toml", "armor", Armor),
        items=read.entries(
            "gear.toml", "item", Item, refs={"kind": "item_kinds", "helps": "skills"}
        ),
        item_kinds=read.entries("gear.toml", "kind", Kind),
        designs=read.entries(
            "lightsabers.toml", "design", Design, refs={"properties": "properties"}
        ),
        features=read.entries("lightsabers.toml", "feature", Feature, refs={"joins": "properties"}),
        crystals=read.entries("lightsabers.toml", "crystal", Crystal),
        creation=read.whole("creation.toml", Creation),
        defenses=read.entries("defenses.toml", "defense", Defense, refs={"skill": "skills"}),
        harm=read.whole("harm.toml", Harm),
        advancement=read.whole("advancement.toml", Advancement),
        chance=read.whole("chance.toml", Chance),
        ideas=read.entries("ideas.toml", "idea", Idea),
        play=read.whole("play.toml", Play),
        party=read.whole("party.toml", Party),
    )
    read.check(rulebook)
    check(rulebook)
    return rulebook


def check(rulebook: Book) -> None:
    """Check for what `refs` does not reach: attributes without the Force, and rows inside rows."""
    for species in rulebook.species.values():
        tables.check_known(
            "species.toml", f"{species.id}.attributes", species.attributes, ATTRIBUTES
        )
        if species.focus:
            tables.check_known(
                "species.toml", f"{species.id}.focus", species.focus.skill, rulebook.skills
            )
    for item in rulebook.items.values():
        parts = [part.item for part in item.parts if part.item]
        tables.check_known("gear.toml", f"{item.id}.parts", parts, rulebook.items)
