"""The skill table of a GM briefing: who is best at what, in as many tables side by side as fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import inf

from sheets.printing.briefing.content import TraitRow
from sheets.printing.briefing.text import SAFETY, fit_text
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD
from sheets.printing.type.glyphs import one_line, with_minus
from sheets.printing.type.measure import count_lines, shorten, width

MAX_TABLES = 4
# A group is divided where a table would have so many more rows than its share.
MOST_UNEVEN = 4
# Millimeters between a name set vertically and the line under it.
UNDER_NAMES = 1.0
# Marks the best, for readers who do not see bold.
BEST = "•"


@dataclass(frozen=True)
class CodeCell:
    """A code, and its CSS class."""

    code: str
    look: str


@dataclass(frozen=True)
class SkillRow:
    """A trait with every character's code."""

    name: str
    cells: tuple[CodeCell, ...]
    heads: bool


@dataclass(frozen=True)
class SkillTable:
    """One of the tables; each has every character's name in its head."""

    rows: tuple[SkillRow, ...]


@dataclass(frozen=True)
class SkillTables:
    """The tables and their height in millimeters with heads; `kind` holds their CSS classes: how
    many side by side, and whether names are set vertically. `upright` is the height of such names
    and the width of their columns; `label` is the width of the traits' names.
    """

    tables: tuple[SkillTable, ...]
    names: tuple[str, ...]
    kind: str
    height: float
    upright: tuple[float, float] = (0, 0)
    label: float = 0


def skill_tables(
    traits: Sequence[TraitRow], names: Sequence[str], look: Styles, *, step: int
) -> SkillTables:
    """As many tables as there is room for, of about equal height."""
    groups = _groups(traits)
    if not groups or not names:
        return SkillTables((), (), "", 0)
    size, row = look.number(f"pool-{step}-size"), look.number(f"pool-{step}-row")
    code = _widest(traits, size)
    count, column = _side_by_side(len(names), len(groups), code, look)
    upright = column < look.number("pool-column")
    air = look.number("pool-gap")
    needed = max(look.number("pool-column"), code / SAFETY + 2 * air, _longest_word(names, look))
    spare = len(names) * max(0, column - needed)
    label = _label(traits, size, look, spare=spare)
    column -= (label - look.number("pool-name")) / len(names)
    high_names, shown = _upright(names, look) if upright else (0, _across(names, column, look))
    parts = _distribute(groups, count)
    named = label - air
    tables = tuple(SkillTable(tuple(_row(pool, size, named) for pool in part)) for part in parts)
    head = high_names or _head(shown, column, look)
    high = max(_height(table, row, look) for table in tables)
    if column < code + air and len(names) > 1:
        high = inf  # codes would lie on each other: fewer characters fit
    kind = f"of-{count} {'upright' if upright else 'across'} step-{step}"
    return SkillTables(tables, shown, kind, head + high, (high_names, round(column, 2)), label)


def _label(traits: Sequence[TraitRow], size: float, look: Styles, *, spare: float) -> float:
    """The width of the traits' names: what the longest needs, of what the codes can spare."""
    usual = look.number("pool-name")
    longest = max(width(one_line(trait.name), size, BOLD) for trait in traits) / SAFETY
    return round(min(max(usual, longest + look.number("pool-gap") + 0.1), usual + spare), 2)


def _longest_word(names: Sequence[str], look: Styles) -> float:
    """The width of a column in which no word of the names breaks."""
    words = (word for name in names for word in name.split())
    size = look.number("pool-head-size")
    wide = max((width(word, size, BOLD) for word in words), default=0)
    return wide / SAFETY + look.number("pool-gap") + 0.1


def _groups(traits: Sequence[TraitRow]) -> list[list[TraitRow]]:
    """Each head trait with the traits below it."""
    groups: list[list[TraitRow]] = []
    for pool in traits:
        if pool.heads or not groups:
            groups.append([])
        groups[-1].append(pool)
    return groups


def _widest(rows: Sequence[TraitRow], size: float) -> float:
    return max((width(BEST + code, size, BOLD) for pool in rows for code in pool.codes), default=0)


