"""The tables of HyperspaceD6 as frozen structs, read once from `tables/*.toml`. No rule is applied
here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from rules import tables
from rules.systems.hyperspace_d6.measures import Advancement, Chance, Creation, Party, Play

FOLDER = Path(__file__).parent / "tables"
ATTRIBUTES = ("DEX", "KNO", "MEC", "PER", "STR", "TEC")
FORCE = "FOR"


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every row of a table has: id, printed name, what it does in our words, where it stands.

    `ruling` says what we had to decide about it; a `retired` id is still read, but no longer
    offered; an `own` one stands in no book: the party made it.
    """

    id: str
    name: str
    does: str = ""
    source: str
    ruling: str = ""
    aliases: tuple[str, ...] = ()
    retired: bool = False
    own: bool = False


class Attribute(Entry, frozen=True, kw_only=True):
    """One of the six, or the Force; its id is its abbreviation."""


class Skill(Entry, frozen=True, kw_only=True):
    """A skill under exactly one attribute."""

    attribute: str


class Focus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a species is known for: one skill at +1D."""

    name: str
    skill: str


class Species(Entry, frozen=True, kw_only=True):
    """A species or droid type: six attributes in dice, and a focus (Humans have none)."""

    kind: str
    attributes: dict[str, int]
    focus: Focus | None = None


class Profession(Entry, frozen=True, kw_only=True):
    """What it adds to the attributes, in dice; `kind` is "ordinary" or "force"."""

    kind: str
    bonuses: dict[str, int]


class Quirk(Entry, frozen=True, kw_only=True):
    """An edge or a burden.

    `asks` is "skill" or "attribute" where it needs one; `chosen` is what is said once there is one,
    with `{trait}` for its name. `dice` count always, `conditional_dice` only while the thing is
    used, `force_dice` go to the Force; `credits` replace the starting sum; `point_dice` are what a
    Character Point adds to a roll; `mundane` ones are never for a Force skill.
    `mark` is what is marked while it is felt.
    """

    asks: str = ""
    chosen: str = ""
    dice: int = 0
    conditional_dice: int = 0
    force_dice: int = 0
    credits: int | None = None
    point_dice: int | None = None
    mundane: bool = False
    mark: str = ""

    def told(self, trait: str) -> str:
        """What it does, with the name of the trait that was chosen for it, "" for none yet."""
        return self.chosen.format(trait=trait) if trait and self.chosen else self.does


class Property(Entry, frozen=True, kw_only=True):
    """A special property of weapons. What `helps` with some skills adds so many `help_dice`."""

    helps: tuple[str, ...] = ()
    help_dice: int = 1


class Weapon(Entry, frozen=True, kw_only=True):
    """Damage in dice; `adds` names an attribute whose dice are added. No `cost`: not for sale."""

    kind: str
    skill: str
    damage: int
    adds: str = ""
    cost: int | None = None
    properties: tuple[str, ...] = ()
    workshop: bool = False


class Armor(Entry, frozen=True, kw_only=True):
    """Soak it adds, and what it does to Dodge (0 or less). A `cost` of None: not for sale."""

    soak: int
    dodge: int = 0
    cost: int | None


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes with a pack: an item's id, or a name where it has no entry of its own."""

    item: str = ""
    name: str = ""
    quantity: int = 1


class Item(Entry, frozen=True, kw_only=True):
    """A tool, a piece of tech or an explosive. Explosives have a `skill` and may have `damage`.

    What `helps` with some skills adds so many `help_dice` to their checks while it is used. It
    carries so many range `bands` further without an action; what `stuns` has no damage to roll. A
    `cost` of None is not for sale.
    """

    kind: str
    cost: int | None
    parts: tuple[Part, ...] = ()
    skill: str = ""
    damage: int = 0
    helps: tuple[str, ...] = ()
    help_dice: int = 1
    bands: int = 0
    stuns: bool = False


class Design(Entry, frozen=True, kw_only=True):
    """A lightsaber's design: what it changes while the saber is in hand. `fires_as` is a weapon's
    id; `properties` come on top of those of any lightsaber. A blade with phases is set, once a
    turn, for `phase_parry` or for `phase_damage`.
    """

    damage: int = 0
    parry: int = 0
    skills: dict[str, int] = {}
    fires_as: str = ""
    properties: tuple[str, ...] = ()
    phase_parry: int = 0
    phase_damage: int = 0


class Feature(Entry, frozen=True, kw_only=True):
    """A feature a lightsaber can have. Two sabers that have it are joined, and gain the properties
    in `joins`.
    """

    joins: tuple[str, ...] = ()


