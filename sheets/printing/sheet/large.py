"""The setting of large print: traits in whole groups, three of about the same height side by side,
a long group over all of the width.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from rules.sheet.sections import Passage
from sheets.printing.sheet.row_heights import full_text
from sheets.printing.sheet.view_models import PoolColumn, PoolRow, PrintSection
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD, CONDENSED
from sheets.printing.type.measure import count_lines

IN_ROW = 3
# With more groups than that, each reaches over all of the width.
MOST_GROUPS = 9
# Millimeters of the most that stays on one page, and letters of a text that needs no columns.
MOST_WHOLE, SHORT = 80, 240
# Letters of a text that stays in one column, and items and letters of a list that stays on a page.
WHOLE_TEXT, FEW_ITEMS, FEW_LETTERS = 650, 12, 400
# So many lines of a row may be divided between columns, or pages.
DIVIDED = 8
# Millimeters of the head of a group, of its caption, of a row, and of a line of a note.
HEAD, CAPTION, ROW, NOTE = 9.8, 4.6, 6.6, 4.4
NOTE_SIZE = 9.5


@dataclass(frozen=True)
class Group:
    """A group of traits, its place among the others, and its millimeters: of its head, of its rows
    below each other, and of the highest column where they stand in columns.
    """

    place: int
    column: PoolColumn
    head: float
    rows: float
    rows_across: float

    @property
    def height(self) -> float:
        """Its height in one of the columns."""
        return self.head + self.rows

    @property
    def height_across(self) -> float:
        """Its height over all of the width."""
        return self.head + self.rows_across


@dataclass(frozen=True)
class Band:
    """Groups of traits side by side; one alone has its own rows in columns."""

    groups: tuple[Group, ...]

    @property
    def columns(self) -> list[PoolColumn]:
        """Its groups as they are printed."""
        return [group.column for group in self.groups]

    @property
    def is_long(self) -> bool:
        """True if it may be divided between two pages."""
        return self.height > MOST_WHOLE

    @property
    def height(self) -> float:
        """Its height in millimeters."""
        if len(self.groups) == 1:
            return self.groups[0].height_across
        return max(group.height for group in self.groups)

    @property
    def unevenness(self) -> float:
        """By how much its highest group is higher than its lowest."""
        heights = [group.height for group in self.groups]
        return max(heights) - min(heights)


@dataclass(frozen=True)
class LargeSection:
    """A section, with its traits in bands; one with a short text needs no columns for it, and a
    `whole` one is not divided between pages.
    """

    part: PrintSection
    bands: tuple[Band, ...]
    is_short: bool
    is_whole: bool

    @property
    def texts(self) -> list[tuple[Passage, bool]]:
        """Its passages, and whether each stays whole: in one column, on one page."""
        return [(it, len(full_text(it)) <= WHOLE_TEXT) for it in self.part.items]


def large_sections(parts: Mapping[str, PrintSection], styles: Styles) -> list[LargeSection]:
    """All sections: first the traits, so that no page ends among attributes, then the others in
    their order.
    """
    return [
        LargeSection(part, tuple(bands(part.all_columns, styles)), _is_short(part), _is_whole(part))
        for part in sorted(parts.values(), key=lambda part: part.kind != "traits")
    ]


def _is_short(part: PrintSection) -> bool:
    return part.kind == "prose" and [len(full_text(it)) <= SHORT for it in part.items] == [True]


def _is_whole(part: PrintSection) -> bool:
    """True for numbers, and for a list so short that its end alone would be lost on a page."""
    if part.kind == "figures":
        return True
    letters = {
        "things": lambda it: len(it.name) + len(it.remark),
        "prose": lambda it: len(full_text(it)),
    }.get(part.kind)
    if letters is None or len(part.items) > FEW_ITEMS:
        return False
    return sum(map(letters, part.items)) <= FEW_LETTERS


def bands(columns: Iterable[PoolColumn], styles: Styles) -> list[Band]:
    """Groups of traits, arranged so that they take little height and are about as high as those
    beside them; those of one name are one.
    """
    joined = [_joined(list(alike)) for _, alike in groupby(columns, lambda it: (it.head, it.note))]
    groups = [_group(place, column, styles) for place, column in enumerate(joined)]
    if len(groups) > MOST_GROUPS:
        return [Band((group,)) for group in groups]
    chosen = min(_choices(groups), key=lambda found: sum(map(_cost, found)))
    return sorted(chosen, key=lambda band: band.groups[0].place)


def _cost(band: Band) -> float:
    return band.height + band.unevenness / 2


def _joined(columns: Sequence[PoolColumn]) -> PoolColumn:
    return replace(columns[0], rows=tuple(row for it in columns for row in it.rows))


def _group(place: int, column: PoolColumn, styles: Styles) -> Group:
    head = HEAD + (CAPTION if column.caption and column.caption != column.head else 0)
    heights = [_row_height(row, styles) for row in column.rows]
    return Group(place, column, head, sum(heights), _highest_column(heights))


def _highest_column(heights: Sequence[float]) -> float:
    """The height of the highest of the columns, where rows fill them in order and evenly."""
    rows = [part for height in heights for part in _whole_parts(height)]
    height = max(rows, default=0.0)
    while len(columns := _in_columns(rows, height)) > IN_ROW:
        height = min(sum(column) + following[0] for column, following in pairwise(columns))
    return height


def _whole_parts(row: float) -> list[float]:
    """The parts of a row that stay whole: a long one may be divided between its lines."""
    return [row] if row < DIVIDED * ROW else [ROW] * int(row / ROW)


def _in_columns(rows: Sequence[float], height: float) -> list[list[float]]:
    columns, filled = [list[float]()], 0.0
    for row in rows:
        if filled + row > height + 0.001:
            columns.append([])
            filled = 0.0
        columns[-1].append(row)
        filled += row
    return columns


def _row_height(row: PoolRow, styles: Styles) -> float:
    size, measure = styles.number("trait-size"), styles.number("trait-measure")
    face = BOLD if row.trained else CONDENSED
    lines = 1 + row.wraps if row.gauge else count_lines(row.above + row.text, size, measure, face)
    return lines * ROW + NOTE * count_lines(row.note, NOTE_SIZE, measure)


def _choices(groups: Sequence[Group]) -> Iterator[list[Band]]:
    """Some groups alone, the others in bands of those that are about as high, each in its order."""
    for chosen in range(2 ** len(groups)):
        alone = [group for group in groups if chosen >> group.place & 1]
        others = [group for group in groups if group not in alone]
        if len(others) % IN_ROW == 0:
            others.sort(key=lambda it: it.height, reverse=True)
            rows = (others[at : at + IN_ROW] for at in range(0, len(others), IN_ROW))
            beside = [Band(tuple(sorted(row, key=lambda it: it.place))) for row in rows]
            yield [*beside, *(Band((group,)) for group in alone)]
