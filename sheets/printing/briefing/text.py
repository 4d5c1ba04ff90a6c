"""Text on a briefing, cut to the lines it has."""

from __future__ import annotations

from collections.abc import Sequence

from sheets.printing.type.fonts import TEXT
from sheets.printing.type.measure import count_fitting, count_lines, width

# Safety factor for our estimate of line breaks.
SAFETY = 0.95


def fit_text(text: str, *, size: float, measure: float, lines: int, face: str = TEXT) -> str:
    """The text, or as much as fits into so many lines with an ellipsis."""
    measure *= SAFETY
    if count_lines(text, size, measure, face) <= lines:
        return text
    placed = count_fitting(text, size, measure, room=lines, face=face)
    kept = text[:placed].rstrip()
    if len(kept) == placed:
        kept = kept[:-1].rstrip()  # there was no space in place of which the ellipsis could go
    return kept.rstrip(" .,;:") + "…"


def fit_list(
    texts: Sequence[str], *, size: float, measure: float, lines: int, separator: str = "; "
) -> str:
    """As many of the texts as fit into so many lines, with a count of the rest ("a; b; and 7
    more"). If not even the first fits, it is cut.
    """
    kept = ""
    for count in range(1, len(texts) + 1):
        joined = separator.join(texts[:count]) + _more(len(texts) - count, separator)
        if count_lines(joined, size, measure * SAFETY) > lines:
            break
        kept = joined
    if kept or not texts:
        return kept
    more = _more(len(texts) - 1, separator)
    room = measure - width(more, size, TEXT) / lines
    return fit_text(texts[0], size=size, measure=room, lines=lines) + more


def _more(count: int, separator: str) -> str:
    """The end of a list: "; and 7 more", but "a, b and 7 more"."""
    return f"{separator.replace(', ', ' ')}and {count} more" if count else ""
