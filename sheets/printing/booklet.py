"""The rules reference of a game as a booklet: all chapters, contents, page numbers and bookmarks.

A page is half a sheet of paper, so the printed stack folds in the middle. It is the same for
everyone and takes longer than a sheet, so it has a worker of its own and stays in memory.
"""

from __future__ import annotations

import threading
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

import msgspec
from django.template import Engine
from django.template.loader import render_to_string

from rules import registry
from rules.reference.chapters import Chapter
from rules.reference.search import Index
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import Pool
from sheets.printing.styles import PAPERS, Styles
from sheets.printing.type import fonts

TEMPLATE, STYLES = "printing/booklet/booklet.html", "printing/booklet/booklet.css"
MARGINS = "14mm 13mm 16mm"
# Processor seconds; it takes about five.
SECONDS = 30

_one_at_a_time = threading.Lock()
_made: dict[tuple[str, str], bytes] = {}


def booklet_pdf(slug: str, *, paper: str = "a4") -> bytes:
    """The booklet of a game for one of `PAPERS`, to be folded.

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
    context = {"system": system, "groups": _groups(chapters), "names": names}
    html = render_to_string(TEMPLATE, context) + ""  # a plain str again
    paper_width, paper_height = PAPERS[paper]
    page_width = paper_height / 2
    page = f"@page {{ size: {page_width}mm {paper_width}mm; margin: {MARGINS} }}\n"
    styles = Styles(str(Engine.get_default().get_template(STYLES).source))
    return Job(html, (styles.text, page))


def _groups(chapters: tuple[Chapter, ...]) -> list[tuple[str, list[Chapter]]]:
    by_group: dict[str, list[Chapter]] = {}
    for chapter in chapters:
        by_group.setdefault(chapter.group, []).append(chapter)
    return list(by_group.items())
