"""Which fields of a form are totals of others: every pool of its head and what is added to it, and
what a game's own list says. A pool that is partly printed, as dots are, is no total: what a player
types in its field stays.

A game's `totals.txt` has a line for each: `defenses.dodge = 10 + skills-agility`. Before a part may
stand what a die of it counts (`3 skills-dodge`), and what a pip, if that is not one
(`1:0 head-strength`); after the name of the total `code` for dice, or `half` for a number that
keeps its halves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from django.template import Engine, TemplateDoesNotExist

from sheets.printing.pdf.messages import Total
from sheets.printing.sheet.view_models import PoolColumn, PrintSection

THIRD = 1 / 3
_LINE = re.compile(r"(\S+)(?: (code|half))? = (.+)")
_PART = re.compile(r"(?:([\d.]+)(?::(\d))? )?([a-z][\w.-]*)")


def totals(slug: str, parts: Iterable[PrintSection], *, blank: bool) -> tuple[Total, ...]:
    """The totals of a sheet. What a game lists comes last, for it is made of others."""
    columns = [
        column
        for part in parts
        for column in (*part.columns, *([part.across] if part.across else []))
    ]
    found = [one for column in columns for one in _pools(column, blank=blank)]
    pools = {one.field for one in found}
    return (*found, *(one for one in _own(slug) if one.field not in pools))


def _pools(column: PoolColumn, *, blank: bool) -> Iterator[Total]:
    """The pools of a column that are their head and something more."""
    for row in column.rows:
        if row.parted:
            own, head = (row.dice_field, 1, THIRD), (column.field, 1, THIRD)
            # The unit is printed on a blank sheet.
            yield Total(row.field, (head, own), kind="" if blank else "D")


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
