"""Documents put into rows within what a character and its owner may hold; Refused beyond that."""

from collections.abc import Callable
from contextlib import suppress

from rules import bounds, registry
from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.problems import InvalidDocument
from sheets import quotas, storage
from sheets.errors import Refused
from sheets.models import Character, LedgerEntry


class NewCharacter:
    """A new character with its ledger, unsaved. Part of an operation.

    Refused if the document could not be read again, or there is no room for it and so many bytes
    `more`.
    """

    def __init__(self, character: Character, document: Document, *, more: int = 0) -> None:
        fill_or_refuse(character, document)
        quotas.check_room(character.owner, character.size + more)
        self.character, self.entries = character, storage.entries(character, document)

    def save(self) -> None:
        """Saves both."""
        quotas.check_character(self.character.owner)
        self.character.save()
        LedgerEntry.objects.bulk_create(self.entries, batch_size=1000)


def fill_or_refuse(
    character: Character,
    document: Document,
    *,
    field: str = "",
    opened: OpenCharacter | None = None,
) -> None:
    """Puts the document into the row, unsaved; Refused, at this field, where it cannot be kept, or
    holds more than a character may.
    """
    try:
        _check_bounds(character, document, lambda: storage.read(character)[1])
        storage.fill_row(character, document, opened=opened)
    except InvalidDocument as error:
        raise Refused({field: f"This can't be saved. {error.in_words}"}) from None


def fill_being_built_or_refuse(
    character: Character,
    document: Document,
    *,
    field: str = "",
    opened: OpenCharacter | None = None,
) -> None:
    """As `fill_or_refuse`, but what the steps of creation edit: of a finished character, its
    rebuild. Refused as well where there is no room for more.
    """
    before = character.size
    try:
        _check_bounds(character, document, lambda: storage.open_being_built(character).document)
        storage.fill_row_being_built(character, document, opened=opened)
    except InvalidDocument as error:
        raise Refused({field: f"This can't be saved. {error.in_words}"}) from None
    quotas.check_growth(character, before, character.size, field)


def _check_bounds(
    character: Character,
    document: Document,
    stored: Callable[[], Document],
) -> None:
    """InvalidDocument if it passes a bound that what is stored does not pass as far."""
    system = registry.rules_of(document)
    try:
        bounds.check(system.ledger_rules, document)
    except InvalidDocument:
        if character.pk is None:
            raise
        with suppress(storage.CorruptRow):
            bounds.check(system.ledger_rules, document, stored())
