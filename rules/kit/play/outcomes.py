"""Outcomes put together: more sentences and marks, extra dice, and a total beside its target."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from rules.kit.play import checks
from rules.play import Die, MarkChange, Outcome


def text(
    outcome: Outcome, *sentence: str, shifts: tuple[MarkChange, ...] = (), **members: Any
) -> Outcome:
    """The outcome with more sentences and marks, and with other members; "" adds no sentence."""
    return replace(
        outcome,
        said=tuple(filter(None, (*outcome.said, *sentence))),
        shifts=(*outcome.shifts, *shifts),
        **members,
    )


def taken(damage: int, *effects: str) -> str:
    """The result of damage, as everybody may read it: "60 taken: wounded, unconscious"."""
    return f"{damage:,} taken: {', '.join(filter(None, effects)).lower() or 'no effect'}"


def marked(mark: str, by: int = 1) -> MarkChange:
    """A switch that is set, or with −1 cleared."""
    return MarkChange(mark, by, most=1)


def cleared(marks: object, *names: str) -> tuple[MarkChange, ...]:
    """The marks among these names that are there, gone."""
    held = ((name, getattr(marks, name)) for name in names)
    return tuple(MarkChange(name, -value) for name, value in held if value)


def extra(rng: Random, count: int) -> tuple[Die, ...]:
    """Dice that a rule adds to a roll."""
    thrown = checks.fallen(rng, count, exploding=0)
    return tuple(replace(die, kind="extra") for die in thrown)


def faces(thrown: tuple[Die, ...]) -> int:
    """The sum of the faces."""
    return sum(die.face for die in thrown)


def compared(outcome: Outcome, won: str = "success", lost: str = "failure") -> str:
    """A total beside its target number; without a roll, the target number."""
    if outcome.target is None:
        return str(outcome.total)
    if outcome.success is None:
        return f"To reach: {outcome.against} {outcome.target}"
    return checks.compared(outcome.total, outcome.against, outcome.target, won=won, lost=lost)
