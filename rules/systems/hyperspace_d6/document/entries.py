"""The entries of a character's ledger, and those of a craft's."""

import msgspec

from rules.kit import inventory
from rules.kit.stash import Stash
from rules.ledger import entries
from rules.ledger.entries import Entry, Session, Undo
from rules.systems.hyperspace_d6.document.build import Build

Use = inventory.Use
Lose = inventory.Lose
Wear = inventory.Wear


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
    """`aspect` is "damage", "soak", "dice" (of a tool) or "feature", with words and a price."""

    item: str
    aspect: str
    feature: str = ""
    cp: int | None = None


class Buy(Entry, frozen=True, kw_only=True, tag="buy"):
    """Some items are bought, at the printed price."""

    item: str
    quantity: int = 1


class Sell(Entry, frozen=True, kw_only=True, tag="sell"):
    """Some items are sold; `credits` is the price of all of them."""

    item: str
    quantity: int = 1
    credits: int


class Grant(Entry, frozen=True, kw_only=True, tag="grant"):
    """A gift of the GM: an item of the tables by `item`, or a custom one by `name`, without price
    or rules. `item` may also be the name of a carried item. A lightsaber has this `design`,
    `features` and `crystal`.
    """

    item: str = ""
    name: str = ""
    quantity: int = 1
    design: str = ""
    features: tuple[str, ...] = ()
    crystal: str = ""


class Take(Grant, frozen=True, kw_only=True, tag="take"):
    """An item out of the party's stash, with its custom name, its upgrades and features."""

    alias: str = msgspec.field(default="", name="as")
    upgrades: int = 0
    added: tuple[str, ...] = ()


class Name(Entry, frozen=True, kw_only=True, tag="name"):
    """An item gets its own name; one of several splits off."""

    item: str
    alias: str = msgspec.field(name="as")


class Spend(Entry, frozen=True, kw_only=True, tag="spend"):
    """Character Points spent on a roll."""

    cp: int


class Rebuild(entries.Rebuild, frozen=True, kw_only=True, tag="rebuild"):
    """A complete new build."""

    build: Build


class Adjust(Entry, frozen=True, kw_only=True, tag="adjust"):
    """A correction, up or down, with its reason."""

    cp: int = 0
    credits: int = 0
    reason: str = ""


Points = Award | Spend | Adjust
Raising = RaiseSkill | RaiseAttribute | UnlockForce
Getting = Buy | Grant
Parting = Sell | Use | Lose | Stash
Carrying = Getting | Parting | Take | Wear | Name | Upgrade
AnyEntry = Points | Raising | Carrying | Session | Rebuild | Undo


class CraftAward(Entry, frozen=True, kw_only=True, tag="award"):
    """The GM gives Character Points to the craft itself."""

    cp: int = 0


class Contribute(Entry, frozen=True, kw_only=True, tag="contribute"):
    """Character Points that a character pays in, who spends them in a ledger of its own."""

    cp: int
    giver: str = msgspec.field(name="from")


class CraftUpgrade(Entry, frozen=True, kw_only=True, tag="upgrade"):
    """`aspect` is "mobility", "sensors", "fire_control", "shields", "damage" of a `weapon`,
    "weapon" with a `name` and its `damage`, or "component" with a `name` and the `cp` that the GM
    named. `raises` are the defenses that it raises by one.
    """

    aspect: str
    weapon: str = ""
    name: str = ""
    damage: int | None = None
    cp: int | None = None
    raises: tuple[str, ...] = ()


class CraftAdjust(Entry, frozen=True, kw_only=True, tag="adjust"):
    """A correction, up or down, with its reason."""

    cp: int = 0
    reason: str = ""
