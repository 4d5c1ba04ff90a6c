"""A printed sheet that comes back: what was penciled in becomes one line of the log, with its
marks, entries and notes, which is undone as one.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

import msgspec

from rules import document as documents
from rules.character import Character as OpenCharacter
from rules.paper import changes as paper_changes
from rules.paper import questions
from rules.paper.changes import Penciled
from rules.paper.questions import Question, QuestionGroup
from rules.problems import InvalidDocument
from sheets.errors import Conflict, NoSuchRow, Refused, allowed
from sheets.models import Character, ConventionSeat, PaperCode, PlayLogEntry
from sheets.models.character import CharacterQuerySet
from sheets.notes import operations as notes
from sheets.play import operations as play
from sheets.play_log import operations as play_log
from sheets.play_log.operations import NewLine

LONGEST_NOTE = 2_000
NOTHING = "Nothing on this page differs from what was printed. Change what was penciled in."
CHANGED = "The character has changed since you looked at the differences. Look again, then save."
# Others read the log, and nobody else the note itself.
NOTED = "A private note was added."
TOO_LONG = f"Use at most {LONGEST_NOTE:,} characters."


@dataclass(frozen=True)
class PrintedSheet:
    """A character as a sheet was printed of it, and as it is now."""

    groups: tuple[QuestionGroup, ...]
    printed: Mapping[str, Question]
    now: Mapping[str, Question]

    def penciled(self, answers: Mapping[str, str]) -> tuple[Penciled, ...]:
        """The penciled changes. Refused, by field, for an answer that can't be read."""
        return allowed(lambda: paper_changes.penciled(self.printed, self.now, answers))


def printed_sheet(code: PaperCode, opened: OpenCharacter) -> PrintedSheet:
    """The sheet of a code, beside the character as it is now."""
    printed = _as_printed(code, opened)
    groups = questions.groups(printed)
    return PrintedSheet(groups, questions.by_id(groups), questions.by_id(questions.groups(opened)))


def seen(changes: tuple[Penciled, ...]) -> str:
    """Tells whether the differences are still those that somebody looked at."""
    shown = [(change.question.id, change.paper, change.now, change.is_open) for change in changes]
    return blake2b(json.dumps(shown).encode(), digest_size=12).hexdigest()


def find_among(characters: CharacterQuerySet, code: str) -> PaperCode | None:
    """The code, with its character, if it is of one of these. The code comes first: to ask for one
    among the codes of all these, SQLite reads every character of the site.
    """
    row = PaperCode.objects.select_related("character").filter(code=code).first()
    return row if row and characters.filter(pk=row.character_id).exists() else None


def is_free_seat(code: str) -> bool:
    """True if the code belongs to a convention seat that nobody has taken."""
    return ConventionSeat.objects.filter(code=code, character=None).exists()


def find(character: Character, code: str) -> PaperCode:
    """The code of a character; NoSuchRow without."""
    row = PaperCode.objects.filter(character=character, code=code).first()
    if row is None:
        raise NoSuchRow
    return row


class ReturnSheet(play.LineOperation):
    """Keeps what was penciled in, as one line. `choices` decide where the character has changed
    since it was printed.

    Refused if nothing was penciled in, or where the rules do not allow it; Conflict if the
    differences are no longer those that `was_seen`, or a choice is missing.
    """

    code: str
    answers: Mapping[str, str]
    choices: Mapping[str, str]
    note: str
    was_seen: str

    def __post_init__(self) -> None:
        self.note = self.note.strip()

    @property
    def content(self) -> tuple[str, ...]:
        """As other operations, answers and choices as one."""
        filled = sorted({**self.answers, **self.choices}.items())
        pairs = (f"{name}={value}" for name, value in filled)
        return ("paper", self.code, *pairs, self.note, self.was_seen, *self.access.receipt_id)

    def new_line(self, character: Character, before: OpenCharacter) -> NewLine:
        changes = printed_sheet(find(character, self.code), before).penciled(self.answers)
        if seen(changes) != self.was_seen:
            raise Conflict(CHANGED)
        if not changes and not self.note:
            raise Refused({"": NOTHING})
        if (final := paper_changes.decided(changes, self.choices)) is None:
            raise Conflict(CHANGED)
        _check_note(character, self.note)
        noted = NOTED if self.note else ""
        outcome = allowed(lambda: paper_changes.outcome(before, final, play.DICE, noted))
        return play_log.appended(character, before, outcome, actor=self.actor(character))

    def save_line(self) -> PlayLogEntry:
        line = self.line.save()
        if self.note:
            notes.add_private(line, self.note)
        return line


def _as_printed(code: PaperCode, opened: OpenCharacter) -> OpenCharacter:
    """The character as it was when it was printed."""
    printed = opened.as_of(min(code.moment, len(opened.document.ledger)))
    try:
        marks = documents.convert(code.marks, opened.system.marks_type, where="marks")
    except InvalidDocument:  # of an older version of the game
        return printed
    return printed.of_document(msgspec.structs.replace(printed.document, marks=marks))


def _check_note(character: Character, note: str) -> None:
    """Refused if the note cannot be kept."""
    if len(note) > LONGEST_NOTE:
        raise Refused({"note": TOO_LONG})
    play.check_texts({"note": (note,)})
    notes.check_room(character, note)
