"""The wares of a shop as HTML: what each is, would change, and costs, and how many there are."""

from html import escape

from django.template import Context, Engine
from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.steps import Shelf, Ware
from sheets.forms import token
from sheets.templatetags.marks import changes, code, icon, printed, ruling, slot
from sheets.templatetags.reference import term_link


def shelf_wares(context: Context, shelf: Shelf) -> SafeString:
    """The wares of one shelf; those that are owned with what they ask further, from a template."""
    details = Engine.get_default().get_template("fields/_ware_details.html")
    typed, errors = context.get("typed") or {}, context.get("errors") or {}
    rows = []
    for ware in shelf.wares:
        more = ""
        if ware.fields:
            with context.push(ware=ware):
                more = details.render(context)
        name = term_link(context["character"].system, ware.term, ware.name)
        rows.append(_row(ware, name, typed.get(ware.field), more, errors.get(ware.field, "")))
    return mark_safe("".join(rows))  # noqa: S308 (every text is escaped where it is put in)


def _row(ware: Ware, linked: str, typed: tuple[str, ...] | None, more: str, error: str) -> str:
    """One ware; `typed` is a quantity that was refused, `more` what an owned one asks further."""
    name = escape(ware.name)
    quantity = next(iter(ware.values if typed is None else typed), "0")
    state = " owned" if ware.quantity else " beyond" if ware.short else ""
    facts = "".join(_fact(figure) for figure in ware.facts) + changes(ware.changes)
    refused = f'<p class="error" role="alert">{escape(error)}</p>' if error else ""
    return (
        f'<li class="ware{state}"><h3>{linked}</h3><div class="ware-words">{_words(ware)}</div>'
        f'<div class="ware-facts">{facts}</div>{_price(ware)}{_stepper(ware, name, quantity)}'
        f"{more}{refused}</li>"
    )


def _words(ware: Ware) -> str:
    detail = f'<p class="ware-does">{escape(ware.detail)}</p>' if ware.detail else ""
    note = f'<p class="ware-note">{escape(ware.note)}</p>' if ware.note else ""
    return detail + note + ruling(ware.ruling)


def _fact(figure: Figure) -> str:
    label = f'<span class="label">{escape(figure.label)}</span>'
    return f'<span class="fact">{label} {code(figure)}</span>'


def _price(ware: Ware) -> str:
    number = printed(ware.price) if ware.price else "–"
    unpriced = '<span class="unseen">not for sale</span>' if ware.price is None else ""
    lacking = ware.short and not ware.quantity
    short = f'<span class="short">{ware.short:,} short</span>' if lacking else ""
    return f'<p class="ware-cost"><span class="figures">{number}</span>{unpriced}{short}</p>'


def _stepper(ware: Ware, name: str, quantity: str) -> str:
    if ware.barred and not ware.quantity:
        return f'<p class="short">{escape(ware.barred)}</p>'
    field, id = escape(ware.field), slot(ware.field)
    none, all_ = not ware.quantity, ware.quantity >= ware.highest
    return (
        f'<div class="stepper" role="group" aria-label="{name}">'
        f'<button type="button" class="less with-js" id="less-{id}" data-step="-1"'
        f' aria-label="One {name} less"{" disabled" if none else ""}>{icon("minus")}</button>'
        f'<input type="number" id="{id}" name="{field}" value="{escape(quantity)}" min="0"'
        f' max="{ware.highest}" inputmode="numeric" aria-label="{name}, how many">'
        f'<button type="button" class="more with-js" id="more-of-{id}" data-step="1"'
        f' aria-label="One more {name}"{" disabled" if all_ else ""}>{icon("plus")}</button></div>'
        f'<input type="hidden" id="was-{id}" name="was.{field}" value="{token(ware.values)}">'
    )
