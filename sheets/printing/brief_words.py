"""Words on a brief: on one line each, or cut where their lines are full."""

from __future__ import annotations

from collections.abc import Sequence

from sheets.printing.coverage import printable
from sheets.printing.measure import TEXT, count_lines, fitting, shorten

# Guesses of our own about where lines break may be wrong by that.
SAFE = 0.95
# More characters than go into any place, so that a very long text is not measured whole to cut it.
MOST = 4000


def line(text: str) -> str:
    """The text with everything in it that can be printed, on one line."""
    return " ".join(printable(text[:MOST]).split())


def cut(text: str, *, size: float, measure: float, lines: int, face: str = TEXT) -> str:
    """The text, or as much of it as fits into so many lines with an ellipsis."""
    measure *= SAFE
    if count_lines(text, size, measure, face) <= lines:
        return text
    placed = fitting(text, size, measure, room=lines, face=face)
    if placed < len(text[:placed].rstrip()) + 1:
        placed -= 1
    if placed > 0:
        return text[:placed].rstrip() + "…"
    # It begins with a word that is longer than all of that.
    return shorten(text, size, measure * lines * SAFE, face)


def listed(
    texts: Sequence[str], *, size: float, measure: float, lines: int, between: str = "; "
) -> tuple[str, int]:
    """As many of the texts, one after the other, as fit into so many lines, and how many do not.

    Where not even the first one fits it is cut.
    """
    said, count = "", 0
    for place, text in enumerate(texts, start=1):
        longer = between.join(filter(None, (said, text)))
        tail = more(len(texts) - place)
        if count_lines(longer + tail, size, measure * SAFE) > lines:
            break
        said, count = longer, place
    if count or not texts:
        return said, len(texts) - count
    room = 1 - 0.2 / lines if len(texts) > 1 else 1
    return cut(texts[0], size=size, measure=measure * room, lines=lines), len(texts) - 1


def more(count: int) -> str:
    """ "; and 7 more", "" for none."""
    return f"; and {count} more" if count else ""
