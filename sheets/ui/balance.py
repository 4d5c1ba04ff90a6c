"""The things of a balance as HTML: what each is and would change, what it costs or gives, what
lacks, and what it asks further once it is had.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from django.template import Context
from django.utils.safestring import SafeString

from rules.forms.fields import Balance, BalanceItem, BalanceSide, Option
from rules.forms.parsing import YES
from sheets.form_data import token
from sheets.ui.components import slot
from sheets.ui.option_cards import Card, full_cards, nested_fields, tiles


def points_left(field: Balance) -> str:
    """The points left, in words: "2 points left", "1 point too many"."""
    count = abs(field.left)
    unit = "point" if count == 1 else "points"
    return f"{count} {unit} {'too many' if field.left < 0 else 'left'}"


def adds_up(field: Balance) -> bool:
    """True if the points to spend are a sum of several."""
    return sum(1 for term in field.available.terms if term.value) > 1


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


def balance_list(
    context: Context, field: Balance, side: BalanceSide, items: Sequence[BalanceItem] | None = None
) -> SafeString:
    """The things of one side, or these of it, as tiles or cards; those that are had with what they
    ask.
    """
    slug: str = context["character"].system
    finder = context.get("finder")
    items = side.items if items is None else items
    cards = [_card(slug, field, side, item, context) for item in items]
    if finder is not None and finder.numbers:
        return full_cards(slug, cards, finder.compare, None)
    groups = () if finder is not None and finder.sort else field.groups
    return tiles(slug, cards, is_whole=not _is_short(context), groups=groups)


def as_option(item: BalanceItem, *, is_taken: bool) -> Option:
    """A thing of a balance as an option is shown."""
    return Option(
        item.field,
        item.name,
        item.detail,
        item.group,
        is_taken,
        changes=item.changes,
        note=item.note,
        barred="" if is_taken else item.refusal,
        source=item.source,
        ruling=item.ruling,
        term=item.term,
        best=item.best,
    )


def _card(
    slug: str, field: Balance, side: BalanceSide, item: BalanceItem, context: Context
) -> Card:
    id, typed = slot(item.field), context.get("typed") or {}
    taken = bool(typed.get(item.field, item.values))
    option = as_option(item, is_taken=taken)
    state = f' disabled aria-describedby="why-{id}"' if option.barred else " checked" * taken
    error = (context.get("errors") or {}).get(item.field, "")
    refused = f'<p class="error" role="alert">{escape(error)}</p>' if error else ""
    return Card(
        field.id,
        id,
        f'<input type="checkbox" id="{id}" name="{escape(item.field)}" value="{YES}"{state}>'
        f'<input type="hidden" id="was-{id}" name="was.{escape(item.field)}"'
        f' value="{token(item.values)}">',
        option,
        taken,
        item.field in (context.get("left_out") or ()),
        price=_price(side, item),
        details=nested_fields(slug, item.fields, context) + refused,
    )


def _price(side: BalanceSide, item: BalanceItem) -> str:
    """The points of an item: "2 points", "1–3 points"."""
    span = item.span if item.span and not item.is_taken else item.points.code
    unit = "point" if span == "1" else "points"
    look = "gain" if side.gives else "amber"
    return f'<b class="{look}">{escape(span)}</b> {unit}'
