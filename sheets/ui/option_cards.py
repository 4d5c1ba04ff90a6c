"""Options to choose from, as tiles and as cards: the one component of every list of species,
professions, edges, merits, and Force abilities. A tile has a figure or an emblem, a name, a
sentence, and what the option is good for. A card has its numbers besides: what it changes, its rank
in an order, and Compare.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby

from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from rules.forms.fields import Choice, Field, Group, Option, Pick, Sort
from rules.phrases import counted
from rules.search import words
from rules.text_cache import text_cache
from sheets.ui.components import MOST_BARRED, barred_mark, by_reason, changes, profile, ruling
from sheets.ui.emblems import emblem, kind_of
from sheets.ui.fields import nested_html
from sheets.ui.likenesses import HUMAN, calling_of, drawn
from sheets.ui.options import control, control_id, emblem_of
from sheets.ui.terms import rules_of

# A choice of more rows than that is a list of tiles, and can be searched.
MOST_IN_FULL = 8
# So many changes of a card stand at a glance.
MOST_AT_A_GLANCE = 8
# What an option is to somebody, by the kind of its emblem.
BEST, GOOD, HURTS = "Best at", "Good for", "Hurts"
PRAISE = {"species": BEST, "profession": BEST, "burden": HURTS}
# Where the line of a tile ends: with its first sentence, or where the rules of it begin.
_LINE = re.compile(r"(?<=[.!?]) |: ")


@dataclass(frozen=True)
class Card:
    """An option as a tile or a card shows it: its `control` with the `id`, the `field` that it
    belongs to, its `price` and what it asks further (`details`) as HTML. Of the reason why it can't
    be chosen, `rest` is the part that doesn't stand above; None where no part does.
    """

    field: str
    id: str
    control: str
    option: Option
    is_chosen: bool = False
    is_hidden: bool = False
    price: str = ""
    details: str = ""
    rest: str | None = None

    @property
    def kind(self) -> str:
        """The kind of its emblem: "species", "edge"."""
        return kind_of((self.option.term or f"{self.field}.").partition(".")[0])

    @property
    def is_barred(self) -> bool:
        """True if it can't be chosen now."""
        return bool(self.option.barred) and not self.is_chosen


def is_catalog(field: Choice) -> bool:
    """True for a choice whose options are tiles: cards, and more than a few rows."""
    return field.look == "cards" or (field.look == "rows" and len(field.options) > MOST_IN_FULL)


def is_tiled(field: Pick) -> bool:
    """True for a pick whose options are tiles: cards, and more than a few rows, unless they have
    dice, which tell more in a row.
    """
    is_many = field.look == "cards" or len(field.options) > MOST_IN_FULL
    return is_many and not any(option.pool for option in field.options)


def praise(options: Iterable[Option]) -> str:
    """The words before what options are best at: "Best at", "Good for"."""
    kinds = {kind_of(option.term.partition(".")[0]) for option in options}
    return PRAISE.get(kinds.pop(), GOOD) if len(kinds) == 1 else GOOD


def option_list(
    context: Context,
    field: Choice | Pick,
    chosen: Collection[str],
    options: Iterable[Option] | None = None,
) -> SafeString:
    """The options of a field, or these of them, as tiles, or as cards where their numbers are asked
    for.
    """
    slug, finder = context["character"].system, context["finder"]
    options = field.options if options is None else options
    cards = tuple(_cards(slug, field, options, chosen, context))
    if finder.numbers:
        sort = next((one for one in field.sorts if finder.sort and one.id == finder.sort), None)
        return full_cards(slug, cards, finder.compare, sort)
    return tiles(slug, cards, is_whole=bool(finder.q or finder.numbers))


def _cards(
    slug: str,
    field: Choice | Pick,
    options: Iterable[Option],
    chosen: Collection[str],
    context: Context,
) -> Iterator[Card]:
    """The cards of a field's options; a chosen one holds the field's own fields."""
    kind = "radio" if isinstance(field, Choice) else "checkbox"
    left_out = context.get("left_out") or ()
    for option in options:
        is_chosen = option.id in chosen
        nested = field.fields if is_chosen and isinstance(field, Choice) else ()
        yield Card(
            field.id,
            control_id(field.id, option.id),
            control(kind, field.id, option, is_chosen),
            option,
            is_chosen,
            option.id in left_out,
            details=nested_fields(slug, nested, context),
        )


def nested_fields(slug: str, fields: Sequence[Field], context: Context) -> str:
    """The own fields of a chosen option, as HTML."""
    if not fields:
        return ""
    typed, errors = context.get("typed") or {}, context.get("errors") or {}
    nested = "".join(nested_html(slug, field, typed, errors) for field in fields)
    return f'\n<div class="nested">{nested}</div>\n'


