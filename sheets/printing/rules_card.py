"""The rules that players ask for on one page: pieces of the reference in three columns.

All lines are of one height, so lines stand beside lines from column to column. The letters are as
large as the page allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from rules.reference.chapters import ChapterPart, Paragraphs, Table, Term, Terms
from sheets.printing.type.fonts import BOLD, TEXT
from sheets.printing.type.measure import count_lines, width

COLUMNS = 3
# Points of a line and of a text in it, from the largest; names are larger than a text by FACTOR.
SIZES = tuple((half / 2, half * 0.375 - 0.125) for half in range(29, 18, -1))
FACTOR, TITLE = 1.15, 1.4
# The most of a line, in the size of a text in it.
LEADING = 1.62
# Millimeters of a column, of the space before a figure, of the title above the columns, and of a
# point. Our estimate of line breaks is on the safe side.
MEASURE, BEFORE, HEAD, POINT = 58.0, 2.0, 19.0, 25.4 / 72
SAFETY = 0.97


class CardTerm(msgspec.Struct, frozen=True):
    """A term of the card, with a figure for each column of its block."""

    name: str
    text: str
    figures: tuple[str, ...]


class Block(msgspec.Struct, frozen=True):
    """A piece of the card: a heading, "" for none, and terms. `columns` name their figures; there
    are none without figures. Those of a wide block stand on a line below the name.
    """

    name: str
    note: str
    columns: tuple[str, ...]
    terms: tuple[CardTerm, ...]

    @property
    def is_headed(self) -> bool:
        """True if its figures are told apart by the names of their columns."""
        return len(self.columns) > 1

    @property
    def is_wide(self) -> bool:
        """True if a name and its figures do not fit on one line."""
        size = SIZES[0][1] * FACTOR
        wides = [
            max(width(term.figures[place], size, BOLD) for term in self.terms) + BEFORE
            for place, _ in enumerate(self.columns)
        ]
        names = max(width(term.name, size, BOLD) for term in self.terms)
        return bool(wides) and names + sum(wides) > MEASURE * SAFETY

    @property
    def width(self) -> int:
        """The number of cells in a row."""
        return 1 + len(self.columns)

    @property
    def term_level(self) -> int:
        """The level of the headings of its terms."""
        return 3 if self.name else 2

    @property
    def term_class(self) -> str:
        """The CSS class of its terms: one without a name above it is a title itself."""
        return "term" if self.name else "title"

    def lines(self, size: float) -> int:
        """The lines that it takes where a text is of that size, and an empty one."""
        count = 1 + self.is_headed + _lines(self.name, size * TITLE, BOLD)
        count += _lines(self.note, size, TEXT)
        for term in self.terms:
            count += _lines(term.text, size, TEXT)
            factor = FACTOR if self.name else TITLE
            count += 1 if self.columns else _lines(term.name, size * factor, BOLD)
            count += self.is_wide
        return count


class CardLayout(msgspec.Struct, frozen=True):
    """The blocks in columns, the points of a line and of a text in it, and how many empty lines
    stand between the blocks of each column.
    """

    columns: tuple[tuple[Block, ...], ...]
    line: float
    size: float
    between: tuple[int, ...] = ()

    @property
    def spaced(self) -> list[tuple[tuple[Block, ...], int]]:
        """The columns, each with its empty lines."""
        return list(zip(self.columns, self.between, strict=True))

    @property
    def styles(self) -> str:
        """The measures of the stylesheet."""
        sizes = {"line": self.line, "gap": 2 * self.line, "said": self.size}
        sizes |= {"term": self.size * FACTOR, "title": self.size * TITLE}
        measures = "; ".join(f"--{name}: {size:g}pt" for name, size in sizes.items())
        return f":root {{ {measures} }}"


def card_layout(parts: Sequence[ChapterPart], ids: Iterable[str], *, height: float) -> CardLayout:
    """The parts or terms with these ids on a page so many millimeters high. KeyError for an id
    that is neither.
    """
    blocks = [_block(parts, id) for id in ids]
    for line, size in SIZES:
        columns, lines = _balanced(blocks, size)
        if max(lines) * line * POINT <= height - HEAD:
            break
    # What is left of the page goes between the lines, as far as they still read as one text.
    line = max(line, min((height - HEAD) / POINT / max(lines), size * LEADING))
    pairs = zip(columns, lines, strict=True)
    between = tuple(_between(len(column), max(lines) - own) for column, own in pairs)
    return CardLayout(columns, int(line * 20) / 20, size, between)


def _between(blocks: int, missing: int) -> int:
    """The empty lines between the blocks of a column that lacks so many lines: one or two."""
    return 2 if blocks > 1 and missing >= blocks - 1 else 1


def _balanced(
    blocks: Sequence[Block], size: float
) -> tuple[tuple[tuple[Block, ...], ...], list[int]]:
    """The blocks in columns of about the same height, in order, and the lines of each."""
    lines = {id(block): block.lines(size) for block in blocks}

    def heights(columns: Sequence[Sequence[Block]]) -> list[int]:
        return [sum(lines[id(it)] for it in column) for column in columns]

    best = min(_divided(blocks), key=lambda columns: sorted(heights(columns), reverse=True))
    return best, heights(best)


def _divided(blocks: Sequence[Block]) -> Iterator[tuple[tuple[Block, ...], ...]]:
    """The blocks in columns, in every way that keeps their order."""
    for cuts in combinations(range(len(blocks) + 1), COLUMNS - 1):
        ends = (0, *cuts, len(blocks))
        yield tuple(tuple(blocks[ends[at] : ends[at + 1]]) for at in range(COLUMNS))


def _lines(text: str, size: float, face: str) -> int:
    return count_lines(text, size, MEASURE * SAFETY, face)


def _block(parts: Iterable[ChapterPart], id: str) -> Block:
    """The part with that id, or the term alone; KeyError for neither."""
    for part in parts:
        if isinstance(part, Paragraphs):
            continue
        if part.id == id:
            return _of_part(part.name, part, part.rows)
        if terms := tuple(row for row in part.rows if row.id == id):
            return _of_part("", part, terms)
    raise KeyError(id)


def _of_part(name: str, part: Terms | Table, terms: Sequence[Term]) -> Block:
    has_figures = any(any(term.figures) for term in terms)
    columns = tuple(column.name for column in part.columns) if has_figures else ()
    note = part.note if name and isinstance(part, Table) and len(columns) > 1 else ""
    return Block(name, note, columns, tuple(_term(term, name, len(columns)) for term in terms))


def _term(term: Term, heading: str, count: int) -> CardTerm:
    """A term with so many figures. One without, that is called as its heading, needs no name."""
    name = "" if term.name == heading and not count else term.name
    return CardTerm(name, term.text, (*term.figures, *[""] * count)[:count])
