"""The cache of printed sheets and their page images, keyed by a hash of their content.

Access is checked before a sheet gets its key. Everything here may be deleted at any time and is
then made again.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.cache import caches
from django.db import connections

from sheets import printing, work
from sheets.processes.file_lock import LockTimeout, file_lock

CACHE = "printed"
# The width of a page image in pixels.
WIDTH = 1000
# How long a request waits for a print, its own or that of another process: with its time in the
# lane for heavy work, it is answered within a minute. How long a failure is remembered.
WAIT_SECONDS = 25.0
FAILURE_SECONDS = 5 * 60
IN_PROGRESS = "This is being printed right now. Try again in a minute."

Value = TypeVar("Value")


@dataclass(frozen=True)
class Page:
    """A page image: its page number and its size in pixels."""

    number: int
    width: int
    height: int


@dataclass(frozen=True)
class CachedPrint:
    """A printed sheet: its content key, and how to make it if it is not cached.

    However many requests ask for it at once, in all processes of this machine, it is made once. A
    failure is remembered for a while.
    """

    key: str
    make: Callable[[], bytes]

    def pdf(
        self, make: Callable[[], bytes] | None = None, *, seconds: float | None = None
    ) -> bytes:
        """The PDF; PrintingFailed if it cannot be made, PrinterBusy if it is not there in so many
        `seconds`. `make` overrides how it is made.
        """
        make = make or self.make
        return _get_or_make(self._pdf_name, make, lock_name=self._pdf_name, seconds=seconds)

    @property
    def is_cached(self) -> bool:
        """True if the PDF is cached."""
        return _is_cached(self._pdf_name)

    @property
    def failure(self) -> str:
        """Why it could not be made recently; "" if no failure is known."""
        return _failure(self._pdf_name)

    @property
    def has_images(self) -> bool:
        """True if the page images are cached, too."""
        return _is_cached(f"{self.key}.pages")

    def pages(self) -> list[Page]:
        """The pages, with their images cached; PrintingFailed if there are none."""
        return _get_or_make(f"{self.key}.pages", self._pages, lock_name=self._images_name)

    def picture(self, number: int) -> bytes | None:
        """A page as a PNG; None if there is no such page; PrintingFailed."""
        if not 1 <= number <= len(self.pages()):
            return None
        name = self._picture_name(number)
        return _get_or_make(
            name, lambda: self._render_images()[number - 1][1], lock_name=self._images_name
        )

    def _pages(self) -> list[Page]:
        return [page for page, _ in self._render_images()]

    def _render_images(self) -> list[tuple[Page, bytes]]:
        """Every page with its image, which is cached."""
        pictures = printing.page_pictures(self.pdf(), width=WIDTH)
        for number, png in enumerate(pictures, start=1):
            _store(self._picture_name(number), png)
        return [(Page(number, *_size(png)), png) for number, png in enumerate(pictures, start=1)]

    def _picture_name(self, number: int) -> str:
        return f"{self.key}.{number}.png"

    @property
    def _pdf_name(self) -> str:
        return f"{self.key}.pdf"

    @property
    def _images_name(self) -> str:
        return f"{self.key}.look"


def _get_or_make(
    name: str, make: Callable[[], Value], *, lock_name: str, seconds: float | None = None
) -> Value:
    """The cached value, or a new one; one process makes it while the others wait. PrinterBusy for
    who waits too long: what is being made then is finished, and cached for a later try. Its
    processor time counts as that of the request, as far as it waits.
    """
    seconds = WAIT_SECONDS if seconds is None else seconds
    cached: Value | None = _read(name)
    if cached is not None:
        return cached
    made: Future[Value] = Future()
    request = work.current()

    def make_alone() -> None:
        try:
            with work.helping(request):
                made.set_result(_make_alone(name, make, lock_name=lock_name, seconds=seconds))
        except BaseException as error:
            made.set_exception(error)
        finally:
            connections.close_all()  # those of this thread

    threading.Thread(target=copy_context().run, args=(make_alone,), daemon=True).start()
    try:
        return made.result(seconds)
    except TimeoutError:
        raise printing.PrinterBusy(IN_PROGRESS) from None


def _make_alone(name: str, make: Callable[[], Value], *, lock_name: str, seconds: float) -> Value:
    try:
        with file_lock(lock_name, seconds=seconds):
            cached: Value | None = _read(name)  # another process may have made it meanwhile
            return cached if cached is not None else _make(name, make)
    except LockTimeout:
        raise printing.PrinterBusy(IN_PROGRESS) from None


def _make(name: str, make: Callable[[], Value]) -> Value:
    """Makes and caches the value. A lasting failure is remembered."""
    if failure := _failure(name):
        raise printing.PrintingFailed(failure)
    try:
        value = make()
    except printing.PrinterBusy:
        raise
    except printing.PrintingFailed as failed:
        _store(f"{name}.failure", str(failed), seconds=FAILURE_SECONDS)
        raise
    _store(name, value)
    return value


def _failure(name: str) -> str:
    return _read(f"{name}.failure") or ""


def _read(name: str) -> Any:
    """The cached value or None. A broken cache is logged and treated as empty."""
    try:
        return caches[CACHE].get(name)
    except Exception:
        # An unreadable folder, a truncated file: whatever it is, the print can be made again.
        logging.getLogger(__name__).exception("A cached print could not be read")
        return None


def _is_cached(name: str) -> bool:
    try:
        return caches[CACHE].has_key(name)
    except Exception:
        logging.getLogger(__name__).exception("The print cache could not be read")
        return False


def _store(name: str, content: object, *, seconds: int | None = None) -> None:
    options = {} if seconds is None else {"timeout": seconds}
    try:
        caches[CACHE].set(name, content, **options)
    except Exception:
        logging.getLogger(__name__).exception("A print could not be cached")


def _size(png: bytes) -> tuple[int, int]:
    """The width and height in a PNG's header."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
