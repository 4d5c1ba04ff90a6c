"""Counts the work of laying out pages: a unit for each element, block and line, and for each 500
letters that a line is looked for in. A unit takes about half a millisecond.

The count of a document is the same on every machine, however slow or busy: what prints on one
prints on each.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from weasyprint.layout import block

LETTERS = 500

_lay_out_block = block.block_level_layout_switch


class TooMuchWork(Exception):
    """A document takes more work than it may."""


class Work:
    """The work that this process has done, and up to where it may go."""

    def __init__(self) -> None:
        self.done = 0.0
        self._most = float("inf")

    def count(self, units: float) -> None:
        """Adds work; TooMuchWork beyond what may be done."""
        self.done += units
        if self.done > self._most:
            raise TooMuchWork

    @contextmanager
    def at_most(self, units: float) -> Iterator[None]:
        """Allows so much work, and no more than was allowed around it."""
        before = self._most
        self._most = min(before, self.done + units)
        try:
            yield
        finally:
            self._most = before


WORK = Work()


def count_blocks() -> None:
    """Counts each block that WeasyPrint lays out."""

    def counted(*arguments: object, **named: object) -> object:
        WORK.count(1)
        return _lay_out_block(*arguments, **named)

    block.block_level_layout_switch = counted
