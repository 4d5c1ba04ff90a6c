"""The ledger: what is gained and spent once a character is finished, and what is taken back.

Entries are only ever appended. What an entry costs and does is for the rules to say; here it is
stamped with who and when, and kept.
"""

from collections.abc import Mapping
from typing import TypedDict

import msgspec
from django.utils import timezone

from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.game import Game
from rules.ledger.entries import Entry, Session
from rules.ledger.history import UndoResult
from rules.problems import RuleViolation
from sheets import quotas, storage
from sheets.bounded_storage import fill_or_refuse
from sheets.errors import ARCHIVED, UNFINISHED, NotEditable, OutOfDate, Refused, allowed
from sheets.models import Character, Encounter, LedgerEntry, Owner
from sheets.writes import CharacterOperation


class Entered(TypedDict):
    """The positions of the new entries, and the character's version with them."""

    positions: list[int]
    version: int


class NewEntries:
    """The entries and marks that a document adds to the stored one, ready to be saved. An operation
    holds it.

    `before` is the document as it is stored; its entries are never written again. `author` is who
    made the entries, unless the character's owner did. Raises Refused if the document is too large
    to be read again, or if its owner, who makes it grow, has no room for more.
    """

    def __init__(
        self,
        character: Character,
        before: Document,
        after: OpenCharacter,
        *,
        author: Owner | None = None,
    ) -> None:
        first = len(before.ledger)
        if after.document.ledger[:first] != before.ledger:
            raise ValueError("entries never change")
        size = character.size
        fill_or_refuse(character, after.document, opened=after)
        if any(isinstance(entry, Session) for entry in after.document.ledger[first:]):
            _end_turn(character)
        if author is None:
            quotas.check_growth(character, size, character.size)
        character.version += 1
        self.character = character
        self.rows = storage.entries(character, after.document)[first:]
        for row in self.rows:
            row.author = author

    def save(self) -> Entered:
        """Saves the character and its new entries."""
        self.character.save()
        LedgerEntry.objects.bulk_create(self.rows, batch_size=1000)
        return {
            "positions": [row.position for row in self.rows],
            "version": self.character.version,
        }


def _end_turn(character: Character) -> None:
    """No turn lasts from one session to the next, but in a fight that does."""
    running = Encounter.State.RUNNING
    if character.situation and not character.combatants.filter(encounter__state=running).exists():
        character.situation = {}


class LedgerOperation(CharacterOperation[Entered]):
    """A change of the ledger, made on a version of the character: OutOfDate on another one.

    NotEditable for a draft, and for a character that is archived.
    """

    version: int

    def prepare(self, row: Character) -> None:
        """Works out the character as it will be."""
        before = open_in_play(row, self.version)
        self.opened = self.changed(before)
        self.entries = NewEntries(row, before.document, self.opened)

    def changed(self, before: OpenCharacter) -> OpenCharacter:
        """The character with the change."""
        raise NotImplementedError

    def save(self) -> Entered:
        """Saves it."""
        return self.entries.save()


class Enter(LedgerOperation):
    """One more entry, from what a form sent of it.

    Refused, by member, where it cannot be read; Refused with the problems where the rules do not
    allow it.
    """

    members: Mapping[str, str]

    def changed(self, before: OpenCharacter) -> OpenCharacter:
        entry = stamped(before.document, read_entry(before.system, self.members))
        remove_wish(self.row, entry)
        return with_entry(before, entry)


class UndoOperation(LedgerOperation):
    """An undo with all that depends on it.

    `confirmed` are the positions that the player was shown: OutOfDate if others would go by now.
    None confirms whatever depends on it in that version. Refused, with what would make it possible,
    where it cannot be done.
    """

    confirmed: tuple[int, ...] | None

    def changed(self, before: OpenCharacter) -> OpenCharacter:
        plan = self.plan(before)
        if plan.refusal:
            raise Refused({"position": plan.refusal})
        if self.confirmed is not None and set(plan.positions) != set(self.confirmed):
            raise OutOfDate
        if not plan.positions:
            raise Refused({"moment": "There is nothing to undo: this is the current state."})
        return before.of_document(plan.document)

    def plan(self, before: OpenCharacter) -> UndoResult:
        """The document without the entries that are undone."""
        raise NotImplementedError


class TakeBack(UndoOperation):
    """Undoes the entry at a position."""

    position: int

    def plan(self, before: OpenCharacter) -> UndoResult:
        if not 0 <= self.position < len(before.document.ledger):
            raise Refused({"position": "This entry doesn't exist."})
        return before.undo(self.position, by=before.document.player, at=now())


class GoBack(UndoOperation):
    """Brings the sheet back to how it was after the first `moment` entries, as new entries."""

    moment: int

    def plan(self, before: OpenCharacter) -> UndoResult:
        if not 0 <= self.moment <= len(before.document.ledger):
            raise Refused({"moment": "This point of the history doesn't exist."})
        return before.restore_to(self.moment, by=before.document.player, at=now())


def open_in_play(character: Character, version: int) -> OpenCharacter:
    """A character whose ledger may grow, open. Part of an operation.

    NotEditable, or OutOfDate if that is not its version any more.
    """
    check_in_play(character)
    if character.version != version:
        raise OutOfDate
    return storage.load(character).opened


def check_in_play(character: Character) -> None:
    """NotEditable for a draft, and for a character that is put away. Part of an operation."""
    if character.is_archived:
        raise NotEditable(ARCHIVED)
    if character.is_draft:
        raise NotEditable(UNFINISHED)


def read_entry(system: Game, members: Mapping[str, str]) -> Entry:
    """The entry that a form sent; Refused, member by member, where it cannot be read."""
    entry: Entry = allowed(lambda: system.ledger_rules.entry(members))
    return entry


def with_entry(before: OpenCharacter, entry: Entry) -> OpenCharacter:
    """The character with the entry; Refused, with the problems, where it may not be."""
    try:
        return before.enter(entry)
    except RuleViolation as violation:
        raise Refused(problems=violation.problems) from None


def stamped(document: Document, entry: Entry, *, by: str = "") -> Entry:
    """The entry with who made it, the player unless it is said, and when."""
    return msgspec.structs.replace(entry, by=by or document.player, at=now())


def now() -> str:
    """The present moment as an entry keeps it."""
    return timezone.now().isoformat(timespec="seconds")


def remove_wish(character: Character, entry: Entry) -> None:
    """Remove the first wish for this entry from the plan, unsaved: it has come true."""
    content = as_wish(entry)
    for wish in character.wishes:
        if wish["entry"] == content:
            character.wishes = [left for left in character.wishes if left is not wish]
            return


def as_wish(entry: Entry) -> dict[str, object]:
    """An entry as a wish keeps it: without who, when and how much."""
    bare = msgspec.structs.replace(entry, by="", at="", note="", paid=None)
    return dict(msgspec.to_builtins(bare))
