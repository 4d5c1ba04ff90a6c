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
from itertools import pairwise
from pathlib import Path

import msgspec
from django.template import Engine, TemplateDoesNotExist
from django.template.loader import render_to_string

from rules import registry
from rules.reference.chapters import Chapter, ChapterPart, Paragraphs, Table, Term, Terms
from rules.reference.search import Index
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import Pool
from sheets.printing.styles import PAPERS, Styles
from sheets.printing.tags import without_ruling_mark
from sheets.printing.type import fonts
from sheets.printing.type.fonts import BOLD, TEXT
from sheets.printing.type.glyphs import typographic
from sheets.printing.type.measure import count_lines, width

TEMPLATE, STYLES = "printing/booklet/booklet.html", "printing/booklet/booklet.css"
SIGNATURE = ("ruler", "emblem", "emblem-full")
MARGINS, SIDE = "14mm 12mm 16mm", 12
# It is ours, and as long as the rules are: the longest takes a quarter of this work, and less than
# a twentieth of these processor seconds. How long it takes on a busy machine at the worst.
MOST_WORK, SECONDS, WALL = 260_000, 360, 600
# The sign of our rulings, and how many terms of a part one has to be about to be said above them.
SIGN, OFTEN = "◆", 3
# A table up to so high stays on one page, in millimeters: about a third of it.
WHOLE = 58
# Of a table: the heights of its head, of a line of figures, of a line of the note, of what is said
# below the figures, and of a ruling, with the space around each; and the points of these texts.
HEAD, FIGURES, NOTE, SAID, RULING = 4, 5.4, (4.3, 1), (3.9, 1), (3.8, 0.8)
NOTE_SIZE, SAID_SIZE, RULING_SIZE, RULING_INDENT = 8.5, 8, 7.5, 2.3
# Columns are equally wide where there are so many of them, and each has so much room beside what
# it holds; their heads and figures in points, and the room for the number of a source.
MANY, BETWEEN, COLUMN_SIZE, FIGURE_SIZE, CITE = 4, 1.7, 7.5, 9.5, 4
# So many tables are in the contents.
MOST_TABLES = 42
# A longer figure is told below the others of its row, where there are many.
LONG_FIGURE = 24
# What an index leaves out before a name.
_NUMBER = re.compile(r"^\d+\. ")
_ARTICLE = re.compile(r"^(A|An|The) (.+)$")

TermPart = Terms | Table


class PrintedPart(msgspec.Struct, frozen=True):
    """A part of a chapter. `room` are the millimeters that its table needs below its heading on
    the page where it begins; it is on one page if it `is_whole`. `names` is the width of its first
    column where the others are equally wide, else 0.
    """

    part: ChapterPart
    room: float = 0
    is_whole: bool = False
    names: float = 0


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
    paper_width, paper_height = PAPERS[paper]
    page_width = paper_height / 2
    measure = page_width - 2 * SIDE
    context = {
        "system": system,
        "groups": _groups(chapters, measure),
        "tables": _tables(chapters),
        "names": names,
        "index": _index(terms),
        "sources": sources,
        "work": (work := _work(sources)),
        "listed": [(source.removeprefix(f"{work}, "), n) for source, n in sources.items()],
        "look": {name.replace("-", "_"): look.value(name) for name in SIGNATURE},
    }
    html = typographic(render_to_string(TEMPLATE, context) + "")  # a plain str again
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
        part if isinstance(part, Paragraphs) else _with_one_ruling(_with_sources(_narrow(part)))
        for part in chapter.parts
    )
    return msgspec.structs.replace(chapter, parts=tuple(parts))


def _narrow(part: TermPart) -> TermPart:
    """A table of many columns without those of long figures, which are told below."""
    if isinstance(part, Terms) or len(part.columns) <= MANY:
        return part
    places = range(len(part.columns))
    kept = [
        place
        for place in places
        if all(len(term.figures[place]) <= LONG_FIGURE for term in part.rows)
    ]
    rows = (
        msgspec.structs.replace(
            term,
            figures=tuple(term.figures[place] for place in kept),
            text=" ".join(
                (
                    *(
                        f"{part.columns[place].name}: {term.figures[place]}."
                        for place in places
                        if place not in kept
                    ),
                    term.text,
                )
            ).rstrip(),
        )
        for term in part.rows
    )
    columns = tuple(part.columns[place] for place in kept)
    return msgspec.structs.replace(part, rows=tuple(rows), columns=columns)


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


