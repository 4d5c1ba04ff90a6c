"""Options side by side: rows of cells, the highest of each row marked."""

import re
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from html import escape
from unicodedata import numeric

import msgspec
from django.utils.safestring import SafeString, mark_safe

from rules.creation import Step
from rules.figures import Figure
from rules.forms.fields import Change, Choice, Option, Pick, Ranking, Sort
from rules.text_cache import text_cache
from sheets.ui.components import changes, code, dice, pips, profile, ruling, shown, slot
from sheets.ui.emblems import emblem_of_term, kind_of
from sheets.ui.likenesses import HUMAN, calling_of, drawn
from sheets.ui.terms import rules_of

_CODE = re.compile(r"(−?\d+)D([+−]\d+)?")
# A number with its fraction: "12", "1,200", "17½ m", "5 3/16".
_AMOUNT = re.compile(r"[+−-]?(?P<whole>[\d,]*)(?:(?P<half>[¼½¾])| (?P<ratio>\d+/\d+))?")

Row = tuple[str, tuple[str, ...], bool]


def comparison(options: Collection[Option], sort: Sort | None) -> tuple[Row, ...]:
    """The comparison as rows: a label, a cell for each option, and True if the cells are words."""
    rows: list[Row] = []
    labels = dict.fromkeys(figure.label for option in options for figure in option.profile)
    for label in labels:
        figures = [_figure(option, label) for option in options]
        values = [figure.weight if figure else None for figure in figures]
        shapes = [dice(figure) if figure else "–" for figure in figures]
        rows.append((label, tuple(_cells(values, shapes)), False))
    rows.append(("", tuple(option.detail for option in options), True))
    moved = dict.fromkeys(change.label for option in options for change in option.changes)
    for label in (moved_label for moved_label in moved if moved_label not in labels):
        outcomes = [_outcome(option, label, options) for option in options]
        rows.append(
            (label, tuple(_cells([_number(outcome) for outcome in outcomes], outcomes)), False)
        )
    if sort and sort.id:
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


MOST_AT_A_GLANCE = 8
# A choice of more rows than that shows each in a line.
MOST_IN_FULL = 8


def option_cards(
    slug: str,
    field: Choice,
    chosen: Collection[str],
    compared: Collection[str],
    sort: Sort | None,
    left_out: Collection[str] = (),
) -> SafeString:
    """A card for each option of a field, hidden where a search leaves it out."""
    cards = (
        _card(slug, field, option, chosen, compared, sort, is_hidden=option.id in left_out)
        for option in field.options
    )
    return mark_safe("\n".join(cards))  # noqa: S308 (made of cards)


def option_tiles(
    field: Choice, chosen: Collection[str], left_out: Collection[str] = ()
) -> SafeString:
    """A tile for each option of a field, hidden where a search leaves it out: name, emblem, one
    sentence, and what it is best at.
    """
    tiles = (
        _tile(field, option, option.id in chosen, is_hidden=option.id in left_out)
        for option in field.options
    )
    return mark_safe("\n".join(tiles))  # noqa: S308 (made of tiles)


def _tile(field: Choice, option: Option, checked: object, *, is_hidden: bool) -> str:
    kept = option.set_aside or (option.barred and not checked) or option.note
    return (
        f'<li class="card"{" hidden" * is_hidden}>{_control("radio", field, option, checked)}'
        f"{_tile_words(field.id, option.id, option.name, option.term, option.flavor, option.best)}"
        f"{_remark(option, checked) if kept else ''}</li>"
    )


@text_cache(1024)
def _tile_words(field: str, id: str, name: str, term: str, flavor: str, best: str) -> str:
    """The words of a tile: the same after every choice."""
    first, stop, _ = flavor.partition(". ")
    about = f'<span class="card-flavor">{escape(first)}{stop.strip()}</span>' if flavor else ""
    good = f'<span class="card-best">Best at {escape(best)}</span>' if best else ""
    return (
        f'{_figure_of(field, term, name)}<label for="{_id(field, id)}"><b>{escape(name)}</b>'
        f"{about}{good}</label>"
    )


def _card(
    slug: str,
    field: Choice,
    option: Option,
    chosen: Collection[str],
    compared: Collection[str],
    sort: Sort | None,
    *,
    is_hidden: bool,
) -> str:
    """A card: name, silhouette, what it is known for, and what it would change."""
    checked = option.id in chosen
    foot = _ranked(option, sort) + _changes(option, _id(field.id, option.id))
    name = _card_name(slug, field.id, option.id, option.name, option.term)
    return (
        f'<li class="card"{" hidden" * is_hidden}><div class="card-head">'
        f"{_control('radio', field, option, checked)}"
        f"{name}{_compare(field, option, option.id in compared)}{_flavor(option)}</div>"
        f"{profile(option.profile) if option.profile else ''}"
        f'<div class="card-detail"><p>{escape(option.detail)}</p>{ruling(option.ruling)}</div>'
        f'<div class="card-foot">{foot}{_remark(option, checked)}</div></li>'
    )


