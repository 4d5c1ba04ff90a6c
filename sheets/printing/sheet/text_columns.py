"""Texts and lists that share narrow columns at the foot of a page, all about equally high.

A stylesheet names their sections in order: `--columns: force-abilities merits gear`. They flow from
one column to the next; a heading stays with what follows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.sheet.sections import Passage
from sheets.printing.sheet import row_heights
from sheets.printing.sheet.first_page import rows_less
from sheets.printing.sheet.row_heights import Typesetting
from sheets.printing.sheet.view_models import ItemRow, PrintSection, TypedText
from sheets.printing.styles import Styles

COLUMNS = 3
# No blank section has fewer lines than this for shorter paper.
FEW_ROWS = 3
# Halvings of the height in which a column's height is found: to a tenth of a millimeter.
STEPS = 14

# A passage with its field if it has one; an item is a text, a thing, or a line to write on.
Text = tuple[Passage, TypedText | None]
Item = Text | ItemRow | None


@dataclass
class TextBlock:
    """The items of a section in one column, with its heading if it begins there, and the lines to
    write on below them. `place` is the number of the column, for the names of fields.
    """

    part: PrintSection
    place: int
    has_heading: bool
    texts: list[Text] = field(default_factory=list)
    things: list[ItemRow] = field(default_factory=list)
    lines: int = 0


@dataclass(frozen=True)
class _Piece:
    """An item, or a line to write on, with its height in millimeters."""

    part: PrintSection
    height: float
    item: Item
    is_first: bool


def text_columns(
    parts: Mapping[str, PrintSection], styles: Styles, *, blank: bool, paper: str
) -> list[list[TextBlock]]:
    """The columns, from left to right; none if the stylesheet names no sections. What is left of
    the lower ones are lines to write on, below the section that ends there. On shorter paper a
    blank section of many lines has one less.
    """
    less = rows_less(paper) if blank else 0
    found = [parts[id] for id in styles.words("columns") if id in parts]
    if blank and found:
        styles = styles.having(column_row=styles.number("column-blank"))
    pieces = [piece for part in found for piece in _pieces(part, styles, blank=blank, less=less)]
    if not pieces:
        return []
    low, high = 0.0, sum(piece.height for piece in pieces)
    for _ in range(STEPS):
        middle = (low + high) / 2
        fits = len(_filled(pieces, middle)) <= COLUMNS
        low, high = (low, middle) if fits else (middle, high)
    columns = _filled(pieces, high)
    row = styles.number("column-row")
    return [
        _blocks(column, number, more=int((high - sum(piece.height for piece in column)) / row))
        for number, column in enumerate(columns)
    ]


def _pieces(part: PrintSection, styles: Styles, *, blank: bool, less: int) -> Iterator[_Piece]:
    """The items of a section, with its heading above the first; of a blank one its lines."""
    head, row = styles.number("column-head"), styles.number("column-row")
    setting = Typesetting.named("column", styles)
    items: list[tuple[float, Item]] = [
        (typed.height if typed else setting.height(passage), (passage, typed))
        for passage, typed in (part.texts if part.kind == "prose" else ())
    ]
    things = (thing for half in part.halves for thing in half.things)
    items += [(row_heights.item_height(thing, styles), thing) for thing in things]
    if blank:
        rows = int(styles.number(f"{part.id}-blank"))
        items = [(row, None)] * (rows - less * (rows > FEW_ROWS))
    for place, (height, item) in enumerate(items):
        yield _Piece(part, height + (0 if place else head), item, is_first=not place)


def _filled(pieces: Sequence[_Piece], height: float) -> list[list[_Piece]]:
    """The pieces in columns of that height, or of one piece that is higher."""
    columns: list[list[_Piece]] = []
    left = 0.0
    for piece in pieces:
        if not columns or piece.height > left + 0.001:
            columns.append([])
            left = height
        columns[-1].append(piece)
        left -= piece.height
    return columns


def _blocks(column: Sequence[_Piece], number: int, *, more: int) -> list[TextBlock]:
    """The blocks of a column, the last one with so many lines more."""
    blocks: list[TextBlock] = []
    for piece in column:
        if not blocks or blocks[-1].part is not piece.part:
            blocks.append(TextBlock(piece.part, number, piece.is_first))
        block = blocks[-1]
        if piece.item is None:
            block.lines += 1
        elif isinstance(piece.item, ItemRow):
            block.things.append(piece.item)
        else:
            block.texts.append(piece.item)
    blocks[-1].lines += more
    return blocks
