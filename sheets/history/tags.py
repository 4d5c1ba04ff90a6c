"""Filters for the templates of a character's history: dates, and signed numbers."""

import datetime as dt
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.sheet.diff import NOTHING
from sheets.ui.components import printed
from sheets.ui.times import moment

register = template.Library()

LONGEST_DATE = 40


@register.filter
def when(at: str) -> SafeString:
    """When an entry was made, readably: "November 3, 2026, 20:15 UTC". Words that are no date stay
    as they are; nothing stays nothing.
    """
    read = _read(at)
    if read is None:
        return mark_safe(escape(at[:LONGEST_DATE]))  # noqa: S308 (escaped)
    return moment(read)


@register.filter
def signed(figure: Figure) -> str:
    """By how much something went up or down: "+4", "−1,200"."""
    sign = "+" if figure.weight > 0 else ""
    return f"{sign}{printed(figure)}"


@register.filter
def dash(text: str) -> str:
    """A field of a sheet, with a word in place of the mark for what is not there."""
    return "nothing" if text == NOTHING else text


def _read(at: str) -> dt.datetime | dt.date | None:
    """The date, or the date and time in UTC, of a text; None for any other text."""
    try:
        if len(at) <= len("2026-11-03"):
            return dt.date.fromisoformat(at)
        read = dt.datetime.fromisoformat(at)
        return read.astimezone(dt.UTC) if read.tzinfo else read
    except (ValueError, OverflowError):
        return None
