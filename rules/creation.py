"""The steps of creation: `Step`, `StepSpec`, from which every game makes its steps, and `Bound`,
which ties a field to its place in the document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic

import msgspec

from rules.document import B, Document
from rules.forms import parsing
from rules.forms.fields import Balance, Breakdown, Choice, Field, Shop
from rules.forms.parsing import Values
from rules.phrases import counted
from rules.play import C_contra
from rules.problems import InvalidDocument, Problem, RuleViolation

REVIEW_TIP = "Finishing isn't forever: you can rebuild a finished character."


class Step(msgspec.Struct, frozen=True, gc=False):
    """One step of creation: its fields, a summary of the choices (`state`), and what is open or
    wrong.

    `about` is one sentence under the title, and `tip` one for whoever builds a first character.
    `next` is the engine's advice ("You have no weapon"),
    never a problem. A step that `asks` nothing shows what came of the others, and is passed over.
    """

    id: str
    name: str
    about: str
    fields: tuple[Field, ...]
    state: str = ""
    open: str = ""
    problems: tuple[Problem, ...] = ()
    advice: tuple[str, ...] = ()
    can_surprise: bool = True
    tip: str = ""
    asks: bool = True


class Idea(msgspec.Struct, frozen=True):
    """An archetype to start a character from: one sentence about it, other words that people look
    for, a species that it may be, and the skill that it is about, both by their printed names.
    """

    id: str
    name: str
    about: str
    keywords: str = ""
    species: str = ""
    best: str = ""


def inputs(step: Step) -> dict[str, tuple[str, ...]]:
    """Every field of the step that a form can send, with nested fields and shop items: id → present
    values.
    """
    values: dict[str, tuple[str, ...]] = {}
    pending: list[Field] = list(step.fields)
    while pending:
        field = pending.pop()
        match field:
            case Breakdown():
                continue
            case Shop():
                pending.extend(field.fields)
                for shelf in field.shelves:
                    for ware in shelf.wares:
                        values[ware.field] = ware.values
                        pending.extend(ware.fields)
            case Balance():
                for item in field.items:
                    values[item.field] = item.values
                    pending.extend(item.fields)
            case Choice():
                values[field.id] = field.values
                pending.extend(field.fields)
            case _:
                values[field.id] = field.values
    return values


def no_advice(_: object) -> tuple[str, ...]:
    """No advice."""
    return ()


class StepSpec(msgspec.Struct, Generic[C_contra], frozen=True):
    """A step before its fields are filled: its names and fields, a summary of the choices
    (`state`), its advice, and its tip for a first character.

    The step owns the problems at its `places`, by default those at its fields. A step without
    fields owns all problems.
    """

    id: str
    name: str
    about: str
    fields: tuple[Bound, ...]
    state: Callable[[C_contra], str]
    advice: Callable[[C_contra], tuple[str, ...]] = no_advice
    can_surprise: bool = True
    places: tuple[str, ...] = ()
    tip: str = ""

    @property
    def asks(self) -> bool:
        """True if anything is chosen here; the review closes the steps, and counts as one."""
        return not self.fields or any(field.is_asked for field in self.fields)

    def is_own(self, problem: Problem) -> bool:
        """True if a problem belongs to this step."""
        places = self.places or tuple(field.place for field in self.fields)
        return not places or problem.where.startswith(places)


def review(about: str = "Look it over, then finish.") -> StepSpec[object]:
    """The last step: no fields, and every problem."""
    return StepSpec(
        "review", "Review", about, (), lambda _character: "", can_surprise=False, tip=REVIEW_TIP
    )


def steps(
    specs: Iterable[StepSpec[C_contra]],
    character: C_contra,
    problems: tuple[Problem, ...],
    *,
    only: str,
    in_short: bool = False,
) -> tuple[Step, ...]:
    """Each spec as a step with its own problems from `problems`; with `only`, just that step gets
    its fields, `in_short` without the numbers of cards.
    """
    return tuple(
        _step(spec, character, problems, shown(spec.fields, character, in_short=in_short))
        if spec.id == only
        else _step(spec, character, problems, ())
        for spec in specs
    )


def _step(
    spec: StepSpec[C_contra],
    character: C_contra,
    problems: tuple[Problem, ...],
    fields: tuple[Field, ...],
) -> Step:
    own = tuple(problem for problem in problems if spec.is_own(problem))
    return Step(
        id=spec.id,
        name=spec.name,
        about=spec.about,
        fields=fields,
        state=spec.state(character),
        open=_open(own) if spec.fields else "",
        problems=own,
        advice=spec.advice(character),
        can_surprise=spec.can_surprise,
        tip=spec.tip,
        asks=spec.asks,
    )


def _open(own: tuple[Problem, ...]) -> str:
    """A step's problems in a few words: the only one, or their number."""
    wrong = [problem for problem in own if not problem.unfinished]
    if len(wrong) > 1:
        return counted(len(wrong), "problem")
    if not wrong and len(own) > 1:
        return f"{counted(len(own), 'choice')} left"
    return next((problem.message.partition(". ")[0].rstrip(".") for problem in wrong or own), "")


# --- fields and the document


