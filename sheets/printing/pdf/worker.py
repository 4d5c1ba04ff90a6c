"""A worker process: HTML in, PDF out, until its input ends.

Started and watched by `pool.py`. It fetches nothing, and knows neither Django nor the rules.
Stylesheets and fonts are read once per process.
"""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, count, islice, repeat

import msgspec

try:
    from weasyprint import CSS, DEFAULT_OPTIONS, HTML
    from weasyprint.document import Document, Page
    from weasyprint.pdf import generate_pdf
    from weasyprint.text.fonts import FontConfiguration
except OSError as missing:  # its libraries are loaded with it
    sys.exit(f"Printing needs Pango and HarfBuzz; bin/setup installs them. Here: {missing}")

from sheets.printing.pdf.columns import balance_columns_briefly
from sheets.printing.pdf.emoji import encode_once
from sheets.printing.pdf.fetcher import FETCHER, LocalFiles
from sheets.printing.pdf.finish import finish
from sheets.printing.pdf.images import a_bit_a_pixel, in_grays, page_images, to_jpeg
from sheets.printing.pdf.index import say_pages_once
from sheets.printing.pdf.join import join
from sheets.printing.pdf.light_fields import put_back
from sheets.printing.pdf.lines import split_lines_briefly
from sheets.printing.pdf.markup import WellFormed, read
from sheets.printing.pdf.messages import Job, Pack, PageImages, PrintJob, PrintResult
from sheets.printing.pdf.output import to_bytes, without_gaps
from sheets.printing.pdf.typed_font import build_typed_font_briefly
from sheets.printing.pdf.work import WORK, TooMuchWork, count_blocks
from sheets.printing.pdf.writing_space import LEFT_OUT, leave_out_writing_space
from sheets.processes.child import main
from sheets.release import PROGRAM

FONTS = FontConfiguration()
ACCESSIBLE = {"pdf_variant": "pdf/ua-1", "pdf_version": "1.7", "pdf_tags": True}
MOST_EMPTY = 0.25
FREEZE = 25
# The part of its work that a document may take to be set closer after it, as a divisor.
TIGHTENED = 8
# The pages of a sheet of which one less is worth to be laid out again.
MOST_COUNTED = 3
_handled = count(1)
split_lines_briefly()
balance_columns_briefly()
build_typed_font_briefly()
count_blocks()
leave_out_writing_space()
LOG = logging.getLogger("printing")


@cache
def _stylesheet(text: str) -> CSS:
    return CSS(string=text, font_config=FONTS, url_fetcher=FETCHER)


def make_pdf(job: Job) -> bytes:
    """The PDF of a job: tagged, with frames and images, and form fields if it has some."""
    with WORK.at_most(job.work):
        return lay_out(job)


def _reach(job: Job) -> Iterator[float]:
    """The reach of each stylesheet that sets a job closer: a whole page if none is said."""
    return islice(chain(job.reach, repeat(1.0)), len(job.tight))


def _reaches(pages: int, empty: Sequence[float], reach: float) -> bool:
    """True if a stylesheet that makes room for that part of each page may save a page. Of many
    pages of text nobody misses one.
    """
    if reach < 1 and pages > MOST_COUNTED:
        return False
    return 1 - sum(empty) <= reach * (pages - 1)


def _pictures(job: Job) -> dict[str, bytes]:
    """The pictures to print, by address; empty where one cannot be read."""
    photographs = {address: to_jpeg(picture) for address, picture in job.pictures.items()}
    return photographs | job.drawings


