"""Building a finished character anew: begin, finish as one entry of the ledger, or leave it.

What is decided in between goes through the steps of creation, and is kept apart (`storage.
being_built`): the character stays as it was until the rebuild is finished.
"""

from typing import Any

import msgspec

from rules.problems import RuleViolation
from rules.system import OpenCharacter
from sheets import problems, storage
from sheets.access import CharacterAccess
from sheets.advancement.operations import appended, now
from sheets.errors import ARCHIVED, UNFINISHED, Conflict, NotEditable, OutOfDate, Refused
from sheets.models import Character, Surprise
from sheets.storage import fill_being_built_or_refuse
from sheets.writes import Form, Keep, write, write_prepared

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
