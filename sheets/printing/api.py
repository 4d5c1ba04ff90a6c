"""What the rest of the application asks of printing."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from rules import registry
from rules.document import Document
from rules.sheet.sections import Sheet
from rules.system import GameSystem
from sheets.printing.edition import CLASSIC, NOTHING_MORE, PLAIN, Edition, Extras
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import pool
from sheets.printing.sheet.blank import blank_sheet
from sheets.printing.sheet.compose import compose
from sheets.printing.version import version_for

# So many pages are shown at the most, and so wide.
MOST_PAGES, MOST_WIDTH = 20, 2000


def sheet_pdf(document: Document, edition: Edition = PLAIN, extras: Extras = NOTHING_MORE) -> bytes:
    """The printed sheet of a character.

    Prints every readable document, also an unfinished or illegal one. PrintingFailed where it takes
    too long or too much.
    """
    return print_job(sheet_job(document, edition, extras))


def sheet_job(document: Document, edition: Edition = PLAIN, extras: Extras = NOTHING_MORE) -> Job:
    """What is to be done for it, by `print_job`: for who prints several, and composes the next one
    while one is printed."""
    system = registry.get(document.system)
    sheet = _sheet(system, document, edition)
    return compose(sheet, edition, game=system.name, extras=extras)


def print_job(job: Job) -> bytes:
    """The file that comes of a job; PrintingFailed as above. Any thread may wait for it."""
    return pool().render(job)


def blank_pdf(slug: str, edition: Edition = PLAIN) -> bytes:
    """The sheet of a game with nothing filled in; InvalidDocument where there is no such game,
    ValueError for a kind that makes no sense blank."""
    _check_blank(edition)
    system = registry.get(slug)
    sheet = blank_sheet(slug)
    return pool().render(compose(sheet, edition, game=system.name, blank=True))


def content_key(document: Document, edition: Edition = PLAIN, extras: Extras = NOTHING_MORE) -> str:
    """A short text that is another one whenever the printed sheet would be: what the sheet says,
    what was chosen, and everything that makes pages of it. For an ETag or a cache."""
    system = registry.get(document.system)
    sheet = _sheet(system, document, edition)
    return _digest(system.slug, edition, msgspec.json.encode(sheet), msgspec.msgpack.encode(extras))


def blank_key(slug: str, edition: Edition = PLAIN) -> str:
    """The same for a blank sheet."""
    _check_blank(edition)
    return _digest(slug, edition, msgspec.json.encode(blank_sheet(slug)), b"blank")


def page_pictures(pdf: bytes, *, width: int) -> list[bytes]:
    """Each page of a PDF of ours as a PNG so many pixels wide, of a long one the first
    `MOST_PAGES`. PrintingFailed where that takes too long or too much."""
    if not 0 < width <= MOST_WIDTH:
        raise ValueError(f"a page is 1 to {MOST_WIDTH} pixels wide, not {width}")
    return pool().pictures(pdf, width=width, most=MOST_PAGES)


def _sheet(system: GameSystem, document: Document, edition: Edition) -> Sheet:
    """What there is to print: without the state of play it is a character nobody has touched."""
    if not edition.state:
        document = msgspec.structs.replace(document, marks=system.marks_type())
    return system.sheet(document)


def _digest(slug: str, edition: Edition, *said: bytes) -> str:
    digest = blake2b(digest_size=16)
    for piece in (version_for(slug), msgspec.msgpack.encode(edition), *said):
        digest.update(len(piece).to_bytes(8) + piece)
    return digest.hexdigest()


def _check_blank(edition: Edition) -> None:
    if edition.kind != CLASSIC:
        raise ValueError(f"of kind {edition.kind!r} there is nothing blank")
