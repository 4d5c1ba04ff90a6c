"""The rules reference of a game as a booklet: cover, contents, all chapters, an index of its terms,
and its sources.

A page is half a sheet of paper; folded, two are on a side, so that the printed stack folds in the
middle. It is the same for everyone and takes longer than a sheet, so it has a worker of its own and
stays in memory.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

import msgspec
from django.template import Engine, TemplateDoesNotExist
from django.template.loader import render_to_string

from rules import registry
from rules.reference.chapters import Chapter, Paragraphs, Table, Term, Terms
from rules.reference.search import Index
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import Pool
from sheets.printing.styles import PAPERS, Styles
from sheets.printing.tags import without_ruling_mark
from sheets.printing.type import fonts
from sheets.printing.type.glyphs import typographic

TEMPLATE, STYLES = "printing/booklet/booklet.html", "printing/booklet/booklet.css"
SIGNATURE = ("ruler", "emblem", "emblem-full")
MARGINS = "14mm 13mm 16mm"
# It is ours, and as long as the rules are: the longest takes a quarter of this work, and less than
# a twentieth of these processor seconds. How long it takes on a busy machine at the worst.
MOST_WORK, SECONDS, WALL = 260_000, 360, 600
# The sign of our rulings, and how many terms of a part one has to be about to be said above them.
SIGN, OFTEN = "◆", 3

TermPart = Terms | Table

_one_at_a_time = threading.Lock()
_made: dict[tuple[str, str], bytes] = {}


def booklet_pdf(slug: str, *, paper: str = "a4") -> bytes:
    """The booklet of a game for one of `PAPERS`, page by page.

    InvalidDocument if there is no such game, ValueError if there is no such paper, PrintingFailed.
    """
    job = _job(slug, paper)
    with _one_at_a_time:
        if (slug, paper) not in _made:
            pool = Pool(size=1, seconds=SECONDS, wall=WALL)
            try:
                _made[slug, paper] = pool.render(job)
            finally:
                pool.close()
        return _made[slug, paper]


def folded(booklet: bytes) -> bytes:
    """A booklet with two pages on a side, to be folded."""
    # pikepdf takes a tenth of a second to load: whoever folds nothing does without it.
    from sheets.printing.pdf.imposition import impose  # noqa: PLC0415

    return impose(booklet)


@cache
def booklet_key(slug: str, *, paper: str = "a4") -> str:
    """A hash of everything that the booklet depends on, for an ETag."""
    here = Path(__file__).parent
    digest = blake2b(version("weasyprint").encode(), digest_size=16)
    digest.update(msgspec.msgpack.encode(_job(slug, paper)))
    for file in sorted((*here.rglob("*.py"), *fonts.FOLDER.glob("*.ttf"))):
        digest.update(file.read_bytes())
    return digest.hexdigest()


@cache
def _job(slug: str, paper: str) -> Job:
    """The HTML of the booklet."""
    if paper not in PAPERS:
        raise ValueError(f"no such paper: {paper!r}; there are {', '.join(PAPERS)}")
    system = registry.get(slug)
    chapters = tuple(_for_paper(chapter) for chapter in system.reference())
    index = Index(system.reference())
    names = {id: found.term.name for id, found in index.terms.items() if found.term}
    terms = [found.term for found in index.terms.values() if found.term]
    sources = _sources(chapters)
    look = Styles(*map(_source, (STYLES, f"systems/{slug}/signature.css")))
    context = {
        "system": system,
        "groups": _groups(chapters),
        "names": names,
        "index": _index(terms),
        "sources": sources,
        "work": (work := _work(sources)),
        "listed": [(source.removeprefix(f"{work}, "), n) for source, n in sources.items()],
        "look": {name.replace("-", "_"): look.value(name) for name in SIGNATURE},
    }
    html = typographic(render_to_string(TEMPLATE, context) + "")  # a plain str again
    paper_width, paper_height = PAPERS[paper]
    page_width = paper_height / 2
    page = f"@page {{ size: {page_width}mm {paper_width}mm; margin: {MARGINS} }}\n"
    return Job(html, (look.text, page), work=MOST_WORK)


def _source(name: str) -> str:
    try:
        return str(Engine.get_default().get_template(name).source)
    except TemplateDoesNotExist:
        return ""  # a game without a signature of its own


def _sources(chapters: tuple[Chapter, ...]) -> dict[str, int]:
    """The number of each source, in the order of the booklet."""
    found = dict.fromkeys(
        row.source
        for chapter in chapters
        for part in chapter.parts
        if not isinstance(part, Paragraphs)
        for row in part.rows
    )
    return {source: number for number, source in enumerate(filter(None, found), start=1)}


def _work(sources: Iterable[str]) -> str:
    """The work that most sources are headings of."""
    works = Counter(source.partition(", ")[0] for source in sources)
    return max(works, key=lambda name: works[name], default="")


def _for_paper(chapter: Chapter) -> Chapter:
    """A chapter with what its parts have in common said once."""
    parts = (
        part if isinstance(part, Paragraphs) else _with_one_ruling(_with_sources(part))
        for part in chapter.parts
    )
    return msgspec.structs.replace(chapter, parts=tuple(parts))


def _with_sources(part: TermPart) -> TermPart:
    """A part whose terms name the place in the source they are from, but not themselves there."""
    rows = (msgspec.structs.replace(term, source=_place(term)) for term in part.rows)
    return msgspec.structs.replace(part, rows=tuple(rows))


def _place(term: Term) -> str:
    place, _, last = term.source.rpartition(", ")
    return place if place and _letters(last) == _letters(term.name) else term.source


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _with_one_ruling(part: TermPart) -> TermPart:
    """A part that says above its terms the ruling that most often stands in them; a sign marks
    those it is about, if it is not all.
    """
    found = Counter(ruling for term in part.rows for ruling in term.rulings)
    ruling, count = found.most_common(1)[0] if found else ("", 0)
    if count < OFTEN:
        return part
    sign = "" if count == len(part.rows) else f" {SIGN}"
    rows = tuple(
        _without(term, ruling, sign) if ruling in term.rulings else term for term in part.rows
    )
    note = " ".join(filter(None, (part.note, f"{SIGN} {without_ruling_mark(ruling)}")))
    return msgspec.structs.replace(part, rows=rows, note=note)


def _without(term: Term, ruling: str, sign: str) -> Term:
    rulings = tuple(one for one in term.rulings if one != ruling)
    return msgspec.structs.replace(term, name=f"{term.name}{sign}", rulings=rulings)


def _index(terms: Iterable[Term]) -> list[tuple[str, list[str]]]:
    """The names of the terms in order, each with the ids of all that are called so; not those that
    are mere numbers.
    """
    found: dict[str, list[str]] = {}
    for term in sorted(terms, key=_in_order):
        if any(map(str.isalpha, term.name)):
            found.setdefault(term.name, []).append(term.id)
    return list(found.items())


def _in_order(term: Term) -> list[tuple[str, int]]:
    """A key that sorts "Light side 2" before "Light side 10"."""
    pieces = re.split(r"(\d+)", term.name.casefold())
    return [("", int(piece)) if piece.isdecimal() else (piece, 0) for piece in pieces]


def _groups(chapters: tuple[Chapter, ...]) -> list[tuple[str, list[Chapter]]]:
    by_group: dict[str, list[Chapter]] = {}
    for chapter in chapters:
        by_group.setdefault(chapter.group, []).append(chapter)
    return list(by_group.items())
