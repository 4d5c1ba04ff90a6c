"""Making a character: begin, decide field by field, finish. What is left to chance is in
`surprises`.

The steps are the same for a finished character that is being rebuilt; how that begins and ends is
said in `rebuild`.
"""

import dataclasses
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import SystemRandom
from typing import TypeVar

from django.utils import timezone

from rules import registry
from rules.character import Character as OpenCharacter
from rules.creation import Step
from rules.document import Document
from rules.game import Game
from rules.problems import InvalidDocument, Problem, RuleViolation
from sheets import problems as character_problems
from sheets import storage
from sheets.access import MemberAccess
from sheets.bounded_storage import NewCharacter, fill_being_built_or_refuse
from sheets.demo import all_pregens
from sheets.errors import ARCHIVED, FINISHED, REBUILDING, NoSuchStep, NotEditable, Refused
from sheets.form_data import SentField
from sheets.models import Character, Owner, Surprise
from sheets.parties.operations import PartyOfNew
from sheets.writes import Operation, touched_fields

Outcome = TypeVar("Outcome")
EVERY_STEP = "all"
# What the steps change of a row.
_BUILT = (*storage.DOCUMENT_FIELDS, "rebuilding", "aside", "version")


@dataclass(frozen=True)
class Beginning:
    """The start of a character: a game, and either nothing more, a pregenerated character, an idea,
    or a random character.
    """

    system: str
    ready_made: str = ""
    idea: str = ""
    surprise: bool = False

    @property
    def is_whole(self) -> bool:
        """True if the character comes with its choices made: it can be met at once."""
        return bool(self.ready_made or self.idea or self.surprise)

    def document(self) -> Document:
        """The first document; Refused if there is no such game, ready-made character or idea."""
        if self.ready_made:
            try:
                return all_pregens()[self.ready_made].document
            except KeyError:
                raise Refused({"start": "This pregenerated character doesn't exist."}) from None
        try:
            system = registry.get(self.system)
        except InvalidDocument:
            raise Refused({"system": "This game doesn't exist here."}) from None
        if self.idea:
            try:
                return system.from_idea(self.idea, SystemRandom(), as_shown=True)
            except InvalidDocument:
                raise Refused({"idea": "This idea doesn't exist. Choose another."}) from None
        return system.random(SystemRandom()) if self.surprise else system.empty()


class Start(Operation[Owner, str]):
    """Makes a new draft of the owner's, in a party if a membership is given; its public id."""

    document: Document
    beginning: Beginning
    membership: MemberAccess | None = None

    @property
    def content(self) -> tuple[str, ...]:
        """The form's choices. Dice are not among them, so a form sent twice makes one character."""
        beginning = self.beginning
        content = ["start", beginning.system, beginning.ready_made, str(beginning.surprise)]
        content += ["idea", beginning.idea] if beginning.idea else []
        content += self.membership.receipt_id if self.membership else ()
        return tuple(content)

    def prepare(self, row: Owner) -> None:
        self.new = NewCharacter(Character(owner=row), self.document)
        character = self.new.character
        self.party = PartyOfNew(character, self.membership) if self.membership else None

    def save(self) -> str:
        if self.party:
            self.party.check()
        self.new.save()
        return str(self.new.character.public_id)


class BuildOperation(Operation[Character, Outcome]):
    """A change to what the steps edit; nothing is saved where nothing has changed.

    NotEditable if the build does not change any more.
    """

    def prepare(self, row: Character) -> None:
        """Works out the build."""
        self.version = row.version
        self.build(open_build(row))

    def build(self, before: OpenCharacter) -> None:
        """Changes the character, unsaved."""
        raise NotImplementedError

    def save_build(self) -> None:
        """Saves the character, where it has changed."""
        if self.row.version != self.version:
            self.row.save(update_fields=_BUILT)


class SaveFields(BuildOperation[tuple[str, ...]]):
    """Takes what a form of this step sent, of any step where none is named, all of it or nothing;
    the fields that had been touched.

    A field that holds what it showed at first is not touched, whatever is stored by now. Raises
    FieldConflict for one that another tab changed in the meantime, unless to the same value;
    Refused with what is wrong, by field. `opened` is the character as it was saved.
    """

    sent: Mapping[str, SentField]
    step: str = ""

    def build(self, before: OpenCharacter) -> None:
        touched = _touched(before, self.sent)
        opened = _take(self.row, before, touched)
        if self.step and all(spec.id != self.step for spec in opened.system.steps(opened.state)):
            raise NoSuchStep
        self.opened, self.changed = opened.settled(), tuple(touched)

    def save(self) -> tuple[str, ...]:
        self.save_build()
        return self.changed


