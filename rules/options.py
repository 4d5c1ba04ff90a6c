"""What can be chosen: an option with all that a form has to show of it, and what choosing it would
change. The fields that offer options are in `steps.py`.
"""

from __future__ import annotations

import msgspec

from rules.figures import Figure


class Change(msgspec.Struct, frozen=True, gc=False):
    """What a choice would do to one number: "Dodge 13 → 14"."""

    label: str
    before: str
    after: str
    better: bool


class Option(msgspec.Struct, frozen=True, gc=False):
    """One thing that can be chosen.

    `profile` is what it brings (a species' attributes); `pool` the dice code to show beside it,
    `gain` the dice that taking it would add to that pool. `barred` says why it cannot be chosen
    now; `note` is a short remark ("Empathic +1D"). `set_aside` marks a choice that no longer
    counts but is kept. `keywords` are found by a search; `ranks` are the numbers to sort by, by
    the id of a `Sort`; `term` is what the reference explains it under ("skills.pilot").
    """

    id: str
    name: str
    detail: str = ""
    group: str = ""
    chosen: bool = False
    profile: tuple[Figure, ...] = ()
    pool: Figure | None = None
    gain: int = 0
    changes: tuple[Change, ...] = ()
    note: str = ""
    barred: str = ""
    set_aside: bool = False
    keywords: str = ""
    ranks: dict[str, int] = {}
    source: str = ""
    ruling: str = ""
    term: str = ""


class Group(msgspec.Struct, frozen=True, gc=False):
    """A heading under which options or wares stand, with a pool or a remark of its own."""

    id: str
    name: str
    note: str = ""
    pool: Figure | None = None


class Sort(msgspec.Struct, frozen=True, gc=False):
    """A way to order options: "Best at Pilot". An empty id keeps the printed order."""

    id: str
    name: str
