"""What a player writes about a character besides its document."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import document as documents
from rules.problems import InvalidDocument
from sheets import quotas
from sheets.access import CharacterAccess
from sheets.errors import ARCHIVED, NotEditable, Refused
from sheets.form_data import Sent
from sheets.models import Character, Notes
from sheets.models.notes import LONGEST
from sheets.writes import touched_fields, write


@dataclass(frozen=True)
class Saved:
    """A character whose words were saved, and the fields of the form that had been touched."""

    character: Character
    changed: tuple[str, ...]


def save(claim: CharacterAccess, *, sent: Mapping[str, Sent]) -> Saved:
    """Takes what a form sent of the words, all of it or nothing, as `creation.save_fields` does.

    NotEditable while the character is put away; a finished one may be written about all the same.
    """

    def change(character: Character) -> Saved:
        if character.is_archived:
            raise NotEditable(ARCHIVED)
        words = of(character)
        touched = touched_fields(sent, lambda field: _held(words, field))
        if errors := {field: error for field in touched if (error := _fault(field, touched))}:
            raise Refused(errors)
        for field, (text,) in touched.items():
            quotas.check_growth(character, len(getattr(words, field)), len(text), field)
            setattr(words, field, text)
        if touched:
            words.save()
        return Saved(character, tuple(touched))

    return write(claim.lock, change)


def of(character: Character) -> Notes:
    """What is written about the character; empty words, unsaved, where there are none."""
    return getattr(character, "notes", None) or Notes(character=character)


def copy(character: Character, to: Character) -> None:
    """Writes the same about another. Part of an operation."""
    if (words := of(character)).pk:
        Notes.objects.create(character=to, shared=words.shared, private=words.private)


def _held(words: Notes, field: str) -> tuple[str, ...] | None:
    return (getattr(words, field),) if field in Notes.FIELDS else None


def _fault(field: str, touched: Mapping[str, tuple[str, ...]]) -> str:
    """Why a field cannot be kept, "" where it can."""
    values = touched[field]
    if field not in Notes.FIELDS or len(values) != 1:
        return "There is no such field here."
    if len(values[0]) > LONGEST:
        return f"At most {LONGEST:,} characters; these are {len(values[0]):,}."
    try:
        documents.check(values[0])
    except InvalidDocument as unreadable:
        return f"This cannot be kept: {unreadable}."
    return ""