def lay_out(job: Job) -> bytes:
    """The PDF of a job, laid out by WeasyPrint as a whole."""
    drawings = {address: in_grays(drawing) for address, drawing in job.drawings.items()}
    pictures = _pictures(job) | drawings
    fetcher = LocalFiles(pictures) if pictures else FETCHER
    html, css = read(job.html, fetcher), [_stylesheet(text) for text in job.css]
    options = {**DEFAULT_OPTIONS, **ACCESSIBLE, "pdf_forms": job.fillable}
    document = _in_fewest_pages(job, html, css, options)
    if isinstance(html, WellFormed):
        put_back(document, html.taken_out)
    say_pages_once(document)
    document.metadata.generator = PROGRAM
    with encode_once():
        pdf = generate_pdf(document, None, 1, **options)
    a_bit_a_pixel(pdf, job.drawings.values())
    finish(document, pdf, job.totals)
    return to_bytes(without_gaps(pdf))


def _in_fewest_pages(job: Job, html: HTML, css: list[CSS], options: dict[str, object]) -> Document:
    """The pages, set closer where that saves one and does not take too much work: of a document
    that takes much as it is, nobody counts the pages.
    """
    before, closer = WORK.done, [_stylesheet(text) for text in job.tight]
    document = _laid_out(html, css, options, closer=closer, most=job.pages)
    if WORK.done - before > job.work / TIGHTENED:
        return document
    empty = [_empty_part(page) for page in document.pages]
    with suppress(TooMuchWork):
        for reach in _reach(job):
            css.append(closer.pop(0))
            if len(document.pages) > job.pages and _reaches(len(empty), empty, reach):
                other = _laid_out(html, css, options, closer=closer, most=job.pages)
                document = min(document, other, key=_length)
    return document


def _laid_out(
    html: HTML,
    css: list[CSS],
    options: dict[str, object],
    *,
    closer: Sequence[CSS] = (),
    most: int = 0,
) -> Document:
    """The pages, without those on which there is only room to write on. Where nothing but that room
    is too much for so many pages, they are set closer to keep it, if the next stylesheet does.
    """
    WORK.count(sum(1 for _ in html.etree_element.iter()))
    document = html.render(FONTS, **options | {"stylesheets": css})
    if closer and LEFT_OUT.pages == 1 and len(document.pages) == most:
        kept = html.render(FONTS, **options | {"stylesheets": [*css, closer[0]]})
        if len(kept.pages) + LEFT_OUT.pages <= most:
            return kept
    return document


def _length(document: Document) -> tuple[int, bool]:
    """The number of pages, and True if one before the last is empty in its lower quarter or more:
    the fewer, and the fuller, the better.
    """
    return len(document.pages), any(_empty_part(page) > MOST_EMPTY for page in document.pages[:-1])


def _empty_part(page: Page) -> float:
    """The part of a page below its last section, from 0 to 1."""
    box = page._page_box
    body = box.children[0].children[0]
    bottom = max((child.position_y + child.margin_height() for child in body.children), default=0.0)
    top = box.content_box_y()
    return float(1 - (bottom - top) / box.height)


def run(job: PrintJob) -> PrintResult:
    """Does a job. Every failure becomes an error, never an exception."""
    try:
        if isinstance(job, PageImages):
            return PrintResult(pictures=page_images(job.pdf, width=job.width, most=job.most))
        if isinstance(job, Pack):
            return PrintResult(pdf=join(job))
        before = WORK.done
        return PrintResult(pdf=make_pdf(job), work=WORK.done - before)
    except TooMuchWork:
        return PrintResult(too_long=True)
    except MemoryError:
        return PrintResult(error="it takes more memory than printing may use", retiring=True)
    except RecursionError:
        return PrintResult(error="its elements are nested too deeply")
    except Exception as error:
        LOG.exception("A job could not be printed")
        return PrintResult(error=f"{type(error).__name__}: {error}")


def handle(message: bytes) -> tuple[bytes, bool]:
    """The reply to a message, and whether this worker retires because memory ran out."""
    if next(_handled) % FREEZE == 0:
        # What is kept is not looked through for garbage again and again.
        gc.collect()
        gc.freeze()
    result = run(msgspec.msgpack.decode(message, type=PrintJob))
    return msgspec.msgpack.encode(result), result.retiring


if __name__ == "__main__":
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    main(handle)
