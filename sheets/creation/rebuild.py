"""Building a finished character anew: begin, finish as one entry of the ledger, or leave it.

What is decided in between goes through the steps of creation, and is kept apart (`storage.
being_built`): the character stays as it was until the rebuild is finished.
"""

import json
from typing import Any

import msgspec

from rules import document as documents
from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.problems import RuleViolation
from sheets import problems, storage
from sheets.advancement.operations import Entered, NewEntries, now
from sheets.bounded_storage import fill_being_built_or_refuse
from sheets.creation.operations import fill_build
from sheets.errors import (
    ARCHIVED,
    REBUILDING,
    UNFINISHED,
    Conflict,
    NotEditable,
    OutOfDate,
    Refused,
)
from sheets.models import Character, Surprise
from sheets.writes import Operation

ONLY_THE_BUILD = (
    "This changes otherwise: send it as it is stored, or leave it out. Only the name, the player,"
    " and the build can be replaced."
)
OTHER_GAME = "A character stays in its game. Create a new one instead."
NONE_UNDER_WAY = "No rebuild is running. It was finished or canceled on another page."


class Begin(Operation[Character, None]):
    """Opens the steps with the build that counts now; one that is under way goes on.

    NotEditable for a draft, whose steps are open, and for a character that is archived.
    """

    verb = "begin a rebuild"

    def prepare(self, row: Character) -> None:
        _check_not_archived(row)
        if row.is_draft:
            raise NotEditable(UNFINISHED)
        self.is_new = not row.is_rebuilding
        if self.is_new:
            opened = storage.load(row).opened
            row.rebuilding, row.aside = {}, {}
            fill_being_built_or_refuse(row, opened.build_now())

    def save(self) -> None:
        if self.is_new:
            _save(self.row)


class Replace(Operation[Character, None]):
    """Takes the name, the player, and the build of a whole document; of a finished character as a
    rebuild, at once.

    `members` is the document as plain values. What it has besides has to be as it is stored; marks
    may be as they were, since they move by themselves. InvalidDocument if it cannot be read;
    Refused if it has something else, and as for `Finish`; OutOfDate if the character is not
    of that version; Conflict while steps of a rebuild are open.
    """

    members: Any
    version: int

    @property
    def content(self) -> tuple[str, ...]:
        """As other operations, with the document as one text."""
        text = json.dumps(self.members, sort_keys=True)
        return ("replace", text, str(self.version), *self.access.receipt_id)

    def prepare(self, row: Character) -> None:
        _check_not_archived(row)
        if row.version != self.version:
            raise OutOfDate
        if row.is_rebuilding:
            raise NotEditable(REBUILDING)
        sent = _replacement(row, self.members)
        self.entries = None
        if row.is_draft:
            fill_build(row, sent)
        else:
            before = storage.load(row).opened
            self.entries = NewEntries(row, before.document, _rebuilt_as(before, sent))

    def save(self) -> None:
        if self.entries:
            self.entries.save()
        else:
            self.row.save()


def _replacement(character: Character, members: Any) -> Document:
    """The document that replaces a stored one, with its ledger, marks and house rules."""
    envelope = documents.envelope(members)
    if envelope.system != character.system:
        raise Refused({"system": OTHER_GAME})
    system, stored = storage.read(character)
    plain = json.loads(json.dumps(documents.write(stored)))
    if faults := {
        name: ONLY_THE_BUILD
        for name in ("ledger", "house")
        if name in members and members[name] != plain.get(name, type(members[name])())
    }:
        raise Refused(faults)
    sent = system.take(msgspec.structs.replace(envelope, ledger=[], marks={}, house={}))
    named: dict[str, object] = {"name": sent.name, "player": sent.player, "build": sent.build}
    return msgspec.structs.replace(stored, **named)


def _rebuilt_as(before: OpenCharacter, sent: Document) -> OpenCharacter:
    """The character with the build that was sent; Refused, with the problems, where it may not be
    so. A build that is as it was makes no entry.
    """
    after, build_now = before, before.build_now()
    if sent.build != build_now.build:
        anew = msgspec.structs.replace(build_now, build=sent.build)
        open_problems, _ = problems.problems_of(before.of_document(anew))
        if open_problems:
            raise Refused(problems=open_problems)
        try:
            after = before.rebuilt(anew, by=sent.player, at=now())
        except RuleViolation as violation:
            raise Refused(problems=violation.problems) from None
    named: dict[str, object] = {"name": sent.name, "player": sent.player}
    return before.of_document(msgspec.structs.replace(after.document, **named))


class Leave(Operation[Character, None]):
    """Drops what was decided anew. Where nothing is under way, nothing is done."""

    verb = "leave a rebuild"

    def save(self) -> None:
        _check_not_archived(self.row)
        if self.row.is_rebuilding:
            _fill_closed(self.row)
            _save(self.row)
            _forget_surprise(self.row)


class Finish(Operation[Character, Entered]):
    """Makes the new build count, as one more entry; the name and the player change with it.

    A build that is as it was makes no entry. Refused, with the problems, where it is open or wrong
    or takes away what later entries rest on; OutOfDate if the character is not of that version
    any more.
    """

    verb = "finish a rebuild"
    version: int

    def prepare(self, row: Character) -> None:
        _check_not_archived(row)
        if not row.is_rebuilding:
            raise Conflict(NONE_UNDER_WAY)
        if row.version != self.version:
            raise OutOfDate
        try:
            before, after = rebuilt(row, at=now())
        except RuleViolation as violation:
            raise Refused(problems=violation.problems) from None
        _fill_closed(row)
        self.entries = NewEntries(row, before.document, after)

    def save(self) -> Entered:
        _forget_surprise(self.row)
        return self.entries.save()


def rebuilt(character: Character, *, at: str = "") -> tuple[OpenCharacter, OpenCharacter]:
    """A character that is being rebuilt, now and once that is finished.

    The latter has one entry more, unless the build is the one that counts already. RuleViolation,
    with the problems, where it may not be.
    """
    before, building = storage.load(character).opened, storage.open_being_built(character)
    anew, after = building.document, before
    if anew.build != before.build_now().build:
        open_problems, _ = problems.problems_of(building)
        if open_problems:
            raise RuleViolation(open_problems)
        after = before.rebuilt(anew, by=anew.player, at=at)
    named: dict[str, object] = {"name": anew.name, "player": anew.player}
    return before, before.of_document(msgspec.structs.replace(after.document, **named))


def _check_not_archived(character: Character) -> None:
    if character.is_archived:
        raise NotEditable(ARCHIVED)


def _fill_closed(character: Character) -> None:
    character.rebuilding, character.aside = None, {}


def _forget_surprise(character: Character) -> None:
    Surprise.objects.filter(character=character).delete()


def _save(character: Character) -> None:
    character.version += 1
    character.save()
