"""The parts of a document of Star Wars Storytelling (d10): build, entries of the ledger, marks,
house.
"""

import msgspec

from rules.document import Accepted, DocumentPart
from rules.kit.typed.document import Thing

# The usual difficulty of a weapon, and how a language is known first.
USUAL_DIFFICULTY, SPOKEN = 6, "spoken"


class PoolWeapon(DocumentPart, frozen=True, kw_only=True):
    """A weapon as it was typed: dice of damage, the attribute that it `adds`, what its damage is
    (`harm`) and what it comes from (`source`).
    """

    name: str
    ability: str = "firearms"
    skill: str = ""
    damage: int = 0
    adds: str = ""
    difficulty: int = USUAL_DIFFICULTY
    harm: str = "lethal"
    source: str = "energy"
    rate: str = ""
    range: str = ""
    quantity: int = 1


class Protection(DocumentPart, frozen=True, kw_only=True):
    """Armor or a shield as it was typed, with its rating."""

    name: str
    rating: int = 0


class Language(DocumentPart, frozen=True, kw_only=True):
    """A language, spoken, written, or both."""

    name: str
    spoken: bool = False
    written: bool = False


class Instance(DocumentPart, frozen=True):
    """An item that a character has, as the document holds it; without `points` it has the
    lowest.
    """

    id: str
    points: int | None = None
    detail: str = ""
    note: str = ""


class Lore(DocumentPart, frozen=True, kw_only=True):
    """A Lore of one's own, and its dots."""

    name: str
    dots: int = 0


class Build(DocumentPart, frozen=True, kw_only=True):
    """The choices of creation. Attributes hold the free dot; abilities and Force knowledges without
    a dot are left out. `power` and `willpower` of None are those of a new character.
    """

    concept: str = ""
    chronicle: str = ""
    nature: str = ""
    demeanor: str = ""
    species: str = ""
    passion: str = ""
    virtue: str = ""
    destiny: str = ""
    description: str = ""
    attribute_order: tuple[str, ...] = ()
    attributes: dict[str, int] = msgspec.field(default_factory=dict)
    ability_order: tuple[str, ...] = ()
    abilities: dict[str, int] = msgspec.field(default_factory=dict)
    lores: tuple[Lore, ...] = ()
    weapon_skills: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    merits: tuple[Instance, ...] = ()
    flaws: tuple[Instance, ...] = ()
    power: int | None = None
    willpower: int | None = None
    light_side: int = 0
    dark_side: int = 0
    force_knowledges: dict[str, int] = msgspec.field(default_factory=dict)
    force_abilities: tuple[str, ...] = ()
    languages: tuple[Language, ...] = ()
    weapons: tuple[PoolWeapon, ...] = ()
    armor: tuple[Protection, ...] = ()
    shields: tuple[Protection, ...] = ()
    gear: tuple[Thing, ...] = ()
    worn: str = ""
    shield: str = ""


class Marks(DocumentPart, frozen=True, kw_only=True):
    """The marks that change at the table; `armor_lost` and `shield_lost` are points of rating."""

    bashing: int = 0
    lethal: int = 0
    dead: int = 0
    power_now: int = 0
    willpower_spent: int = 0
    destiny_spent: int = 0
    armor_lost: int = 0
    shield_lost: int = 0


class HouseForceAbility(DocumentPart, frozen=True, kw_only=True):
    """A Force ability of the party's making."""

    id: str
    name: str = ""
    knowledge: str = ""
    roll: int = 0
    light_side: int = 0
    dark_side: int = 0
    after: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    target: str = ""
    range: str = ""
    resistance: str = ""
    does: str = ""
    destiny: str = ""


class HouseMerit(DocumentPart, frozen=True, kw_only=True):
    """A merit or a flaw of a party's making; `traits` are the least values that it takes."""

    id: str
    name: str = ""
    kind: str = "aptitudes"
    low: int = 1
    high: int = 1
    traits: dict[str, int] = msgspec.field(default_factory=dict)
    merits: tuple[str, ...] = ()
    does: str = ""


class House(DocumentPart, frozen=True, kw_only=True):
    """The party's decisions: accepted problems, the Power of new characters, the difficulty of the
    four bands of range in space, switches, and things of its own making.
    """

    accepted: tuple[Accepted, ...] = ()
    start_power: int = 1
    space_range: tuple[int, ...] = ()
    force_at_creation: bool = False
    first_force_dot_two: bool = False
    no_flaws: bool = False
    breach_own: bool = False
    random_obstacles: bool = False
    gravity_cost: bool = False
    split_results: bool = False
    makashi_aimed: bool = False
    group_initiative: bool = False
    merits: tuple[HouseMerit, ...] = ()
    flaws: tuple[HouseMerit, ...] = ()
    force_abilities: tuple[HouseForceAbility, ...] = ()
