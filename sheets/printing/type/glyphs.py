"""Makes text printable: every character has a glyph in some font, or is spelled out.

A character without a glyph would print as an empty box while copied text still holds it. It is
replaced by its code point, [U+12000], so readers see what was there.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache

# More combining marks on one letter would leave their line.
MAX_MARKS = 4
# The base for a combining mark without a letter.
ON_NOTHING = "\u25cc"
# Direction overrides, which also affect following text, and line breaks.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BREAKING = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_BEYOND_LATIN = re.compile("[^\t\n\r -~\u00a0-\u017f\u2007\u2009\u2010-\u2026\u2212×]")
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

# More characters than fit anywhere, so that a very long text is not measured whole.
MAX_TEXT = 4000
# The Braille pattern without dots, too, shows nothing.
_BLANK = "\u2800"


@cache
def _ranges() -> tuple[list[int], list[int]]:
    """First and last code points of all ranges that installed fonts cover, by fontconfig."""
    program = shutil.which("fc-list")
    if not program:
        return [0x20, 0xA0], [0x7E, 0x17F]
    command = [program, "--format", "%{charset} "]
    listing = subprocess.run(command, capture_output=True, check=False, text=True)  # noqa: S603 (ours)
    pairs = sorted({_range(word) for word in listing.stdout.split()})
    firsts: list[int] = []
    lasts: list[int] = []
    for first, last in pairs:
        if lasts and first <= lasts[-1] + 1:
            lasts[-1] = max(lasts[-1], last)
        else:
            firsts.append(first)
            lasts.append(last)
    return firsts, lasts


def _range(word: str) -> tuple[int, int]:
    first, _, last = word.partition("-")
    return int(first, 16), int(last or first, 16)


@lru_cache(maxsize=8192)
def has_glyph(char: str) -> bool:
    """True if some font has the character, or if it needs no glyph."""
    if not _BEYOND_LATIN.match(char) or _IGNORABLE.match(char):
        return True
    firsts, lasts = _ranges()
    place = bisect_right(firsts, ord(char)) - 1
    return place >= 0 and ord(char) <= lasts[place]


def without_glyph(text: str) -> str:
    """The characters of a text that no font has, each once, in the order of the text."""
    return "".join(dict.fromkeys(char for char in text if not has_glyph(char)))


_APOSTROPHE = re.compile(r"(?<=[^\W_])(?:'|&#x27;)(?=[^\W\d_])")
# In "12D-1", but not in the name "R2D-2", and between the terms of an explanation.
_MINUS = re.compile(r"^-(?=\d)|(?<= )-(?= )|(?<=(?<![^\W\d_])\dD)-(?=\d)")

# The space before the last word of a paragraph, if that is short, signs and all.
_WIDOW = re.compile(r"(?m)(?<=\S) (?=\S{1,7}$)")


def typographic(markup: str) -> str:
    """Markup with one style of apostrophe, whether it was typed or stands in a table."""
    return _APOSTROPHE.sub("’", markup)


def with_minus(code: str) -> str:
    """The code or the explanation of a figure with minus signs: "−4,275", "10 − 2 Heavy Armor".
    A text has none but those that its writer typed: there "-2" may be anything.
    """
    return _MINUS.sub("−", code) if "-" in code else code


def without_widows(text: str) -> str:
    """The text, in which a short last word stays on the line of the word before it: as many lines,
    and "you." is no line of its own.
    """
    return _WIDOW.sub("\u00a0", text)


def printable(text: str) -> str:
    """The text, with characters that cannot be printed spelled out; a blank one is white space."""
    if not _BEYOND_LATIN.search(text):
        return text
    shown = _IGNORABLE.sub("", text).replace(_BLANK, "")
    if not shown.strip():
        return shown
    text = _BREAKING.sub(" ", _TURNING.sub("", unicodedata.normalize("NFC", text)))
    characters: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if (
            marks == 1
            and not _IGNORABLE.match(char)
            and (not characters or characters[-1].isspace())
        ):
            characters.append(ON_NOTHING)  # else it would combine with the text before
        if marks <= MAX_MARKS or _IGNORABLE.match(char):
            characters.append(char if has_glyph(char) else f"[U+{ord(char):04X}]")
    return "".join(characters)


NO_BREAK = "\u00a0"
# The space before the number of a term: "Combat Knife 1D".
_BEFORE_NUMBER = re.compile(r" (?=\d\S*(?: [+−-]|$))")


def bound(text: str) -> str:
    """A code or an explanation in which a number stays on the line of its name: "Computer use
    6D+1".
    """
    return _BEFORE_NUMBER.sub(NO_BREAK, text)


def one_line(text: str) -> str:
    """The printable text on one line, at most so much of it that no page has room for more."""
    return " ".join(printable(text[:MAX_TEXT]).split())