def _side_by_side(people: int, groups: int, code: float, look: Styles) -> tuple[int, float]:
    """The number of tables side by side, and the width of one column in millimeters: as many as
    leave room for every name, two at least; else as many as leave room for the codes.
    """
    full_width, gap = look.number("pool-measure"), look.number("pool-between")
    name, air = look.number("pool-name"), look.number("pool-gap")
    options = [
        (count, ((full_width - gap * (count - 1)) / count - name) / people)
        for count in range(min(MAX_TABLES, groups), 0, -1)
    ]
    for count, column in options:
        if count >= min(2, groups) and column >= max(look.number("pool-column"), code + air):
            return count, column
    return next((pair for pair in options if pair[1] >= code + air), options[-1])


def _height(table: SkillTable, row: float, look: Styles) -> float:
    """The height of a table below its head, in millimeters."""
    heads = sum(one.heads for one in table.rows)
    lines = look.number("pool-line") * len(table.rows) + look.number("pool-thick") * heads
    return row * len(table.rows) + lines


def _head(names: Sequence[str], column: float, look: Styles) -> float:
    """The height of the table head in millimeters."""
    size, measure = look.number("pool-head-size"), (column - look.number("pool-gap")) * SAFETY
    lines = max(count_lines(name, size, measure, BOLD) for name in names)
    return max(
        look.number("pool-title"), lines * look.number("pool-head-line") + look.number("pool-gap")
    )


def _across(names: Sequence[str], column: float, look: Styles) -> tuple[str, ...]:
    size, lines = look.number("pool-head-size"), int(look.number("pool-head-lines"))
    measure = column - look.number("pool-gap")
    return tuple(
        fit_text(name, size=size, measure=measure, lines=lines, face=BOLD) for name in names
    )


def _upright(names: Sequence[str], look: Styles) -> tuple[float, tuple[str, ...]]:
    """The millimeters of names set vertically, as high as the longest needs within limits, and the
    names, cut where they are longer than that.
    """
    size = look.number("pool-head-size")
    least, most = (float(one) for one in look.words("pool-upright"))
    needed = max(width(name, size, BOLD) for name in names) / SAFETY + UNDER_NAMES
    high = round(min(most, max(least, needed)), 1)
    measure = (high - UNDER_NAMES) * SAFETY
    return high, tuple(shorten(name, size, measure, BOLD) for name in names)


def _distribute(groups: Sequence[Sequence[TraitRow]], count: int) -> list[list[TraitRow]]:
    """The groups in order in `count` parts, with the longest part as short as possible. Where one
    would be much longer than the others, a group is divided.
    """
    places = range(1, len(groups))
    distributions = (
        [
            [pool for group in groups[first:last] for pool in group]
            for first, last in pairwise((0, *cuts, len(groups)))
        ]
        for cuts in combinations(places, min(count, len(groups)) - 1)
    )
    parts = min(distributions, key=lambda parts: max(map(len, parts)))
    rows = [pool for group in groups for pool in group]
    even = -(-len(rows) // len(parts))
    return _divided(rows, even) if max(map(len, parts)) > even + MOST_UNEVEN else parts


def _divided(rows: Sequence[TraitRow], size: int) -> list[list[TraitRow]]:
    """The rows in parts of that size; one that would end with a head leaves it to the next."""
    parts: list[list[TraitRow]] = []
    for pool in rows:
        if not parts or (len(parts[-1]) >= size and len(parts) * size < len(rows)):
            last = [parts[-1].pop()] if parts and parts[-1][-1].heads else []
            parts.append(last)
        parts[-1].append(pool)
    return parts


def _row(pool: TraitRow, size: float, label: float) -> SkillRow:
    nothing = "" if pool.heads and not any(pool.codes) else "–"
    cells = tuple(
        CodeCell(
            f"{BEST}{code}" if best else code or nothing, _look(best=best, own=own or pool.heads)
        )
        for code, best, own in zip(map(with_minus, pool.codes), pool.best, pool.own, strict=True)
    )
    return SkillRow(shorten(one_line(pool.name), size, label * SAFETY, BOLD), cells, pool.heads)


def _look(*, best: bool, own: bool) -> str:
    return "best" if best else "" if own else "bare"
