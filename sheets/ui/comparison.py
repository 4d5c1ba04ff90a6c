"""Options side by side: rows of cells, the highest of each row marked."""

import re
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from html import escape
from unicodedata import numeric

from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.forms.fields import Balance, Change, Choice, Option, Pick, Sort
from sheets.ui.components import dice, shown, slot
from sheets.ui.option_cards import praise
from sheets.ui.options import control_id

_CODE = re.compile(r"(−?\d+)D([+−]\d+)?")
# A number with its fraction: "12", "1,200", "17½ m", "5 3/16".
_AMOUNT = re.compile(r"[+−-]?(?P<whole>[\d,]*)(?:(?P<half>[¼½¾])| (?P<ratio>\d+/\d+))?")

# The label of what options cost: the most of it is nothing to look for.
PRICE = "Points"

Row = tuple[str, tuple[str, ...], bool]


def control_of(field: Choice | Pick | Balance, option: Option) -> str:
    """The id of the radio button or check box of a compared option."""
    return slot(option.id) if isinstance(field, Balance) else control_id(field.id, option.id)


def comparison(options: Collection[Option], order: str, sorts: Iterable[Sort]) -> tuple[Row, ...]:
    """The comparison as rows: a label, a cell for each option, and True if the cells are words.
    Options that have a rank in the `order` are compared by it, too.
    """
    sort = next((one for one in sorts if one.id == order), None)
    rows: list[Row] = []
    labels = dict.fromkeys(figure.label for option in options for figure in option.profile)
    for label in labels:
        figures = [_figure(option, label) for option in options]
        values = [figure.weight if figure else None for figure in figures]
        shapes = [dice(figure) if figure else "–" for figure in figures]
        rows.append((label, tuple(shapes if label == PRICE else _cells(values, shapes)), False))
    known = "Known for" if any(option.flavor for option in options) else "Effect"
    for label, said in (
        (known, [option.detail for option in options]),
        (praise(options), [option.best for option in options]),
    ):
        if any(said):
            rows.append((label, tuple(text or "–" for text in said), True))
    for label in dict.fromkeys(label for option in options for label, _ in option.facts):
        facts = (dict(option.facts).get(label, "–") for option in options)
        rows.append((label, tuple(facts), True))
    moved = dict.fromkeys(change.label for option in options for change in option.changes)
    for label in (moved_label for moved_label in moved if moved_label not in labels):
        outcomes = [_outcome(option, label, options) for option in options]
        rows.append(
            (label, tuple(_cells([_number(outcome) for outcome in outcomes], outcomes)), False)
        )
    if sort and not sort.lowest and any(sort.id in option.ranks for option in options):
        ranks = [option.ranks.get(sort.id) for option in options]
        shapes = ["–" if rank is None else str(rank) for rank in ranks]
        rows.append((sort.name, tuple(_cells(ranks, shapes)), False))
    return tuple(rows)


def _figure(option: Option, label: str) -> Figure | None:
    return next((figure for figure in option.profile if figure.label == label), None)


def _cells(values: Sequence[int | Fraction | None], shapes: list[str]) -> list[SafeString]:
    """The cells of a row, the highest marked if they differ."""
    numbers = [value for value in values if value is not None]
    top = max(numbers, default=0)
    uneven = len(set(numbers)) > 1
    return [
        mark_safe(_most(shape) if uneven and value == top else shape)  # noqa: S308 (numbers)
        for value, shape in zip(values, shapes, strict=True)
    ]


def _outcome(option: Option, label: str, options: Collection[Option]) -> str:
    """The number with this option: unchanged if the option leaves it alone."""
    own = _changed(option, label)
    if own:
        return shown(escape(own.after))
    before = next(change.before for rival in options if (change := _changed(rival, label)))
    return shown(escape(before))


def _number(printed: str) -> int | Fraction | None:
    if code := _CODE.fullmatch(printed):
        dice, pips = (int((part or "0").replace("−", "-")) for part in code.groups())
        return Figure("", dice, "D", pips=pips).weight
    amount = _AMOUNT.match(printed)
    if not amount or not any(amount.groups()):
        return None
    whole, half, ratio = amount["whole"].replace(",", ""), amount["half"], amount["ratio"]
    value = int(whole or 0) + (Fraction(numeric(half)) if half else 0) + Fraction(ratio or 0)
    return -value if printed[0] in "−-" else value


def _changed(option: Option, label: str) -> Change | None:
    return next((change for change in option.changes if change.label == label), None)


def _most(cell: str) -> str:
    return f'<span class="most">{cell}<span class="unseen"> (most)</span></span>'
