"""Making a character: begin, decide field by field, finish. What is left to chance is in
`surprises`.

The steps are the same for a finished character that is being rebuilt; how that begins and ends is
said in `rebuild`.
"""

import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, TypeVar

from django.utils import timezone

from rules import registry
from rules.creation import Step
from rules.document import Document
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.system import GameSystem, OpenCharacter
from sheets import problems as character_problems
from sheets import storage
from sheets.access import CharacterAccess, MemberAccess
from sheets.demo import all_pregens
from sheets.errors import ARCHIVED, FINISHED, REBUILDING, NoSuchStep, NotEditable, Refused
from sheets.form_data import SentField
from sheets.models import Character, Owner, Surprise
from sheets.parties import operations
from sheets.storage import fill_being_built_or_refuse, kept
from sheets.writes import Form, Keep, Mine, touched_fields, write_prepared

Outcome = TypeVar("Outcome")
EVERY_STEP = "all"


@dataclass(frozen=True)
class Beginning:
    """How to begin: a game, and either nothing, a ready-made character, an idea, or a random
    character.
    """

    system: str
    ready_made: str = ""
    idea: str = ""
    surprise: bool = False

    def document(self) -> Document:
        """The first document; Refused where there is no such game, ready-made character or idea."""
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
                return system.from_idea(self.idea, SystemRandom())
            except InvalidDocument:
                raise Refused({"idea": "This idea doesn't exist. Choose another."}) from None
        return system.random(SystemRandom()) if self.surprise else system.empty()


@dataclass(frozen=True)
class Saved:
    """A character as it was saved, open, and the fields of the form that had been touched."""

    character: Character
    opened: OpenCharacter
    changed: tuple[str, ...]


def start(
    owner: Owner,
    document: Document,
    *,
    beginning: Beginning,
    key: str,
    membership: MemberAccess | None = None,
) -> uuid.UUID:
    """A new draft of the owner's, in the party of a membership if one is given; its public id."""

    def prepare(owner: Owner) -> Keep[str]:
        character = Character(owner=owner)
        keep = kept(character, document)
        party = operations.PartyOfNew(character, membership) if membership else None

        def begin() -> str:
            if party:
                party.check()
            keep()
            return str(character.public_id)

        return begin

    content = ["start", beginning.system, beginning.ready_made, str(beginning.surprise)]
    content += ["idea", beginning.idea] if beginning.idea else []
    content += [str(membership.party)] if membership else []
    return uuid.UUID(write_prepared(Mine(owner), prepare, form=Form(key, tuple(content))))


def save_fields(
    character_access: CharacterAccess, *, step: str, sent: Mapping[str, SentField]
) -> Saved:
    """Takes what a form of this step sent, all of it or nothing.

    A field that holds what it showed at first is not touched, whatever is stored by now. Raises
    FieldConflict for one that another tab changed in the meantime, unless to the same value;
    Refused with what is wrong, by field; NotEditable where the build does not change any more.
    """

    def prepare(character: Character) -> Keep[Saved]:
        system, document = open_build(character)
        touched, version = _touched(system, document, sent), character.version
        opened = _take(character, system, document, touched)
        if all(other_step.id != step for other_step in opened.steps()):
            raise NoSuchStep
        outcome = Saved(character, opened.settled(), tuple(touched))
        return saved(character, outcome, version=version)

    return write_prepared(character_access, prepare)


def set_fields(
    character: Character, system: GameSystem, document: Document, sent: Mapping[str, SentField]
) -> Document:
    """Takes what a form sent, as `save_fields` does, unsaved; the document as it is then. Part of
    an operation.
    """
    return _take(character, system, document, _touched(system, document, sent)).document


