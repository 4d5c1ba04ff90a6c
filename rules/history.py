"""What happened to a character, entry by entry, and how entries are taken back.

What an entry does, costs and is called is each system's own. Here is what holds in every game: an
undo is an entry, whatever builds on what is taken back goes with it, and nothing is erased.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.document import Document
from rules.figures import Figure


class Event(msgspec.Struct, frozen=True, gc=False):
    """One entry of the ledger, told.

    `kind` is its id and `kind_name` its name ("Skill raised"); `title` says what it was ("Agility
    1D → 2D"). `moved` are the sums it moved, `balances` what there was of each currency after it,
    as it was then. `counts` says whether it still does; `undone_by` is the entry that took it back,
    `undoes` the one that it took back itself. `fault` says why it does nothing. `removable` says
    that a player may take it back: awards, gifts, and points that went into a roll stay.
    """

    position: int
    kind: str
    kind_name: str
    title: str
    by: str
    at: str
    note: str
    moved: tuple[Figure, ...]
    balances: tuple[Figure, ...]
    counts: bool
    undone_by: int | None = None
    undoes: int | None = None
    fault: str = ""
    removable: bool = False


class TakingBack(msgspec.Struct, frozen=True, gc=False):
    """What taking something back comes to, before it is done.

    `positions` are the entries that go, newest first: the one that was asked for and all that
    depend on it. `obstacle` says why it cannot be done ("" where it can), and what would make it
    possible. `document` is the document afterwards, with an undo for each of them.
    """

    positions: tuple[int, ...]
    document: Document
    obstacle: str = ""


def kind(entry: Any) -> str:
    """The kind of an entry, or of a type of entries, as the document calls it."""
    return str(entry.__struct_config__.tag)
