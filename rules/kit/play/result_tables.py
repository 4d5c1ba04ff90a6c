"""Tables of results: the row for a total, and the exact chance of each row.

The rows and their totals are each game's own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Protocol, TypeVar

import msgspec

from rules import tables
from rules.dice import pools
from rules.tables import Row


class Result(Protocol):
    """A row with its lowest total; None for all totals below the next row."""

    @property
    def id(self) -> str:
        """The row's id in an outcome."""

    @property
    def name(self) -> str:
        """The name for players."""

    @property
    def low(self) -> int | None:
        """The lowest total."""


class ResultRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table of results in TOML."""

    id: str
    name: str
    low: int | None = None
    does: str = ""
    source: str = ""
    ruling: str = ""


class SpanRow(Row, frozen=True, kw_only=True):
    """A row for every total from `low` to `high`; without `high`, for every higher total."""

    low: int
    high: int | None = None

    @property
    def reach(self) -> str:
        """Its totals in print: "4–8", "2", "13+"."""
        return reach(self.low, None if self.high is None else self.high + 1)


R = TypeVar("R", bound=Result)


def check_rows(file: str, key: str, rows: Sequence[Result]) -> None:
    """TableError unless each row begins above the one before; only the first may have no lowest
    total.
    """
    for before, row in pairwise(rows):
        if row.low is None or (before.low is not None and row.low <= before.low):
            raise tables.TableError(file, f"{key}.{row.id}", "begins no higher than the row before")


def row_of(rows: Sequence[R], rolled: int) -> R | None:
    """The row for a total; None below the first row."""
    reached = None
    for row in rows:
        if row.low is None or rolled >= row.low:
            reached = row
    return reached


def row_at(rows: Mapping[str, R] | Sequence[R], rolled: int) -> R:
    """The row for a total, in a table that covers every total; ValueError if it does not."""
    row = row_of(tuple(rows.values()) if isinstance(rows, Mapping) else rows, rolled)
    if row is None:
        raise ValueError(f"no row for {rolled}")
    return row


def chances(rows: Sequence[Result], reach: Callable[[int], Fraction]) -> dict[str, Fraction]:
    """The exact chance of each row by its id; `reach` is the chance of a total of at least a
    number.
    """
    least = [Fraction(1) if row.low is None else reach(row.low) for row in rows]
    return {
        row.id: chance - after
        for row, chance, after in zip(rows, least, [*least[1:], Fraction(0)], strict=True)
    }


def foreseen(rows: Sequence[Result], chances: Mapping[str, Fraction]) -> Iterator[str]:
    """Each possible row with its totals and its chance: "Wounded (4–8): 31%"."""
    for place, row in enumerate(rows):
        if chances.get(row.id):
            after = rows[place + 1].low if place + 1 < len(rows) else None
            yield f"{row.name} ({reach(row.low, after)}): {pools.percent(chances[row.id])}"


def chance_texts(rows: Mapping[str, str], chances: Mapping[str, Fraction]) -> tuple[str, ...]:
    """Each possible row by name with its chance: "Wounded: 31%"."""
    return tuple(f"{rows[id]}: {pools.percent(chance)}" for id, chance in chances.items() if chance)


def reach(low: int | None, after: int | None) -> str:
    """A range of totals; the next row begins at `after`: "4–8", "13+", "under 0"."""
    if low is None:
        return "any total" if after is None else f"under {after:,}"
    if after is None:
        return f"{low:,}+"
    return f"{low:,}" if after == low + 1 else f"{low:,}–{after - 1:,}"
