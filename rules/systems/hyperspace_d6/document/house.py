"""A party's rules in a document: its options and its homebrew. `homebrew/` checks them."""

from __future__ import annotations

import msgspec

from rules.document import Accepted, DocumentPart


class House(DocumentPart, frozen=True, kw_only=True):
    """The house rules: accepted problems, homebrew, the era, and the optional rules that are on.
    `starting_credits` replaces every other sum. With `ion_hull`, ion weapons harm the hull, too.
    """

    accepted: tuple[Accepted, ...] = ()
    skills: tuple[HouseSkill, ...] = ()
    species: tuple[HouseSpecies, ...] = ()
    professions: tuple[HouseProfession, ...] = ()
    edges: tuple[HouseEdge, ...] = ()
    burdens: tuple[HouseBurden, ...] = ()
    weapons: tuple[HouseWeapon, ...] = ()
    armor: tuple[HouseArmor, ...] = ()
    items: tuple[HouseItem, ...] = ()
    era: str = ""
    starting_credits: int | None = None
    saber_not_proposed: bool = False
    book_species_only: bool = False
    book_professions_only: bool = False
    one_raise_a_session: bool = False
    active_defense: bool = False
    quickplay: bool = False
    droid_repair: bool = False
    ion_hull: bool = False


# What a party can make: what one is called, and the member of a house, and of the tables, that
# holds them. Skills come first, for the others name them.
KINDS = {
    "skill": "skills",
    "species": "species",
    "profession": "professions",
    "edge": "edges",
    "burden": "burdens",
    "weapon": "weapons",
    "armor": "armor",
    "item": "items",
}
# What is carried is called by its id alone, whichever of these it is.
CARRIED = ("weapon", "armor", "item")


class HouseThing(DocumentPart, frozen=True, kw_only=True):
    """The base of homebrew: its id in documents, its name, and its effect."""

    id: str
    name: str
    does: str = ""


class HouseSkill(HouseThing, frozen=True, kw_only=True):
    """A skill that the party added, or that replaces another."""

    attribute: str
    replaces: str = ""


class HouseSpecies(HouseThing, frozen=True, kw_only=True):
    """Six attributes, an optional focus, and with `force_sensitive` a first die of the Force."""

    kind: str = "sentient"
    attributes: dict[str, int] = msgspec.field(default_factory=dict)
    focus: str = ""
    focus_name: str = ""
    force_sensitive: bool = False


class HouseProfession(HouseThing, frozen=True, kw_only=True):
    """A profession: the dice that it adds to the attributes; for a Force user also to the Force."""

    bonuses: dict[str, int] = msgspec.field(default_factory=dict)
    force_user: bool = False


class HouseEdge(HouseThing, frozen=True, kw_only=True):
    """An edge with the kinds of effects in the book; each is optional."""

    asks: str = ""
    dice: int = 0
    conditional_dice: int = 0
    force_dice: int = 0
    credits: int | None = None
    point_dice: int | None = None
    mundane: bool = False


class HouseBurden(HouseThing, frozen=True, kw_only=True):
    """A burden: it may name an attribute, and may set what a character starts with."""

    asks: str = ""
    credits: int | None = None


class HouseWeapon(HouseThing, frozen=True, kw_only=True):
    """A weapon: damage in dice, and the attribute whose dice are added. No `cost`: not for sale."""

    kind: str
    skill: str
    damage: int = 0
    adds: str = ""
    cost: int | None = None
    properties: tuple[str, ...] = ()


class HouseArmor(HouseThing, frozen=True, kw_only=True):
    """Armor: Soak it adds, and what it does to Dodge (0 or less). No `cost`: not for sale."""

    soak: int = 0
    dodge: int = 0
    cost: int | None = None


class HousePart(DocumentPart, frozen=True, kw_only=True):
    """A part of a pack: an item's id, or a name without one."""

    item: str = ""
    name: str = ""
    quantity: int = 1


class HouseItem(HouseThing, frozen=True, kw_only=True):
    """Gear or an explosive, with the kinds of effects in the book. No `cost`: not for sale."""

    kind: str = "tools"
    cost: int | None = None
    parts: tuple[HousePart, ...] = ()
    skill: str = ""
    damage: int = 0
    helps: tuple[str, ...] = ()
    help_dice: int = 1