def tiles(
    slug: str, cards: Sequence[Card], *, is_whole: bool, groups: Sequence[Group] = ()
) -> SafeString:
    """A tile for each card, under the headings of `groups`. Of many that are out of reach beside
    others only the number is told. With `is_whole` all are there, each with its whole text.
    """
    barred = [card for card in cards if card.is_barred]
    is_many = MOST_BARRED < len(barred) < len(cards)
    hidden = barred if is_many and not is_whole else []
    shown = [card for card in cards if not card.is_barred] if hidden else cards
    rows, names = [], {group.id: group.name for group in groups}
    for group, those in groupby(shown, lambda card: card.option.group if groups else ""):
        under = list(those)
        if groups and not all(card.is_hidden for card in under):
            rows.append(f'<li class="list-head"><h3>{escape(names.get(group, group))}</h3></li>')
        rows += with_reasons(under, lambda card: _tile(slug, card, is_whole=is_whole))
    if hidden:
        rows.append(
            f'<li class="out-of-reach">{len(hidden)} more are out of reach.'
            ' <a href="?numbers=yes">Show all</a></li>'
        )
    return mark_safe("\n".join(rows))  # noqa: S308 (made of tiles)


def with_reasons(cards: Iterable[Card], drawn: Callable[[Card], str]) -> Iterator[str]:
    """Each card as it is drawn. A reason, or a need, that keeps many of them out of reach stands
    once, above these, which come last.
    """
    others, shared = by_reason(
        cards, lambda card: card.option.barred if card.is_barred and not card.is_hidden else ""
    )
    yield from map(drawn, others)
    for reason, those in shared.items():
        yield f'<li class="list-head of-reason"><p>{escape(reason)}</p></li>'
        yield from (drawn(replace(card, rest=rest)) for card, rest in those)


def _tile(slug: str, card: Card, *, is_whole: bool) -> str:
    option, why = card.option, ""
    is_told = card.is_chosen and not option.flavor
    if card.is_barred:
        why = barred_mark(option.barred, "option-barred", rest=card.rest, id=f"why-{card.id}")
    text = option.flavor or option.detail
    if not (is_told or is_whole):
        text = line(text)
    text = "" if why and not is_whole else text
    more = f"{rules_of(slug, option.term, option.name)}{ruling(option.ruling)}" if is_told else ""
    more = f'<div class="card-more">{more}</div>' if more else ""
    state = " barred" if why else " owned" if card.is_chosen else ""
    state += " whole" * is_whole
    best = "" if is_told else option.best
    figure = _figure_of(card.field, card.kind, option.term, option.name, option.group)
    return (
        f'<li class="card{state}"{" hidden" * card.is_hidden}>{card.control}'
        f"{figure}{_tile_words(card.kind, card.id, option.name, text, best, card.price)}"
        f"{why or _remark(card, is_short=True)}{more}{card.details}</li>"
    )


@text_cache(1024)
def _tile_words(kind: str, id: str, name: str, text: str, best: str, price: str) -> str:
    """The words of a tile: the same after every choice. Traits that the sentence about a thing
    names are not said again.
    """
    about = f'<span class="card-flavor">{escape(text)}</span>' if text else ""
    is_said = PRAISE.get(kind, GOOD) != BEST and set(words(best)) <= set(words(text))
    good = _praised(kind, best) if best and not is_said else ""
    return (
        f'<label for="{id}"><span class="card-name"><b>{escape(name)}</b>{_priced(price)}</span>'
        f"{about}{good}</label>"
    )


def line(text: str) -> str:
    """A text in a line: its first sentence, up to a colon.

    >>> line("Dusk, deep water, thick fog: you don't lose a die. Darkness still costs 2.")
    'Dusk, deep water, thick fog.'
    """
    return f"{first}." if (first := _LINE.split(text, maxsplit=1)[0].rstrip(".")) != text else text


def _praised(kind: str, best: str) -> str:
    """The praise of an option: in words if it is best at that, else after a plus or a minus."""
    praised = PRAISE.get(kind, GOOD)
    if praised == BEST:
        return f'<span class="card-best">{praised} {escape(best)}</span>'
    look = " hurts" if praised == HURTS else ""
    return f'<span class="card-best of-sign{look}">{escape(best)}</span>'


def _priced(price: str) -> str:
    return f' <span class="card-price">{price}</span>' if price else ""


