"""Printed sheets and pictures of their pages, kept under a name for what they hold.

Nobody is asked here: who may see a sheet was decided before it got a name. What is kept can be
deleted at any time, and is then made again.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.cache import caches

from sheets import printing
from sheets.processes.turn import TooLong, turn

CACHE = "printed"
# Pixels across a picture of a page.
WIDTH = 1000
# How long one waits for another who makes the same, and how long a failure is remembered.
SECONDS_TO_WAIT = 60.0
SECONDS_OF_FAILURE = 5 * 60
TOO_MUCH = "This is being printed just now, which takes its time. Try again in a minute."

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Page:
    """A page to show: which one, and how many pixels its picture has."""

    number: int
    width: int
    height: int


@dataclass(frozen=True)
class Print:
    """A printed sheet: the name of what it holds, and how it is made where it is not kept.

    However many ask for it at once, in all processes of this machine, it is made once; and where
    it cannot be made, that is not tried again for a while.
    """

    key: str
    make: Callable[[], bytes]

    def pdf(self, make: Callable[[], bytes] | None = None) -> bytes:
        """The file; PrintingFailed where it cannot be made. Who has prepared it says how to `make`
        the rest of it."""
        return _kept(self._pdf_name, make or self.make, turn_at=self._pdf_name)

    @property
    def is_kept(self) -> bool:
        """Whether the file is there, and need not be made."""
        return _is_kept(self._pdf_name)

    @property
    def failure(self) -> str:
        """Why it could not be made a short while ago, "" where nothing is known of that."""
        return _failure(self._pdf_name)

    @property
    def is_shown(self) -> bool:
        """Whether the pictures of its pages are there as well."""
        return _is_kept(f"{self.key}.pages")

    def pages(self) -> list[Page]:
        """What there is to show, its pictures made ready; PrintingFailed where there are none."""
        return _kept(f"{self.key}.pages", self._pages, turn_at=self._look_name)

    def picture(self, number: int) -> bytes | None:
        """A page as a PNG, None where there are not so many pages; PrintingFailed."""
        if not 1 <= number <= len(self.pages()):
            return None
        name = self._picture_name(number)
        return _kept(name, lambda: self._look()[number - 1][1], turn_at=self._look_name)

    def _pages(self) -> list[Page]:
        return [page for page, _ in self._look()]

    def _look(self) -> list[tuple[Page, bytes]]:
        """Every page with its picture, which is kept."""
        pictures = printing.page_pictures(self.pdf(), width=WIDTH)
        for number, png in enumerate(pictures, start=1):
            _keep(self._picture_name(number), png)
        return [(Page(number, *_size(png)), png) for number, png in enumerate(pictures, start=1)]

    def _picture_name(self, number: int) -> str:
        return f"{self.key}.{number}.png"

    @property
    def _pdf_name(self) -> str:
        return f"{self.key}.pdf"

    @property
    def _look_name(self) -> str:
        return f"{self.key}.look"


def _kept(name: str, make: Callable[[], Thing], *, turn_at: str) -> Thing:
    """The thing of that name, made where it is not kept: by one at a time, so that who comes second
    finds it made."""
    found: Thing | None = _read(name)
    if found is not None:
        return found
    try:
        with turn(turn_at, seconds=SECONDS_TO_WAIT):
            found = _read(name)  # somebody else may have made it meanwhile
            return found if found is not None else _made(name, make)
    except TooLong:
        raise printing.NotNow(TOO_MUCH) from None


def _made(name: str, make: Callable[[], Thing]) -> Thing:
    """The thing, made now and kept: every print that costs something passes here. What cannot be
    made, for a reason that lasts, is remembered."""
    if failure := _failure(name):
        raise printing.PrintingFailed(failure)
    try:
        made = make()
    except printing.NotNow:
        raise
    except printing.PrintingFailed as failed:
        _keep(f"{name}.failure", str(failed), seconds=SECONDS_OF_FAILURE)
        raise
    _keep(name, made)
    return made


def _failure(name: str) -> str:
    return _read(f"{name}.failure") or ""


def _read(name: str) -> Any:
    """What is kept by that name, None for nothing. A cache that is broken keeps nothing: it is
    logged, and nobody has to wait for its repair."""
    try:
        return caches[CACHE].get(name)
    except Exception:
        # A folder not to be read, a file cut off: whatever it is, what was kept can be made again.
        logging.getLogger(__name__).exception("A kept print could not be read")
        return None


def _is_kept(name: str) -> bool:
    try:
        return caches[CACHE].has_key(name)
    except Exception:
        logging.getLogger(__name__).exception("Whether a print is kept could not be read")
        return False


def _keep(name: str, made: object, *, seconds: int | None = None) -> None:
    options = {} if seconds is None else {"timeout": seconds}
    try:
        caches[CACHE].set(name, made, **options)
    except OSError:
        logging.getLogger(__name__).exception("A print could not be kept")


def _size(png: bytes) -> tuple[int, int]:
    """The width and the height that stand at the head of every PNG."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
