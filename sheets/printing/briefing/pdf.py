"""The game master's brief: one page, whatever has to go onto it.

What it says is put together elsewhere (`Briefing`). `layout.py` chooses how large and how much, by
measuring; should a page come out longer all the same, it is made again with less.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec
import pypdfium2
from django.template import Engine
from django.template.loader import render_to_string

from sheets.printing.briefing.content import Briefing
from sheets.printing.briefing.layout import fitted
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import PrintingFailed, pool
from sheets.printing.styles import PAPERS, Styles, page_rule
from sheets.printing.version import version_for

TEMPLATE, GENERAL, OWN = (
    "printing/briefing/briefing.html",
    "printing/sheet/print.css",
    "printing/briefing/briefing.css",
)
ADVICE = "Shorten the notes."
# By how many millimetres the page is taken to be shorter each time it came out too long.
TRIES = (0, 12, 30, 60, 100)


def brief_pdf(briefing: Briefing, *, paper: str = "a4") -> bytes:
    """The brief on one page. ValueError where there is no such paper, PrintingFailed where it takes
    too long or too much."""
    if paper not in PAPERS:
        raise ValueError(f"no such paper: {paper!r}; there are {', '.join(PAPERS)}")
    for less in TRIES:
        pdf = pool().render(brief_job(briefing, paper=paper, less=less))
        if _pages(pdf) == 1:
            return pdf
    raise PrintingFailed(f"This does not go onto one page. {ADVICE}")


def brief_key(briefing: Briefing, *, paper: str = "a4") -> str:
    """A short text that is another one whenever the brief would be, for an ETag or a cache."""
    said = msgspec.msgpack.encode(("brief", paper, briefing))
    return blake2b(version_for(briefing.slug) + said, digest_size=16).hexdigest()


def brief_job(briefing: Briefing, *, paper: str, less: float = 0) -> Job:
    """The markup of the brief, not laid out yet; as if the page were so many millimetres less."""
    look = _styles()
    page = fitted(briefing, look, paper=paper, less=less)
    html = render_to_string(TEMPLATE, {"page": page}) + ""  # a plain text again
    return Job(html, (look.text, page_rule(paper)), advice=ADVICE)


def _styles() -> Styles:
    engine = Engine.get_default()
    return Styles(*(str(engine.get_template(name).source) for name in (GENERAL, OWN)))


def _pages(pdf: bytes) -> int:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()
