"""One option of a choice or a pick as HTML: a card to compare, a row, an entry of a menu.

A step shows up to forty. What stands around them (headings, groups, what is asked further) is in the
templates of the fields.
"""

import re
from collections.abc import Collection
from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.steps import Change, Choice, Option, Pick, Sort
from sheets.templatetags.marks import changes, code, dice, pips, profile, shown, slot


def card(
    field: Choice, option: Option, *, checked: bool, compared: Collection[str], sort: Sort | None
) -> SafeString:
    """A card: name, silhouette, what it is known for, and what it would change."""
    id = f"{slot(field.id)}-{slot(option.id)}"
    name, value = escape(option.name), escape(option.id)
    picked = " checked" if option.id in compared else ""
    foot = _ranked(option, sort) + changes(option.changes)
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<li class="card"><div class="card-head">{_control("radio", field.id, option, id, checked)}'
        f'<label for="{id}">{name}</label>'
        f'<label class="compare"><input type="checkbox" name="compare" value="{value}" form="finder"'
        f' id="compare-{id}"{picked}> Compare<span class="unseen"> {name}</span></label></div>'
        f"{profile(option.profile) if option.profile else ''}"
        f'<div class="card-detail"><p>{escape(option.detail)}</p>{_ruling(option)}</div>'
        f'<div class="card-foot">{foot}{_remark(option, checked)}</div></li>'
    )


def row(kind: str, field: Choice | Pick, option: Option, *, checked: bool) -> SafeString:
    """A row to choose (`radio`) or pick (`checkbox`): name, what it does, and the dice it comes to."""
    id = f"{slot(field.id)}-{slot(option.id)}"
    barred = bool(option.barred) and not checked
    state = " barred" if barred else " aside" if option.set_aside else ""
    remark = f'<span class="from">{escape(option.note)}</span>' if option.note else ""
    if option.set_aside:
        remark += '<span class="from amber">set aside</span>'
    does = f'<span class="option-does">{escape(option.detail)}</span>' if option.detail else ""
    if option.barred and not _shared(field, option):
        does += f'<span class="option-barred">{escape(option.barred)}</span>'
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<div class="option{state}">{_control(kind, field.id, option, id, checked)}<label for="{id}">'
        f'<span class="option-name">{escape(option.name)}{remark}</span>{does}</label>'
        f'<span class="option-dice">{_pool(option)}{changes(option.changes)}</span>{_ruling(option)}</div>'
    )


def entry(option: Option, *, checked: bool) -> SafeString:
    """An entry of a menu, with what it would change in words."""
    words = option.name
    if option.changes:
        words += (
            f" ({', '.join(f'{one.label} {one.before} → {one.after}' for one in option.changes)})"
        )
    if option.set_aside:
        words += " (set aside)"
    if option.barred:
        words += f" ({option.barred})"
    chosen = " selected" if checked else ""
    barred = " disabled" if option.barred and not checked else ""
    return mark_safe(  # noqa: S308 (escaped)
        f'<option value="{escape(option.id)}"{chosen}{barred}>{escape(shown(words))}</option>'
    )


def comparison(
    options: Collection[Option], sort: Sort | None
) -> tuple[tuple[str, tuple[str, ...], bool], ...]:
    """What is compared, as rows: a label, a cell for each option, and whether the cells are words."""
    found: list[tuple[str, tuple[str, ...], bool]] = []
    labels = dict.fromkeys(figure.label for option in options for figure in option.profile)
    for label in labels:
        figures = [_figure(option, label) for option in options]
        values = [figure.value if figure else None for figure in figures]
        shapes = [dice(figure) if figure else "–" for figure in figures]
        found.append((label, tuple(_cells(values, shapes)), False))
    found.append(("", tuple(option.detail for option in options), True))
    moved = dict.fromkeys(change.label for option in options for change in option.changes)
    for label in moved:
        outcomes = [_outcome(option, label, options) for option in options]
        found.append((label, tuple(_cells([_number(one) for one in outcomes], outcomes)), False))
    if sort and sort.id:
        ranks = [option.ranks.get(sort.id) for option in options]
        shapes = ["–" if rank is None else str(rank) for rank in ranks]
        found.append((sort.name, tuple(_cells(ranks, shapes)), False))
    return tuple(found)


def _control(kind: str, name: str, option: Option, id: str, checked: bool) -> str:
    state = " checked" if checked else " disabled" if option.barred else ""
    return (
        f'<input type="{kind}" name="{escape(name)}" value="{escape(option.id)}" id="{id}"{state}>'
    )


def _shared(field: Choice | Pick, option: Option) -> bool:
    """Whether the same bars so many options that it is said once, above all of them."""
    return isinstance(field, Pick) and field.left <= 0 < field.count and not option.set_aside


def _pool(option: Option) -> str:
    if option.pool is None:
        return ""
    if not option.gain:
        return dice(option.pool)
    now = f'<span class="unseen">{option.pool.code} now, with it </span>'
    marks, printed = pips(option.pool, option.gain), code(option.pool, option.gain)
    return f'<span class="dice still">{marks}{now}{printed}</span>'


def _remark(option: Option, checked: bool) -> str:
    if option.set_aside:
        return '<p class="amber">Set aside: it is in none of the tables</p>'
    if option.barred and not checked:
        return f'<p class="soft">{escape(option.barred)}</p>'
    if option.note:
        return f'<p class="card-note">{escape(option.note)}</p>'
    moves = option.changes or not option.profile
    return "" if moves else '<p class="soft">No change to what you chose so far</p>'


def _ranked(option: Option, sort: Sort | None) -> str:
    if sort is None or not sort.id or sort.id not in option.ranks:
        return ""
    return f'<p class="card-rank"><span>{escape(sort.name)}</span><b class="figures">{option.ranks[sort.id]}</b></p>'


def _ruling(option: Option) -> str:
    if not option.ruling:
        return ""
    words = escape(option.ruling)
    return f'<details class="our-ruling"><summary>Our ruling</summary><p>{words}</p></details>'


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
    digits = re.sub(r"[^\d−]", "", printed).replace("−", "-")
    return int(digits) if digits.strip("-") else None


def _changed(option: Option, label: str) -> Change | None:
    return next((change for change in option.changes if change.label == label), None)


def _most(cell: str) -> str:
    return f'<span class="most">{cell}<span class="unseen"> (most)</span></span>'