@text_cache(1024)
def _card_name(slug: str, field: str, id: str, name: str, term: str) -> str:
    """The emblem and name of an option, and where its rules are: the same after every choice."""
    label = f'<label for="{_id(field, id)}">{escape(name)}</label>'
    return f"{_emblem(field, term, name)}{label}{rules_of(slug, term, name)}"


def option_rows(
    slug: str,
    kind: str,
    field: Choice | Pick,
    options: Iterable[Option],
    chosen: Collection[str],
) -> SafeString:
    """A row (`option_row`) for each of these options of a field."""
    rows = (option_row(slug, kind, field, option, chosen) for option in options)
    return mark_safe("".join(rows))  # noqa: S308 (made of rows)


def is_long(field: Choice) -> bool:
    """True for a choice of so many rows that each is a line, and can be searched."""
    return field.look == "rows" and len(field.options) > MOST_IN_FULL


def has_long_choice(step: Step) -> bool:
    """True for a step with such a choice."""
    return any(isinstance(field, Choice) and is_long(field) for field in step.fields)


def option_line(
    slug: str, kind: str, field: Choice | Pick, option: Option, chosen: Collection[str]
) -> SafeString:
    """A row that says one sentence, and no number, unless it is chosen or can't be."""
    if option.id not in chosen and not option.barred:
        first, stop, _ = option.detail.partition(". ")
        option = msgspec.structs.replace(
            option, detail=f"{first}{stop.strip()}", changes=(), ruling=""
        )
    return option_row(slug, kind, field, option, chosen)


def option_row(
    slug: str, kind: str, field: Choice | Pick, option: Option, chosen: Collection[str]
) -> SafeString:
    """A row to choose (`radio`) or pick (`checkbox`): name, what it does, the dice it comes to."""
    checked = option.id in chosen
    barred = bool(option.barred) and not checked
    state = " barred" if barred else " aside" if option.set_aside else ""
    remark = f'<span class="from">{escape(option.note)}</span>' if option.note else ""
    name = escape(option.name)
    emblem = _emblem(field.id, option.term, option.name)
    if option.set_aside:
        name = f"<s>{name}</s>"
        remark += '<span class="from amber">set aside</span>'
    if isinstance(field, Choice) and field.look == "swatches":
        name = f'<span class="swatch of-{escape(option.id or "none")}"></span>{name}'
    does = f'<span class="option-does">{escape(option.detail)}</span>' if option.detail else ""
    if isinstance(field, Choice) and field.look == "tiles":
        does = _facts(option) + does
    if option.barred and not _shared(field, option):
        does += f'<span class="option-barred">{escape(option.barred)}</span>'
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<div class="option{state}">{_control(kind, field, option, checked)}'
        f'<label for="{_id(field.id, option.id)}">'
        f'<span class="option-name">{emblem}{name}{remark}</span>{does}</label>'
        f'<span class="option-dice">{_pool(option)}{changes(_further(field, option))}</span>'
        f"{rules_of(slug, option.term, option.name)}{ruling(option.ruling)}</div>"
    )


def _facts(option: Option) -> str:
    """The figures of an option, as they would be with it: "Damage 4D, Parry 15"."""
    facts = "".join(
        f'<span class="label">{escape(figure.label)}</span> {code(figure)} '
        for figure in option.profile
    )
    return f'<span class="option-facts">{facts}</span>' if facts else ""


def _further(field: Choice | Pick, option: Option) -> Iterable[Change]:
    """The changes of an option but those that a tile shows as its figures."""
    if not (isinstance(field, Choice) and field.look == "tiles"):
        return option.changes
    shown_figures = tuple(figure.label for figure in option.profile)
    return (change for change in option.changes if not change.label.startswith(shown_figures))


def menu_entries(field: Choice, chosen: Collection[str]) -> SafeString:
    """Every entry of a menu, under its headings, with what it would change in words."""
    grouped: dict[str, list[str]] = {group.id: [] for group in field.groups}
    loose = [] if any(not option.id for option in field.options) else [_nothing()]
    for option in field.options:
        grouped.get(option.group, loose).append(_entry(option, option.id in chosen))
    groups = (
        f'<optgroup label="{escape(group.name)}">{"".join(grouped[group.id])}</optgroup>'
        for group in field.groups
    )
    return mark_safe("".join((*loose, *groups)))  # noqa: S308 (every text is escaped)


def place_entries(field: Ranking, value: str) -> SafeString:
    """The options that may have a place of a ranking."""
    entries = (
        f'<option value="{escape(option.id)}"{" selected" if option.id == value else ""}>'
        f"{escape(option.name)}{f' ({escape(option.note)})' if option.note else ''}</option>"
        for option in field.options
    )
    nothing = "" if any(option.id == value for option in field.options) else _nothing()
    return mark_safe("".join((nothing, *entries)))  # noqa: S308 (every text is escaped)


