"""Tables of the reference as frozen structs, read once from `tables/reference/*.toml`."""

from functools import cache
from typing import Annotated

import msgspec

from rules import tables
from rules.kit.listings import ListedGuide, Listing
from rules.reference import topics
from rules.reference.topics import Heading
from rules.systems.hyperspace_d6.rulebook import book as books
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Entry
from rules.tables import At, In


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
    read = tables.Reader(books.FOLDER / "reference")
    reference = Guide(
        **topics.read(read, ("playing.toml", "character.toml", "mastering.toml")),
        listings=read.entries("chapters.toml", "listing", Listing),
        **read.tables_of(Guide),
    )
    read.check(reference, book())
    return reference
