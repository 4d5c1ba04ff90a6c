"""Printed sheets and pictures of their pages, kept under a name for what they hold.

Nobody is asked here: who may see a sheet was decided before it got a name. What is kept can be
deleted at any time, and is then made again.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.core.cache import caches

from sheets import printing

CACHE = "printed"
# Pixels across a picture of a page.
WIDTH = 1000

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Page:
    """A page to show: which one, and how many pixels its picture has."""

    number: int
    width: int
    height: int


@dataclass(frozen=True)
class Print:
    """A printed sheet: the name of what it holds, and how it is made where it is not kept."""

    key: str
    make: Callable[[], bytes]

    def pdf(self) -> bytes:
        """The file; PrintingFailed where it cannot be made."""
        return _kept(f"{self.key}.pdf", self.make)

    @property
    def is_kept(self) -> bool:
        """Whether the file is there, and need not be made."""
        return _is_kept(f"{self.key}.pdf")

    def keep(self, pdf: bytes) -> None:
        """Keeps the file, if somebody else has made it."""
        _keep(f"{self.key}.pdf", pdf)

    def pages(self) -> list[Page]:
        """What there is to show, its pictures made ready; PrintingFailed where there are none."""
        return _kept(f"{self.key}.pages", lambda: [page for page, _ in self._look()])

    def picture(self, number: int) -> bytes | None:
        """A page as a PNG, None where there are not so many pages; PrintingFailed."""
        if not 1 <= number <= len(self.pages()):
            return None
        return _kept(self._picture_name(number), lambda: self._look()[number - 1][1])

    def _look(self) -> list[tuple[Page, bytes]]:
        """Every page with its picture, which is kept."""
        pictures = printing.page_pictures(self.pdf(), width=WIDTH)
        for number, png in enumerate(pictures, start=1):
            _keep(self._picture_name(number), png)
        return [(Page(number, *_size(png)), png) for number, png in enumerate(pictures, start=1)]

    def _picture_name(self, number: int) -> str:
        return f"{self.key}.{number}.png"


def _kept(name: str, make: Callable[[], Thing]) -> Thing:
    """The thing of that name, made where it is not kept. A cache that is broken keeps nothing:
    it is logged, and nobody has to wait for its repair."""
    try:
        found: Thing | None = caches[CACHE].get(name)
    except Exception:
        # A folder not to be read, a file cut off: whatever it is, what was kept can be made again.
        logging.getLogger(__name__).exception("A kept print could not be read")
        found = None
    if found is not None:
        return found
    made = make()
    _keep(name, made)
    return made


def _is_kept(name: str) -> bool:
    try:
        return caches[CACHE].has_key(name)
    except Exception:
        logging.getLogger(__name__).exception("Whether a print is kept could not be read")
        return False


def _keep(name: str, made: object) -> None:
    try:
        caches[CACHE].set(name, made)
    except OSError:
        logging.getLogger(__name__).exception("A print could not be kept")


def _size(png: bytes) -> tuple[int, int]:
    """The width and the height that stand at the head of every PNG."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
