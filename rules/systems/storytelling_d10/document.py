"""What a document of Star Wars Storytelling (d10) holds: build, entries of the ledger, marks,
house.
"""

import msgspec

from rules.document import Accepted, DocumentPart
from rules.kit.typed.document import Thing
from rules.ledger import entries
from rules.ledger.entries import Entry, Undo
from rules.systems.storytelling_d10.character.balances import Instance
from rules.systems.storytelling_d10.character.items import Protection, Weapon
from rules.systems.storytelling_d10.character.languages import Language
from rules.systems.storytelling_d10.character.merit_tables import HouseMerit
from rules.systems.storytelling_d10.ledger.entries import DottedEntry
from rules.systems.storytelling_d10.ledger.raises import RaiseEntry


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
    weapons: tuple[Weapon, ...] = ()
    armor: tuple[Protection, ...] = ()
    shields: tuple[Protection, ...] = ()
    gear: tuple[Thing, ...] = ()
    worn: str = ""
    shield: str = ""


class Award(Entry, frozen=True, kw_only=True, tag="award"):
    """The Storyteller gives experience, Destiny points, or both."""

    xp: int = 0
    destiny: int = 0


class Adjust(Entry, frozen=True, kw_only=True, tag="adjust"):
    """A correction of points, up or down, with its reason."""

    xp: int = 0
    destiny: int = 0
    reason: str = ""


class Raise(RaiseEntry, frozen=True, kw_only=True, tag="raise"):
    """One dot more of a trait, `to` what; `skill` or `ability` is what the dot brings."""

    skill: str = ""
    ability: str = ""


class Story(Entry, frozen=True, kw_only=True, tag="story"):
    """What the story changes of Power, Light side, Dark side."""

    power: int = 0
    light_side: int = 0
    dark_side: int = 0
    reason: str = ""


class Rebuild(entries.Rebuild, frozen=True, kw_only=True, tag="rebuild"):
    """The build was made anew, whole."""

    build: Build


AnyEntry = (DottedEntry | Award | Adjust | Raise | Story | Rebuild) | Undo


class Marks(DocumentPart, frozen=True, kw_only=True):
    """What changes at the table; `armor_lost` and `shield_lost` are points of rating."""

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


class House(DocumentPart, frozen=True, kw_only=True):
    """What the party decided: accepted problems, the Power of new characters, what the four bands
    of range in space add, switches, and things of its own making.
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
