"""Putting a whole document into rows. Part of an operation, never one by itself."""

from collections.abc import Callable
from contextlib import suppress

from rules import registry
from rules.document import Document
from rules.problems import Unreadable
from rules.system import GameSystem
from sheets import bridge
from sheets.models import Character, LedgerEntry
from sheets.operations import quotas
from sheets.operations.faults import Refused


def kept(character: Character, document: Document, *, more: int = 0) -> Callable[[], None]:
    """A new character with its ledger, unsaved, and what saves both. Refused where the document
    could not be read again, or there is no room for it and so many bytes more.
    """
    fill(character, document)
    quotas.check_room(character.owner, character.size + more)
    rows = bridge.entries(character, document)

    def keep() -> None:
        quotas.check_character(character.owner)
        character.save()
        LedgerEntry.objects.bulk_create(rows, batch_size=1000)

    return keep


def fill(character: Character, document: Document, *, field: str = "") -> None:
    """Puts the document into the row, unsaved; Refused, at this field, where it cannot be kept, or
    holds more than a character may.
    """
    try:
        _check_bounds(character, document, bridge.read)
        bridge.fill(character, document)
    except Unreadable as error:
        raise Refused({field: f"This cannot be kept. {error.in_words}"}) from None


def fill_being_built(character: Character, document: Document, *, field: str = "") -> None:
    """As `fill`, but what the steps of creation edit: of a finished character, its rebuild. Refused
    as well where there is no room for more.
    """
    before = character.size
    try:
        _check_bounds(character, document, bridge.being_built)
        bridge.fill_being_built(character, document)
    except Unreadable as error:
        raise Refused({field: f"This cannot be kept. {error.in_words}"}) from None
    quotas.check_growth(character, before, character.size, field)


def _check_bounds(
    character: Character,
    document: Document,
    read: Callable[[Character], tuple[GameSystem, Document]],
) -> None:
    """Unreadable where it passes a bound that what is stored does not pass as far."""
    system = registry.get(document.system)
    try:
        system.check_bounds(document)
    except Unreadable:
        if character.pk is None:
            raise
        with suppress(bridge.Damaged):
            system.check_bounds(document, read(character)[1])
