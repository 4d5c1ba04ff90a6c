"""The steps of creation: `Step`, and `StepSpec`, from which every game makes its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from rules.forms.fields import Breakdown, Choice, Field, Shop
from rules.problems import Problem


class Step(msgspec.Struct, frozen=True, gc=False):
    """One step of creation: its fields, what is decided (`state`) and what is open or wrong.

    `about` is one sentence under the title; `next` is what the engine would advise ("Nothing here
    shoots"): never a fault.
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


def inputs(step: Step) -> dict[str, tuple[str, ...]]:
    """Every field of the step that can be sent, nested ones and wares included: id → present
    values.
    """
    found: dict[str, tuple[str, ...]] = {}
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
                        found[ware.field] = ware.values
                        pending.extend(ware.fields)
            case Choice():
                found[field.id] = field.values
                pending.extend(field.fields)
            case _:
                found[field.id] = field.values
    return found


C = TypeVar("C")


def nothing(_: object) -> tuple[Field, ...]:
    """The fields of a step where there is nothing to decide."""
    return ()


def no_advice(_: object) -> tuple[str, ...]:
    """The advice of a step that has none."""
    return ()


class StepSpec(msgspec.Struct, Generic[C], frozen=True):
    """A step before its fields are filled: names, the places whose problems are its own (none: all
    of them), the makers of its fields, of its state in words and of what is advised there.
    """

    id: str
    name: str
    about: str
    places: tuple[str, ...]
    fields: Callable[[C], tuple[Field, ...]]
    state: Callable[[C], str]
    can_surprise: bool = True
    advice: Callable[[C], tuple[str, ...]] = no_advice


def steps(
    stops: Iterable[StepSpec[C]], character: C, found: tuple[Problem, ...], *, only: str
) -> tuple[Step, ...]:
    """Each spec as a step with its own problems out of `found`; only the fields of the step `only`
    are filled.
    """
    return tuple(_step(stop, character, found, filled=stop.id == only) for stop in stops)


def _step(stop: StepSpec[C], character: C, found: tuple[Problem, ...], *, filled: bool) -> Step:
    own = found
    if stop.places:
        own = tuple(problem for problem in found if problem.where.startswith(stop.places))
    return Step(
        id=stop.id,
        name=stop.name,
        about=stop.about,
        fields=stop.fields(character) if filled else (),
        state=stop.state(character),
        open=_open(own) if stop.places else "",
        problems=own,
        advice=stop.advice(character),
        can_surprise=stop.can_surprise,
    )


def _open(own: tuple[Problem, ...]) -> str:
    """What is open or wrong, in a few words."""
    wrong = sum(1 for problem in own if not problem.unfinished)
    if wrong:
        return f"{wrong} to put right" if wrong > 1 else "Something to put right"
    if len(own) > 1:
        return f"{len(own)} still open"
    return own[0].message.partition(". ")[0].rstrip(".") if own else ""
