"""What a brief says, before anything of it has its place."""

from __future__ import annotations

import msgspec


class Pool(msgspec.Struct, frozen=True):
    """A trait and everybody's code in it ("" for none): who is best, who has dice of their own.

    `heads` others that stand below it.
    """

    name: str
    codes: tuple[str, ...]
    best: tuple[bool, ...]
    own: tuple[bool, ...]
    heads: bool = False


class Hook(msgspec.Struct, frozen=True):
    """Something to pull somebody by: a burden, an edge; what it is, and the words on it."""

    name: str
    label: str
    words: str


class Boxes(msgspec.Struct, frozen=True):
    """The boxes of one level of a track, and how many of them are marked."""

    name: str
    count: int
    marked: int


class Who(msgspec.Struct, frozen=True):
    """One character: who and what that is, and who plays it; the figures below their heads (""
    where it has none), how it stands, what it can be pulled by, and what changed, newest first.
    """

    name: str
    about: str
    player: str
    figures: tuple[str, ...]
    state: tuple[str, ...] = ()
    boxes: tuple[Boxes, ...] = ()
    hooks: tuple[Hook, ...] = ()
    changes: tuple[str, ...] = ()


class Briefing(msgspec.Struct, frozen=True):
    """All of it. `pools` hold a code for each of the `people`, in their order; `since` heads what
    changed; `asides` are named and not shown; `notes` are HTML that is safe: from `sheets.prose`,
    nowhere else.
    """

    slug: str
    party: str
    game: str
    credit: str
    about: str
    since: str
    date: str
    heads: tuple[str, ...] = ()
    people: tuple[Who, ...] = ()
    pools: tuple[Pool, ...] = ()
    asides: tuple[str, ...] = ()
    notes: str = ""
