"""Steps of creation, their fields, and characters by chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec

from rules.contract.subject import Check, Subject, Values
from rules.document import Document
from rules.forms.fields import (
    Allot,
    Balance,
    Choice,
    Codes,
    Field,
    Number,
    Pick,
    Ranking,
    Rows,
    Shop,
    Text,
)
from rules.problems import RuleViolation

ENDS = (".", "?", "!")
TYPED = ("漢字 🚀", "<b>&amp;'\"")
NO_FIELDS = ("", ".", "nothing", "__class__", "build", "gear.", "name.x", "\0")
SEEDS = 25


def steps_are_named(subject: Subject) -> Iterator[str]:
    """Ids, names, a sentence, and a tip."""
    steps = subject.opened(subject.game.empty()).steps()
    if not steps:
        yield "there are no steps: give Game `steps`, each a StepSpec with its fields"
    if len({step.id for step in steps}) < len(steps):
        yield "two steps have one id: each needs an id of its own"
    for step in steps:
        if not step.name:
            yield f"step {step.id} has no name"
        if not step.about.endswith(ENDS):
            yield f"step {step.id}: about is a sentence that ends with a period, ? or !"
        if not step.tip.endswith(".") or len(step.tip) >= 100:
            yield f"step {step.id}: tip is a sentence for a first character, under 100 letters"


def only_the_step_asked_for_has_fields(subject: Subject) -> Iterator[str]:
    """A page shows one step."""
    character = subject.opened(subject.game.empty())
    for step in character.steps():
        for other in character.steps(only=step.id):
            if other.id != step.id and other.fields:
                yield f"step {other.id}: show its fields only where it is asked for"


def empty_says_what_is_open(subject: Subject) -> Iterator[str]:
    """A choice that nobody has made yet is unfinished, and nothing else is wrong."""
    character = subject.opened(subject.game.empty())
    if not character.sheet.sections:
        yield "an empty character has a sheet without sections"
    if not character.problems:
        yield "an empty character has no problems: name what is still to be chosen"
    for problem in character.problems:
        if not problem.unfinished:
            yield f"{problem.code}: an empty character is unfinished, not wrong"
    if character.problems and not any(step.open for step in character.steps()):
        yield "no step is open though something is still to be chosen: see StepSpec.places"


def problems_are_sentences_in_a_step(subject: Subject) -> Iterator[str]:
    """A reader of what is open finds where to put it right."""
    for document in subject.documents:
        character = subject.opened(document)
        shown = {problem for step in character.steps() for problem in step.problems}
        for problem in character.problems:
            if not problem.where or problem.code != problem.code.lower():
                yield f"problem {problem.code}: it needs a code in lower case, and a place"
            if not problem.message.endswith("."):
                yield f"problem {problem.code}: {problem.message!r} is no sentence: end it with ."
            if problem not in shown:
                yield f"problem {problem.code} at {problem.where} stands in no step"


def fields_have_ids_of_their_own(subject: Subject) -> Iterator[str]:
    """A form sends fields by their ids."""
    for document in subject.documents:
        ids = [field.id for field in subject.fields(document)]
        yield from (f"two fields have the id {id}" for id in {*ids} if ids.count(id) > 1)


def what_a_field_holds_changes_nothing(subject: Subject) -> Iterator[str]:
    """A form that nobody touched changes nothing."""
    for document in subject.documents:
        shown = subject.shown(document)
        for id, values in shown.items():
            if subject.game.fields.values(document, id) != values:
                yield f"field {id} is read as other values than its step shows"
                continue
            after = subject.game.fields.write(document, id, values)
            if after != document and subject.shown(after) != shown:
                yield f"field {id} written as it stands changes a field: write back what was read"


def what_is_chosen_is_held(subject: Subject) -> Iterator[str]:
    """Whatever is sent is what the field then holds."""
    empty = subject.game.empty()
    for document in (empty, *subject.finished[:1]):
        for step, fields in subject.fields_by_step(document).items():
            choices = (_choices(field, typed=document == empty) for field in fields)
            for id, values in chain.from_iterable(choices):
                after = subject.game.fields.write(document, id, values)
                held = subject.own(after, step).get(id)
                if held != values:
                    yield f"field {id} was sent {values} and holds {held}"


def _choices(field: Field, *, typed: bool) -> Iterator[tuple[str, Values]]:
    """Values that somebody may send: one of what there is, and with `typed` any text."""
    match field:
        case Choice():
            yield from ((field.id, (one.id,)) for one in (*field.options, *field.own))
        case Pick():
            yield from ((field.id, (one.id,)) for one in field.options)
        case Shop():
            wares = chain.from_iterable(shelf.wares for shelf in field.shelves)
            yield from ((ware.field, ("1",)) for ware in wares)
        case Text() if typed:
            yield from ((field.id, (text,)) for text in (*TYPED, "x" * field.limit))
            if field.lines > 1:
                yield field.id, ("a\nb\nc",)


def what_cannot_be_is_refused(subject: Subject) -> Iterator[str]:
    """A word for a number, a text too long, a control character, two values for one."""
    for document in subject.documents[:3]:
        for field in subject.fields(document):
            for id, values in _hostile(field):
                if _taken(subject, document, id, values):
                    sent = str(values)[:60]
                    yield f"field {id} takes {sent}: read it with rules.forms.parsing"
    for id in NO_FIELDS:
        if _taken(subject, subject.game.empty(), id, ("1",)):
            yield f"there is no field {id!r}, and yet it takes a value"


def _taken(subject: Subject, document: Document, id: str, values: Values) -> bool:
    try:
        subject.game.fields.write(document, id, values)
    except RuleViolation as refused:
        return not refused.problems[0].message
    return True


def _hostile(field: Field) -> Iterator[tuple[str, Values]]:
    """Values that cannot be sent for the field, or for each ware of a shop."""
    match field:
        case Shop():
            for ware in chain.from_iterable(shelf.wares for shelf in field.shelves):
                yield from (
                    (ware.field, one) for one in (("many",), ("-1",), ("9" * 12,), ("1", "2"))
                )
        case Balance():
            for item in field.items:
                yield from ((item.field, one) for one in (("no",), ("a\0",)))
        case _:
            yield from ((field.id, one) for one in _hostile_values(field))


def _hostile_values(field: Field) -> list[Values]:
    match field:
        case Text():
            return [("x" * (field.limit + 1),), ("a\0b",), ("a", "b")]
        case Number():
            return [("many",), ("1.5",), ("-1",), ("9" * 400,), ("½",), ("1", "2")]
        case Allot():
            return [("1",), ("x",) * len(field.traits), ("9" * 20,) * len(field.traits)]
        case Codes():
            return [("1D",), ("4X",) * len(field.traits), ("3D+5",) * len(field.traits)]
        case Rows():
            return _hostile_rows(field)
        case Ranking():
            return [("a",), ("a",) * len(field.places), ("",) * (len(field.places) + 1)]
        case Choice():
            return [("a\0",), ("a", "b")]
    return []


def _hostile_rows(field: Rows) -> list[Values]:
    """Rows with one wrong cell, and too few of them for a row."""
    right = {"text": "a", "number": "1", "code": "3D", "menu": ""}
    wrong = {
        "text": ("a\0",),
        "number": ("many", "-1"),
        "code": ("3", "4D+9"),
        "menu": ("no such",),
    }
    row = tuple(right[cell.kind] for cell in field.cells)
    found = [
        (*row[:place], text, *row[place + 1 :])
        for place, cell in enumerate(field.cells)
        for text in wrong[cell.kind]
    ]
    return [row[:-1], *found]


def options_stand_under_their_groups(subject: Subject) -> Iterator[str]:
    """An option of no group would be shown nowhere."""
    for document in subject.documents[:4]:
        for field in subject.fields(document):
            if isinstance(field, Choice | Pick) and field.groups:
                known = {group.id for group in field.groups}
                for option in field.options:
                    if option.group and option.group not in known:
                        yield f"field {field.id}: {option.id} is in no group of {sorted(known)}"


def chance_makes_legal_characters(subject: Subject) -> Iterator[str]:
    """Whatever the dice say."""
    for seed in range(SEEDS):
        document = subject.random(seed)
        for problem in subject.opened(document).problems:
            yield f"chance with the seed {seed}: {problem.message}"
        if subject.random(seed) != document:
            yield f"the seed {seed} makes another character each time: take all from the rng"
    if subject.random(1) == subject.random(2):
        yield "two seeds make one character: decide by the rng"


def chance_keeps_what_was_decided(subject: Subject) -> Iterator[str]:
    """Only what is empty is filled in."""
    named = msgspec.structs.replace(subject.game.empty(), name="Vessa Korr")
    if subject.random(5, named).name != "Vessa Korr":
        yield "chance renames who has a name"
    full = subject.random(5)
    if subject.random(6, full) != full:
        yield "chance changes a complete character: fill only what is empty"


def chance_decides_one_step(subject: Subject) -> Iterator[str]:
    """A press on "Surprise me" of one step leaves the others alone."""
    document = subject.random(5)
    steps = [step for step in subject.opened(document).steps() if step.can_surprise]
    for step in steps:
        alone = subject.random(5, step=step.id)
        left = next(one for one in subject.opened(alone).steps() if one.id == step.id)
        if left.open:
            yield f"step {step.id}: chance leaves something open: {left.open}"
        before = subject.shown(document)
        after = subject.random(6, document, step=step.id, anew=True)
        own, now = subject.own(document, step.id), subject.shown(after)
        for id, values in before.items():
            if id not in own and now.get(id, values) != values:
                yield f"step {step.id}: chance changes {id} of another step"
        if not _varies(subject, step.id):
            yield (
                f"step {step.id}: chance decides the same anew: name its fields in"
                " RandomBuild.steps, and say how each Bound is cleared (`empty`)"
            )


def _varies(subject: Subject, step: str) -> bool:
    """True if a step that is decided anew comes out otherwise, or holds nothing to decide."""
    documents = (subject.random(seed) for seed in range(3, SEEDS))
    held = (one for one in documents if any(map(any, subject.own(one, step).values())))
    document = next(held, None)
    if document is None:
        return True
    made = (subject.random(seed, document, step=step, anew=True) for seed in range(6))
    return len({tuple(sorted(subject.own(one, step).items())) for one in made}) > 1


def _is_random(subject: Subject) -> bool:
    return subject.is_random


# Of the fields alone, whatever else a game has.
FIELDS = (
    Check("Fields have ids of their own.", fields_have_ids_of_their_own),
    Check("A field sent as it stands changes nothing.", what_a_field_holds_changes_nothing),
    Check("What is chosen is what the field holds.", what_is_chosen_is_held),
    Check("What cannot be a value is refused.", what_cannot_be_is_refused),
    Check("Options stand under groups that exist.", options_stand_under_their_groups),
)
CHECKS = (
    Check("Its steps have ids, names, a sentence, and a tip each.", steps_are_named),
    Check("Only the step asked for has fields.", only_the_step_asked_for_has_fields),
    Check("An empty character has a sheet and says what is open.", empty_says_what_is_open),
    Check("Every problem is a sentence and stands in a step.", problems_are_sentences_in_a_step),
    *FIELDS,
    Check("Chance makes legal characters.", chance_makes_legal_characters, _is_random),
    Check("Chance keeps what was decided.", chance_keeps_what_was_decided, _is_random),
    Check("Chance decides one step alone.", chance_decides_one_step, _is_random),
)
