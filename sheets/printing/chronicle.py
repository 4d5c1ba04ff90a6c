"""The chronicle of a campaign as a booklet: its people with portraits, and session after session.

A page is half a sheet of paper, so the printed stack folds in the middle.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec
from django.template import Engine
from django.template.loader import render_to_string

from sheets.printing.booklet import MARGINS
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import pool
from sheets.printing.styles import PAPERS, Styles
from sheets.printing.type.direction import apart
from sheets.printing.type.fonts import SCHEME
from sheets.printing.type.glyphs import one_line, printable, typographic
from sheets.printing.type.measure import shorten
from sheets.printing.version import version_for

TEMPLATE, STYLES = "printing/chronicle/chronicle.html", "printing/chronicle/chronicle.css"
ADVICE = "Print fewer sessions at once."
# The party at the head of a page: points, and the millimeters at its sides.
RUNNING_SIZE, SIDES = 8, 27
# So few people have a row each, or larger portraits: they fill their page.
FEW = (3, "alone"), (6, "larger")


class Person(msgspec.Struct, frozen=True):
    """One of the characters: name, species and profession, player, and portrait or likeness."""

    name: str
    about: str = ""
    player: str = ""
    portrait: bytes = b""
    alt: str = ""


class ChronicleSession(msgspec.Struct, frozen=True):
    """One session: its heading, its date ("" if nobody knows it), its notes as safe HTML
    (`sheets.markdown`), and what was gained, one sentence each.
    """

    heading: str
    date: str = ""
    notes: str = ""
    gains: tuple[str, ...] = ()


class Chronicle(msgspec.Struct, frozen=True):
    """A whole chronicle. `span` says when it was played."""

    slug: str
    party: str
    game: str
    credit: str
    span: str
    people: tuple[Person, ...]
    sessions: tuple[ChronicleSession, ...]


def chronicle_pdf(chronicle: Chronicle, *, paper: str = "a4") -> bytes:
    """The booklet, to be folded. ValueError if there is no such paper, PrintingFailed."""
    return pool().render(chronicle_job(chronicle, paper=paper))


def chronicle_key(chronicle: Chronicle, *, paper: str = "a4") -> str:
    """A hash of everything that the booklet depends on, for an ETag or a cache."""
    digest = blake2b(version_for(chronicle.slug), digest_size=16)
    for name in (TEMPLATE, STYLES):
        digest.update(_source(name).encode())
    digest.update(msgspec.msgpack.encode(("chronicle", paper, chronicle)))
    return digest.hexdigest()


def chronicle_job(chronicle: Chronicle, *, paper: str) -> Job:
    """The HTML of the booklet, with its portraits."""
    if paper not in PAPERS:
        raise ValueError(f"no such paper: {paper!r}; there are {', '.join(PAPERS)}")
    portraits = {
        f"{SCHEME}portrait-{number}": person.portrait
        for number, person in enumerate(chronicle.people)
        if person.portrait
    }
    people = [
        (person, source if (source := f"{SCHEME}portrait-{number}") in portraits else "")
        for number, person in enumerate(chronicle.people)
    ]
    paper_width, paper_height = PAPERS[paper]
    running = apart(shorten(one_line(chronicle.party), RUNNING_SIZE, paper_height / 2 - SIDES))
    context = {"chronicle": chronicle, "people": people, "running": running}
    context["few"] = next((name for most, name in FEW if len(people) <= most), "")
    html = typographic(render_to_string(TEMPLATE, context) + "")
    page = f"@page {{ size: {paper_height / 2}mm {paper_width}mm; margin: {MARGINS} }}\n"
    css = (Styles(_source(STYLES)).text, page)
    return Job(printable(html), css, pictures=portraits, advice=ADVICE)


def _source(name: str) -> str:
    return str(Engine.get_default().get_template(name).source)
