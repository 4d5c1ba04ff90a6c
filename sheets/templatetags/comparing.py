"""Options side by side: rows of cells, the highest of each row marked."""

import re
from collections.abc import Collection
from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.options import Change, Option, Sort
from sheets.templatetags.marks import dice, shown

_CODE = re.compile(r"(−?\d+)D([+−]\d+)?")

Row = tuple[str, tuple[str, ...], bool]


def comparison(options: Collection[Option], sort: Sort | None) -> tuple[Row, ...]:
    """What is compared, as rows: a label, a cell for each option, whether the cells are words."""
    found: list[Row] = []
    labels = dict.fromkeys(figure.label for option in options for figure in option.profile)
    for label in labels:
        figures = [_figure(option, label) for option in options]
        values = [figure.weight if figure else None for figure in figures]
        shapes = [dice(figure) if figure else "–" for figure in figures]
        found.append((label, tuple(_cells(values, shapes)), False))
    found.append(("", tuple(option.detail for option in options), True))
    moved = dict.fromkeys(change.label for option in options for change in option.changes)
    for label in (one for one in moved if one not in labels):
        outcomes = [_outcome(option, label, options) for option in options]
        found.append((label, tuple(_cells([_number(one) for one in outcomes], outcomes)), False))
    if sort and sort.id:
        ranks = [option.ranks.get(sort.id) for option in options]
        shapes = ["–" if rank is None else str(rank) for rank in ranks]
        found.append((sort.name, tuple(_cells(ranks, shapes)), False))
    return tuple(found)


def _figure(option: Option, label: str) -> Figure | None:
    return next((figure for figure in option.profile if figure.label == label), None)


def _cells(values: list[int | None], shapes: list[str]) -> list[SafeString]:
    """What to show of each, the highest marked where they differ."""
    numbers = [value for value in values if value is not None]
    top = max(numbers, default=0)
    uneven = len(set(numbers)) > 1
    return [
        mark_safe(_most(shape) if uneven and value == top else shape)  # noqa: S308 (numbers)
        for value, shape in zip(values, shapes, strict=True)
    ]


def _outcome(option: Option, label: str, options: Collection[Option]) -> str:
    """What the number would be with this option: as it is where the option leaves it alone."""
    own = _changed(option, label)
    if own:
        return shown(escape(own.after))
    before = next(found.before for other in options if (found := _changed(other, label)))
    return shown(escape(before))


def _number(printed: str) -> int | None:
    if code := _CODE.fullmatch(printed):
        dice, pips = (int((part or "0").replace("−", "-")) for part in code.groups())
        return Figure("", dice, "D", pips=pips).weight
    digits = re.sub(r"[^\d−]", "", printed).replace("−", "-")
    return int(digits) if digits.strip("-") else None


def _changed(option: Option, label: str) -> Change | None:
    return next((change for change in option.changes if change.label == label), None)


def _most(cell: str) -> str:
    return f'<span class="most">{cell}<span class="unseen"> (most)</span></span>'