def sort_entries(field: Choice, id: str) -> SafeString:
    """Every order that the options can be put in."""
    entries = (
        f'<option value="{escape(sort.id)}"{" selected" if sort.id == id else ""}>'
        f"{escape(sort.name)}</option>"
        for sort in field.sorts
    )
    return mark_safe("".join(entries))  # noqa: S308 (every text is escaped)


def _nothing() -> str:
    return '<option value="">Not chosen</option>'


@text_cache(1024)
def _emblem(field: str, term: str, name: str) -> str:
    """The emblem of an option, where its kind has emblems: homebrew has no term, but its field."""
    return emblem_of_term(term or f"{field}.", name)


def _figure_of(field: str, term: str, name: str) -> str:
    """A drawn person for an option that makes one: a species, or a profession as a human."""
    kind, _, id = (term or f"{field}.").partition(".")
    kind = kind_of(kind)
    if kind == "species":
        return _person(name, "", name)
    if kind == "profession" and (calling := calling_of(kind, id or name)):
        return _person(HUMAN, calling, name)
    return _emblem(field, term, name)


def _person(species: str, calling: str, name: str) -> str:
    return f'<span class="card-person">{drawn(species, calling, "", name)}</span>'


def _flavor(option: Option) -> str:
    return f'<p class="card-flavor">{escape(option.flavor)}</p>' if option.flavor else ""


def _id(field: str, option: str) -> str:
    return f"{slot(field)}-{slot(option)}"


def _compare(field: Choice, option: Option, picked: object) -> str:
    id = _id(field.id, option.id)
    return (
        f'<label class="compare"><input type="checkbox" name="compare" value="{escape(option.id)}"'
        f' form="finder" id="compare-{id}"{" checked" if picked else ""}> Compare'
        f'<span class="unseen"> {escape(option.name)}</span></label>'
    )


def _entry(option: Option, checked: object) -> str:
    words = option.name
    if option.changes:
        moved = (f"{change.label} {change.before} → {change.after}" for change in option.changes)
        words += f" ({', '.join(moved)})"
    if option.set_aside:
        words += " (set aside)"
    if option.barred:
        words += f" ({option.barred})"
    chosen = " selected" if checked else ""
    barred = " disabled" if option.barred and not checked else ""
    return f'<option value="{escape(option.id)}"{chosen}{barred}>{escape(shown(words))}</option>'


def _control(kind: str, field: Choice | Pick, option: Option, checked: object) -> str:
    state = " checked" if checked else " disabled" if option.barred else ""
    return (
        f'<input type="{kind}" name="{escape(field.id)}" value="{escape(option.id)}"'
        f' id="{_id(field.id, option.id)}"{state}>'
    )


def _shared(field: Choice | Pick, option: Option) -> bool:
    """True if the same reason blocks so many options that it stands once, above all of them."""
    return isinstance(field, Pick) and field.left <= 0 < field.count and not option.set_aside


def _pool(option: Option) -> str:
    if option.pool is None:
        return ""
    if not option.gain:
        return dice(option.pool)
    marks, pool = pips(option.pool, option.gain), code(option.pool)
    with_it = code(option.pool, option.gain).replace('"code', '"code gain', 1)
    arrow = '<span class="arrow" aria-hidden="true">→</span><span class="unseen"> to </span>'
    return f'<span class="dice still of-gain">{marks}{pool}{arrow}{with_it}</span>'


def _remark(option: Option, checked: object) -> str:
    if option.set_aside:
        return '<p class="amber">Set aside: it is in none of the tables</p>'
    if option.barred and not checked:
        return f'<p class="soft">{escape(option.barred)}</p>'
    if option.note:
        return f'<p class="card-note">{escape(option.note)}</p>'
    moves = option.changes or not option.profile
    return "" if moves else '<p class="soft">No change to your numbers</p>'


def _changes(option: Option, id: str) -> str:
    """The effects of a card: the first few at a glance, the others folded away. Dice that an
    attribute does not have yet are in the card's profile already.
    """
    profile = {figure.label for figure in option.profile}
    listed = [
        change for change in option.changes if change.before != "0D" or change.label not in profile
    ]
    if len(listed) <= MOST_AT_A_GLANCE + 1:
        return changes(listed)
    rest = listed[MOST_AT_A_GLANCE:]
    return (
        f"{changes(listed[:MOST_AT_A_GLANCE])}"
        f'<details class="more-changes" id="more-{id}"><summary>{len(rest)} more changes'
        f'<span class="unseen"> with {escape(option.name)}</span></summary>'
        f"{changes(rest)}</details>"
    )


def _ranked(option: Option, sort: Sort | None) -> str:
    if sort is None or not sort.id or sort.id not in option.ranks:
        return ""
    rank = f'<b class="figures">{option.ranks[sort.id]}</b>'
    return f'<p class="card-rank"><span>{escape(sort.name)}</span>{rank}</p>'
