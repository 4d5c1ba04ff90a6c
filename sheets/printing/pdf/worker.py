"""A process that makes PDFs: markup in, a PDF out, until the end.

Started and watched by `pool.py`. It fetches nothing, and knows neither Django nor the rules.
Stylesheets and fonts are read once and live as long as the process.
"""

from __future__ import annotations

import logging
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import msgspec
from cssselect2 import ElementWrapper
from weasyprint import CSS, DEFAULT_OPTIONS, HTML
from weasyprint.text.fonts import FontConfiguration

from sheets.printing.pdf.emoji import encoded_once
from sheets.printing.pdf.fetcher import FETCHER, OurFiles
from sheets.printing.pdf.finish import finish
from sheets.printing.pdf.images import for_paper, pages
from sheets.printing.pdf.join import join
from sheets.printing.pdf.messages import Answer, Job, Pack, PageImages, PrintJob
from sheets.processes.child import main

FONTS = FontConfiguration()


@cache
def _stylesheet(text: str) -> CSS:
    return CSS(string=text, font_config=FONTS, url_fetcher=FETCHER)


class _WellFormed(HTML):  # type: ignore[misc]  # WeasyPrint comes without types
    """Markup that is well-formed XML, as our templates make it: read in an eighth of the time."""

    def __init__(self, source: str, fetcher: OurFiles) -> None:
        self.base_url, self.url_fetcher, self.media_type = None, fetcher, "print"
        root = ET.fromstring(source)  # noqa: S314 (made by us, without a doctype of its own)
        self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
        self.etree_element = self.wrapper_element.etree_element


def _read(markup: str, fetcher: OurFiles) -> HTML:
    try:
        return _WellFormed(markup, fetcher)
    except ET.ParseError:
        return HTML(string=markup, url_fetcher=fetcher)


def make(job: Job) -> bytes:
    """The PDF of a job: tagged, with its frames and pictures, and its fields where it has some."""
    pictures = {address: for_paper(picture) for address, picture in job.pictures.items()}
    pictures |= job.drawings
    fetcher = OurFiles(pictures) if pictures else FETCHER
    html, css = _read(job.html, fetcher), [_stylesheet(text) for text in job.css]
    options = {**DEFAULT_OPTIONS, "pdf_variant": "pdf/ua-1", "pdf_forms": job.fillable}
    document = html.render(FONTS, **options | {"stylesheets": css})
    if len(document.pages) > 1 and _is_room(document.pages[-1]):
        css.append(_stylesheet("[data-room] { display: none }"))
        document = html.render(FONTS, **options | {"stylesheets": css})
    with encoded_once():
        return bytes(document.write_pdf(finisher=finish, **options))


def _is_room(page: Any) -> bool:
    """Whether all that stands on a page is room to write on: that is not worth a page."""
    # WeasyPrint tells nowhere else which boxes stand on a page.
    body = page._page_box.children[0].children[0]
    return all(
        box.element is not None and "data-room" in box.element.attrib for box in body.children
    )


def answer(job: PrintJob) -> Answer:
    """What came of a job. Whatever goes wrong in it is told, never raised."""
    try:
        if isinstance(job, PageImages):
            return Answer(pictures=pages(job.pdf, width=job.width, most=job.most))
        if isinstance(job, Pack):
            return Answer(pdf=join(job))
        return Answer(pdf=make(job))
    except MemoryError:
        return Answer(fault="it takes more memory than printing may use", spent=True)
    except RecursionError:
        return Answer(fault="things stand too deep inside one another in it")
    except Exception as error:
        logging.getLogger("printing").exception("This could not be printed")
        return Answer(fault=f"{type(error).__name__}: {error}")


def reply(message: bytes) -> tuple[bytes, bool]:
    """The answer to a message, and whether this process takes no more: memory has run out."""
    result = answer(msgspec.msgpack.decode(message, type=PrintJob))
    return msgspec.msgpack.encode(result), result.spent


if __name__ == "__main__":
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    main(reply)
