"""Offers as HTML: the price of each, what it would change, and its button.

A page shows eighty, so they are put together here. The fields of an offer are in a template.
"""

from html import escape
from typing import Any
from urllib.parse import urlencode

import msgspec
from django import template
from django.template import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rules.forms.fields import Change, Field, Number, Text
from rules.ledger.offers import Offer, OfferGroup
from rules.text_cache import text_cache
from sheets import form_data
from sheets.advancement.pages import OfferList
from sheets.form_data import OFFER
from sheets.ui.components import (
    barred_mark,
    by_reason,
    changes,
    icon,
    printed,
    quoted,
    ruling,
    shortage,
    shown,
    slot,
)
from sheets.ui.fields import drawn_field
from sheets.ui.typed_fields import field_html

register = template.Library()


@register.simple_tag(takes_context=True)
def offer_rows(context: Context, part: OfferList, group: OfferGroup) -> SafeString:
    """The offers of a group as rows to compare, with a ruling of all of them once below. A reason
    or a need that blocks many stands once above these, which come last.
    """
    why = reverse("character_price", args=[context["character"].public_id, part.id, "OFFER"])
    listed = part.look == "list"
    level = "h4" if part.name else "h3"
    shared = _shared_ruling(group)

    def row(offer: Offer, rest: str | None = None) -> str:
        own = "" if shared else _unsaid(offer)
        unseen = ' class="unseen"' if listed and offer.name == group.name else ""
        name, others = _named(offer)
        return (
            f'<li class="offer{_state(offer)}" id="offer-{slot(offer.id)}">'
            f"<{level}{unseen}>{name}</{level}>"
            f'<div class="offer-words">{changes(others)}{_detail(offer) if listed else ""}'
            f"{_remarks(offer, rest)}{ruling(own)}</div>{_cost(offer, why)}"
            f'<div class="offer-deed">{_deed(context, offer)}{_pin(context, offer)}</div></li>'
        )

    others, closed = by_reason(group.offers, _reason)
    rows = [row(offer) for offer in others]
    for reason, those in closed.items():
        rows.append(f'<li class="of-reason"><p>{escape(shown(reason))}</p></li>')
        rows += [row(offer, rest) for offer, rest in those]
    return _safe(f'<ul class="offers">{"".join(rows)}</ul>{ruling(shared)}')


@register.simple_tag(takes_context=True)
def offer_deeds(context: Context, group: OfferGroup) -> SafeString:
    """The offers of a group as deeds side by side, all with the same thing."""
    deeds = "".join(
        f'<div class="deed" id="offer-{slot(offer.id)}">{_deed(context, offer, bare=True)}'
        f"{changes(offer.changes)}{_remarks(offer)}</div>"
        for offer in group.offers
    )
    return _safe(f'<div class="deeds">{deeds}</div>')


@register.simple_tag(takes_context=True)
def offer_form(context: Context, offer: Offer) -> SafeString:
    """The form of an offer, with all that it asks; what stands in the way, where something does."""
    return _safe(_form(context, offer) if offer.open else _barred(offer))


@register.filter
def entry_value(offer: Offer) -> str:
    """The entry that an offer would make, as a button sends it."""
    return _sent(offer.id, msgspec.msgpack.encode(offer.entry))


@text_cache(4096)  # what can be raised is the same for everybody, and stands there twice
def _sent(offer: str, entry: bytes) -> str:
    members = msgspec.msgpack.decode(entry, type=dict[str, Any]).items()
    plain = [(name, "" if value is None else value) for name, value in members]
    return urlencode([(OFFER, offer), *plain])


@register.filter
def is_pressed(offer: Offer) -> bool:
    """True if one press does it: the offer has no fields, or only numbers that are filled in."""
    return all(isinstance(field, Number) and field.values[:1] > ("",) for field in offer.fields)


@register.filter
def named_after(field: Field, offer: Offer) -> Field:
    """The field under a name that no field of another offer has."""
    return msgspec.structs.replace(field, id=f"{offer.id}.{field.id}")


@register.filter
def ready(group: OfferGroup) -> str:
    """The number of offers in a group that can be had now: "3 of 11 available"."""
    count = sum(offer.open for offer in group.offers)
    return f"{count} of {len(group.offers)} available" if count else "none available"


def _state(offer: Offer) -> str:
    return "" if offer.open else " beyond" if offer.short else " barred"


def _named(offer: Offer) -> tuple[str, tuple[Change, ...]]:
    """The name, with what the offer does to the very thing of that name; and what it does else."""
    name, first, rest = escape(offer.name), offer.changes[:1], offer.changes[1:]
    if not first or first[0].label != offer.name:
        return name, offer.changes
    before, after = escape(shown(first[0].before)), escape(shown(first[0].after))
    return f'{name} <span class="change"><b>{before}</b> <b class="gain">{after}</b></span>', rest


def _detail(offer: Offer) -> str:
    return f'<p class="offer-does">{escape(shown(offer.detail))}</p>' if offer.detail else ""


def _remarks(offer: Offer, rest: str | None = None) -> str:
    note = f'<p class="offer-note">{escape(shown(offer.note))}</p>' if offer.note else ""
    return note + _barred(offer, rest)


def _shared_ruling(group: OfferGroup) -> str:
    """The ruling that several offers, all of a group, have; "" if they differ."""
    found = {_unsaid(offer) for offer in group.offers}
    return found.pop() if len(found) == 1 < len(group.offers) else ""


def _unsaid(offer: Offer) -> str:
    """The ruling, where the explanation of the price does not say it."""
    if not offer.ruling:
        return ""
    rulings = offer.price.rulings() if offer.price else ()
    return "" if offer.ruling in rulings else offer.ruling


