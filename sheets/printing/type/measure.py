"""How wide a text will be: the advances of our own faces, guesses on the safe side for all others.

Whatever is fitted by these numbers stands in boxes that grow, so a wrong guess costs a line, never
a letter.
"""

import unicodedata
from functools import cache

from fontTools.ttLib import TTFont

from sheets.printing.type.fonts import BOLD, CONDENSED, TEXT, path

MM_PER_POINT = 25.4 / 72
# More characters than go on any line, so that a very long text is not measured whole to cut it.
LONGEST_LINE = 1000
WIDE, EMOJI, OTHER = 1.02, 1.3, 0.68

__all__ = ["BOLD", "CONDENSED", "TEXT", "count_lines", "fitting", "shorten", "typed", "width"]


@cache
def _advances(face: str) -> dict[str, float]:
    """Advance widths in ems of everything a face of ours has."""
    with TTFont(path(face)) as font:
        em, metrics = font["head"].unitsPerEm, font["hmtx"]
        return {chr(code): metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}


@cache
def _guess(char: str) -> float:
    """Ems of a character that comes from a fallback face."""
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    if char >= "\U0001f000":
        return EMOJI
    return WIDE if unicodedata.east_asian_width(char) in ("W", "F") else OTHER


def width(text: str, size: float, face: str = CONDENSED) -> float:
    """Millimetres that the text takes on one line at `size` points."""
    advances = _advances(face)
    ems = sum(advances[char] if char in advances else _guess(char) for char in text)
    return ems * size * MM_PER_POINT


def typed(text: str, face: str = CONDENSED) -> bool:
    """Whether a face of ours has every character of the text, so that a field can hold it."""
    return all(char in _advances(face) for char in text)


def _fill(text: str, *, size: float, measure: float, face: str, room: int) -> tuple[int, int]:
    """(lines taken, characters placed) when the text is set until `room` lines are full.

    Breaks at spaces, and inside words that are wider than a line, as the layout engine does.
    """
    lines, used, placed = 1, 0.0, 0
    for word in _words(text):
        wide = width(word.rstrip(" "), size, face)
        breaks = 0
        if word == "\n":
            breaks, wide = 1, -used
        elif used and used + wide > measure:
            breaks, used = 1, 0.0
        if wide > measure:
            breaks, wide = breaks + int(wide / (measure * 0.94)), wide % measure
        if lines + breaks > room:
            break
        lines += breaks
        used += wide + width(" ", size, face) * (len(word) - len(word.rstrip(" ")))
        placed += len(word)
    return lines, placed


def _words(text: str) -> list[str]:
    """The text in pieces that stay together: words with the spaces behind them, line breaks, and
    each character of a script that is written without spaces."""
    pieces: list[str] = []
    start = 0
    for position, char in enumerate(text):
        if char == "\n" or unicodedata.east_asian_width(char) in ("W", "F"):
            if start < position:
                pieces.append(text[start:position])
            pieces.append(char)
            start = position + 1
        elif char != " " and position > start and text[position - 1] == " ":
            pieces.append(text[start:position])
            start = position
    if start < len(text):
        pieces.append(text[start:])
    return pieces


def count_lines(text: str, size: float, measure: float, face: str = TEXT) -> int:
    """How many lines the text takes in a measure of so many millimetres."""
    return _fill(text, size=size, measure=measure, face=face, room=1_000_000)[0] if text else 0


def fitting(text: str, size: float, measure: float, *, room: int, face: str = TEXT) -> int:
    """How many characters of the text fit into `room` lines."""
    return _fill(text, size=size, measure=measure, face=face, room=room)[1] if room > 0 else 0


def shorten(text: str, size: float, measure: float, face: str = CONDENSED) -> str:
    """The text, or as much of it as fits on one line with an ellipsis."""
    text = text[:LONGEST_LINE]
    if width(text, size, face) <= measure:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = width(text[:middle] + "…", size, face) <= measure
        low, high = (middle, high) if fits else (low, middle - 1)
    return text[:low].rstrip() + "…"
