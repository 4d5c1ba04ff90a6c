"""The things of a balance as HTML: what each is and would change, what it costs or gives, what
lacks, and what it asks further once it is had.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from django.template import Context, Engine
from django.utils.safestring import SafeString, mark_safe

from rules.forms.fields import Balance, BalanceItem, BalanceSide
from rules.forms.parsing import YES, Values
from sheets.form_data import token
from sheets.ui.components import changes, ruling, slot
from sheets.ui.emblems import emblem_of_term
from sheets.ui.terms import rules_of

# So many things that can't be had stand among the others.
MOST_BARRED = 8


def points_left(field: Balance) -> str:
    """The points left, in words: "2 points left", "1 point too many"."""
    count = abs(field.left)
    unit = "point" if count == 1 else "points"
    return f"{count} {unit} {'too many' if field.left < 0 else 'left'}"


@dataclass(frozen=True)
class SideFold:
    """The two parts of a side: what is had, and the rest, which opens on demand."""

    had: tuple[BalanceItem, ...]
    others: tuple[BalanceItem, ...]
    is_open: bool


def side_fold(context: Context, side: BalanceSide) -> SideFold | None:
    """The fold of a side; None where something is looked for, or all is asked for. The rest is open
    at first on a side that costs: who has points enough reads what they cost alone.
    """
    if not _is_short(context):
        return None
    typed, errors = context.get("typed") or {}, context.get("errors") or {}
    had = {
        item.field
        for item in side.items
        if typed.get(item.field, item.values) or errors.get(item.field)
    }
    return SideFold(
        had=tuple(item for item in side.items if item.field in had),
        others=tuple(item for item in side.items if item.field not in had),
        is_open=not had and not side.gives,
    )


def _is_short(context: Context) -> bool:
    finder = context.get("finder")
    return finder is not None and not (finder.numbers or finder.q)


def balance_items(
    context: Context, side: BalanceSide, items: Sequence[BalanceItem] | None = None
) -> SafeString:
    """The things of one side, or these of it; those that are had with what they ask, from a
    template. What is neither had nor looked for is a line, until all is asked for; of many that are
    out of reach only the number is told.
    """
    slug: str = context["character"].system
    in_short, items = _is_short(context), side.items if items is None else items
    typed, errors = context.get("typed") or {}, context.get("errors") or {}
    left_out = context.get("left_out") or ()
    lines = {
        item.field
        for item in items
        if in_short and not typed.get(item.field, item.values) and not errors.get(item.field)
    }
    barred = {item.field for item in items if item.field in lines and item.refusal}
    hidden = barred if len(barred) > MOST_BARRED else set[str]()
    rows = [
        _line(side, item)
        if item.field in lines
        else _item(slug, side, item, typed, errors, is_hidden=item.field in left_out)
        for item in items
        if item.field not in hidden
    ]
    if hidden:
        rows.append(
            f'<li class="out-of-reach">{len(hidden)} more are out of reach for now.'
            ' <a href="?numbers=yes">Show all</a></li>'
        )
    return mark_safe("".join(rows))  # noqa: S308 (every text is escaped where it is put in)


def _line(side: BalanceSide, item: BalanceItem) -> str:
    """A thing in one line: its name, a sentence, or else what it lacks, and what it costs."""
    id, refusal = slot(item.field), item.refusal
    state = f' disabled aria-describedby="why-{id}"' if refusal else ""
    first, stop, _ = item.detail.partition(". ")
    says = f'<span class="option-does">{escape(first)}{stop.strip()}</span>'
    why = f'<span class="option-barred" id="why-{id}">{escape(refusal)}</span>'
    return (
        f'<li class="option balance-item in-short{" barred" * bool(refusal)}"><input'
        f' type="checkbox" id="{id}" name="{escape(item.field)}" value="{YES}"{state}>'
        f'<label for="{id}"><span class="option-name">{escape(item.name)}</span>'
        f"{why if refusal else says}</label>"
        f'<span class="balance-points">{_price(side, item)}</span>'
        f'<input type="hidden" id="was-{id}" name="was.{escape(item.field)}"'
        f' value="{token(item.values)}"></li>'
    )


def _item(
    slug: str,
    side: BalanceSide,
    item: BalanceItem,
    typed: Mapping[str, Values],
    errors: Mapping[str, str],
    *,
    is_hidden: bool,
) -> str:
    id, name = slot(item.field), escape(item.name)
    taken = bool(typed.get(item.field, item.values))
    refusal = "" if taken else item.refusal
    state = " checked" if taken else " disabled" if refusal else ""
    row = " barred" if refusal else " owned" if taken else ""
    why = f'<span class="option-barred" id="why-{id}">{escape(refusal)}</span>' if refusal else ""
    does = f'<span class="option-does">{escape(item.detail)}</span>' if item.detail else ""
    note = f'<span class="from">{escape(item.note)}</span>' if item.note else ""
    error = errors.get(item.field, "")
    refused = f'<p class="error" role="alert">{escape(error)}</p>' if error else ""
    described = f' aria-describedby="why-{id}"' if refusal else ""
    return (
        f'<li class="option balance-item{row}"{" hidden" * is_hidden}>'
        f'<input type="checkbox" id="{id}" name="{escape(item.field)}" value="{YES}"'
        f"{state}{described}>"
        f'<label for="{id}"><span class="option-name">{emblem_of_term(item.term, item.name)}'
        f"{name}{note}</span>{does}{why}</label>"
        f'<span class="balance-points">{_points(side, item)}{changes(item.changes)}</span>'
        f"{rules_of(slug, item.term, item.name)}{ruling(item.ruling)}"
        f'<input type="hidden" id="was-{id}" name="was.{escape(item.field)}"'
        f' value="{token(item.values)}">{_details(slug, item, typed, errors)}{refused}</li>'
    )


def _points(side: BalanceSide, item: BalanceItem) -> str:
    """The price or gain of an item: "costs 2", "gives 1–3"."""
    verb = "gives" if side.gives else "costs"
    return f'<span class="soft">{verb}</span> {_price(side, item)}'


def _price(side: BalanceSide, item: BalanceItem) -> str:
    """The points of an item: "2 points", "1–3 points"."""
    span = item.span if item.span and not item.is_taken else item.points.code
    unit = "point" if span == "1" else "points"
    look = "gain" if side.gives else "amber"
    return f'<b class="{look}">{escape(span)}</b> {unit}'


def _details(
    slug: str, item: BalanceItem, typed: Mapping[str, Values], errors: Mapping[str, str]
) -> str:
    if not item.fields:
        return ""
    template = Engine.get_default().get_template("ui/fields/_balance_details.html")
    character = {"system": slug}  # all that the template of a field asks of one
    shown = {"character": character, "item": item, "typed": typed, "errors": errors}
    return template.render(Context(shown))
