"""A guide of the site as a booklet, with pictures of its pages.

A page is half a sheet of paper, so the printed stack folds in the middle.
"""

from __future__ import annotations

from hashlib import blake2b
from importlib.metadata import version

import msgspec
from django.template import Engine
from django.template.loader import render_to_string

from sheets.printing.booklet import MARGINS
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import pool
from sheets.printing.styles import PAPERS, Styles
from sheets.printing.type.fonts import SCHEME
from sheets.printing.type.glyphs import printable, typographic

TEMPLATE, STYLES = "printing/guide/guide.html", "printing/guide/guide.css"
# It has the styles of a chronicle, and a few of its own.
GENERAL = "printing/chronicle/chronicle.css"
ADVICE = "Read it on the site instead."


class GuideSection(msgspec.Struct, frozen=True):
    """A section: its heading, safe HTML (`sheets.markdown`), and pictures with what they show."""

    heading: str
    html: str
    pictures: tuple[tuple[str, bytes], ...] = ()


class PrintedGuide(msgspec.Struct, frozen=True):
    """A whole guide."""

    title: str
    sections: tuple[GuideSection, ...]


def guide_pdf(guide: PrintedGuide, *, paper: str = "a4") -> bytes:
    """The booklet, to be folded. ValueError if there is no such paper, PrintingFailed."""
    return pool().render(_job(guide, paper))


def guide_key(guide: PrintedGuide, *, paper: str = "a4") -> str:
    """A hash of everything that the booklet depends on, for an ETag or a cache."""
    digest = blake2b(version("weasyprint").encode(), digest_size=16)
    for text in (*map(_source, (TEMPLATE, STYLES, GENERAL)), MARGINS):
        digest.update(text.encode())
    digest.update(msgspec.msgpack.encode((paper, guide)))
    return digest.hexdigest()


def _job(guide: PrintedGuide, paper: str) -> Job:
    if paper not in PAPERS:
        raise ValueError(f"no such paper: {paper!r}; there are {', '.join(PAPERS)}")
    pictures: dict[str, bytes] = {}
    sections = []
    for section in guide.sections:
        shown = []
        for alt, picture in section.pictures:
            source = f"{SCHEME}picture-{len(pictures)}"
            pictures[source] = picture
            shown.append((alt, source))
        sections.append((section, shown))
    html = render_to_string(TEMPLATE, {"guide": guide, "sections": sections}) + ""
    width, height = PAPERS[paper]
    page = f"@page {{ size: {height / 2}mm {width}mm; margin: {MARGINS} }}\n"
    css = (Styles(_source(GENERAL), _source(STYLES)).text, page)
    return Job(typographic(printable(html)), css, pictures=pictures, advice=ADVICE)


def _source(name: str) -> str:
    return str(Engine.get_default().get_template(name).source)
