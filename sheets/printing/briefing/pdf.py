"""The GM briefing: always one page.

`layout.py` chooses sizes and amounts by measuring text. If the page still comes out longer, it is
made again with less.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec
from django.template import Engine
from django.template.loader import render_to_string

from sheets.printing.briefing.content import Briefing, BriefingCharacter, TraitRow
from sheets.printing.briefing.layout import fit_page
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import PrintingFailed, pool
from sheets.printing.styles import PAPERS, Styles, for_game, page_rule
from sheets.printing.type.glyphs import typographic
from sheets.printing.version import version_for

TEMPLATE, PRINT_STYLES, BRIEFING_STYLES = (
    "printing/briefing/briefing.html",
    "printing/sheet/print.css",
    "printing/briefing/briefing.css",
)
ADVICE = "Shorten the notes."
# Millimeters to reserve, from one try to the next, if the page came out too long.
RESERVES = (0, 12, 30, 60, 100)


def briefing_pdf(briefing: Briefing, *, paper: str = "a4") -> bytes:
    """The briefing on one page. ValueError if there is no such paper, PrintingFailed."""
    if paper not in PAPERS:
        raise ValueError(f"no such paper: {paper!r}; there are {', '.join(PAPERS)}")
    for less in RESERVES:
        pdf = pool().render(briefing_job(briefing, paper=paper, less=less))
        if _pages(pdf) == 1:
            return pdf
    raise PrintingFailed(f"The briefing doesn't fit on one page. {ADVICE}")


def briefing_key(briefing: Briefing, *, paper: str = "a4") -> str:
    """A hash of everything that the briefing depends on, for an ETag or a cache."""
    content = msgspec.msgpack.encode(("brief", paper, briefing))
    return blake2b(version_for(briefing.slug) + content, digest_size=16).hexdigest()


def sample_job(slug: str, game: str, credit: str) -> Job:
    """The HTML of a short briefing for nobody, to get a worker ready for others."""
    names = ("Aldo Brisk", "Vessa Corr", "Nameless")
    people = tuple(
        BriefingCharacter(name, about="Human, pilot", player="Ines", figures=("12", "10"))
        for name in names
    )
    yes_no = (True, False, False)
    pools = tuple(
        TraitRow(name, ("4D", "2D", "3D"), best=yes_no, own=yes_no, heads=name == "Strength")
        for name in ("Strength", "Brawl", "Climb")
    )
    briefing = Briefing(
        slug,
        party="The Long Watch",
        game=game,
        credit=credit,
        about="3 characters",
        since="",
        date="January 1, 2026",
        heads=("Dodge", "Soak"),
        people=people,
        pools=pools,
    )
    return briefing_job(briefing, paper="a4")


def briefing_job(briefing: Briefing, *, paper: str, less: float = 0) -> Job:
    """The HTML of the briefing, laid out as if the page were `less` millimeters shorter."""
    look = _styles()
    page = fit_page(briefing, look, paper=paper, less=less)
    own = for_game(briefing.slug)
    context = {
        "page": page,
        "emblem": own.value("emblem"),
        "emblem_full": own.value("emblem-full"),
        "ruler": own.value("ruler"),
    }
    html = typographic(render_to_string(TEMPLATE, context) + "")  # a plain str again
    return Job(html, (look.text, page_rule(paper)), advice=ADVICE)


def _styles() -> Styles:
    engine = Engine.get_default()
    return Styles(
        *(str(engine.get_template(name).source) for name in (PRINT_STYLES, BRIEFING_STYLES))
    )


def _pages(pdf: bytes) -> int:
    import pypdfium2  # noqa: PLC0415 (slow: a server starts without it)

    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()