def _reason(offer: Offer) -> str:
    """The reason that blocks an offer, without its name, which stands above: "Needs a dot in
    Battle."; "" if only the price does, which shows what is missing itself.
    """
    if not offer.barred or (offer.short and offer.price):
        return ""
    own = offer.barred.removeprefix(f"{offer.name} ")
    return f"{own[:1].upper()}{own[1:]}"


def _barred(offer: Offer, rest: str | None = None) -> str:
    reason = _reason(offer)
    return barred_mark(reason, "offer-barred", rest=rest) if reason else ""


def _cost(offer: Offer, why: str) -> str:
    """The price; `why` is the address of the explanation of an offer called OFFER."""
    if offer.price is None:
        return ""
    address = escape(why.replace("OFFER", quoted(offer.id)))
    return (
        f'<p class="offer-cost"><a class="explains" href="{address}" data-why>'
        f'<span class="unseen">{escape(offer.name)}: </span>{printed(offer.price)}'
        f'<span class="unseen"> {escape(offer.currency)}</span></a>{_short(offer)}</p>'
    )


def _short(offer: Offer) -> str:
    return shortage(offer.short, offer.currency) if offer.short else ""


def _deed(context: Context, offer: Offer, *, bare: bool = False) -> str:
    """One press, or a form that unfolds; "" for a blocked offer."""
    if not offer.open:
        return ""
    if not is_pressed(offer):
        tried = context.get("attempt") and context["attempt"].offer == offer.id
        form = _form(context, offer)
        return (
            f'<details class="fold-out" name="fold" id="fold-{slot(offer.id)}"'
            f"{' open' if tried else ''}>"
            f'<summary class="quiet bare">{escape(offer.act)}{_of(offer)} {icon("chevron-down")}'
            f"</summary>{form}</details>"
        )
    typed = context.get("typed") or {}
    inputs = "".join(_number(offer, field, typed) for field in offer.fields)
    look = "quiet bare once" if bare else "quiet once"
    return (
        f'{inputs}<button type="submit" class="{look}" form="enter" name="entry"'
        f' id="do-{slot(offer.id)}" value="{escape(entry_value(offer))}">'
        f"{escape(shown(offer.act))}{_of(offer)}</button>"
    )


def _number(offer: Offer, field: Field, typed: dict[str, tuple[str, ...]]) -> str:
    name = f"{offer.id}.{field.id}"
    value = typed.get(name, getattr(field, "values", ("",)))[0]
    lowest, highest = getattr(field, "lowest", 0), getattr(field, "highest", 0)
    label = f"{offer.name}: {getattr(field, 'label', '')}"
    return (
        f'<input type="number" class="how-many" form="enter" id="{slot(name)}"'
        f' name="{escape(name)}" value="{escape(value)}" min="{lowest}" max="{highest}"'
        f' inputmode="numeric" aria-label="{escape(label)}">'
    )


def _pin(context: Context, offer: Offer) -> str:
    """The button that puts a wish into the plan, where it has a price that can be known."""
    if offer.price is None or (offer.barred and not offer.short) or not is_pressed(offer):
        return ""
    times = context["planned"].get(offer.entry, 0)
    label = f'{icon("pin")} <span class="spoken">{"Planned" if times else "Plan"}</span>'
    label += f" ×{times}" if times > 1 else ""
    return (
        f'<button type="submit" class="quiet bare once{" planned" if times else ""}" form="wish"'
        f' name="entry" id="pin-{slot(offer.id)}" value="{escape(entry_value(offer))}">{label}'
        f"{_of(offer)}</button>"
    )


def _form(context: Context, offer: Offer) -> str:
    """The form of an offer with its fields, and what it does where that stands nowhere else."""
    part, typed, errors = context["part"], context.get("typed"), context.get("errors")
    hint = ""
    if part.look == "deeds" and offer.detail:
        words = f"{shown(offer.detail)} {offer.ruling}" if offer.ruling else shown(offer.detail)
        hint = f'<p class="hint">{escape(words)}</p>'
    fields = (
        field_html(field, typed, errors)
        if isinstance(field, Text | Number)
        else drawn_field(context, field)
        for field in (named_after(field, offer) for field in offer.fields)
    )
    return (
        f"{_form_head(context)}"
        f'<input type="hidden" name="entry" value="{escape(entry_value(offer))}">{hint}'
        f'{"".join(fields)}<p class="actions">'
        f'<button class="{"quiet" if part.look == "forms" else "press"} once"'
        f' id="do-{slot(offer.id)}">{escape(offer.act)}</button></p></form>'
    )


def _form_head(context: Context) -> str:
    """The beginning of a form: its address, and what all forms of the page send."""
    query = context["request"].GET.copy()
    query.pop("made", None)
    here = reverse(context["room"].address, args=[context["character"].public_id])
    there = escape(f"{here}?{query.urlencode()}" if query else here)
    return (
        f'<form class="asks" method="post" action="{there}" hx-post="{there}" hx-sync="this:drop"'
        ' hx-include="#groups, .folds[open] > [name=group]" novalidate autocomplete="off">'
        f"{hidden_fields(context)}"
    )


@register.simple_tag(takes_context=True)
def hidden_fields(context: Context) -> SafeString:
    """The hidden fields of every form about a character's growth: the browser's token, a key
    against sending it twice, and the state of the character that the page shows.
    """
    return _safe(
        f'<input type="hidden" name="csrfmiddlewaretoken" value="{context["csrf_token"]}">'
        f'<input type="hidden" name="key" value="{form_data.new_key()}">'
        f'<input type="hidden" name="version" value="{context["character"].version}">'
        f'<input type="hidden" name="seen" value="{context["moment"]}">'
    )


def _of(offer: Offer) -> str:
    return f' <span class="unseen">{escape(offer.name)}</span>'


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 (every text was escaped where it was put in)
