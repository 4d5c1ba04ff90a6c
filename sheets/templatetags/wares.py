"""One ware of a shop as HTML: what it is, what it would change, what it costs, and how many there are."""

from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.steps import Ware
from sheets.templatetags.marks import changes, code, icon, shown, slot


def ware(ware: Ware, *, quantity: str, was: str) -> SafeString:
    """All of a ware but what is asked further of an owned one, which a template adds."""
    name = escape(ware.name)
    detail = f'<p class="ware-does">{escape(ware.detail)}</p>' if ware.detail else ""
    note = f'<p class="ware-note">{escape(ware.note)}</p>' if ware.note else ""
    facts = "".join(_fact(figure) for figure in ware.facts) + changes(ware.changes)
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<h3>{name}</h3><div class="ware-words">{detail}{note}{_ruling(ware)}</div>'
        f'<div class="ware-facts">{facts}</div>{_price(ware)}{_stepper(ware, name, quantity, was)}'
    )


def _fact(figure: Figure) -> str:
    return f'<span class="fact"><span class="label">{escape(figure.label)}</span> {code(figure)}</span>'


def _price(ware: Ware) -> str:
    printed = shown(ware.price.code) if ware.price else "–"
    unpriced = '<span class="unseen">not for sale</span>' if ware.price is None else ""
    short = (
        f'<span class="short">{ware.short:,} short</span>'
        if ware.short and not ware.quantity
        else ""
    )
    return f'<p class="ware-cost"><span class="figures">{printed}</span>{unpriced}{short}</p>'


def _stepper(ware: Ware, name: str, quantity: str, was: str) -> str:
    if ware.barred and not ware.quantity:
        return f'<p class="short">{escape(ware.barred)}</p>'
    field, id = escape(ware.field), slot(ware.field)
    return (
        f'<div class="stepper" role="group" aria-label="{name}">'
        f'<button type="button" class="less with-js" id="less-{id}" data-step="-1" aria-label="One {name} less"'
        f"{' disabled' if not ware.quantity else ''}>{icon('minus')}</button>"
        f'<input type="number" id="{id}" name="{field}" value="{escape(quantity)}" min="0" max="{ware.highest}"'
        f' inputmode="numeric" aria-label="{name}, how many">'
        f'<button type="button" class="more with-js" id="more-of-{id}" data-step="1" aria-label="One more {name}"'
        f"{' disabled' if ware.quantity >= ware.highest else ''}>{icon('plus')}</button></div>"
        f'<input type="hidden" id="was-{id}" name="was.{field}" value="{was}">'
    )


def _ruling(ware: Ware) -> str:
    if not ware.ruling:
        return ""
    words = escape(ware.ruling)
    return f'<details class="our-ruling"><summary>Our ruling</summary><p>{words}</p></details>'
