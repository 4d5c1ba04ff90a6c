"""A worker process: HTML in, PDF out, until its input ends.

Started and watched by `pool.py`. It fetches nothing, and knows neither Django nor the rules.
Stylesheets and fonts are read once per process.
"""

from __future__ import annotations

import gc
import logging
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from itertools import count, zip_longest
from typing import Any

import msgspec
from cssselect2 import ElementWrapper
from weasyprint import CSS, DEFAULT_OPTIONS, HTML
from weasyprint.pdf import generate_pdf
from weasyprint.text.fonts import FontConfiguration

from sheets.printing.pdf.columns import balance_columns_briefly
from sheets.printing.pdf.emoji import encode_once
from sheets.printing.pdf.fetcher import FETCHER, LocalFiles
from sheets.printing.pdf.finish import finish
from sheets.printing.pdf.images import in_grays, page_images, to_jpeg
from sheets.printing.pdf.index import say_pages_once
from sheets.printing.pdf.join import join
from sheets.printing.pdf.lines import split_lines_briefly
from sheets.printing.pdf.messages import Job, Pack, PageImages, PrintJob, PrintResult
from sheets.printing.pdf.output import to_bytes, without_gaps
from sheets.printing.pdf.typesetting.look import NotKept, Overfull
from sheets.printing.pdf.typesetting.pictures import Pictures, a_bit_a_pixel
from sheets.printing.pdf.typesetting.typesetter import SetDocument, Typesetter
from sheets.printing.pdf.work import WORK, TooMuchWork, count_blocks
from sheets.processes.child import main

FONTS = FontConfiguration()
ACCESSIBLE = {"pdf_variant": "pdf/ua-1", "pdf_version": "1.7", "pdf_tags": True}
MOST_EMPTY = 0.25
# Scripts that run from right to left, those of Asia, emoji.
UNUSUAL = re.compile("[\u0590-\u1dff\u2600-\u27bf\u2e80-\U0010ffff]")
NO_ROOM = "[data-room] { display: none }"
MOST_TYPESETTERS = 32
# Characters of HTML that may stand on one page.
LONGEST = 80_000
FREEZE = 25
# Pages of kept parts take less than this, most of them a tenth; what takes more is laid out as a
# whole. After so many failures in a row a set of stylesheets is tried only each fiftieth time.
WORK_TO_TRY = 2500
# The part of its work that a document may take to be set closer after it, as a divisor.
TIGHTENED = 8
FAILURES, RETRY = 2, 50
_handled = count(1)
split_lines_briefly()
balance_columns_briefly()
count_blocks()
LOG = logging.getLogger("printing")


@cache
def _stylesheet(text: str) -> CSS:
    return CSS(string=text, font_config=FONTS, url_fetcher=FETCHER)


class _WellFormed(HTML):  # type: ignore[misc]  # WeasyPrint comes without types
    """HTML that is well-formed XML, as our templates make it: parsed eight times as fast."""

    def __init__(self, source: str, fetcher: LocalFiles) -> None:
        self.base_url, self.url_fetcher, self.media_type = None, fetcher, "print"
        root = ET.fromstring(source)  # noqa: S314 (made by us, without a doctype of its own)
        self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
        self.etree_element = self.wrapper_element.etree_element


def _read(markup: str, fetcher: LocalFiles) -> HTML:
    try:
        return _WellFormed(markup, fetcher)
    except ET.ParseError:
        return HTML(string=markup, url_fetcher=fetcher)


def make_pdf(job: Job) -> bytes:
    """The PDF of a job: tagged, with frames and images, and form fields if it has some."""
    with WORK.at_most(job.work):
        try:
            with WORK.at_most(WORK_TO_TRY):
                return typeset(job)
        except (NotKept, TooMuchWork) as fault:
            LOG.debug("Laid out as a whole: %r", fault)
        except Exception:
            LOG.exception("A page could not be put together of kept parts")
        return lay_out(job)


def typeset(job: Job) -> bytes:
    """The PDF of a job, its pages put together of kept parts; NotKept if that might come out
    another way than by `lay_out`.
    """
    if len(job.html) > LONGEST:
        raise NotKept("a long document")
    if UNUSUAL.search(job.html):
        raise NotKept("text of other faces, or from right to left")
    with _chances.of((job.css, job.fillable)):
        return _fewest_pages(job).pdf(job.totals)


def _fewest_pages(job: Job) -> SetDocument:
    """The job's pages, with as many of its stylesheets as `lay_out` takes."""
    css, pictures = job.css, Pictures(_pictures(job))
    document = loose = _set_if_kept(job, css, pictures)
    for tight, reach in _tighter(job):
        css = (*css, tight)
        if loose and not _reaches(len(loose.pages), _set_empty_parts(loose), reach):
            continue
        if document is None or len(document.pages) > job.pages:
            tighter = _set_if_kept(job, css, pictures)
            if document and tighter:
                document = min(document, tighter, key=_set_length)
            elif not document or _set_length(document) > (job.pages + 1, False):
                # Of pages that are not known there is at least one more than is asked for.
                document = tighter if tighter and len(tighter.pages) <= job.pages else None
    if document is None:
        raise NotKept("pages that do not end between kept parts")
    return document


def _set_if_kept(job: Job, css: tuple[str, ...], pictures: Pictures) -> SetDocument | None:
    """The pages; None if there are more than are asked for, of which one cannot be set. With room
    to write on, which may be left out, their number is not known.
    """
    try:
        return _set(job, css, pictures)
    except Overfull as fault:
        if fault.pages <= job.pages or "data-room" in job.html:
            raise
        return None


