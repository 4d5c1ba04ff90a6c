"""Splits text into lines in time that grows with its length, whatever its letters are.

WeasyPrint shapes all that is left of a text for each line that it takes of it, unless words end
soon: one word of 7,000 letters takes twelve times as long as the same letters in words. Here it
gets as much of the text as may stand on two lines, and more only if that is not enough.

A text that fits but for the space at its end, behind which another begins, would be cut after its
first word. The space hangs over the edge here, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from weasyprint.css import ComputedStyle
from weasyprint.layout import LayoutContext, inline, preferred
from weasyprint.text import line_break

from sheets.printing.pdf.work import LETTERS, WORK

# So many letters of a font's size are at most as wide as that size: a line of narrow ones.
LETTERS_PER_EM = 4
LEAST = 64

_split = line_break.split_first_line


def split_first_line(
    text: str,
    style: ComputedStyle,
    context: LayoutContext,
    max_width: float | None,
    *others: object,
    **more: object,
) -> object:
    """WeasyPrint's function of this name, run on no more text than the line depends on."""
    for most in _lengths(len(text), style, max_width):
        head = text[:most]
        WORK.count(1 + len(head) / LETTERS)
        found = _split(head, style, context, max_width, *others, **more)
        ends = found[2]
        # As much again stands behind the line: a word that would fit on it is known whole.
        if ends is not None and 2 * ends <= len(head.encode()):
            return found
    WORK.count(1 + len(text) / LETTERS)
    found = _split(text, style, context, max_width, *others, **more)
    if text.endswith(" ") and _is_word(text, found[2]):
        fits = _split(text.rstrip(" "), style, context, max_width, *others, **more)
        return found if fits[2] is not None else fits
    return found


def _is_word(text: str, ends: int | None) -> bool:
    """True if a line ends after the first of several words, at so many bytes."""
    return ends is not None and " " not in text.encode()[:ends].decode().strip(" ")


def _lengths(length: int, style: ComputedStyle, width: float | None) -> Iterator[int]:
    """The numbers of letters to try, each four times the last; none for a text that is short or one
    line.
    """
    size = style["font_size"]
    if width is None or width == float("inf") or not size:
        return
    most = max(LEAST, int(2 * LETTERS_PER_EM * width / size))
    while most < length:
        yield most
        most *= 4


def split_lines_briefly() -> None:
    """Lets WeasyPrint use this, wherever it splits lines."""
    inline.split_first_line = preferred.split_first_line = split_first_line
