"""A backup's progress in lines, for a terminal and for a log."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")
# Called with what is being done, how much of it is done, and how much there is.
Report = Callable[[str, int, int], None]
# Whoever reports is asked again after so many items, and writes a line after so many seconds.
STEP, SECONDS = 500, 5.0


class ProgressLines:
    """Reports with a line every few seconds: "Rows backed up: 120,000 of 600,000, 20%"."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._written = time.monotonic()

    def __call__(self, doing: str, done: int, of: int) -> None:
        """Writes a line if the last one is some seconds old."""
        now = time.monotonic()
        if now - self._written >= SECONDS:
            self._written = now
            self._write(f"{doing}: {done:,} of {of:,}, {100 * done // max(1, of)}%")


def lines(write: Callable[[str], object], *, verbosity: int) -> Report:
    """Reports with lines, or with none if a command was told to be quiet."""
    return ProgressLines(write) if verbosity else silent


def silent(_doing: str, _done: int, _of: int) -> None:
    """Reports nothing."""


def reported(items: Iterable[Item], doing: str, of: int, report: Report) -> Iterator[Item]:
    """The items, one by one; reports how many have been taken."""
    for done, item in enumerate(items, 1):
        yield item
        if done % STEP == 0:
            report(doing, done, of)
