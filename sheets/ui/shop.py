"""The wares of a shop as HTML: what each is, would change, and costs, and how many there are."""

from collections.abc import Collection, Mapping
from html import escape

import msgspec
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.forms.fields import Choice, Shelf, Shop, Ware
from rules.forms.parsing import Values
from rules.phrases import counted
from rules.text_cache import text_cache
from sheets.form_data import token
from sheets.ui.components import changes, code, dice, icon, printed, ruling, shortage, slot
from sheets.ui.fields import nested_html
from sheets.ui.terms import term_link

# More bytes than a ware of the books has: a lightsaber with all of its choices takes 17,000.
LONGEST_WARE = 32_768
# The shelves of a shop with more wares than that open on demand.
MOST_UNFOLDED = 20


def shop_shelves(context: Context, field: Shop) -> SafeString:
    """The shelves of a shop, each with its wares."""
    money, finder = field.purse.label.lower(), context.get("finder")
    folds = _is_long(field) and not (finder is not None and finder.q)
    errors = context.get("errors") or {}
    shelves = []
    for shelf in field.shelves:
        wares = _wares(context, shelf, money)
        is_open = any(ware.field in errors for ware in shelf.wares)
        shelves.append(
            _folded(shelf, wares, money, is_open=is_open) if folds else _shelf(shelf, wares)
        )
    return mark_safe("\n".join(shelves))  # noqa: S308 (every text is escaped where it is put in)


def _shelf(shelf: Shelf, wares: str) -> str:
    name = f"<h2>{escape(shelf.group.name)}</h2>"
    return (
        f'<section class="entry shelf" id="shelf-{slot(shelf.group.id)}">'
        f'<div class="entry-head">{name}{_pool(shelf)}</div><ul>{wares}</ul></section>'
    )


def _folded(shelf: Shelf, wares: str, money: str, *, is_open: bool) -> str:
    """A shelf that opens by its heading, which says what is on it: "7 items from 25 credits"."""
    id, prices = slot(shelf.group.id), [ware.price for ware in shelf.wares if ware.price]
    lowest = min(prices, key=lambda price: price.value, default=None)
    span = counted(len(shelf.wares), "item")
    if lowest:
        span += f" from {printed(lowest)} {money}"
    return (
        f'<details class="entry shelf folds" id="fold-{id}"{" open" * is_open}>'
        f'<summary class="entry-head"><h2>{escape(shelf.group.name)}</h2>'
        f'<p class="figures">{span} {icon("chevron-down")}</p></summary>'
        f'{_pool(shelf)}<ul id="shelf-{id}">{wares}</ul></details>'
    )


def _pool(shelf: Shelf) -> str:
    group = shelf.group
    if not (group.note or group.pool):
        return ""
    dots = f" {dice(group.pool)}" if group.pool else ""
    return f'<p class="shelf-pool">{escape(group.note)}{dots}</p>'


def _wares(context: Context, shelf: Shelf, money: str) -> str:
    """The wares of one shelf; those that are owned with what they ask further, from a template."""
    slug: str = context["character"].system
    typed, errors = context.get("typed") or {}, context.get("errors") or {}
    left_out = context.get("left_out") or ()
    rows = []
    for ware in shelf.wares:
        if typed or errors:
            what, how_many = _sides(slug, ware, typed, errors)
        else:
            bare = msgspec.structs.replace(ware, short=0)
            what, how_many = _kept(slug, msgspec.msgpack.encode(bare))
        state = " owned" if ware.quantity else " beyond" if ware.short else ""
        hidden = " hidden" * (ware.field in left_out)
        rows.append(f'<li class="ware{state}"{hidden}>{what}{_price(ware, money)}{how_many}</li>')
    return "".join(rows)


def _is_long(field: Shop) -> bool:
    """True for a shop with so many wares that its shelves open on demand."""
    return sum(len(shelf.wares) for shelf in field.shelves) > MOST_UNFOLDED


def shelf_links(field: Shop) -> SafeString:
    """A link to each shelf of a shop, where all of them are open."""
    if _is_long(field):
        return SafeString()
    links = (
        f'<a href="#shelf-{slot(shelf.group.id)}">{escape(shelf.group.name)}</a>'
        for shelf in field.shelves
    )
    return mark_safe(f"{''.join(links)}<a href='#shelf-custom'>Custom items</a>")  # noqa: S308 (escaped)


def owned_wares(field: Shop, left_out: Collection[str] = (), whole: str = "") -> SafeString:
    """A link to each owned item of a shop, in the order of its shelves; nothing if there is none.
    Those that a search has `left_out` are on the `whole` page.
    """
    links = "".join(
        f'<li><a href="{escape(whole) if ware.field in left_out else ""}#{slot(ware.field)}">'
        f"{escape(ware.name)}{_times(ware)}</a></li>"
        for shelf in field.shelves
        for ware in shelf.wares
        if ware.quantity
    )
    if not links:
        return SafeString()
    id = f"yours-{slot(field.id)}"
    return mark_safe(  # noqa: S308 (escaped)
        f'<section class="yours" aria-labelledby="{id}"><h2 class="label" id="{id}">You have</h2>'
        f"<ul>{links}</ul></section>"
    )


