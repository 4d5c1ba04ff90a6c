"""Words on a brief: on one line each, or cut where their lines are full."""

from __future__ import annotations

from collections.abc import Sequence

from sheets.printing.type.fonts import TEXT
from sheets.printing.type.glyphs import printable
from sheets.printing.type.measure import count_lines, fitting, shorten, width

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
    kept = text[:placed].rstrip()
    if len(kept) == placed:
        kept = kept[:-1].rstrip()  # there was no space that the ellipsis could stand in
    if width(kept, size, face) < measure * lines / 2:
        # What follows is one endless word.
        return shorten(text, size, measure * lines * (1 if lines == 1 else 0.85), face)
    return kept.rstrip(" .,;:") + "…"


def listed(
    texts: Sequence[str], *, size: float, measure: float, lines: int, between: str = "; "
) -> str:
    """As many of the texts, one after the other, as fit into so many lines, and a count of the rest
    ("a; b; and 7 more"). Where not even the first one fits it is cut.
    """
    kept = ""
    for count in range(1, len(texts) + 1):
        said = between.join(texts[:count]) + _more(len(texts) - count, between)
        if count_lines(said, size, measure * SAFE) > lines:
            break
        kept = said
    if kept or not texts:
        return kept
    more = _more(len(texts) - 1, between)
    room = measure - width(more, size, TEXT) / lines
    return cut(texts[0], size=size, measure=room, lines=lines) + more


def _more(count: int, between: str) -> str:
    """What ends a list: "; and 7 more", but "a, b and 7 more"."""
    return f"{between.replace(', ', ' ')}and {count} more" if count else ""
