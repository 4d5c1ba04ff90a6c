"""Options to choose and to pick as rows, and as the entries of menus."""

from collections.abc import Collection, Iterable
from html import escape

import msgspec
from django.utils.safestring import SafeString, mark_safe

from rules.forms.fields import Change, Choice, Option, Pick, Ranking, Sort
from rules.text_cache import text_cache
from sheets.ui.components import changes, code, dice, pips, ruling, shown, slot
from sheets.ui.emblems import emblem_of_term
from sheets.ui.terms import rules_of

# More bytes than an option of the books has: the longest row takes 3,000.
LONGEST_ROW = 8192


class OptionRow(msgspec.Struct, frozen=True, array_like=True):
    """An option of a `field` as its row shows it: `is_told` says that its own reason blocks it,
    and `is_whole` that it has all its changes.
    """

    field: str
    look: str
    option: Option
    checked: bool
    is_told: bool
    is_whole: bool


def option_rows(
    slug: str,
    kind: str,
    field: Choice | Pick,
    options: Iterable[Option],
    chosen: Collection[str],
    *,
    in_short: object = False,
    left_out: Collection[str] = (),
    within: str = "",
) -> SafeString:
    """A row (`option_row`) for each of these options of a field, hidden where a search leaves it
    out. What is not chosen has no link to the rules, and one change at most, where it is
    `in_short`. Ids begin with `within`.
    """
    rows = (
        option_row(slug, kind, field, option, chosen, in_short=in_short, within=within)
        if option.id not in left_out
        else f"<div hidden>{option_row(slug, kind, field, option, chosen)}</div>"
        for option in options
    )
    return mark_safe("".join(rows))  # noqa: S308 (made of rows)


def option_row(
    slug: str,
    kind: str,
    field: Choice | Pick,
    option: Option,
    chosen: Collection[str],
    *,
    in_short: object = False,
    within: str = "",
) -> SafeString:
    """A row to choose (`radio`) or pick (`checkbox`): name, what it does, the dice it comes to."""
    checked = option.id in chosen
    look = field.look if isinstance(field, Choice) else ""
    is_told = bool(option.barred) and not _shared(field, option)
    is_whole = checked or not in_short
    row = OptionRow(field.id, look, option, checked, is_told, is_whole)
    return _drawn(slug, kind, within, msgspec.msgpack.encode(row))


# A press changes one row of thirty; what all of them say changes with the last pick alone.
@text_cache(1024, longest=LONGEST_ROW)
def _drawn(slug: str, kind: str, within: str, encoded: bytes) -> SafeString:
    row = msgspec.msgpack.decode(encoded, type=OptionRow)
    option = row.option
    moved = tuple(_further(row.look, option))
    rules = rules_of(slug, option.term, option.name)
    if not row.is_whole:
        moved, rules = moved[:1], SafeString()
    state = " barred" if option.barred and not row.checked else " aside" * option.set_aside
    remark = f'<span class="from">{escape(option.note)}</span>' if option.note else ""
    name = escape(option.name)
    emblem = emblem_of(row.field, option.term, option.name)
    if option.set_aside:
        name = f"<s>{name}</s>"
        remark += '<span class="from amber">set aside</span>'
    if row.look == "swatches":
        name = f'<span class="swatch of-{escape(option.id or "none")}"></span>{name}'
    does = f'<span class="option-does">{escape(option.detail)}</span>' if option.detail else ""
    if row.look == "tiles":
        does = _facts(option) + does
    if row.is_told:
        does += f'<span class="option-barred">{escape(option.barred)}</span>'
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<div class="option{state}">'
        f"{control(kind, row.field, option, row.checked, within)}"
        f'<label for="{control_id(row.field, option.id, within)}">'
        f'<span class="option-name">{emblem}{name}{remark}</span>{does}</label>'
        f'<span class="option-dice">{_pool(option)}{changes(moved)}</span>'
        f"{rules}{ruling(option.ruling)}</div>"
    )


def _facts(option: Option) -> str:
    """The figures of an option, as they would be with it: "Damage 4D, Parry 15"."""
    facts = "".join(
        f'<span class="label">{escape(figure.label)}</span> {code(figure)} '
        for figure in option.profile
    )
    return f'<span class="option-facts">{facts}</span>' if facts else ""


def _further(look: str, option: Option) -> Iterable[Change]:
    """The changes of an option but those that a tile shows as its figures."""
    if look != "tiles":
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


def sort_entries(sorts: Iterable[Sort], id: str) -> SafeString:
    """Every order that options can be put in."""
    entries = (
        f'<option value="{escape(sort.id)}"{" selected" if sort.id == id else ""}>'
        f"{escape(sort.name)}</option>"
        for sort in sorts
    )
    return mark_safe("".join(entries))  # noqa: S308 (every text is escaped)


def _nothing() -> str:
    return '<option value="">Not chosen</option>'


@text_cache(1024)
def emblem_of(field: str, term: str, name: str) -> str:
    """The emblem of an option, where its kind has emblems: homebrew has no term, but its field."""
    return emblem_of_term(term or f"{field}.", name)


def control_id(field: str, option: str, within: str = "") -> str:
    """The id of the radio button or check box of an option; it begins with `within`."""
    return f"{slot(f'{within}{field}')}-{slot(option)}"


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


def control(kind: str, field: str, option: Option, checked: object, within: str = "") -> str:
    """The `radio` button or the `checkbox` of a field's option; its id begins with `within`."""
    state = " checked" if checked else " disabled" if option.barred else ""
    return (
        f'<input type="{kind}" name="{escape(field)}" value="{escape(option.id)}"'
        f' id="{control_id(field, option.id, within)}"{state}>'
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
