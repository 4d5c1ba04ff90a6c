"""The notes that a player writes about a character, beside its document."""

from collections.abc import Mapping

from rules import document as documents
from rules.problems import InvalidDocument
from sheets import markdown, quotas
from sheets.errors import ARCHIVED, NotEditable, Refused
from sheets.form_data import SentField
from sheets.models import AddedNote, Character, Notes, PlayLogEntry
from sheets.models.notes import LONGEST
from sheets.writes import Operation, touched_fields

NO_ROOM = f"The private notes are full: at most {LONGEST:,} characters fit."


class Save(Operation[Character, tuple[str, ...]]):
    """Saves the notes of a form, all or none, as `creation.save_fields` does; the fields that it
    changed. Their HTML is made while nothing is locked.

    Raises NotEditable while the character is archived. A finished character may be written about.
    """

    sent: Mapping[str, SentField]

    def run(self) -> tuple[str, ...]:
        for field, sent in self.sent.items():
            if sent.touched:  # made now, it is there under the lock
                _field_error(field, {field: sent.values})
        return super().run()

    def save(self) -> tuple[str, ...]:
        character, notes = self.row, notes_of(self.row)
        if character.is_archived:
            raise NotEditable(ARCHIVED)
        touched = touched_fields(self.sent, lambda field: _field_value(notes, field))
        if errors := {field: error for field in touched if (error := _field_error(field, touched))}:
            raise Refused(errors)
        for field, (text,) in touched.items():
            quotas.check_growth(character, len(getattr(notes, field)), len(text), field)
            setattr(notes, field, text)
        if touched:
            notes.save()
        return tuple(touched)


def notes_of(character: Character) -> Notes:
    """The notes of a character; empty and unsaved where there are none."""
    return getattr(character, "notes", None) or Notes(character=character)


def copy_notes(character: Character, to: Character) -> None:
    """Copies the notes to another character. Part of an operation."""
    if (notes := notes_of(character)).pk:
        texts = {name: getattr(notes, name) for name in Notes.texts()}
        Notes.objects.create(character=to, **texts)


def check_room(character: Character, text: str) -> None:
    """Refused if the text does not fit into the private notes. Makes their HTML, so that it is
    there when they are locked. Part of an operation.
    """
    markdown.kept(_with(notes_of(character), character, text))


def add_private(entry: PlayLogEntry, text: str) -> None:
    """Adds a text to the private notes, which goes with the undo of a log entry. Refused if it
    does not fit. Part of an operation, while the character is locked.
    """
    character = entry.character
    notes = Notes.objects.filter(character=character).first() or Notes(character=character)
    notes.private = _with(notes, character, text)
    notes.save()
    AddedNote.objects.create(entry=entry, text=text)


def stays(entry: PlayLogEntry) -> bool:
    """True if an undo leaves a log entry's addition in the notes, because the notes were changed
    there. Otherwise makes the HTML of what will be left, so that it is there under the lock.
    """
    added = AddedNote.objects.filter(entry=entry).first()
    if added is None:
        return False
    notes = Notes.objects.filter(character=entry.character_id).first()
    if notes is None or added.text not in notes.private:
        return True
    markdown.kept(_without(notes.private, added.text))
    return False


def take_out(entry: PlayLogEntry) -> None:
    """Takes what a log entry added out of the notes, if it still stands there. Part of an
    operation, while the character is locked.
    """
    added = AddedNote.objects.filter(entry=entry).first()
    notes = Notes.objects.filter(character=entry.character_id).first() if added else None
    if added is None or notes is None or added.text not in notes.private:
        return
    notes.private = _without(notes.private, added.text)
    notes.save(update_fields=["private"])


def _without(private: str, text: str) -> str:
    """Private notes without the last of such a text in them."""
    before, _, after = private.rpartition(text)
    return "\n\n".join(filter(None, (before.rstrip(), after.lstrip())))


def _with(notes: Notes, character: Character, text: str) -> str:
    """The private notes with one more text. Refused if it does not fit."""
    private = f"{notes.private.rstrip()}\n\n{text}".strip()
    if len(private) > LONGEST:
        raise Refused({"note": NO_ROOM})
    if costly := markdown.refusal(text):
        raise Refused({"note": costly})
    quotas.check_growth(character, len(notes.private), len(private), "note")
    return private


def _field_value(notes: Notes, field: str) -> tuple[str, ...] | None:
    return (getattr(notes, field),) if field in Notes.FIELDS else None


def _field_error(field: str, touched: Mapping[str, tuple[str, ...]]) -> str:
    """Why a field cannot be saved, "" where it can."""
    values = touched[field]
    if field not in Notes.FIELDS or len(values) != 1:
        return "This field doesn't exist."
    if len(values[0]) > LONGEST:
        return f"Use at most {LONGEST:,} characters, not {len(values[0]):,}."
    try:
        documents.check(values[0])
    except InvalidDocument as unreadable:
        return f"This can't be saved: {unreadable}."
    return markdown.refusal(values[0])
