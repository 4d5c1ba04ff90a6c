"""The functions that the rest of the site uses to print."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

import msgspec

from rules import registry
from rules.character import Character as OpenCharacter
from rules.document import Document
from sheets.printing.briefing.pdf import sample_job
from sheets.printing.options import (
    CARDS,
    CLASSIC,
    DEFAULT_OPTIONS,
    NO_EXTRAS,
    Extras,
    PrintOptions,
)
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import pool
from sheets.printing.sheet.blank import blank_sheet
from sheets.printing.sheet.card_pools import rule_texts
from sheets.printing.sheet.compose import compose
from sheets.printing.sheet.stations import stations
from sheets.printing.type.glyphs import without_glyph
from sheets.printing.version import version_for

# Limits of page images: the number of pages, and the width in pixels.
MOST_PAGES, MOST_WIDTH = 20, 2000
# A document is worked out each time; what is open already, once for its key and its print.
Printed = Document | OpenCharacter


def sheet_pdf(
    character: Printed, options: PrintOptions = DEFAULT_OPTIONS, extras: Extras = NO_EXTRAS
) -> bytes:
    """The PDF of a character.

    Prints every readable document, even an unfinished or illegal one. PrintingFailed if it takes
    too long or too much memory.
    """
    return print_job(sheet_job(character, options, extras))


def sheet_job(
    character: Printed, options: PrintOptions = DEFAULT_OPTIONS, extras: Extras = NO_EXTRAS
) -> Job:
    """The job that `print_job` runs: lets a caller compose the next sheet while one is printed."""
    opened = _as_printed(character, options)
    return compose(
        opened.sheet,
        options,
        game=opened.system.name,
        extras=extras,
        held=registry.held_in(opened.document),
        stations=stations(opened),
        texts=_card_texts(opened, options),
    )


def print_job(job: Job) -> bytes:
    """The PDF of a job; PrintingFailed. Any thread may wait for it."""
    return pool().render(job)


def warm_up() -> None:
    """Prints a sheet of each game and a briefing for nobody in a worker that then waits for the
    first request: fonts and stylesheets are read.
    """
    games = list(registry.all_systems().values())
    characters = (game.random(Random(0)) for game in games)  # noqa: S311 (no secret)
    briefing = sample_job(games[0].slug, games[0].name, games[0].credit)
    pool().warm_up((*map(sheet_job, characters), briefing))


def unprintable(character: Printed, extras: Extras = NO_EXTRAS) -> str:
    """The characters of a sheet that no installed font has: paper spells them out."""
    sheet = _as_printed(character, DEFAULT_OPTIONS).sheet
    notes = "".join(note.html for note in extras.notes)
    return without_glyph(msgspec.json.encode(sheet).decode() + extras.player + notes)


def blank_pdf(slug: str, options: PrintOptions = DEFAULT_OPTIONS) -> bytes:
    """The blank sheet of a game. InvalidDocument if there is no such game, ValueError for a kind
    that cannot be blank.
    """
    _check_blank(options)
    system = registry.get(slug)
    sheet = blank_sheet(slug)
    return pool().render(compose(sheet, options, game=system.name, blank=True))


def content_key(
    character: Printed, options: PrintOptions = DEFAULT_OPTIONS, extras: Extras = NO_EXTRAS
) -> str:
    """A hash of everything that the printed sheet depends on: document, options, extras, code,
    fonts. For an ETag or a cache.
    """
    opened = _as_printed(character, options)
    parts = msgspec.json.encode((opened.sheet, stations(opened), _card_texts(opened, options)))
    return _digest(opened.system.slug, options, parts, msgspec.msgpack.encode(extras))


def blank_key(slug: str, options: PrintOptions = DEFAULT_OPTIONS) -> str:
    """The content key of a blank sheet."""
    _check_blank(options)
    return _digest(slug, options, msgspec.json.encode(blank_sheet(slug)), b"blank")


def page_pictures(pdf: bytes, *, width: int) -> list[bytes]:
    """The first `MOST_PAGES` pages of a PDF of ours as PNGs of that width. PrintingFailed."""
    if not 0 < width <= MOST_WIDTH:
        raise ValueError(f"a page is 1 to {MOST_WIDTH} pixels wide, not {width}")
    return pool().pictures(pdf, width=width, most=MOST_PAGES)


def _card_texts(opened: OpenCharacter, options: PrintOptions) -> dict[str, str]:
    return rule_texts(opened) if options.kind == CARDS else {}


def _as_printed(character: Printed, options: PrintOptions) -> OpenCharacter:
    """The character to print; without the state of play, as if it were untouched."""
    opened = registry.open(character) if isinstance(character, Document) else character
    return opened if options.state else opened.marked(opened.system.marks_type())


def _digest(slug: str, options: PrintOptions, *parts: bytes) -> str:
    digest = blake2b(digest_size=16)
    for piece in (version_for(slug), msgspec.msgpack.encode(options), *parts):
        digest.update(len(piece).to_bytes(8) + piece)
    return digest.hexdigest()


def _check_blank(options: PrintOptions) -> None:
    if options.kind != CLASSIC:
        raise ValueError(f"a sheet of kind {options.kind!r} cannot be blank")
