"""Marks within their bounds, and the problems of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.problems import AT_THE_TABLE, Problem


def bad_mark(mark: str, message: str) -> Problem:
    """The problem of a mark that has to be corrected at the table."""
    return Problem("bad-mark", f"marks.{mark}", message, never=AT_THE_TABLE)


# The highest number of each mark by its name, None for any number.
Bounds = Mapping[str, int | None]


def bounded(marks: object, bounds: Bounds) -> dict[str, int]:
    """The marks, each at least 0 and at most its highest number."""
    found = {name: max(0, getattr(marks, name)) for name in bounds}
    return {
        name: value if (most := bounds[name]) is None else min(value, most)
        for name, value in found.items()
    }


def out_of_bounds(marks: object, bounds: Bounds) -> Iterator[Problem]:
    """Negative marks, and those above their highest number."""
    for name, value in bounded(marks, bounds).items():
        if value != getattr(marks, name):
            most = bounds[name]
            counted = "This is 0 or 1." if most == 1 else f"This mark is 0 to {most}."
            yield bad_mark(name, "Marks can't be negative." if most is None else counted)


def not_switches(marks: object, names: Iterable[str]) -> Iterator[Problem]:
    """Switches that are neither 0 nor 1."""
    for name in names:
        if getattr(marks, name) not in (0, 1):
            yield bad_mark(name, "This is 0 or 1.")


def below_zero(marks: object, messages: Mapping[str, str]) -> Iterator[Problem]:
    """Negative counters; `messages` has the message for each."""
    for name, message in messages.items():
        if getattr(marks, name) < 0:
            yield bad_mark(name, message)
