"""Undoing entries with everything that depends on them, and restoring an earlier moment.

Dependent entries are found by a replay without the undone entry: all that would not be allowed
then, or not at their price, go too. So no price changes, and no game has to list dependencies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.document import Document
from rules.ledger import entries
from rules.ledger.entries import Undo
from rules.ledger.history import UndoResult, history
from rules.ledger.rules import LedgerRules, LedgerState

GONE = "This was already undone."
NOT_THEIRS = "Only your GM can undo this: it was an award, or was spent on a roll."
TWICE = "A later entry undoes the same thing. Undo that one first."
USED = "{title} came later and depends on it."
RESTS = "{title} came later and depends on this. Only your GM can undo it."


def undo(
    rules: LedgerRules, character: LedgerState, position: int, *, by: str, at: str
) -> UndoResult:
    """Undo one entry with everything that depends on it; undoing an undo brings its entry back.

    IndexError if there is no such entry.
    """
    document = character.document
    if not 0 <= position < len(document.ledger):
        raise IndexError(position)
    undone = rules.undone(document)
    counted, already = entries.active(undone)
    if not counted[position]:
        return UndoResult((position,), document, GONE)
    undoable_places = undoable(rules, document, undone)
    if not undoable_places[position]:
        return UndoResult((position,), document, NOT_THEIRS)
    counts, invalid = entries.active([*undone, position])
    if len(invalid) > len(already):
        return UndoResult((position,), document, TWICE)
    dependents = rules.dependent_entries(document, counts, rules.invalid_entries(character))
    for dependent in dependents:
        # Entries of the game master stay, and so do entries that this would only bring back.
        if not counted[dependent] or not undoable_places[dependent]:
            return UndoResult((position,), document, _rests(rules, character, dependent))
    taken = sorted({position, *dependents}, reverse=True)
    return UndoResult(tuple(taken), _without(rules, character, taken, by=by, at=at))


def withdraw(
    rules: LedgerRules, character: LedgerState, position: int, *, by: str, at: str
) -> UndoResult:
    """Undo one entry of any kind, and nothing else: a game master takes back an award while nothing
    depends on it. IndexError if there is no such entry.
    """
    document = character.document
    if not 0 <= position < len(document.ledger):
        raise IndexError(position)
    undone = rules.undone(document)
    counted, _ = entries.active(undone)
    if not counted[position]:
        return UndoResult((position,), document, GONE)
    counts, _ = entries.active([*undone, position])
    if dependents := rules.dependent_entries(document, counts, rules.invalid_entries(character)):
        (event,) = history(rules, character, (dependents[0],))
        return UndoResult((position,), document, USED.format(title=event.title))
    after = _without(rules, character, (position,), by=by, at=at)
    return UndoResult((position,), after)


def restore_to(
    rules: LedgerRules, character: LedgerState, moment: int, *, by: str, at: str
) -> UndoResult:
    """Undo what players did after the first `moment` entries; later awards, and points spent on
    rolls, stay. IndexError if there are fewer entries.
    """
    document = character.document
    if not 0 <= moment <= len(document.ledger):
        raise IndexError(moment)
    undone = rules.undone(document)
    counted, _ = entries.active(undone)
    active_entries, _ = entries.active(undone[:moment])
    undoers = {target: undoer for undoer, target in enumerate(undone) if counted[undoer]}
    undoable_places = undoable(rules, document, undone)
    taken: list[int] = []
    for position, target in enumerate(undone):
        active_then = position < moment and active_entries[position]
        if target is not None or counted[position] == active_then:
            continue
        if undoable_places[position]:
            # Entries that were undone since come back by undoing that undo.
            taken.append(position if counted[position] else undoers[position])
    taken.sort(reverse=True)
    counts, _ = entries.active([*undone, *taken])
    if rest := rules.dependent_entries(document, counts, rules.invalid_entries(character)):
        return UndoResult(tuple(taken), document, _rests(rules, character, rest[0]))
    return UndoResult(tuple(taken), _without(rules, character, taken, by=by, at=at))


def undoable(rules: LedgerRules, document: Document, undone: Sequence[int | None]) -> list[bool]:
    """For each entry whether its player may undo it; for an undo, the entry that it undid
    decides.
    """
    return [
        undone[root] is None and rules.undoable_by_player(document.ledger[root])
        for root in entries.roots(undone)
    ]


def _without(
    rules: LedgerRules, character: LedgerState, taken: Iterable[int], *, by: str, at: str
) -> Document:
    """The document with an undo for each of these entries, newest first, and with corrected
    marks.
    """
    undos = [Undo(entry=position, by=by, at=at) for position in taken]
    document = character.document
    after = msgspec.structs.replace(document, ledger=(*document.ledger, *undos))
    return rules.settled(after, character)


def _rests(rules: LedgerRules, character: LedgerState, position: int) -> str:
    (event,) = history(rules, character, (position,))
    return RESTS.format(title=event.title)
