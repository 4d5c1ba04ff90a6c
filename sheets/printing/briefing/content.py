"""The content of a GM briefing, before it is laid out."""

from __future__ import annotations

import msgspec


class TraitRow(msgspec.Struct, frozen=True):
    """A trait with every character's code ("" for none), who is best, and who has dice of their
    own.

    `heads` marks a head trait, with others below it.
    """

    name: str
    codes: tuple[str, ...]
    best: tuple[bool, ...]
    own: tuple[bool, ...]
    heads: bool = False


class Hook(msgspec.Struct, frozen=True):
    """A plot hook, an edge or burden: its name, kind, and description."""

    name: str
    label: str
    words: str


class TrackBoxes(msgspec.Struct, frozen=True):
    """The boxes of one wound level, and how many are marked."""

    name: str
    count: int
    marked: int


class BriefingCharacter(msgspec.Struct, frozen=True):
    """One character: name, species and profession, player, figures below the column heads ("" for
    none), state, boxes, plot hooks, and changes, newest first.
    """

    name: str
    about: str
    player: str
    figures: tuple[str, ...]
    state: tuple[str, ...] = ()
    boxes: tuple[TrackBoxes, ...] = ()
    hooks: tuple[Hook, ...] = ()
    changes: tuple[str, ...] = ()


class Briefing(msgspec.Struct, frozen=True):
    """A whole briefing. `pools` have a code for each of the `people`, in order; `since` is the
    heading of the changes; `asides` are characters not in play, `stash` what the party owns
    together; `notes` is safe HTML from `sheets.markdown`.
    """

    slug: str
    party: str
    game: str
    credit: str
    about: str
    since: str
    date: str
    heads: tuple[str, ...] = ()
    people: tuple[BriefingCharacter, ...] = ()
    pools: tuple[TraitRow, ...] = ()
    asides: tuple[str, ...] = ()
    stash: tuple[str, ...] = ()
    notes: str = ""
