"""The table of pools on a brief: who is best at what, in as many tables side by side as fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from sheets.printing.briefing.content import Pool
from sheets.printing.briefing.text import SAFE, cut, line
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD
from sheets.printing.type.measure import count_lines, shorten, width

MOST_TABLES = 4
# A mark beside the best, since not everybody sees bold.
BEST = "•"


@dataclass(frozen=True)
class Cell:
    """A code, and how it looks."""

    code: str
    look: str


@dataclass(frozen=True)
class Row:
    """A trait with everybody's code in it."""

    name: str
    cells: tuple[Cell, ...]
    heads: bool


@dataclass(frozen=True)
class Table:
    """One of the tables, each with everybody's name at its head."""

    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Pools:
    """The tables, so many millimetres high with their heads; `kind` is the class of how they stand:
    how many side by side, and whether names stand upright above narrow columns.
    """

    tables: tuple[Table, ...]
    names: tuple[str, ...]
    kind: str
    height: float


def pools(found: Sequence[Pool], names: Sequence[str], look: Styles, *, step: int) -> Pools:
    """As many tables as there is room for, each as high as the others if that can be."""
    groups = _groups(found)
    if not groups or not names:
        return Pools((), (), "", 0)
    size, row = look.number(f"pool-{step}-size"), look.number(f"pool-{step}-row")
    count, column = _side_by_side(len(names), len(groups), _widest(found, size), look)
    upright = column < look.number("pool-column")
    shown = _upright(names, look) if upright else _across(names, column, look)
    parts = _shared_out(groups, count)
    label = look.number("pool-name") - look.number("pool-gap")
    made = tuple(Table(tuple(_row(pool, size, label) for pool in part)) for part in parts)
    head = look.number("pool-upright") if upright else _head(shown, column, look)
    high = max(_height(table, row, look) for table in made)
    kind = f"of-{count} {'upright' if upright else 'across'} step-{step}"
    return Pools(made, shown, kind, head + high)


def _groups(found: Sequence[Pool]) -> list[list[Pool]]:
    """Each head with what stands below it."""
    groups: list[list[Pool]] = []
    for pool in found:
        if pool.heads or not groups:
            groups.append([])
        groups[-1].append(pool)
    return groups


def _widest(found: Sequence[Pool], size: float) -> float:
    return max((width(BEST + code, size, BOLD) for pool in found for code in pool.codes), default=0)


def _side_by_side(people: int, groups: int, code: float, look: Styles) -> tuple[int, float]:
    """How many tables, and the millimetres of one of their columns: as many as leave room for
    everybody's name, two at least; or else as many as leave room for the codes."""
    whole, gap = look.number("pool-measure"), look.number("pool-between")
    name, air = look.number("pool-name"), look.number("pool-gap")
    found = [
        (count, ((whole - gap * (count - 1)) / count - name) / people)
        for count in range(min(MOST_TABLES, groups), 0, -1)
    ]
    for count, column in found:
        if count >= min(2, groups) and column >= max(look.number("pool-column"), code + air):
            return count, column
    return next((pair for pair in found if pair[1] >= code + air), found[-1])


def _height(table: Table, row: float, look: Styles) -> float:
    """Millimetres of a table below its head: its rows with the lines under them and above heads."""
    heads = sum(one.heads for one in table.rows)
    lines = look.number("pool-line") * len(table.rows) + look.number("pool-thick") * heads
    return row * len(table.rows) + lines


def _head(names: Sequence[str], column: float, look: Styles) -> float:
    """Millimetres of the names, or of the title beside them, which takes two lines."""
    size, measure = look.number("pool-head-size"), (column - look.number("pool-gap")) * SAFE
    lines = max(count_lines(name, size, measure, BOLD) for name in names)
    return max(
        look.number("pool-title"), lines * look.number("pool-head-line") + look.number("pool-gap")
    )


def _across(names: Sequence[str], column: float, look: Styles) -> tuple[str, ...]:
    size, lines = look.number("pool-head-size"), int(look.number("pool-head-lines"))
    measure = column - look.number("pool-gap")
    return tuple(cut(name, size=size, measure=measure, lines=lines, face=BOLD) for name in names)


def _upright(names: Sequence[str], look: Styles) -> tuple[str, ...]:
    size, measure = look.number("pool-head-size"), look.number("pool-upright") - 1
    return tuple(shorten(name, size, measure * SAFE, BOLD) for name in names)


def _shared_out(groups: Sequence[Sequence[Pool]], count: int) -> list[list[Pool]]:
    """The groups in their order in so many parts, the longest of which is as short as can be."""
    places = range(1, len(groups))
    ways = (
        [
            [pool for group in groups[first:last] for pool in group]
            for first, last in pairwise((0, *cuts, len(groups)))
        ]
        for cuts in combinations(places, min(count, len(groups)) - 1)
    )
    return min(ways, key=lambda parts: max(map(len, parts)))


def _row(pool: Pool, size: float, label: float) -> Row:
    cells = tuple(
        Cell(f"{BEST}{code}" if best else code or "–", _look(best=best, own=own or pool.heads))
        for code, best, own in zip(pool.codes, pool.best, pool.own, strict=True)
    )
    return Row(shorten(line(pool.name), size, label * SAFE, BOLD), cells, pool.heads)


def _look(*, best: bool, own: bool) -> str:
    return "best" if best else "" if own else "bare"
