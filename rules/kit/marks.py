"""Marks that are out of bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.problems import AT_THE_TABLE, Problem


def bad_mark(mark: str, message: str) -> Problem:
    """The problem of a mark that has to be corrected at the table."""
    return Problem("bad-mark", f"marks.{mark}", message, never=AT_THE_TABLE)


def not_switches(marks: Any, names: Iterable[str]) -> Iterator[Problem]:
    """Switches that are neither 0 nor 1."""
    for name in names:
        if getattr(marks, name) not in (0, 1):
            yield bad_mark(name, "This mark is 0 or 1.")


def below_zero(marks: Any, messages: Mapping[str, str]) -> Iterator[Problem]:
    """Negative counters; `messages` has the message for each."""
    for name, message in messages.items():
        if getattr(marks, name) < 0:
            yield bad_mark(name, message)
