"""The pages of a character's history, worked out from its document."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.ledger.entries import kind as kind_of
from rules.ledger.history import HistoryEvent, UndoResult
from rules.sheet.diff import Group, grouped

# So many of the newest versions are listed to compare.
LISTED = 100


@dataclass(frozen=True)
class HistoryRow:
    """An entry as the history shows it, counted from 1: `number` is also the moment after it."""

    number: int
    event: HistoryEvent

    @property
    def before(self) -> int:
        """The moment before it."""
        return self.number - 1

    @property
    def undone_by(self) -> int | None:
        """The number of the entry that took it back."""
        return None if self.event.undone_by is None else self.event.undone_by + 1

    @property
    def undoes(self) -> int | None:
        """The number of the entry that it took back."""
        return None if self.event.undoes is None else self.event.undoes + 1


@dataclass(frozen=True)
class Revision:
    """A moment between entries: after the first `number` of them, of which `event` is the last.

    Before all of them there is none: the character as it was finished.
    """

    number: int
    event: HistoryEvent | None
    is_now: bool

    @property
    def earlier(self) -> int | None:
        """The moment before, if there is one."""
        return self.number - 1 if self.number else None

    @property
    def later(self) -> int | None:
        """The moment after, if there is one."""
        return None if self.is_now else self.number + 1


@dataclass(frozen=True)
class UndoPreview:
    """An undo before it is done: the entries that go, and the differences on the sheet.

    `asked` is the entry to undo, None for a restore to a revision; `others` go with it.
    """

    plan: UndoResult
    asked: HistoryRow | None
    others: tuple[HistoryRow, ...]
    groups: tuple[Group, ...]

    @property
    def positions(self) -> str:
        """The entries that go, as a form sends them."""
        return ",".join(str(position) for position in self.plan.positions)


def revision(character: OpenCharacter, number: int) -> Revision:
    """The moment of that number; IndexError where there is none."""
    last = len(character.document.ledger)
    if not 0 <= number <= last:
        raise IndexError(number)
    event = character.history((number - 1,))[0] if number else None
    return Revision(number, event, is_now=number == last)


def versions(character: OpenCharacter, also: Iterable[int | None]) -> list[Revision]:
    """The versions to choose from, newest first: the newest ones, the finished character, and those
    `also` that there are.
    """
    last = len(character.document.ledger)
    newest = range(max(1, last - LISTED + 1), last + 1)
    numbers = sorted({*newest, *(number for number in also if number and number <= last)})
    told = character.history([number - 1 for number in numbers])
    listed = [
        Revision(number, event, is_now=number == last)
        for number, event in zip(numbers, told, strict=True)
    ]
    return [*reversed(listed), Revision(0, None, is_now=not last)]


def kinds(character: OpenCharacter) -> dict[str, str]:
    """The kinds of entry in the ledger, by id, each with its name, in the game's order."""
    there = {kind_of(entry) for entry in character.document.ledger}
    return {id: name for id, name in character.system.ledger_rules.names.items() if id in there}


def newest_first(document: Document, kind: str) -> list[int]:
    """The positions of the entries of one kind, or ("") of all."""
    last = len(document.ledger) - 1
    entries = enumerate(reversed(document.ledger))
    return [last - count for count, entry in entries if kind in ("", kind_of(entry))]


def rows(character: OpenCharacter, positions: Collection[int]) -> list[HistoryRow]:
    """These entries as the history shows them, newest first."""
    return [_row(event) for event in reversed(character.history(positions))]


def undo_preview(
    character: OpenCharacter, plan: UndoResult, *, chosen: int | None = None
) -> UndoPreview:
    """The effect of an undo, in words: the entries that go, and the changes to the sheet."""
    others = [position for position in plan.positions if position != chosen]
    after = character.of_document(plan.document)
    entry = None if chosen is None else rows(character, (chosen,))[0]
    groups = grouped(character.sheet, after.sheet)
    return UndoPreview(plan, entry, tuple(rows(character, others)), groups)


def _row(event: HistoryEvent) -> HistoryRow:
    return HistoryRow(event.position + 1, event)
