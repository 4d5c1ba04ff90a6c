"""What a HyperspaceD6 document holds: build, entries of the ledger, marks, house."""

from __future__ import annotations

import msgspec

from rules import entries
from rules.document import Accepted, Part
from rules.entries import Entry, Session, Undo
from rules.systems.hyperspace_d6.own import (
    HouseArmor,
    HouseBurden,
    HouseEdge,
    HouseItem,
    HouseProfession,
    HouseSkill,
    HouseSpecies,
    HouseWeapon,
    OwnProfession,
    OwnSpecies,
)


class Edge(Part, frozen=True, kw_only=True):
    """An edge, the skill it needs, and the player's words."""

    id: str
    skill: str = ""
    note: str = ""


class Burden(Part, frozen=True, kw_only=True):
    """A burden, the attribute it needs, and the player's words."""

    id: str
    attribute: str = ""
    note: str = ""


class Gear(Part, frozen=True, kw_only=True):
    """One stack of things: of the tables by `id`, or typed in by hand with a `name`."""

    id: str = ""
    name: str = ""
    quantity: int = 1
    alias: str = msgspec.field(default="", name="as")
    granted: bool = False
    design: str = ""
    features: tuple[str, ...] = ()
    crystal: str = ""

    @property
    def key(self) -> str:
        """What the stack is called in the document."""
        return self.alias or self.id or self.name


class Quickplay(Part, frozen=True, kw_only=True):
    """A character of quick play: the attribute that has two dice more, those that have one more,
    and everything else told in words.
    """

    plus_two: str = ""
    plus_one: tuple[str, ...] = ()
    species: str = ""
    profession: str = ""
    skills: str = ""
    edge: str = ""
    burden: str = ""
    gear: str = ""


class Build(Part, frozen=True, kw_only=True):
    """The choices of creation. `quickplay` counts where the party plays by those rules, all else
    where it does not; neither is lost.
    """

    concept: str = ""
    pronouns: str = ""
    appearance: str = ""
    personality: str = ""
    species: str | OwnSpecies | None = None
    profession: str | OwnProfession | None = None
    skills: tuple[str, ...] = ()
    edge: Edge | None = None
    burden: Burden | None = None
    gear: tuple[Gear, ...] = ()
    worn: str | None = None
    starting_credits: int | None = None
    quickplay: Quickplay | None = None


class Award(Entry, frozen=True, kw_only=True, tag="award"):
    """The GM gives Character Points, credits, or both."""

    cp: int = 0
    credits: int = 0


class RaiseSkill(Entry, frozen=True, kw_only=True, tag="raise-skill"):
    """One more die in a skill."""

    skill: str


class RaiseAttribute(Entry, frozen=True, kw_only=True, tag="raise-attribute"):
    """One more die in an attribute."""

    attribute: str


class UnlockForce(Entry, frozen=True, kw_only=True, tag="unlock-force"):
    """The Force awakens: its first die."""


class Upgrade(Entry, frozen=True, kw_only=True, tag="upgrade"):
    """`aspect` is "damage", "soak", "dice" (what a tool adds) or "feature"; a feature has words and
    the price the GM named.
    """

    item: str
    aspect: str
    feature: str = ""
    cp: int | None = None


class Buy(Entry, frozen=True, kw_only=True, tag="buy"):
    """So many of a thing, at the printed price."""

    item: str
    quantity: int = 1


class Sell(Entry, frozen=True, kw_only=True, tag="sell"):
    """`credits` is what the whole sale brought."""

    item: str
    quantity: int = 1
    credits: int


class Grant(Entry, frozen=True, kw_only=True, tag="grant"):
    """The GM gives so many of a thing: one of the tables by `item`, or one typed by hand by `name`,
    without price or rule. `item` may also be called by what the character carries already. A
    lightsaber is made as `design`, `features` and `crystal` say.
    """

    item: str = ""
    name: str = ""
    quantity: int = 1
    design: str = ""
    features: tuple[str, ...] = ()
    crystal: str = ""


class Use(Entry, frozen=True, kw_only=True, tag="use"):
    """So many of a thing are used up."""

    item: str
    quantity: int = 1


class Lose(Entry, frozen=True, kw_only=True, tag="lose"):
    """So many of a thing are gone."""

    item: str
    quantity: int = 1


class Wear(Entry, frozen=True, kw_only=True, tag="wear"):
    """Another armor is put on, or none."""

    item: str | None


class Name(Entry, frozen=True, kw_only=True, tag="name"):
    """One of a thing gets a name of its own; one of several splits off."""

    item: str
    alias: str = msgspec.field(name="as")


class Spend(Entry, frozen=True, kw_only=True, tag="spend"):
    """Character Points went into a roll."""

    cp: int


class Rebuild(entries.Rebuild, frozen=True, kw_only=True, tag="rebuild"):
    """The build was made anew, whole."""

    build: Build


class Adjust(Entry, frozen=True, kw_only=True, tag="adjust"):
    """A correction, up or down, with its reason."""

    cp: int = 0
    credits: int = 0
    reason: str = ""


AnyEntry = (
    Award
    | RaiseSkill
    | RaiseAttribute
    | UnlockForce
    | Upgrade
    | Buy
    | Sell
    | Grant
    | Use
    | Lose
    | Wear
    | Name
    | Spend
    | Session
    | Rebuild
    | Adjust
    | Undo
)


class Marks(Part, frozen=True, kw_only=True):
    """What changes at the table. `force_points` is what is left; None means all of them. `woken` is
    with how many wounds somebody came to, where those are still more than Strength.
    """

    wounds: int = 0
    stunned: int = 0
    unconscious: int = 0
    dead: int = 0
    force_points: int | None = None
    haunted: int = 0
    old_wound: int = 0
    craving: int = 0
    woken: int = 0


class House(Part, frozen=True, kw_only=True):
    """What the party decided: accepted problems, things of its own making, the era it plays in, and
    which of the rules that a table may choose are on. `starting_credits` replaces every other sum.
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
