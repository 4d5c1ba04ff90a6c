"""The entries of a HyperspaceD6 craft's ledger. What its build and its marks are made of stands in
`tables/vehicles.toml`.
"""

import msgspec

from rules.ledger.entries import Entry


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