def _set(job: Job, css: tuple[str, ...], pictures: Pictures) -> SetDocument:
    """The pages, without those on which there is only room to write on."""
    typesetter = _typesetter(css, job.fillable)
    document = typesetter.set(_read(job.html, FETCHER), pictures)
    if any(document.is_writing_space(number) for number in range(1, len(document.pages))):
        # Without those elements, not by another stylesheet: whose parts would all be set anew.
        document = typesetter.set(_without_room(_read(job.html, FETCHER)), pictures)
    return document


def _without_room(html: HTML) -> HTML:
    """The document without its room to write on."""
    body = html.etree_element.find("body")
    for element in [child for child in body if "data-room" in child.attrib]:
        body.remove(element)
    return html


def _set_length(document: SetDocument) -> tuple[int, bool]:
    """The same as `_length`, for a document that was laid out here."""
    return len(document.pages), any(part > MOST_EMPTY for part in _set_empty_parts(document)[:-1])


def _set_empty_parts(document: SetDocument) -> list[float]:
    return [document.empty_part(number) for number in range(len(document.pages))]


def _tighter(job: Job) -> Iterator[tuple[Any, Any]]:
    """The stylesheets that set a job closer, each with its reach: a whole page if none is said."""
    return zip_longest(job.tight, job.reach, fillvalue=1.0)


def _reaches(pages: int, empty: Sequence[float], reach: float) -> bool:
    """True if a stylesheet that makes room for that part of each page may save a page."""
    return 1 - sum(empty) <= reach * (pages - 1)


class _Chances:
    """Which stylesheets have failed lately: sheets of a game that never fit on one page are not
    tried again and again.
    """

    def __init__(self) -> None:
        self._failures: Counter[Hashable] = Counter()

    @contextmanager
    def of(self, key: Hashable) -> Iterator[None]:
        """Counts a try; NotKept without one after two that failed, but for each fiftieth time."""
        failed = self._failures[key]
        self._failures[key] += 1
        if failed >= FAILURES and failed % RETRY:
            raise NotKept("pages like these did not fit lately")
        yield
        del self._failures[key]


_chances = _Chances()


@lru_cache(maxsize=MOST_TYPESETTERS)
def _typesetter(css: tuple[str, ...], fillable: bool) -> Typesetter:  # noqa: FBT001 (cached by place)
    sheets = [_stylesheet(text) for text in css]
    return Typesetter(sheets, css, FONTS, FETCHER, forms=fillable)


def _pictures(job: Job) -> dict[str, bytes]:
    """The pictures to print, by address; empty where one cannot be read."""
    photographs = {address: to_jpeg(picture) for address, picture in job.pictures.items()}
    return photographs | job.drawings


def lay_out(job: Job) -> bytes:
    """The PDF of a job, laid out by WeasyPrint as a whole."""
    drawings = {address: in_grays(drawing) for address, drawing in job.drawings.items()}
    pictures = _pictures(job) | drawings
    fetcher = LocalFiles(pictures) if pictures else FETCHER
    html, css = _read(job.html, fetcher), [_stylesheet(text) for text in job.css]
    options = {**DEFAULT_OPTIONS, **ACCESSIBLE, "pdf_forms": job.fillable}
    document = _in_fewest_pages(job, html, css, options)
    say_pages_once(document)
    with encode_once():
        pdf = generate_pdf(document, None, 1, **options)
    a_bit_a_pixel(pdf, job.drawings.values())
    finish(document, pdf, job.totals)
    return to_bytes(without_gaps(pdf))


def _in_fewest_pages(job: Job, html: HTML, css: list[CSS], options: dict[str, Any]) -> Any:
    """The pages, set closer where that saves one and does not take too much work: of a document
    that takes much as it is, nobody counts the pages.
    """
    before = WORK.done
    document = _laid_out(html, css, options)
    if WORK.done - before > job.work / TIGHTENED:
        return document
    empty = [_empty_part(page) for page in document.pages]
    with suppress(TooMuchWork):
        for tight, reach in _tighter(job):
            css.append(_stylesheet(tight))
            if len(document.pages) > job.pages and _reaches(len(empty), empty, reach):
                document = min(document, _laid_out(html, css, options), key=_length)
    return document


def _laid_out(html: HTML, css: list[CSS], options: dict[str, Any]) -> Any:
    """The pages, without those on which there is only room to write on."""
    WORK.count(sum(1 for _ in html.etree_element.iter()))
    document = html.render(FONTS, **options | {"stylesheets": css})
    if any(_is_writing_space(page) for page in document.pages[1:]):
        css = [*css, _stylesheet(NO_ROOM)]
        document = html.render(FONTS, **options | {"stylesheets": css})
    return document


def _length(document: Any) -> tuple[int, bool]:
    """The number of pages, and True if one before the last is empty in its lower quarter or more:
    the fewer, and the fuller, the better.
    """
    return len(document.pages), any(_empty_part(page) > MOST_EMPTY for page in document.pages[:-1])


def _empty_part(page: Any) -> float:
    """The part of a page below its last section, from 0 to 1."""
    box = page._page_box
    body = box.children[0].children[0]
    bottom = max((child.position_y + child.margin_height() for child in body.children), default=0.0)
    top = box.content_box_y()
    return float(1 - (bottom - top) / box.height)


def _is_writing_space(page: Any) -> bool:
    """True if a page is empty except for room to write on."""
    # WeasyPrint has no public way to list the boxes of a page.
    body = page._page_box.children[0].children[0]
    return all(
        box.element is not None and "data-room" in box.element.attrib for box in body.children
    )


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
