"""Tables that only the reference shows, as frozen structs: rules as text, ladders, craft, and NPCs,
read once from `tables/reference/*.toml`. `book.py` has the tables of characters.
"""

from functools import cache

import msgspec

from rules import tables
from rules.kit.listings import ListedGuide, Listing
from rules.reference import topics
from rules.reference.topics import Heading
from rules.systems.hyperspace_d6.rulebook import book as books
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Entry


class Target(Entry, frozen=True, kw_only=True):
    """A rung of the ladder of target numbers; `and_more` if it has no upper end."""

    number: int
    and_more: bool = False


class Band(Entry, frozen=True, kw_only=True):
    """A range band."""


class Attack(Entry, frozen=True, kw_only=True):
    """An attack's skill, the defense against it, and what may replace that, and when; `short` is
    that in a word or two.
    """

    skill: str
    defense: str
    instead: str = ""
    when: str = ""
    short: str = ""


class Active(Entry, frozen=True, kw_only=True):
    """The skill of an active defense against an attack, and what may replace it, and when."""

    skill: str
    instead: str = ""
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
    scale: str
    skill: str


class Gun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon aboard, with its damage in dice; ion weapons reduce shields."""

    name: str
    damage: int
    ion: bool = False


class Craft(Entry, frozen=True, kw_only=True):
    """A vehicle or ship: its attributes in dice, its printed defenses, its crew and passengers."""

    kind: str
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

    kind: str
    attributes: dict[str, int]
    skills: dict[str, int]
    weapon: str = ""
    own_weapon: Gun | None = None
    armor: str = ""
    defenses: dict[str, int]


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
    """A price, or what a new character has: its `figure` with names of numbers in braces, and the
    terms to `see`.
    """

    figure: str
    see: tuple[str, ...] = ()


class Guide(ListedGuide, frozen=True, kw_only=True):
    """Every table of the reference, by id in its order."""

    prices: dict[str, Worth]
    sums: dict[str, Worth]
    targets: dict[str, Target]
    bands: dict[str, Band]
    attacks: dict[str, Attack]
    active: dict[str, Active]
    scales: dict[str, Scale]
    levels: dict[str, HullLevel]
    craft: dict[str, Craft]
    craft_kinds: dict[str, CraftKind]
    npcs: dict[str, Npc]
    npc_kinds: dict[str, Heading]
    npc_levels: dict[str, NpcLevel]
    elites: dict[str, EliteRules]


@cache
def guide() -> Guide:
    """The tables, read and checked once; TableError names the file and the key of an error."""
    read = tables.Reader(books.FOLDER / "reference")
    reference = Guide(
        **topics.read(read, ("playing.toml", "character.toml", "mastering.toml")),
        listings=read.entries("chapters.toml", "listing", Listing),
        prices=read.entries("ladders.toml", "price", Worth),
        sums=read.entries("ladders.toml", "sum", Worth),
        targets=read.entries("ladders.toml", "target", Target),
        bands=read.entries("ladders.toml", "band", Band),
        attacks=read.entries(
            "ladders.toml",
            "attack",
            Attack,
            refs={"skill": "skills", "defense": "defenses"},
            optional={"instead": "defenses"},
        ),
        active=read.entries(
            "ladders.toml",
            "active",
            Active,
            refs={"skill": "skills"},
            optional={"instead": "skills"},
        ),
        scales=read.entries("ladders.toml", "scale", Scale),
        levels=read.entries("ladders.toml", "level", HullLevel),
        craft=read.entries("craft.toml", "craft", Craft, refs={"kind": "craft_kinds"}),
        craft_kinds=read.entries(
            "craft.toml", "kind", CraftKind, refs={"scale": "scales", "skill": "skills"}
        ),
        npcs=read.entries(
            "encounters.toml",
            "npc",
            Npc,
            refs={
                "kind": "npc_kinds",
                "attributes": "attributes",
                "skills": "skills",
                "defenses": "defenses",
            },
            optional={"weapon": "weapons", "armor": "armor"},
        ),
        npc_kinds=read.entries("encounters.toml", "kind", Heading),
        npc_levels=read.entries("encounters.toml", "level", NpcLevel),
        elites=read.entries("encounters.toml", "elite", EliteRules),
    )
    read.check(reference, book())
    return reference
