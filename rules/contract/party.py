"""A party's house rules: options, homebrew, and problems that a game master accepts."""

from __future__ import annotations

from collections.abc import Iterator

from rules import document as documents
from rules.contract.subject import Check, Subject, Values
from rules.document import Document
from rules.forms.fields import Allot, Choice, Number, Pick, Rows, Text
from rules.house import plain_house
from rules.problems import RuleViolation

NAME = "Something of ours"
# So many problems are accepted, one after the other.
MOST_ACCEPTED = 100


def options_are_turned_on_and_off(subject: Subject) -> Iterator[str]:
    """An option that is turned on and off again was never there."""
    rules = subject.game.house
    house = rules.read({})
    if plain_house(house):
        yield "a party without house rules has members in its house: leave defaults out"
    for field in rules.fields(house):
        if not isinstance(field, Text | Number | Choice | Pick):
            continue
        if rules.set_field(house, field=field.id, values=field.values) != house:
            yield f"option {field.id} sent as it stands changes the house"
        for option in field.options if isinstance(field, Pick) else ():
            on = rules.set_field(house, field=field.id, values=(option.id,))
            if not option.detail:
                yield f"option {option.id} has no detail: say what it changes"
            if rules.set_field(on, field=field.id, values=()) != house:
                yield f"option {option.id} leaves something behind when it is turned off"


def homebrew_is_made_by_a_name(subject: Subject) -> Iterator[str]:
    """An item of every kind is made by a name alone, read again, and removed."""
    rules = subject.game.house
    house = rules.read({})
    for kind in rules.kinds:
        if not (kind.name and kind.plural and kind.about.endswith(".")):
            yield f"homebrew {kind.kind} needs a name, a plural, and a sentence about it"
        values = {**_form(subject, house, kind.kind), "name": (f"{NAME}: {kind.kind}",)}
        house = rules.save(house, kind.kind, values)
    yield from (f"homebrew by name alone: {one.message}" for one in rules.problems(house))
    if rules.read(plain_house(house)) != house:
        yield "homebrew is read otherwise than it was written"
    for made in reversed(rules.items(house)):
        house = rules.remove(house, made.kind, made.id)
    if plain_house(house):
        yield "homebrew that was removed leaves something behind"


def _form(subject: Subject, house: object, kind: str) -> dict[str, Values]:
    """The values that an untouched form sends."""
    return {
        field.id: field.values
        for field in subject.game.house.form(house, kind)
        if isinstance(field, Text | Number | Choice | Pick | Allot | Rows)
    }


def what_is_accepted_stands_no_more(subject: Subject) -> Iterator[str]:
    """A game master accepts a problem, or is told why nobody can."""
    for document in _faulty(subject):
        yield from _accepted_one_by_one(subject, document)
        character = subject.opened(document)
        for _ in range(MOST_ACCEPTED):
            left = [one for one in character.open_problems if not one.never]
            if not left:
                break
            place = {"code": left[0].code, "where": left[0].where}
            character = character.accept(**place, reason="So be it.")
        if any(not one.never for one in character.open_problems):
            yield f"{MOST_ACCEPTED} problems were accepted, and there are still more"
        if any(not problem.never for step in character.steps() for problem in step.problems):
            yield "a step shows a problem that was accepted"
        if not character.sheet.figures:
            yield "a character with accepted problems has no figures"


def _faulty(subject: Subject) -> Iterator[Document]:
    """An empty character, and the wrong one of the samples."""
    yield subject.game.empty()
    if subject.samples.wrong:
        yield wrong(subject)


def wrong(subject: Subject) -> Document:
    """The document with many faults that the samples give."""
    head = {"format": "hyperspace-character/1", "system": subject.game.slug, "name": "Somebody"}
    return subject.game.take(documents.envelope({**head, **subject.samples.wrong}))


def _accepted_one_by_one(subject: Subject, document: Document) -> Iterator[str]:
    for problem in subject.opened(document).problems:
        place = {"code": problem.code, "where": problem.where}
        try:
            after = subject.opened(document).accept(**place, reason="Fine.")
        except RuleViolation as refused:
            if [one.message for one in refused.problems] != [problem.never]:
                yield f"{problem.code}: accepting it is refused otherwise than `never` says"
            continue
        if problem.never:
            yield f"{problem.code}: nobody can accept it, and yet it is accepted"
        if (problem.code, problem.where) in {(one.code, one.where) for one in after.open_problems}:
            yield f"{problem.code} at {problem.where} stands though it was accepted"


CHECKS = (
    Check(
        "Options of a party are turned on and off without a trace.",
        options_are_turned_on_and_off,
        lambda subject: bool(subject.game.house.fields(subject.game.house.read({}))),
    ),
    Check(
        "Homebrew is made by a name alone, read again, and removed.",
        homebrew_is_made_by_a_name,
        lambda subject: bool(subject.game.house.kinds),
    ),
    Check(
        "A problem can be accepted, or says why nobody can.",
        what_is_accepted_stands_no_more,
        lambda subject: bool(subject.game.empty().house),
    ),
)
