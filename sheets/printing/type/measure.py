"""Text widths: exact advances of our own fonts, estimates on the safe side for others.

Fitted text is in boxes that grow, so a wrong estimate costs a line, never a letter.
"""

import re
import unicodedata
from functools import cache, lru_cache
from itertools import accumulate, takewhile

from fontTools.ttLib import TTFont

from sheets.printing.type.fonts import BOLD, CONDENSED, TEXT, path

MM_PER_POINT = 25.4 / 72
# More characters than fit on any line, so a very long text is not measured whole.
LONGEST_LINE = 1000
# Letters that forms do without, from the first to before the next: of Africa, pinyin, and Vietnam.
UNTYPED = (("\u0180", "\u0218"), ("\u021c", "\u0370"), ("\u1e00", "\u2000"))
# Lines in a field are this far from each other, in ems.
LEADING = 1.15
# The least of a line that a word fills which breaks anywhere, and one that breaks at its signs
# first.
FILLED, RAGGED = 0.88, 0.7
WIDE, EMOJI, SIGN, OTHER = 1.02, 1.3, 0.9, 0.68
# The letters of mathematics, which people take for names in bold or in script; boxes, and dots.
MATHEMATICAL, SHAPES = ("\U0001d400", "\U0001d7ff"), ("\u2500", "\u25ff")
# The categories of what stands on the letter before it, or joins it with the next.
MARKS = ("Mn", "Mc", "Me", "Cf")
# So many of the last words are kept, each no longer than that.
WORDS, LONGEST_WORD = 20_000, 24
_ASCII_WORD = re.compile(r"\n|[^ \n]+ *| +")

__all__ = [
    "BOLD",
    "CONDENSED",
    "LEADING",
    "RAGGED",
    "TEXT",
    "can_be_typed",
    "count_fitting",
    "count_lines",
    "has_glyphs",
    "is_typed_with",
    "lines",
    "shorten",
    "width",
]


@cache
def _advances(face: str) -> dict[str, float]:
    """The advance widths, in ems, of a font of ours."""
    with TTFont(path(face)) as font:
        em, metrics = font["head"].unitsPerEm, font["hmtx"]
        return {chr(code): metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}


@lru_cache(maxsize=8192)
def _guess(char: str) -> float:
    """The estimated width, in ems, of a character from a fallback font."""
    category = unicodedata.category(char)
    if category in ("Mn", "Me", "Cf"):
        return 0
    if char >= "\U0001f000":
        return EMOJI
    if _is_sign(char, category):
        return SIGN
    return WIDE if unicodedata.east_asian_width(char) in ("W", "F") else OTHER


def _is_sign(char: str, category: str) -> bool:
    if category in ("Sm", "So", "No"):
        return not SHAPES[0] <= char <= SHAPES[1]
    return MATHEMATICAL[0] <= char <= MATHEMATICAL[1]


def width(text: str, size: float, face: str = CONDENSED) -> float:
    """The width of the text on one line, in millimeters, at `size` points."""
    ems = _kept_ems(text, face) if len(text) <= LONGEST_WORD else _ems(text, face)
    return ems * size * MM_PER_POINT


def _ems(text: str, face: str) -> float:
    advances = _advances(face)
    return sum([advances[char] if char in advances else _guess(char) for char in text])


_kept_ems = lru_cache(maxsize=WORDS)(_ems)


def has_glyphs(text: str, face: str = CONDENSED) -> bool:
    """True if a font of ours has every character of the text."""
    return all(char in _advances(face) for char in text)


def is_typed_with(char: str) -> bool:
    """True if a form field can hold the character: Latin letters of Europe, Greek, Cyrillic, and
    the signs of text, as far as our font has them.
    """
    return char in _advances(CONDENSED) and not any(first <= char < end for first, end in UNTYPED)


def can_be_typed(text: str) -> bool:
    """True if a form field can hold every character of the text."""
    return all(char == "\n" or is_typed_with(char) for char in text)


def lines(text: str, size: float, measure: float, face: str = CONDENSED) -> list[str]:
    """The text in lines that fit a measure in millimeters, broken inside of words that do not."""
    found = [""]
    words = (piece for word in _words(text) for piece in _pieces(word, size, measure, face))
    for word in words:
        if word == "\n":
            found.append("")
        elif found[-1] and width((found[-1] + word).rstrip(" "), size, face) > measure:
            found.append(word)
        else:
            found[-1] += word
    return found


def _pieces(word: str, size: float, measure: float, face: str) -> list[str]:
    """A word as it is, or in pieces as wide as fits if it is wider than a line."""
    if width(word.rstrip(" "), size, face) <= measure:
        return [word]
    pieces, used = [""], 0.0
    for char in word:
        wide = width(char, size, face)
        if used + wide > measure and char != " ":
            pieces.append("")
            used = 0.0
        pieces[-1] += char
        used += wide
    return pieces


def _fill(
    text: str, *, size: float, measure: float, face: str, room: int, ragged: float = FILLED
) -> tuple[int, int]:
    """(lines used, characters placed) when text is set until `room` lines are full.

    Breaks at spaces, and inside words wider than a line, like the layout engine.
    """
    lines, used, placed = 1, 0.0, 0
    for word in _words(text):
        whole = wide = width(word.rstrip(" "), size, face)
        breaks = 0
        if word == "\n":
            breaks, wide = 1, -used
        elif used and used + wide > measure:
            breaks, used = 1, 0.0
        left = room - lines - breaks + 1
        if wide > measure:
            filled = FILLED if word.strip().isalnum() else ragged
            breaks, wide = breaks + int(wide / (measure * filled)), wide % measure
        if lines + breaks > room:
            if whole > measure:  # as much of it as certainly fits
                filled = FILLED if word.strip().isalnum() else RAGGED
                placed += _count_letters(word, size, left * measure * filled, face)
            break
        lines += breaks
        used += wide + width(" ", size, face) * (len(word) - len(word.rstrip(" ")))
        placed += len(word)
    return lines, placed


def _count_letters(word: str, size: float, measure: float, face: str) -> int:
    """The number of letters of a word, each with its marks, that a measure has room for."""
    ends = accumulate(width(char, size, face) for char in word)
    count = sum(1 for _ in takewhile(measure.__ge__, ends))
    for end in range(count, 0, -1):
        if end == len(word) or unicodedata.category(word[end]) not in MARKS:
            return end
    return count


def _words(text: str) -> list[str]:
    """The text in unbreakable pieces: words with the spaces after them, line breaks, and single
    characters of scripts without spaces.
    """
    if text.isascii():
        return _ASCII_WORD.findall(text)
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


def count_lines(
    text: str, size: float, measure: float, face: str = TEXT, *, ragged: float = FILLED
) -> int:
    """The number of lines that the text takes at a measure in millimeters, if a word of signs that
    is wider than a line fills so much of each.
    """
    if not text:
        return 0
    return _fill(text, size=size, measure=measure, face=face, room=1_000_000, ragged=ragged)[0]


def count_fitting(text: str, size: float, measure: float, *, room: int, face: str = TEXT) -> int:
    """The number of characters that fit into `room` lines."""
    return _fill(text, size=size, measure=measure, face=face, room=room)[1] if room > 0 else 0


def shorten(text: str, size: float, measure: float, face: str = CONDENSED) -> str:
    """The text, or as much as fits on one line with an ellipsis."""
    text = text[:LONGEST_LINE]
    if width(text, size, face) <= measure:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = width(text[:middle] + "…", size, face) <= measure
        low, high = (middle, high) if fits else (low, middle - 1)
    return text[:low].rstrip() + "…"
