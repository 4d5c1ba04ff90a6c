"""Building a finished character anew: begin, finish as one entry of the ledger, or leave it.

What is decided in between goes through the steps of creation, and is kept apart (`storage.
being_built`): the character stays as it was until the rebuild is finished.
"""

import json
from typing import Any

import msgspec

from rules import document as documents
from rules.document import Document
from rules.problems import RuleViolation
from rules.system import OpenCharacter
from sheets import problems, storage
from sheets.access import CharacterAccess
from sheets.advancement.operations import appended, now
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
from sheets.storage import fill_being_built_or_refuse
from sheets.writes import Form, Keep, write, write_prepared

ONLY_THE_BUILD = (
    "This changes otherwise: send it as it is stored, or leave it out. Only the name, the player,"
    " and the build can be replaced."
)
OTHER_GAME = "A character stays in its game. Create a new one instead."
NONE_UNDER_WAY = "No rebuild is running. It was finished or canceled on another page."


def begin(character_access: CharacterAccess, *, key: str) -> None:
    """Opens the steps with the build that counts now; one that is under way goes on.

    NotEditable for a draft, whose steps are open, and for a character that is put away.
    """

    def prepare(character: Character) -> Keep[None]:
        _not_put_away(character)
        if character.is_draft:
            raise NotEditable(UNFINISHED)
        if character.is_rebuilding:
            return lambda: None
        system, document = storage.read(character)
        character.rebuilding, character.aside = {}, {}
        fill_being_built_or_refuse(character, system.build_now(document))
        return lambda: _save(character)

    write_prepared(
        character_access, prepare, form=Form(key, ("begin a rebuild", str(character_access.id)))
    )


def replace(character_access: CharacterAccess, members: Any, *, version: int, key: str) -> None:
    """Takes the name, the player, and the build of a whole document; of a finished character as a
    rebuild, at once.

    `members` is the document as plain values. What it has besides has to be as it is stored; marks
    may be as they were, since they move by themselves. InvalidDocument where it cannot be read;
    Refused where it has something else, and as for `finish`; OutOfDate where the character is not
    of that version; Conflict while steps of a rebuild are open.
    """

    def prepare(character: Character) -> Keep[None]:
        _not_put_away(character)
        if character.version != version:
            raise OutOfDate
        if character.is_rebuilding:
            raise NotEditable(REBUILDING)
        sent = _replacement(character, members)
        if character.is_draft:
            fill_build(character, sent)
            return character.save
        before = storage.load(character).opened
        keep = appended(character, before.document, _rebuilt_as(before, sent))

        def keep_all() -> None:
            keep()

        return keep_all

    content = json.dumps(members, sort_keys=True)
    form = Form(key, ("replace", content, str(version), str(character_access.id)))
    write_prepared(character_access, prepare, form=form)


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
    named: dict[str, Any] = {"name": sent.name, "player": sent.player, "build": sent.build}
    return msgspec.structs.replace(stored, **named)


def _rebuilt_as(before: OpenCharacter, sent: Document) -> OpenCharacter:
    """The character with the build that was sent; Refused, with the problems, where it may not be
    so. A build that is as it was makes no entry.
    """
    system, after = before.system, before.document
    build_now = before.build_now()
    if sent.build != build_now.build:
        anew = msgspec.structs.replace(build_now, build=sent.build)
        open_problems, _ = problems.problems(system, anew)
        if open_problems:
            raise Refused(problems=open_problems)
        try:
            after = system.rebuilt(after, anew, by=sent.player, at=now())
        except RuleViolation as violation:
            raise Refused(problems=violation.problems) from None
    named: dict[str, Any] = {"name": sent.name, "player": sent.player}
    return system.open(msgspec.structs.replace(after, **named))


def leave(character_access: CharacterAccess, *, key: str) -> None:
    """Drops what was decided anew. Where nothing is under way, nothing is done."""

    def change(character: Character) -> None:
        _not_put_away(character)
        if character.is_rebuilding:
            _fill_closed(character)
            _save(character)
            _forget_surprise(character)

    write(
        character_access.lock, change, form=Form(key, ("leave a rebuild", str(character_access.id)))
    )


def finish(character_access: CharacterAccess, *, version: int, key: str) -> None:
    """Makes the new build count, as one more entry; the name and the player change with it.

    A build that is as it was makes no entry. Refused, with the problems, where it is open or wrong
    or takes away what later entries rest on; OutOfDate where the character is not of that version
    any more.
    """

    def prepare(character: Character) -> Keep[dict[str, Any]]:
        _not_put_away(character)
        if not character.is_rebuilding:
            raise Conflict(NONE_UNDER_WAY)
        if character.version != version:
            raise OutOfDate
        try:
            before, after = rebuilt(character, at=now())
        except RuleViolation as violation:
            raise Refused(problems=violation.problems) from None
        _fill_closed(character)
        keep = appended(character, before.document, after)

        def close() -> dict[str, Any]:
            _forget_surprise(character)
            return keep()

        return close

    form = Form(key, ("finish a rebuild", str(version), str(character_access.id)))
    write_prepared(character_access, prepare, form=form)


def rebuilt(character: Character, *, at: str = "") -> tuple[OpenCharacter, OpenCharacter]:
    """A character that is being rebuilt, now and once that is finished.

    The latter has one entry more, unless the build is the one that counts already. RuleViolation,
    with the problems, where it may not be.
    """
    before, building = storage.load(character).opened, storage.open_being_built(character)
    anew, after = building.document, before.document
    if anew.build != before.build_now().build:
        open_problems, _ = problems.problems_of(building)
        if open_problems:
            raise RuleViolation(open_problems)
        after = before.system.rebuilt(after, anew, by=anew.player, at=at)
    named: dict[str, Any] = {"name": anew.name, "player": anew.player}
    return before, before.system.open(msgspec.structs.replace(after, **named))


def _not_put_away(character: Character) -> None:
    if character.is_archived:
        raise NotEditable(ARCHIVED)


def _fill_closed(character: Character) -> None:
    character.rebuilding, character.aside = None, {}


def _forget_surprise(character: Character) -> None:
    Surprise.objects.filter(character=character).delete()


def _save(character: Character) -> None:
    character.version += 1
    character.save()