def set_fields(
    character: Character, opened: OpenCharacter, sent: Mapping[str, SentField]
) -> Document:
    """Takes what a form sent, as `SaveFields` does, unsaved; the document as it is then. Part of
    an operation.
    """
    return _take(character, opened, _touched(opened, sent)).document


class Finish(Operation[Character, None]):
    """Closes the build of a draft, with what a form sent along. Refused, with the problems, where
    any stands that was not accepted. A rebuild is finished otherwise: it is an entry.
    """

    sent: Mapping[str, SentField] = dataclasses.field(default_factory=dict)

    def prepare(self, row: Character) -> None:
        opened = open_build(row)
        if not row.is_draft:
            raise NotEditable(REBUILDING)
        opened = _take(row, opened, _touched(opened, self.sent)).settled()
        open_problems, _ = character_problems.problems_of(opened)
        if open_problems:
            raise Refused(problems=open_problems)
        storage.fill_marks(row, opened.document.marks)
        row.finished_at = timezone.now()
        row.aside = {}
        row.version += 1

    def save(self) -> None:
        self.row.save()
        Surprise.objects.filter(character=self.row).delete()


def named_step(opened: OpenCharacter, step: str) -> Step:
    """That step, without its fields."""
    for candidate in opened.steps():
        if candidate.id == step:
            return candidate
    raise NoSuchStep


def open_build(character: Character) -> OpenCharacter:
    """The character that the wizard edits. NotEditable unless it is a draft or being rebuilt."""
    if character.is_archived:
        raise NotEditable(ARCHIVED)
    if not character.is_open:
        raise NotEditable(FINISHED)
    return storage.open_being_built(character)


def fill_build(
    character: Character, document: Document, *, aside: dict[str, object] | None = None
) -> None:
    """Takes what the steps edit, and what is set aside if that is another, as another version,
    unsaved. Part of an operation.
    """
    if aside is not None:
        character.aside = aside
    fill_being_built_or_refuse(character, document)
    character.version += 1


def _touched(opened: OpenCharacter, sent: Mapping[str, SentField]) -> dict[str, tuple[str, ...]]:
    fields, document = opened.system.fields, opened.document
    return touched_fields(sent, lambda field: fields.values(document, field))


def _take(
    character: Character, before: OpenCharacter, touched: Mapping[str, tuple[str, ...]]
) -> OpenCharacter:
    """Takes these fields, unsaved; the character as it is then."""
    system, document = before.system, before.document
    changed = _chosen(system, document, touched)
    if changed == document:
        return before
    opened = before.of_document(_with_what_was_aside(character, system, document, changed))
    field = next(iter(touched))
    fill_being_built_or_refuse(character, opened.document, field=field, opened=opened)
    character.version += 1
    return opened


def _chosen(system: Game, document: Document, touched: Mapping[str, tuple[str, ...]]) -> Document:
    """The document with all these fields chosen; Refused with every field that cannot be read."""
    errors = {}
    for field, values in touched.items():
        try:
            document = system.fields.write(document, field, values)
        except RuleViolation as error:
            errors[field] = _sentence(error.problems)
    if errors:
        raise Refused(errors)
    return document


def _with_what_was_aside(
    character: Character, system: Game, before: Document, after: Document
) -> Document:
    """Nothing typed is lost: what goes with a choice is set aside, and comes back with it."""
    gone, had = _gone(system, before, after), set(system.fields.dependent_ids(before))
    for field in system.fields.dependent_ids(after) if character.aside else ():
        if field not in had and field in character.aside:
            values = tuple(character.aside.pop(field))
            with suppress(RuleViolation):  # what does not fit any more stays out
                after = system.fields.write(after, field, values)
    character.aside.update(gone)
    return after


def with_aside(
    character: Character, system: Game, before: Document, after: Document
) -> dict[str, object]:
    """The set-aside values, with those that belong to choices this change replaces."""
    return {**character.aside, **_gone(system, before, after)}


def _gone(system: Game, before: Document, after: Document) -> dict[str, list[str]]:
    """The values of fields that another document has not, and that hold something."""
    has = set(system.fields.dependent_ids(after))
    ids = (id for id in system.fields.dependent_ids(before) if id not in has)
    gone = {id: system.fields.values(before, id) or () for id in ids}
    return {id: list(values) for id, values in gone.items() if any(values)}


def _sentence(problems: tuple[Problem, ...]) -> str:
    return " ".join(problem.message for problem in problems)
