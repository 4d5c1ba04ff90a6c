"""Fits the sections of a sheet onto the first page; what does not fit continues after it.

A stylesheet may name the `bands` of its first page, from top to bottom, each with a section or two
side by side: `attacks / gear edge-and-burden / who`. They share the height that is left below the
fixed sections. Without bands all sections follow in order with some rows to write on, and pages
break by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil

from rules.sheet.sections import Passage
from sheets.printing.sheet import row_heights
from sheets.printing.sheet.qr_code import QrCode
from sheets.printing.sheet.row_heights import Typesetting
from sheets.printing.sheet.view_models import ItemColumn, ItemRow, PoolColumn, PrintSection
from sheets.printing.styles import MEASURE, Styles, page_height
from sheets.printing.type.fonts import CONDENSED
from sheets.printing.type.measure import count_lines

REFERENCE_PAPER = "a4"
# A passage has at least as many lines, as wide as the page, where it continues; and before that as
# many of its own.
LEAST_CONTINUED, LEAST_KEPT = 4, 2


def fit_first_page(
    parts: Mapping[str, PrintSection],
    styles: Styles,
    *,
    paper: str,
    head: float,
    blank: bool = False,
    code: QrCode | None = None,
) -> bool:
    """Cut each section to its place on the first page; `head` is the height of the sheet's head. A
    blank sheet has as many rows as a filled one may have. A `code` is in the corner of the last
    band, which is at least as high. False if something has to continue after the page.
    """
    if code:
        styles = styles.having(prose_measure=styles.number("prose-measure") - code.width)
    names = [band.split() for band in " ".join(styles.words("bands")).split("/")]
    bands = [[parts[id] for id in band if id in parts] for band in names]
    bands = [band for band in bands if band]
    if not bands:
        _add_spare_rows(parts, styles, less=rows_less(paper), blank=blank)
        return True
    room = (
        page_height(paper) - head - styles.number("fixed") - styles.number("band-head") * len(bands)
    )
    if blank or any(part.across for part in parts.values()):
        room -= styles.number("across")
    room -= styles.number("boxes-row") * _extra_box_rows(parts, styles)
    room -= _extra_trait_rows(parts, styles)
    wants = [
        max(_wanted(part, styles, last=band is bands[-1], blank=blank) for part in band)
        for band in bands
    ]
    usual = [max(_usual(part, styles, last=band is bands[-1]) for part in band) for band in bands]
    # Some lines more than needed: the errors of all estimates add up in the last band.
    foot = code.height + _foot_lines(styles) if code else 0.0
    heights = _with_minimum_foot(wants, usual, room, foot=foot)
    for band, height in zip(bands, heights, strict=True):
        for part in band:
            last = band is bands[-1]
            _trim(part, styles, room=height, last=last, flows=last)
    return blank or sum(wants[:-1]) + max(wants[-1], foot) <= room


def rows_less(paper: str) -> int:
    """The rows that a list to write on has less on this paper: one on a shorter one."""
    return int(page_height(paper) < page_height(REFERENCE_PAPER))


def _add_spare_rows(
    parts: Mapping[str, PrintSection], styles: Styles, *, less: int, blank: bool
) -> None:
    """Add rows to write on, so that a sheet has its usual number of rows; `less` of them on shorter
    paper.
    """
    longest = max(
        (part for part in parts.values() if part.kind == "traits"),
        key=lambda part: part.longest,
        default=None,
    )
    for part in parts.values():
        match part.kind:
            case "attacks":
                rows = int(styles.number("attack-rows")) - less - len(part.items)
                part.spare = range(max(0 if part.items else 1, rows))
                part.room = round(len(part.spare) * styles.number("attack-row"), 2)
            case "things":
                _add_item_rows(part, styles, blank=blank)
            case "traits":
                usual = int(styles.number("trait-rows" if blank else "trait-least")) - less
                part.spare = range(max(part.longest, usual if part is longest else 0))
            case _:
                continue


def _add_item_rows(part: PrintSection, styles: Styles, *, blank: bool) -> None:
    """Two columns with rows to write on in each if there are few items; otherwise they continue
    from one column and page to the next.
    """
    height = partial(row_heights.item_height, styles=styles)
    rows = styles.number("thing-rows" if blank else "thing-least")
    least = rows * styles.number("thing-row")
    if _longest(part.items, height) <= least:
        _split_columns(part, styles, room=least)
    else:
        part.halves = (ItemColumn(part.items),)


def _extra_box_rows(parts: Mapping[str, PrintSection], styles: Styles) -> int:
    most = max((len(band.boxes) for part in parts.values() for band in part.bands), default=0)
    return max(0, ceil(most / styles.number("boxes-in-row")) - 1)


def _extra_trait_rows(parts: Mapping[str, PrintSection], styles: Styles) -> float:
    """Millimeters by which the highest column of traits is higher than usual: more rows, names of
    several lines, and notes.
    """
    columns = (column for part in parts.values() for column in part.columns)
    highest = max((_rows_height(column, styles) for column in columns), default=0.0)
    return max(0.0, highest - styles.number("fixed-rows") * styles.number("trait-row"))


def _rows_height(column: PoolColumn, styles: Styles) -> float:
    """Millimeters of the rows of a column of traits."""
    measure, small = styles.number("trait-measure"), styles.number("trait-small")
    lines = notes = 0
    for row in column.rows:
        is_whole = row.is_double or not row.is_long
        lines += 1 if is_whole else count_lines(row.text, small, measure, CONDENSED)
        notes += count_lines(row.note, styles.number("under-size"), measure)
    return lines * styles.number("trait-row") + notes * styles.number("under-line")


def _foot_lines(styles: Styles) -> float:
    """Millimeters at the foot of the last band that stay free."""
    return styles.number("foot-lines") * styles.number("prose-line")


def share_height(wants: Sequence[float], usual: Sequence[float], room: float) -> list[float]:
    """The heights of the bands: each gets what it wants up to its usual share; what some leave goes
    to those that want more, the first ones first; the rest fills each up to its usual share, and
    what remains then goes to the last. If the room is too small for the usual shares, all shrink
    alike.
    """
    room = max(0.0, room)
    if sum(usual) > room:
        usual = [fair * room / sum(usual) for fair in usual]
    got = [min(want, fair) for want, fair in zip(wants, usual, strict=True)]
    left = room - sum(got)
    for limits in (wants, usual):
        for place, limit in enumerate(limits):
            more = max(0.0, min(limit - got[place], left))
            got[place] += more
            left -= more
    got[-1] += max(0.0, left)
    return got


def _with_minimum_foot(
    wants: Sequence[float], usual: Sequence[float], room: float, *, foot: float
) -> list[float]:
    """The heights, with a minimum for the last one regardless of the others."""
    heights = share_height(
        [*wants[:-1], max(0.0, wants[-1] - foot)],
        [*usual[:-1], max(0.0, usual[-1] - foot)],
        room - foot,
    )
    return [*heights[:-1], heights[-1] + foot]


def _wanted(part: PrintSection, styles: Styles, *, last: bool, blank: bool) -> float:
    """Millimeters for all of a section; a blank list of items is as long as what is beside it."""
    match part.kind:
        case "attacks":
            return sum(row_heights.attack_height(strike, styles) for strike in part.items)
        case "things" if blank:
            return _usual(part, styles, last=last)
        case "things":
            return _longest(part.items, partial(row_heights.item_height, styles=styles))
        case _ if part.is_empty and not last:
            return styles.number("aside-empty")
        case _:
            setting = _typesetting(styles, last=last)
            return _above(styles, last=last) + sum(map(setting.height, part.items))


def _usual(part: PrintSection, styles: Styles, *, last: bool) -> float:
    if last:
        return styles.number("prose-least") * styles.number("prose-line")
    match part.kind:
        case "attacks":
            return styles.number("attack-rows") * styles.number("attack-row")
        case "things":
            return styles.number("thing-rows") * styles.number("thing-row")
        case _:
            return 0.0


def _typesetting(styles: Styles, *, last: bool) -> Typesetting:
    return Typesetting.named("prose" if last else "aside", styles)


def _above(styles: Styles, *, last: bool) -> float:
    """The space above the passages at the side."""
    return 0.0 if last else styles.number("aside-above")


def _trim(part: PrintSection, styles: Styles, *, room: float, last: bool, flows: bool) -> None:
    """Move what does not fit into `rest`, and measure the height that is left, in whole rows.

    Only the last section of the page is left whole if it `flows` on to the next page by itself.
    """
    room += 0.01
    match part.kind:
        case "attacks":
            height: Callable[..., float] = partial(row_heights.attack_height, styles=styles)
            _split_items(part, row_heights.count_that_fit(part.items, height, room=room))
            _set_spare_rows(part, room - sum(map(height, part.items)), styles.number("attack-row"))
        case "things":
            _trim_items(part, styles, room=room)
        case _:
            # Some lines fewer than there are: the errors of all estimates add up in the last
            # section.
            row = styles.number("prose-line")
            room -= _foot_lines(styles) if last else _above(styles, last=last)
            setting = _typesetting(styles, last=last)
            if not flows:
                _split_passages(part, setting, room=room)
            if last:
                left = room - sum(map(setting.height, part.items))
                part.flows = flows and left + row < 0
                _set_spare_rows(part, max(0.0, left), row)


def _trim_items(part: PrintSection, styles: Styles, *, room: float) -> None:
    height = partial(row_heights.item_height, styles=styles)
    count = row_heights.count_that_fit(part.items, height, room=2 * room)
    while count and _longest(part.items[:count], height) > room:
        count -= 1
    _split_items(part, count)
    _split_columns(part, styles, room=room)


def _split_columns(part: PrintSection, styles: Styles, *, room: float) -> None:
    """Items in two columns, and the rows that are left in each."""
    height = partial(row_heights.item_height, styles=styles)
    _set_spare_rows(part, room, row := styles.number("thing-row"))
    part.halves = tuple(
        ItemColumn(half, range(len(part.spare) - round(sum(map(height, half)) / row)))
        for half in row_heights.split_columns(part.items, height)
    )


def _set_spare_rows(part: PrintSection, room: float, row: float) -> None:
    """Set the number of rows to write on, and their height together."""
    part.spare = range(int(room / row))
    part.room = round(len(part.spare) * row, 2)


def _longest(things: Sequence[ItemRow], height: Callable[[ItemRow], float]) -> float:
    """Millimeters of the longer of two columns."""
    return max(sum(map(height, half)) for half in row_heights.split_columns(things, height))


def _split_items(part: PrintSection, count: int) -> None:
    part.items, part.rest = part.items[:count], part.items[count:]


def _split_passages(part: PrintSection, setting: Typesetting, *, room: float) -> None:
    """The shorter passages stay whole if the others can begin; these share what is left."""
    wants = [setting.height(passage) for passage in part.items]
    least = setting.head + LEAST_KEPT * setting.line
    kept: list[Passage] = []
    rest: list[Passage] = []
    for passage, share in zip(part.items, passage_shares(wants, room, least=least), strict=True):
        here, there = _cut(passage, setting, room=share + 0.01)
        kept += [here] if here else []
        rest += [there] if there else []
    part.items, part.rest = kept, rest


def passage_shares(wants: Sequence[float], room: float, *, least: float) -> list[float]:
    """The heights of passages: all that it wants for one after the other, the lowest first, while
    the others have the `least` height each; they share what is left alike.

    >>> passage_shares([10, 30], 24, least=4)
    [10, 14]
    """
    shares, left = [0.0] * len(wants), room
    places = sorted(range(len(wants)), key=wants.__getitem__)
    while places and wants[places[0]] + least * (len(places) - 1) <= left:
        place = places.pop(0)
        shares[place] = wants[place]
        left -= wants[place]
    for place in places:
        shares[place] = left / len(places)
    return shares


def _cut(
    passage: Passage, setting: Typesetting, *, room: float
) -> tuple[Passage | None, Passage | None]:
    """The part of a passage that fits, and the rest of it: some lines of a page if possible, so
    that no page is turned for a few words.
    """
    here, there = row_heights.cut_passage(passage, setting, room=room)
    whole = Typesetting(setting.size, MEASURE, 1)
    least = setting.head + LEAST_KEPT * setting.line
    while here and there and whole.height(there) < LEAST_CONTINUED:
        room -= setting.line
        if room < least:
            break
        here, there = row_heights.cut_passage(passage, setting, room=room)
    return here, there
