"""Which fields of a form are totals of others: every pool of its head and what is added to it, and
what a game's own list says. The number beside a row of dots is their sum and that of the trait
that they are added to.

A game's `totals.txt` has a line for each: `defenses.dodge = 10 + skills-agility`. Before a part may
stand what a die of it counts (`3 skills-dodge`), and what a pip, if that is not one
(`1:0 head-strength`); after the name of the total `code` for dice, or `half` for a number that
keeps its halves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from django.template import Engine, TemplateDoesNotExist

from sheets.printing.pdf.messages import DOTS, EITHER, Total
from sheets.printing.sheet.view_models import PoolColumn, PrintSection

THIRD = 1 / 3
_LINE = re.compile(r"(\S+)(?: (code|half))? = (.+)")
_PART = re.compile(r"(?:([\d.]+)(?::(\d))? )?([a-z][\w.-]*)")


def totals(slug: str, parts: Collection[PrintSection], *, blank: bool) -> tuple[Total, ...]:
    """The totals of a sheet. What a game lists comes last, for it is made of others."""
    columns = [column for part in parts for column in part.all_columns]
    found = [one for column in columns for one in _pools(column, blank=blank)]
    found += _dotted(columns)
    cells = (cell for part in parts for cell in part.cells if cell.gauge and cell.has_total)
    found += [Total(cell.key, ((cell.dots_field, 1, 1),), kind=DOTS) for cell in cells]
    pools = {one.field for one in found}
    return (*found, *(one for one in _own(slug) if one.field not in pools))


def _pools(column: PoolColumn, *, blank: bool) -> Iterator[Total]:
    """The pools of a column that are their head and something more."""
    for row in column.rows:
        if row.parted:
            own, head = (row.dice_field, 1, THIRD), (column.field, 1, THIRD)
            # The unit is printed on a blank sheet.
            yield Total(row.field, (head, own), kind="" if blank else "D")


def _dotted(columns: Iterable[PoolColumn]) -> Iterator[Total]:
    """The rows of dots: traits, and pools that begin with these."""
    rows = [row for column in columns for row in column.rows if row.gauge]
    fields = {row.name: row.field for row in rows if not row.traits}
    # Traits come first: the others are made of them.
    for row in sorted(rows, key=lambda row: bool(row.traits)):
        if not row.has_total:
            continue
        traits = [fields[name] for name in row.traits if name in fields]
        begins = (EITHER.join(traits), 1.0, 1.0)
        parts = ((row.dots_field, 1.0, 1.0), *([begins] if traits else []))
        yield Total(row.field, parts, kind=DOTS, needs_first=row.needs_dots)


@cache
def _own(slug: str) -> tuple[Total, ...]:
    """The totals that a game lists."""
    try:
        source = Engine.get_default().get_template(f"systems/{slug}/totals.txt").source
    except TemplateDoesNotExist:
        return ()
    return tuple(_total(line) for line in str(source).splitlines() if line.strip())


def _total(line: str) -> Total:
    match = _LINE.fullmatch(line.strip())
    if not match:
        raise ValueError(f"no total: {line!r}")
    field, kind, sum_ = match[1], {"code": "D", "half": "half"}.get(match[2], ""), match[3]
    pip = THIRD if kind == "D" else 1
    parts, plus = [], 0.0
    for term in sum_.split(" + "):
        if part := _PART.fullmatch(term):
            parts.append((part[3], float(part[1] or 1), float(part[2]) if part[2] else pip))
        else:
            plus += float(term)
    return Total(field, tuple(parts), plus, kind)