@text_cache(1024)
def _figure_of(field: str, kind: str, term: str, name: str, group: str) -> str:
    """A drawn person for an option that makes one: a species, or a profession as a human. Else its
    emblem, or that of its group.
    """
    if kind == "species":
        return _person(name, "", name)
    if kind == "profession" and (calling := calling_of(kind, term.partition(".")[2] or name)):
        return _person(HUMAN, calling, name)
    return emblem_of(field, term, name) or emblem(field, group)


def _person(species: str, calling: str, name: str) -> str:
    return f'<span class="card-person">{drawn(species, calling, "", name)}</span>'


def full_cards(
    slug: str, cards: Iterable[Card], compared: Collection[str], sort: Sort | None
) -> SafeString:
    """A card for each option: name, silhouette, what it is known for, and what it would change."""
    rows = with_reasons(cards, lambda card: _card(slug, card, compared, sort))
    return mark_safe("\n".join(rows))  # noqa: S308 (made of cards)


def _card(slug: str, card: Card, compared: Collection[str], sort: Sort | None) -> str:
    option = card.option
    flavor = f'<p class="card-flavor">{escape(option.flavor)}</p>' if option.flavor else ""
    best = f"{PRAISE.get(card.kind, GOOD)} {option.best}" if option.best else ""
    best = f'<p class="card-best">{escape(best)}</p>' if best and not flavor else ""
    foot = _ranked(option, sort) + _changes(option, card.id)
    return (
        f'<li class="card"{" hidden" * card.is_hidden}><div class="card-head">{card.control}'
        f"{_card_name(slug, card.field, card.id, option.name, option.term, card.price)}"
        f"{_compare(card, option.id in compared)}{flavor}</div>"
        f"{profile(option.profile) if option.profile else ''}"
        f'<div class="card-detail"><p>{escape(option.detail)}</p>{best}{_facts(option)}'
        f"{ruling(option.ruling)}{card.details}</div>"
        f'<div class="card-foot">{foot}{_remark(card)}</div></li>'
    )


def _facts(option: Option) -> str:
    """The facts of a card: "Range 12 m"."""
    facts = "".join(
        f"<div><dt>{escape(label)}</dt><dd>{escape(fact)}</dd></div>"
        for label, fact in option.facts
    )
    return f'<dl class="card-facts">{facts}</dl>' if facts else ""


@text_cache(1024)
def _card_name(slug: str, field: str, id: str, name: str, term: str, price: str) -> str:
    """The emblem, name and price of an option, and where its rules are: the same after every
    choice.
    """
    label = f'<label for="{id}">{escape(name)}{_priced(price)}</label>'
    return f"{emblem_of(field, term, name)}{label}{rules_of(slug, term, name)}"


def _compare(card: Card, picked: object) -> str:
    return (
        f'<label class="compare"><input type="checkbox" name="compare"'
        f' value="{escape(card.option.id)}" form="finder" id="compare-{card.id}"'
        f'{" checked" if picked else ""}> Compare<span class="unseen"> {escape(card.option.name)}'
        "</span></label>"
    )


def _remark(card: Card, *, is_short: bool = False) -> str:
    option = card.option
    if option.set_aside:
        return '<p class="amber">Set aside: it is in none of the tables</p>'
    if card.is_barred:
        return barred_mark(option.barred, "soft", rest=card.rest, id=f"why-{card.id}")
    if option.note:
        return f'<p class="card-note">{escape(option.note)}</p>'
    moves = option.changes or not option.profile or option.facts
    return "" if moves or is_short else '<p class="soft">No change to your numbers</p>'


def _changes(option: Option, id: str) -> str:
    """The effects of a card: the first few at a glance, the others folded away. Dice that an
    attribute does not have yet are in the card's profile already.
    """
    known = {figure.label for figure in option.profile}
    listed = [
        change for change in option.changes if change.before != "0D" or change.label not in known
    ]
    if len(listed) <= MOST_AT_A_GLANCE + 1:
        return changes(listed)
    rest = listed[MOST_AT_A_GLANCE:]
    return (
        f"{changes(listed[:MOST_AT_A_GLANCE])}"
        f'<details class="more-changes" id="more-{id}"><summary>{counted(len(rest), "more change")}'
        f'<span class="unseen"> with {escape(option.name)}</span></summary>'
        f"{changes(rest)}</details>"
    )


def _ranked(option: Option, sort: Sort | None) -> str:
    if sort is None or sort.lowest or sort.id not in option.ranks:
        return ""
    rank = f'<b class="figures">{option.ranks[sort.id]}</b>'
    return f'<p class="card-rank"><span>{escape(sort.name)}</span>{rank}</p>'
