"""The tables of characters and those of the reference, with their rows, read once and checked."""

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from rules import tables
from rules.kit.listings import ListedGuide, Listing
from rules.reference import topics
from rules.reference.topics import Heading
from rules.systems.hyperspace_d6.rulebook import rows
from rules.systems.hyperspace_d6.rulebook.rows import Entry
from rules.tables import At, In

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


class Target(Entry, frozen=True, kw_only=True):
    """A rung of the ladder of target numbers; `and_more` if it has no upper end."""

    number: int
    and_more: bool = False


class Attack(Entry, frozen=True, kw_only=True):
    """An attack's skill, its defense, and what may replace it, `when`; `short` says when."""

    skill: Annotated[str, In("skills")]
    defense: Annotated[str, In("defenses")]
    instead: Annotated[str, In("defenses")] = ""
    when: str = ""
    short: str = ""


class Active(Entry, frozen=True, kw_only=True):
    """The skill of an active defense against an attack, and what may replace it, and when."""

    skill: Annotated[str, In("skills")]
    instead: Annotated[str, In("skills")] = ""
    when: str = ""


class Scale(Entry, frozen=True, kw_only=True):
    """A step of scale: damage is multiplied by this, compared with a character's."""

    factor: int


class HullLevel(Entry, frozen=True, kw_only=True):
    """An effect of damage on a craft: it begins at `times` × Hull."""

    times: int


class CraftKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of craft: its heading, its scale, and the skill to pilot it."""

    id: str
    name: str
    scale: Annotated[str, In("scales")]
    skill: Annotated[str, In("skills")]


class Gun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon aboard, with its damage in dice; ion weapons reduce shields."""

    name: str
    damage: int
    ion: bool = False


class Craft(Entry, frozen=True, kw_only=True):
    """A vehicle or ship: its attributes in dice, its printed defenses, its crew and passengers."""

    kind: Annotated[str, In("craft_kinds")]
    mobility: int
    sensors: int
    firepower: int
    weapons: tuple[Gun, ...] = ()
    evade: int
    hull: int
    shields: int
    crew: int


class Npc(Entry, frozen=True, kw_only=True):
    """An NPC. `skills` are whole codes with the attribute; `defenses` as printed."""

    kind: Annotated[str, In("npc_kinds")]
    attributes: Annotated[dict[str, int], In("attributes")]
    skills: Annotated[dict[str, int], In("skills")]
    weapon: Annotated[str, In("weapons")] = ""
    own_weapon: Gun | None = None
    armor: Annotated[str, In("armor")] = ""
    defenses: Annotated[dict[str, int], In("defenses")]


class NpcLevel(Entry, frozen=True, kw_only=True):
    """An NPC without an entry: average attributes, and the skills with more dice."""

    attributes: int
    skill_dice: int
    skills: int


class EliteRules(Entry, frozen=True, kw_only=True):
    """The advantages of an elite: dice in some attributes, and in each listed skill besides."""

    attributes: int
    attribute_dice: int
    skill_dice: int


class Worth(Entry, frozen=True, kw_only=True):
    """A price, or a start: its `figure` with numbers in braces, and the terms to `see`."""

    figure: str
    see: tuple[str, ...] = ()


class Guide(ListedGuide, frozen=True, kw_only=True):
    """Every table of the reference, by id in its order."""

    prices: Annotated[dict[str, Worth], At("ladders.toml", "price")]
    sums: Annotated[dict[str, Worth], At("ladders.toml", "sum")]
    targets: Annotated[dict[str, Target], At("ladders.toml", "target")]
    bands: Annotated[dict[str, Entry], At("ladders.toml", "band")]
    attacks: Annotated[dict[str, Attack], At("ladders.toml", "attack")]
    active: Annotated[dict[str, Active], At("ladders.toml", "active")]
    scales: Annotated[dict[str, Scale], At("ladders.toml", "scale")]
    levels: Annotated[dict[str, HullLevel], At("ladders.toml", "level")]
    craft: Annotated[dict[str, Craft], At("craft.toml", "craft")]
    craft_kinds: Annotated[dict[str, CraftKind], At("craft.toml", "kind")]
    npcs: Annotated[dict[str, Npc], At("encounters.toml", "npc")]
    npc_kinds: Annotated[dict[str, Heading], At("encounters.toml", "kind")]
    npc_levels: Annotated[dict[str, NpcLevel], At("encounters.toml", "level")]
    elites: Annotated[dict[str, EliteRules], At("encounters.toml", "elite")]


@cache
def guide() -> Guide:
    """The tables, read and checked once; TableError names the file and the key of an error."""
    read = tables.Reader(FOLDER / "reference")
    reference = Guide(
        **topics.read(read, ("playing.toml", "character.toml", "mastering.toml")),
        listings=read.entries("chapters.toml", "listing", Listing),
        **read.tables_of(Guide),
    )
    read.check(reference, book())
    return reference
