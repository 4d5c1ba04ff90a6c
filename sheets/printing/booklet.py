"""The rules reference of a game as a booklet: cover, contents, all chapters, an index of its terms,
and its sources.

A page is half a sheet of paper; folded, two are on a side, so that the printed stack folds in the
middle. It is the same for everyone and takes longer than a sheet, so it has a worker of its own and
stays in memory.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

import msgspec
from django.template import Engine, TemplateDoesNotExist
from django.template.loader import render_to_string

from rules import registry
from rules.reference.chapters import Chapter, Paragraphs, Term
from rules.reference.search import Index
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import Pool
from sheets.printing.styles import PAPERS, Styles
from sheets.printing.type import fonts
from sheets.printing.type.glyphs import typographic

TEMPLATE, STYLES = "printing/booklet/booklet.html", "printing/booklet/booklet.css"
SIGNATURE = ("ruler", "emblem", "emblem-full")
MARGINS = "14mm 13mm 16mm"
# Processor seconds; it takes about five.
SECONDS = 30

_one_at_a_time = threading.Lock()
_made: dict[tuple[str, str], bytes] = {}


def booklet_pdf(slug: str, *, paper: str = "a4") -> bytes:
    """The booklet of a game for one of `PAPERS`, page by page.

    InvalidDocument if there is no such game, ValueError if there is no such paper, PrintingFailed.
    """
    job = _job(slug, paper)
    with _one_at_a_time:
        if (slug, paper) not in _made:
            pool = Pool(size=1, seconds=SECONDS)
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
    chapters = system.reference()
    index = Index(chapters)
    names = {id: found.term.name for id, found in index.terms.items() if found.term}
    terms = [found.term for found in index.terms.values() if found.term]
    look = Styles(*map(_source, (STYLES, f"systems/{slug}/signature.css")))
    context = {
        "system": system,
        "groups": _groups(chapters),
        "names": names,
        "index": _index(terms),
        "sources": _sources(chapters),
        "look": {name.replace("-", "_"): look.value(name) for name in SIGNATURE},
    }
    html = typographic(render_to_string(TEMPLATE, context) + "")  # a plain str again
    paper_width, paper_height = PAPERS[paper]
    page_width = paper_height / 2
    page = f"@page {{ size: {page_width}mm {paper_width}mm; margin: {MARGINS} }}\n"
    return Job(html, (look.text, page))


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


def _index(terms: Iterable[Term]) -> list[tuple[str, list[str]]]:
    """The names of the terms in order, each with the ids of all that are called so."""
    found: dict[str, list[str]] = {}
    for term in sorted(terms, key=lambda term: term.name.casefold()):
        found.setdefault(term.name, []).append(term.id)
    return list(found.items())


def _groups(chapters: tuple[Chapter, ...]) -> list[tuple[str, list[Chapter]]]:
    by_group: dict[str, list[Chapter]] = {}
    for chapter in chapters:
        by_group.setdefault(chapter.group, []).append(chapter)
    return list(by_group.items())
