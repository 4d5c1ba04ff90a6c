"""Taking entries back, with all that depends on them, and going back to a moment.

What depends is found by trying: without the entry the ledger is replayed, and whatever could then
not have been made, or not at that price, goes too. So nothing is priced anew, and no game has to
list what rests on what.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from rules import ledger
from rules.document import Document
from rules.history import TakingBack

if TYPE_CHECKING:
    from rules.system import GameSystem

GONE = "This was taken back already."
NOT_THEIRS = "This is not a player's to take back: it was given, or went into a roll."
RESTS = "{title} came later and rests on this, and it is not a player's to take back."


def take_back(
    system: GameSystem, document: Document, position: int, *, by: str, at: str
) -> TakingBack:
    """Undo one entry, and whatever depends on it; an undo that is undone brings its entry back.

    IndexError where there is no such entry.
    """
    entry = document.ledger[position] if position >= 0 else None
    if entry is None:
        raise IndexError(position)
    counts, _ = ledger.active(system.undone(document))
    if not counts[position]:
        return TakingBack((position,), document, GONE)
    if not removable(system, document, position):
        return TakingBack((position,), document, NOT_THEIRS)
    known = system.faulty(document)
    taken = [position]
    while True:
        after = _without(system, document, taken, by=by, at=at)
        fresh = sorted(_fresh(system, after, known, before=len(document.ledger)) - set(taken))
        if not fresh:
            break
        rest = [one for one in fresh if _is_kept(system, document, one)]
        if rest:
            return TakingBack(tuple(taken), document, _rests(system, document, rest[0]))
        taken = sorted({*taken, fresh[0]}, reverse=True)
    return TakingBack(tuple(taken), after)


def go_back(system: GameSystem, document: Document, moment: int, *, by: str, at: str) -> TakingBack:
    """Undo what players did after the first `moment` entries; what was given since, and what went
    into rolls, stays. IndexError where there is no such moment.
    """
    if not 0 <= moment <= len(document.ledger):
        raise IndexError(moment)
    known = system.faulty(document)
    taken: list[int] = []
    after = document
    for position in reversed(range(moment, len(document.ledger))):
        # An undo that is taken back lets what it undid count again: newest first, each anew.
        counts, _ = ledger.active(system.undone(after))
        if counts[position] and removable(system, document, position):
            taken.append(position)
            after = _without(system, document, taken, by=by, at=at)
    fresh = _fresh(system, after, known, before=len(document.ledger))
    if fresh:
        return TakingBack(tuple(taken), document, _rests(system, document, min(fresh)))
    return TakingBack(tuple(taken), after)


def removable(system: GameSystem, document: Document, position: int) -> bool:
    """Whether an entry is a player's to take back; of an undo, whether what it undid is."""
    undone = system.undone(document)
    seen: set[int] = set()
    while (target := undone[position]) is not None:
        if position in seen or not 0 <= target < len(undone):
            return False
        seen.add(position)
        position = target
    return system.is_players(document.ledger[position])


def _without(
    system: GameSystem, document: Document, taken: Iterable[int], *, by: str, at: str
) -> Document:
    """The document with an undo for each of these entries, newest first."""
    undos = [system.undo(one, by=by, at=at) for one in taken]
    return msgspec.structs.replace(document, ledger=(*document.ledger, *undos))


def _fresh(system: GameSystem, after: Document, known: dict[int, str], *, before: int) -> set[int]:
    """The entries that could not have been made without what was taken back."""
    return {one for one in system.faulty(after) if one < before and one not in known}


def _is_kept(system: GameSystem, document: Document, position: int) -> bool:
    """Whether an entry cannot go: it is not a player's, or it comes back by what is taken back."""
    counts, _ = ledger.active(system.undone(document))
    return not counts[position] or not removable(system, document, position)


def _rests(system: GameSystem, document: Document, position: int) -> str:
    return RESTS.format(title=system.history(document)[position].title)
