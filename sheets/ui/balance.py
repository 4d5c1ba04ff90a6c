"""The things of a balance as HTML: what each is and would change, what it costs or gives, what
lacks, and what it asks further once it is had.
"""

from collections.abc import Mapping
from html import escape

from django.template import Context, Engine
from django.utils.safestring import SafeString, mark_safe

from rules.forms.fields import Balance, BalanceItem, BalanceSide
from rules.forms.parsing import YES, Values
from sheets.form_data import token
from sheets.ui.components import changes, ruling, slot
from sheets.ui.emblems import emblem_of_term
from sheets.ui.terms import rules_of


def points_left(field: Balance) -> str:
    """The points left, in words: "2 points left", "1 point too many"."""
    count = abs(field.left)
    unit = "point" if count == 1 else "points"
    return f"{count} {unit} {'too many' if field.left < 0 else 'left'}"


def balance_items(context: Context, side: BalanceSide) -> SafeString:
    """The things of one side; those that are had with what they ask, from a template."""
    slug: str = context["character"].system
    typed, errors = context.get("typed") or {}, context.get("errors") or {}
    left_out = context.get("left_out") or ()
    rows = (
        _item(slug, side, item, typed, errors, is_hidden=item.field in left_out)
        for item in side.items
    )
    return mark_safe("".join(rows))  # noqa: S308 (every text is escaped where it is put in)


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
    span = item.span if item.span and not item.is_taken else item.points.code
    verb = "gives" if side.gives else "costs"
    unit = "point" if span == "1" else "points"
    look = "gain" if side.gives else "amber"
    return f'<span class="soft">{verb}</span> <b class="{look}">{escape(span)}</b> {unit}'


def _details(
    slug: str, item: BalanceItem, typed: Mapping[str, Values], errors: Mapping[str, str]
) -> str:
    if not item.fields:
        return ""
    template = Engine.get_default().get_template("ui/fields/_balance_details.html")
    character = {"system": slug}  # all that the template of a field asks of one
    shown = {"character": character, "item": item, "typed": typed, "errors": errors}
    return template.render(Context(shown))
