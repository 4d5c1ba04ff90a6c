"""Texts that a form holds in fields as high as what is in them, and items in one for each line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.sheet.sections import Passage
from sheets.printing.sheet.qr_code import QrCode
from sheets.printing.sheet.row_heights import item_height
from sheets.printing.sheet.sections import FIELD_MARGIN
from sheets.printing.sheet.view_models import ItemRow, PrintSection, TypedText
from sheets.printing.styles import Styles
from sheets.printing.type.measure import LEADING, MM_PER_POINT, can_be_typed, lines

# Millimeters above and below the lines of a field, and the most lines: no field goes on on the next
# page.
AIR, MOST_LINES = 1.5, 12


def fill_fields(
    parts: Iterable[PrintSection], styles: Styles, *, code: QrCode | None = None
) -> None:
    """Puts texts and long items into fields, but for those with letters that no field holds. What
    is as wide as the page leaves room for a `code`.
    """
    if code:
        styles = styles.having(prose_measure=styles.number("prose-measure") - code.width)
    for part in parts:
        part.typed = [
            _text(part, passage, number, styles)
            for number, passage in enumerate(part.items if part.kind == "prose" else (), start=1)
        ]
        part.halves = tuple(
            replace(half, things=[_in_lines(thing, styles) for thing in half.things])
            for half in part.halves
        )


def _text(part: PrintSection, passage: Passage, number: int, styles: Styles) -> TypedText | None:
    title = passage.label or passage.name or part.name
    # Where the label is no heading, it goes first.
    is_told = styles.has("wide") and passage.label not in ("", passage.name)
    text = f"{passage.label} · {passage.text}" if is_told else passage.text
    lead = f"{passage.name}: " if passage.name else ""
    value = lead + "\n".join(filter(None, (text, passage.own_words)))
    if not can_be_typed(value):
        return None
    size, measure = styles.number("typed-size"), _measure(part, styles) - FIELD_MARGIN
    rows = len(lines(value, size, measure))
    if rows > MOST_LINES:
        return None
    high = rows * LEADING * size * MM_PER_POINT + AIR
    title = passage.name if is_told else title
    return TypedText(f"{part.id}-{number}", title, value, round(high, 2))


def _measure(part: PrintSection, styles: Styles) -> float:
    """The width of a text, in millimeters: that of a column beside others, of two, or of all."""
    if styles.has(f"{part.id}-typed"):
        return styles.number(f"{part.id}-typed")
    wide = styles.number("prose-measure")
    return wide if len(part.items) < 2 or not styles.has("wide") else styles.number("half-measure")


def _in_lines(thing: ItemRow, styles: Styles) -> ItemRow:
    """An item of several lines, with the text of each, if it needs no more than in print."""
    if thing.short or not can_be_typed(thing.text):
        return thing
    measure = styles.number("thing-measure") - FIELD_MARGIN
    texts = lines(thing.text, styles.number("thing-size"), measure)
    rows = round(item_height(thing, styles) / styles.number("thing-row"))
    return replace(thing, lines=tuple(texts)) if len(texts) <= rows else thing