def _times(ware: Ware) -> str:
    return f' <span class="times">×{ware.quantity}</span>' if ware.quantity > 1 else ""


# A purchase changes one ware of forty; of the others, what lacks at most.
@text_cache(1024, longest=LONGEST_WARE)
def _kept(slug: str, ware: bytes) -> tuple[str, str]:
    """Both sides of a ware of which nothing was refused."""
    return _sides(slug, msgspec.msgpack.decode(ware, type=Ware), {}, {})


def _sides(
    slug: str, ware: Ware, typed: Mapping[str, Values], errors: Mapping[str, str]
) -> tuple[str, str]:
    """The HTML before and after an item's price; `typed` and `errors` belong to a refused form, by
    field.
    """
    name, error = escape(ware.name), errors.get(ware.field, "")
    quantity = next(iter(typed.get(ware.field, ware.values)), "0")
    facts = "".join(_fact(figure) for figure in ware.facts) + changes(ware.changes)
    what = (
        f"<h3>{term_link(slug, ware.term, ware.name)}</h3>"
        f'<div class="ware-words">{_words(ware)}</div><div class="ware-facts">{facts}</div>'
    )
    refused = f'<p class="error" role="alert">{escape(error)}</p>' if error else ""
    details = _details(slug, ware, typed, errors)
    return what, f"{_stepper(ware, name, quantity)}{details}{refused}"


def _details(slug: str, ware: Ware, typed: Mapping[str, Values], errors: Mapping[str, str]) -> str:
    """The further choices of an owned item."""
    if not ware.fields:
        return ""
    nested = "".join(nested_html(slug, field, typed, errors) for field in ware.fields)
    is_open = any(isinstance(field, Choice) for field in ware.fields)  # it changes what it does
    return (
        f'\n<details class="ware-more" id="more-{slot(ware.field)}"{" open" * is_open}>\n'
        f'<summary>Details<span class="unseen"> of {escape(ware.name)}</span>'
        f" {icon('chevron-down')}</summary>\n"
        f'<div class="nested">{nested}</div>\n</details>\n'
    )


def _words(ware: Ware) -> str:
    detail = f'<p class="ware-does">{escape(ware.detail)}</p>' if ware.detail else ""
    note = f'<p class="ware-note">{escape(ware.note)}</p>' if ware.note else ""
    return detail + note + ruling(ware.ruling)


def _fact(figure: Figure) -> str:
    label = f'<span class="label">{escape(figure.label)}</span>'
    return f'<span class="fact">{label} {code(figure)}</span>'


def _price(ware: Ware, money: str) -> str:
    number = printed(ware.price) if ware.price else "–"
    unpriced = '<span class="unseen">not for sale</span>' if ware.price is None else ""
    lacking = ware.short and not ware.quantity
    short = shortage(ware.short, money) if lacking else ""
    return f'<p class="ware-cost"><span class="figures">{number}</span>{unpriced}{short}</p>'


def _stepper(ware: Ware, name: str, quantity: str) -> str:
    if ware.barred and not ware.quantity:
        return f'<p class="short">{escape(ware.barred)}</p>'
    field, id = escape(ware.field), slot(ware.field)
    none, all_ = not ware.quantity, ware.quantity >= ware.highest
    more = f'data-step="1" aria-label="One more {name}"{" disabled" if all_ else ""}'
    asks = ""
    if none and ware.price is None:
        more, asks = f'popovertarget="ask-{id}" aria-label="One more {name}…"', _asks(name, id)
    return (
        f'<div class="stepper" role="group" aria-label="{name}">'
        f'<button type="button" class="less with-js" id="less-{id}" data-step="-1"'
        f' aria-label="Remove one {name}"{" disabled" if none else ""}>{icon("minus")}</button>'
        f'<input type="number" id="{id}" name="{field}" value="{escape(quantity)}" min="0"'
        f' max="{ware.highest}" inputmode="numeric" aria-label="{name}, how many">'
        f'<button type="button" class="more with-js" id="more-of-{id}" {more}>{icon("plus")}'
        f"</button>{asks}</div>"
        f'<input type="hidden" id="was-{id}" name="was.{field}" value="{token(ware.values)}">'
    )


def _asks(name: str, id: str) -> str:
    """The dialog before an item without a price is taken; `name` is escaped."""
    return (
        f'<div class="ask" id="ask-{id}" popover role="dialog" aria-label="{name}">'
        f"<p><b>{name}</b> isn’t for sale. You have one only if your GM grants it.</p>"
        f'<p class="actions"><button type="button" class="press" data-step="1">My GM granted it'
        f'</button><button type="button" class="quiet" popovertarget="ask-{id}"'
        ' popovertargetaction="hide">Cancel</button></p></div>'
    )
