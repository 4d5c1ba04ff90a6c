"""Ladders of difficulty: the name for any target number, and the next number up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.figures import Figure, number, total


class Rung(Protocol):
    """A rung, with its lowest number, and the one that a form fills in."""

    @property
    def name(self) -> str:
        """The name for players."""

    @property
    def low(self) -> int:
        """The lowest number."""

    @property
    def number(self) -> int:
        """The number that a form fills in."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs, lowest first; `under` is the name of smaller numbers, "" for the lowest rung."""

    rungs: Sequence[Rung]
    under: str = ""

    def name(self, value: int) -> str:
        """The name of the rung of a number."""
        reached = next((rung.name for rung in reversed(self.rungs) if value >= rung.low), "")
        return reached or self.under or self.rungs[0].name

    def above(self, value: int) -> int | None:
        """The number of the next rung up, None above the last."""
        return next((rung.number for rung in self.rungs if rung.number > value), None)

    def typed(self, value: int, source: str, ruling: str = "") -> Figure:
        """A typed number, with the name of its rung."""
        return number(self.name(value), value, source=source, ruling=ruling)

    def labeled(self, base: Figure, *more: Figure) -> Figure:
        """A target number with modifiers, with the name of the rung that it then has."""
        name = self.name(base.value + sum(term.value for term in more))
        if not more and base.label == name:
            return base
        return total(name, base, *more, source=base.source, ruling=base.ruling)