def _nothing(_character: object) -> tuple[Field, ...]:
    """Shows nothing: the field appears within another field."""
    return ()


def _as_it_is(document: Document, _rest: str) -> Document:
    """Clears nothing: the field keeps its value when its step is cleared."""
    return document


def _none(_document: Document) -> tuple[str, ...]:
    """No dependent values."""
    return ()


class Bound(msgspec.Struct, frozen=True):
    """A field's binding to the document. `id` is the field's id; with `nested`, `id` is the part
    before the first "." and `rest` the part after it. The field owns the problems at its `place`,
    by default the member of the build with its id. One that is not `is_asked` only shows.

    `show(character)` returns the field as a page shows it, with the fields that belong to it;
    `in_short(character)` the same without the numbers of its cards, where these cost a replay each.
    `read(document, rest)` returns its present values as a form sends them, None if there is no such
    field. `write(document, rest, values)` returns the document with new values, or raises
    InvalidDocument. `clear(document, rest)` undoes the choice. `dependent(document)` lists the
    fields that disappear with another choice, in the order in which they can be written again.
    """

    id: str
    read: Callable[[Document, str], Values | None]
    write: Callable[[Document, str, Values], Document]
    clear: Callable[[Document, str], Document] = _as_it_is
    dependent: Callable[[Document], Iterable[str]] = _none
    nested: bool = False
    show: Callable[[Any], Iterable[Field]] = _nothing
    in_short: Callable[[Any], Iterable[Field]] | None = None
    at: str = ""
    is_asked: bool = True

    @property
    def place(self) -> str:
        """The field's place in the document."""
        return self.at or f"build.{self.id}"


def shown(
    fields: Iterable[Bound], character: object, *, in_short: bool = False
) -> tuple[Field, ...]:
    """The fields as a page shows them."""
    return tuple(
        field
        for bound in fields
        for field in ((in_short and bound.in_short) or bound.show)(character)
    )


def _no_such_field(_document: Document, _rest: str, _values: Values) -> Document:
    raise InvalidDocument("this field doesn't exist")


def shown_only(id: str, show: Callable[[Any], Iterable[Field]]) -> Bound:
    """A field without a place in the document: it shows the results of other choices, or fields
    that are bound elsewhere.
    """
    return Bound(id, lambda _document, _rest: None, _no_such_field, show=show, is_asked=False)


def with_build(document: Document[B], **members: object) -> Document[B]:
    """The document with these members of its build replaced."""
    build = msgspec.structs.replace(document.build, **members)
    return msgspec.structs.replace(document, build=build)


def of_build(
    id: str,
    read: Callable[[Any], Values],
    write: Callable[[Any, Values], Any],
    *,
    empty: Callable[[Any], object] | None = None,
    show: Callable[[Any], Iterable[Field]] = _nothing,
    dependent: Callable[[Document], Iterable[str]] = _none,
) -> Bound:
    """A field of the build: `read` and `write` take the build, and `empty` returns it without the
    choice; `show` and `dependent` as in `Bound`.
    """

    def replaced(document: Document, build: object) -> Document:
        return msgspec.structs.replace(document, build=build)

    return Bound(
        id,
        lambda document, _: read(document.build),
        lambda document, _, values: replaced(document, write(document.build, values)),
        (lambda document, _: replaced(document, empty(document.build))) if empty else _as_it_is,
        dependent,
        show=show,
    )


class Binding:
    """Every field of a game: reads, writes and clears any by its id."""

    def __init__(self, fields: Iterable[Bound]) -> None:
        self.fields = {field.id: field for field in fields}

    def _find(self, field: str) -> tuple[Bound | None, str]:
        part, dot, rest = field.partition(".")
        bound = self.fields.get(part)
        if bound is None or (dot and not bound.nested):
            return None, rest
        return bound, rest

    def values(self, document: Document, field: str) -> Values | None:
        """The present values of a field as a form sends them; None for an unknown field."""
        bound, rest = self._find(field)
        return bound.read(document, rest) if bound else None

    def write(self, document: Document, field: str, values: Values) -> Document:
        """The document with one field written; RuleViolation where it cannot take the values."""
        try:
            texts = parsing.cleaned(values, field)
            bound, rest = self._find(field)
            if bound is None:
                raise InvalidDocument("this field doesn't exist")
            return bound.write(document, rest, texts)
        except InvalidDocument as unreadable:
            raise RuleViolation([Problem("bad-value", field, unreadable.message)]) from None

    def cleared(self, document: Document, fields: Iterable[str]) -> Document:
        """The document without the choices of these fields."""
        for field in fields:
            bound, rest = self._find(field)
            if bound is None:
                raise KeyError(field)
            document = bound.clear(document, rest)
        return document

    def dependent_ids(self, document: Document) -> list[str]:
        """The fields that depend on another choice, in the order in which they can be written."""
        return [id for field in self.fields.values() for id in field.dependent(document)]

    def dependent(self, document: Document) -> dict[str, Values]:
        """The present values of every field that depends on another choice."""
        ids = self.dependent_ids(document)
        return {id: values for id in ids if (values := self.values(document, id)) is not None}


NO_FIELDS = Binding(())
