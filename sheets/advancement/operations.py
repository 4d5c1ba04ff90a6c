"""The ledger: what is gained and spent once a character is finished, and what is taken back.

Entries are only ever appended. What an entry costs and does is for the rules to say; here it is
stamped with who and when, and kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils import timezone

from rules.document import Document
from rules.ledger.history import UndoResult
from rules.problems import RuleViolation
from rules.system import GameSystem, OpenCharacter
from sheets import quotas, storage
from sheets.access import CharacterAccess
from sheets.errors import ARCHIVED, UNFINISHED, NotEditable, OutOfDate, Refused, allowed
from sheets.models import Character, LedgerEntry, Owner
from sheets.storage import StoredCharacter, fill_or_refuse
from sheets.writes import Form, Keep, Prepared, Saved, write_character


@dataclass(frozen=True)
class Entered:
    """The positions of the new entries, the character's version then, and the character as it was
    saved (`writes.Saved`).
    """

    positions: tuple[int, ...]
    version: int
    character: StoredCharacter | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, saved: Saved[dict[str, Any]]) -> "Entered":
        """From the outcome of `appended`."""
        outcome = saved.outcome
        return cls(tuple(outcome["positions"]), outcome["version"], saved.character)


def enter(
    character_access: CharacterAccess, *, members: Mapping[str, str], version: int, key: str
) -> Entered:
    """One more entry, from what a form sent of it.

    Refused, by member, where it cannot be read; Refused with the problems where the rules do not
    allow it; OutOfDate where the character has changed since that version; NotEditable for a draft
    and for one that is archived.
    """

    def prepare(character: Character) -> Prepared[dict[str, Any]]:
        before = open_in_play(character, version)
        entry = stamped(before.document, read_entry(before.system, members))
        after = with_entry(before, entry)
        remove_wish(character, entry)
        return Prepared(appended(character, before.document, after), after)

    form = Form(key, ("enter", *_pairs(members), str(version), str(character_access.id)))
    return Entered.of(write_character(character_access, prepare, form=form))


def take_back(
    character_access: CharacterAccess,
    *,
    position: int,
    confirmed: tuple[int, ...] | None,
    version: int,
    key: str,
) -> Entered:
    """Takes an entry back, with all that depends on it.

    `confirmed` are the positions that the player was shown: OutOfDate where others would go by now.
    None confirms whatever depends on it in that version.
    Refused, with what would make it possible, where it cannot be done.
    """

    def prepare(character: Character) -> Prepared[dict[str, Any]]:
        before = open_in_play(character, version)
        if not 0 <= position < len(before.document.ledger):
            raise Refused({"position": "This entry doesn't exist."})
        plan = before.undo(position, by=before.document.player, at=now())
        return _undone(character, before, plan, confirmed)

    content = (
        "take back",
        str(position),
        *(("all",) if confirmed is None else map(str, confirmed)),
        str(version),
        str(character_access.id),
    )
    return Entered.of(write_character(character_access, prepare, form=Form(key, content)))


def go_back(
    character_access: CharacterAccess,
    *,
    moment: int,
    confirmed: tuple[int, ...],
    version: int,
    key: str,
) -> Entered:
    """Brings the sheet back to how it was after the first `moment` entries, as new entries.

    `confirmed` and what is raised are as for `take_back`.
    """

    def prepare(character: Character) -> Prepared[dict[str, Any]]:
        before = open_in_play(character, version)
        if not 0 <= moment <= len(before.document.ledger):
            raise Refused({"moment": "This point of the history doesn't exist."})
        plan = before.restore_to(moment, by=before.document.player, at=now())
        return _undone(character, before, plan, confirmed)

    content = ("go back", str(moment), *map(str, confirmed), str(version), str(character_access.id))
    return Entered.of(write_character(character_access, prepare, form=Form(key, content)))


def appended(
    character: Character, before: Document, after: OpenCharacter, *, author: Owner | None = None
) -> Keep[dict[str, Any]]:
    """What keeps what a document has beyond what is stored: entries, marks. Part of an operation.

    `before` is the document as it is stored. What it has is never written again. `author` is who
    made the entries where that is not the character's owner. Refused where the document could not
    be read again: it is too large; or where its owner, whose doing it is, has no room for more. The
    outcome is that of `Entered`.
    """
    first = len(before.ledger)
    if after.document.ledger[:first] != before.ledger:
        raise ValueError("entries never change")
    size = character.size
    fill_or_refuse(character, after.document, opened=after)
    if author is None:
        quotas.check_growth(character, size, character.size)
    character.version += 1
    new = storage.entries(character, after.document)[first:]
    for entry in new:
        entry.author = author

    def keep() -> dict[str, Any]:
        character.save()
        LedgerEntry.objects.bulk_create(new, batch_size=1000)
        return {"positions": [entry.position for entry in new], "version": character.version}

    return keep


def open_in_play(character: Character, version: int) -> OpenCharacter:
    """A character whose ledger may grow, open. Part of an operation.

    NotEditable, or OutOfDate where that is not its version any more.
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


def read_entry(system: GameSystem, members: Mapping[str, str]) -> Any:
    """The entry that a form sent; Refused, member by member, where it cannot be read."""
    return allowed(lambda: system.entry(members))


def with_entry(before: OpenCharacter, entry: Any) -> OpenCharacter:
    """The character with the entry; Refused, with the problems, where it may not be."""
    try:
        return before.enter(entry)
    except RuleViolation as violation:
        raise Refused(problems=violation.problems) from None


def stamped(document: Document, entry: Any, *, by: str = "") -> Any:
    """The entry with who made it, the player unless it is said, and when."""
    return msgspec.structs.replace(entry, by=by or document.player, at=now())


def now() -> str:
    """The present moment as an entry keeps it."""
    return timezone.now().isoformat(timespec="seconds")


def remove_wish(character: Character, entry: Any) -> None:
    """Remove the first wish for this entry from the plan, unsaved: it has come true."""
    content = as_wish(entry)
    for wish in character.wishes:
        if wish["entry"] == content:
            character.wishes = [left for left in character.wishes if left is not wish]
            return


def as_wish(entry: Any) -> dict[str, Any]:
    """An entry as a wish keeps it: without who, when and how much."""
    bare = msgspec.structs.replace(entry, by="", at="", note="", paid=None)
    return dict(msgspec.to_builtins(bare))


def _undone(
    character: Character,
    before: OpenCharacter,
    plan: UndoResult,
    confirmed: tuple[int, ...] | None,
) -> Prepared[dict[str, Any]]:
    if plan.refusal:
        raise Refused({"position": plan.refusal})
    if confirmed is not None and set(plan.positions) != set(confirmed):
        raise OutOfDate
    if not plan.positions:
        raise Refused({"moment": "There is nothing to undo: this is the current state."})
    after = before.system.open(plan.document)
    return Prepared(appended(character, before.document, after), after)


def _pairs(members: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name, value in sorted(members.items()))