def finish(character_access: CharacterAccess, *, key: str) -> None:
    """Closes the build of a draft. Refused, with the problems, where any stands that was not
    accepted. A rebuild is finished otherwise: it is an entry.
    """

    def prepare(character: Character) -> Keep[None]:
        system, document = open_build(character)
        if not character.is_draft:
            raise NotEditable(REBUILDING)
        open_problems, _ = character_problems.problems(system, document)
        if open_problems:
            raise Refused(problems=open_problems)
        storage.fill_marks(character, document.marks)
        character.finished_at = timezone.now()
        character.aside = {}
        character.version += 1

        def close() -> None:
            character.save()
            Surprise.objects.filter(character=character).delete()

        return close

    write_prepared(character_access, prepare, form=Form(key, ("finish", str(character_access.id))))


def named_step(system: GameSystem, document: Document, step: str) -> Step:
    """That step, without its fields."""
    for candidate in system.steps(document):
        if candidate.id == step:
            return candidate
    raise NoSuchStep


def open_build(character: Character) -> tuple[GameSystem, Document]:
    """The game, and what the steps edit; NotEditable where nothing is being built."""
    if character.is_archived:
        raise NotEditable(ARCHIVED)
    if not character.is_open:
        raise NotEditable(FINISHED)
    return storage.being_built(character)


def fill_build(
    character: Character, document: Document, *, aside: dict[str, Any] | None = None
) -> None:
    """Takes what the steps edit, and what is set aside if that is another, as another version,
    unsaved. Part of an operation.
    """
    if aside is not None:
        character.aside = aside
    fill_being_built_or_refuse(character, document)
    character.version += 1


def saved(character: Character, outcome: Outcome, *, version: int) -> Keep[Outcome]:
    """What saves a character that is not of that version any more. Part of an operation."""

    def keep() -> Outcome:
        if character.version != version:
            character.save()
        return outcome

    return keep


def _touched(
    system: GameSystem, document: Document, sent: Mapping[str, SentField]
) -> dict[str, tuple[str, ...]]:
    return touched_fields(sent, lambda field: system.field_values(document, field))


def _take(
    character: Character,
    system: GameSystem,
    document: Document,
    touched: Mapping[str, tuple[str, ...]],
) -> OpenCharacter:
    """Takes these fields, unsaved; the character as it is then."""
    changed = _chosen(system, document, touched)
    if changed == document:
        return system.open(document)
    opened = system.open(_with_what_was_aside(character, system, document, changed))
    field = next(iter(touched))
    fill_being_built_or_refuse(character, opened.document, field=field, opened=opened)
    character.version += 1
    return opened


def _chosen(
    system: GameSystem, document: Document, touched: Mapping[str, tuple[str, ...]]
) -> Document:
    """The document with all these fields chosen; Refused with every field that cannot be read."""
    errors = {}
    for field, values in touched.items():
        try:
            document = system.set_field(document, field=field, values=values)
        except RuleViolation as error:
            errors[field] = _sentence(error.problems)
    if errors:
        raise Refused(errors)
    return document


def _with_what_was_aside(
    character: Character, system: GameSystem, before: Document, after: Document
) -> Document:
    """Nothing typed is lost: what goes with a choice is set aside, and comes back with it."""
    had, has = system.dependent_fields(before), system.dependent_fields(after)
    gone = _gone(had, has)
    for field in has:
        if field not in had and field in character.aside:
            values = tuple(character.aside.pop(field))
            with suppress(RuleViolation):  # what does not fit any more stays out
                after = system.set_field(after, field=field, values=values)
    character.aside.update(gone)
    return after


def with_aside(
    character: Character, system: GameSystem, before: Document, after: Document
) -> dict[str, Any]:
    """What is set aside, with what goes with choices that another takes the place of."""
    return {
        **character.aside,
        **_gone(system.dependent_fields(before), system.dependent_fields(after)),
    }


def _gone(
    had: Mapping[str, tuple[str, ...]], has: Mapping[str, tuple[str, ...]]
) -> dict[str, list[str]]:
    return {
        field: list(values) for field, values in had.items() if field not in has and any(values)
    }


def _sentence(problems: tuple[Problem, ...]) -> str:
    return " ".join(problem.message for problem in problems)