def _index(terms: Iterable[Term]) -> list[tuple[str, list[str], bool]]:
    """The names of the terms in order, each with the ids of all that are called so, and whether
    another letter begins; not those that are mere numbers.
    """
    found: dict[str, list[str]] = {}
    names = ((_indexed(term.name), term.id) for term in terms)
    for name, id in sorted(names, key=lambda named: _in_order(named[0])):
        if any(map(str.isalpha, name)):
            found.setdefault(name, []).append(id)
    firsts = [name[0].casefold() if name[0].isalpha() else "" for name in found]
    begins = (before != first for before, first in pairwise(["", *firsts]))
    return [(*entry, is_new) for entry, is_new in zip(found.items(), begins, strict=True)]


def _indexed(name: str) -> str:
    """The name as an index has it: "Feat of the Force, a", and a step without its number."""
    name = _NUMBER.sub("", name)
    if found := _ARTICLE.match(name):
        article, rest = found.groups()
        return f"{rest[0].upper()}{rest[1:]}, {article.lower()}"
    return name


def _in_order(name: str) -> list[tuple[str, int]]:
    """A key that sorts "Light side 2" before "Light side 10"."""
    pieces = re.split(r"(\d+)", name.casefold())
    return [("", int(piece)) if piece.isdecimal() else (piece, 0) for piece in pieces]


def _groups(
    chapters: tuple[Chapter, ...], measure: float
) -> list[tuple[str, list[tuple[Chapter, list[PrintedPart]]]]]:
    """The chapters by their groups, with their parts as they are printed on lines so wide."""
    by_group: dict[str, list[tuple[Chapter, list[PrintedPart]]]] = {}
    for chapter in chapters:
        by_group.setdefault(chapter.group, []).append((chapter, _printed(chapter, measure)))
    return list(by_group.items())


def _tables(chapters: Iterable[Chapter]) -> list[tuple[str, str]]:
    """The ids and names of the tables for the contents: those that a name is enough to know, and
    none if they are too many for the page. One that is called like its chapter is found with it.
    """
    tables = [
        (f"{chapter.id}-{part.id}", part.name)
        for chapter in chapters
        for part in chapter.parts
        if isinstance(part, Table) and not chapter.name.endswith(part.name)
    ]
    names = Counter(name for _, name in tables)
    known = [(id, name) for id, name in tables if names[name] == 1]
    return known if len(known) <= MOST_TABLES else []


def _printed(chapter: Chapter, measure: float) -> list[PrintedPart]:
    """The parts of a chapter. Tables with the same number of equal columns have them in the same
    places.
    """
    names: dict[int, float] = {}
    for part in chapter.parts:
        if isinstance(part, Table) and (wide := _names_width(part, measure)):
            count = len(part.columns)
            names[count] = max(wide, names.get(count, 0))
    return [
        _with_room(part, measure, names.get(len(part.columns), 0))
        if isinstance(part, Table)
        else PrintedPart(part)
        for part in chapter.parts
    ]


def _names_width(table: Table, measure: float) -> float:
    """The width of the names of a table whose other columns can be equally wide, else 0."""
    if len(table.columns) < MANY:
        return 0
    names = max(width(term.name, FIGURE_SIZE, BOLD) for term in table.rows) + CITE
    heads = (width(column.name, COLUMN_SIZE) for column in table.columns)
    figures = (width(it, FIGURE_SIZE, BOLD) for term in table.rows for it in term.figures)
    widest = max(*heads, *figures) + BETWEEN
    return names if names + widest * len(table.columns) <= measure else 0


def _with_room(table: Table, measure: float, names: float) -> PrintedPart:
    """The table with the room for all its rows where they are few, or else for two of them."""
    above = HEAD + _height(table.note, NOTE_SIZE, measure, NOTE)
    heights = [
        FIGURES
        + _height(term.text, SAID_SIZE, measure, SAID)
        + sum(_height(it, RULING_SIZE, measure - RULING_INDENT, RULING) for it in term.rulings)
        for term in table.rows
    ]
    is_whole = above + sum(heights) <= WHOLE
    room = above + sum(heights if is_whole else heights[:2])
    return PrintedPart(table, round(room, 1), is_whole, round(names, 1))


def _height(text: str, size: float, measure: float, line: tuple[float, float]) -> float:
    """The millimeters of a text, with the height of a `line` and the space beside all; 0 for
    none.
    """
    high, beside = line
    return count_lines(text, size, measure, TEXT) * high + beside if text else 0