class Crystal(Entry, frozen=True, kw_only=True):
    """A kyber crystal by colour, and the damage dice it adds."""

    damage: int = 0


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of a table: its id, and its heading."""

    id: str
    name: str
    note: str = ""


class Defense(Entry, frozen=True, kw_only=True):
    """A defense: a base and a skill's total; `armor` names what worn armor changes ("soak",
    "dodge").
    """

    base: int = 0
    skill: str
    armor: str = ""


class Level(Entry, frozen=True, kw_only=True):
    """A level of harm: from `times` × Stamina up."""

    times: int


class Harm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The levels of harm and the figures of actions and wounds."""

    skill: str
    wounds_attribute: str
    actions_base: int
    actions_attribute: str
    levels: tuple[Level, ...]
    sources: dict[str, str]
    rulings: dict[str, str]


class Book(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Every table, by id in the printed order. Two of them are the same where they are one.

    `replaced` are skills of the book that a party put another in the place of: old id to new.
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
    play: Play
    party: Party
    replaced: dict[str, str] = {}

    def skill_id(self, id: str) -> str:
        """The id of a skill, or of the one that stands in its place."""
        return id if id in self.skills else self.replaced.get(id, id)

    def thing(self, id: str) -> Weapon | Armor | Item | None:
        """The weapon, armor or item of that id."""
        return self.weapons.get(id) or self.armor.get(id) or self.items.get(id)


def spoken(id: str) -> str:
    """An id that no table has, as a name: a game master may let that be, without any dice."""
    words = id.replace("-", " ").strip()
    return f"{words[:1].upper()}{words[1:]}" or id


@cache
def book() -> Book:
    """The tables, read and checked once; TableError names the file and the key of a fault."""
    read = tables.Reader(FOLDER)
    found = Book(
        attributes=read.entries("traits.toml", "attribute", Attribute),
        skills=read.entries("traits.toml", "skill", Skill),
        species=read.entries("species.toml", "species", Species),
        species_kinds=read.entries("species.toml", "kind", Kind),
        professions=read.entries("professions.toml", "profession", Profession),
        profession_kinds=read.entries("professions.toml", "kind", Kind),
        edges=read.entries("edges_and_burdens.toml", "edge", Quirk),
        burdens=read.entries("edges_and_burdens.toml", "burden", Quirk),
        properties=read.entries("weapons.toml", "property", Property),
        weapons=read.entries("weapons.toml", "weapon", Weapon),
        weapon_kinds=read.entries("weapons.toml", "kind", Kind),
        armor=read.entries("armor.toml", "armor", Armor),
        items=read.entries("gear.toml", "item", Item),
        item_kinds=read.entries("gear.toml", "kind", Kind),
        designs=read.entries("lightsabers.toml", "design", Design),
        features=read.entries("lightsabers.toml", "feature", Feature),
        crystals=read.entries("lightsabers.toml", "crystal", Crystal),
        creation=read.whole("creation.toml", Creation),
        defenses=read.entries("defenses.toml", "defense", Defense),
        harm=read.whole("harm.toml", Harm),
        advancement=read.whole("advancement.toml", Advancement),
        chance=read.whole("chance.toml", Chance),
        play=read.whole("play.toml", Play),
        party=read.whole("party.toml", Party),
    )
    check(found)
    return found


def check(found: Book) -> None:
    """Every id that a row names stands in the table it points to; TableError otherwise."""
    traits = (*ATTRIBUTES, FORCE)
    for file, rows, member, known in (
        ("traits.toml", found.skills, "attribute", traits),
        ("weapons.toml", found.weapons, "skill", found.skills),
        ("weapons.toml", found.weapons, "kind", found.weapon_kinds),
        ("weapons.toml", found.properties, "helps", found.skills),
        ("lightsabers.toml", found.designs, "properties", found.properties),
        ("lightsabers.toml", found.features, "joins", found.properties),
        ("gear.toml", found.items, "kind", found.item_kinds),
        ("species.toml", found.species, "kind", found.species_kinds),
        ("professions.toml", found.professions, "kind", found.profession_kinds),
        ("defenses.toml", found.defenses, "skill", found.skills),
    ):
        for row in rows.values():
            tables.known(file, f"{row.id}.{member}", getattr(row, member), known)
    for species in found.species.values():
        tables.known("species.toml", f"{species.id}.attributes", species.attributes, ATTRIBUTES)
        if species.focus:
            tables.known("species.toml", f"{species.id}.focus", species.focus.skill, found.skills)
    for profession in found.professions.values():
        tables.known("professions.toml", f"{profession.id}.bonuses", profession.bonuses, traits)
    for weapon in found.weapons.values():
        tables.known("weapons.toml", f"{weapon.id}.properties", weapon.properties, found.properties)
    for item in found.items.values():
        parts = [part.item for part in item.parts if part.item]
        tables.known("gear.toml", f"{item.id}.parts", parts, found.items)
        tables.known("gear.toml", f"{item.id}.helps", item.helps, found.skills)
