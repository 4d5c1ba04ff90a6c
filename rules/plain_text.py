"""Text as it looks: what is pasted from a PDF, a chat, or a phone's keyboard has other spaces,
digits, dashes, and quotes than a keyboard, and characters that nobody sees.

Codes, numbers, searches, names that are compared, and passwords are read through here. Names and
texts are stored as they were typed.
"""

from __future__ import annotations

import re
import unicodedata

_DASHES = "\u2212\u02d7\u2796\u2043"
_QUOTES = {
    "'": "\u2018\u2019\u201a\u201b\u02bc\u02b9\u02bb\u2032\u055a\u05f3`\u00b4",
    '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u05f4",
}
_COMMAS = "\u066c\u060c\u3001"
_SIGNS = dict.fromkeys(map(ord, _DASHES), "-") | dict.fromkeys(map(ord, _COMMAS), ",")
_SIGNS[0x2795] = "+"
_STRAIGHT = {ord(sign): plain for plain, signs in _QUOTES.items() for sign in signs}
_THOUSANDS = re.compile(r"(?a)(?<=\d)[, '](?=\d{3}(?!\d))")
_NUMBER = re.compile(r"(?a)[+-]?\d{1,9}")
# Kinds of characters that nobody sees, besides the selectors of how a sign is drawn.
_UNSEEN, _SPACES, _DASH = ("Cf",), ("Zs",), "Pd"
_SELECTORS = re.compile("[\ufe00-\ufe0f\u034f\u115f\u1160\u3164\uffa0]")


def plain(text: str) -> str:
    """The text with the digits, spaces, dashes and signs of a keyboard, and without what nobody
    sees. Line breaks stay.

    >>> plain("３Ｄ\u200b \u2212 ٢")
    '3D - 2'
    """
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKC", _SELECTORS.sub("", text)).translate(_SIGNS)
    return "".join(map(_plain, folded))


def _plain(sign: str) -> str:
    if sign.isascii():
        return sign
    digit = unicodedata.decimal(sign, None)
    if digit is not None:
        return str(digit)
    kind = unicodedata.category(sign)
    if kind in _UNSEEN:
        return ""
    return "-" if kind == _DASH else " " if kind in _SPACES else sign


def straight(text: str) -> str:
    """As `plain`, with straight apostrophes and quotes, and without spaces around it.

    >>> straight(" Docker’s “ax” ")
    'Docker\\'s "ax"'
    """
    signs = text.replace("`", "'") if text.isascii() else plain(text.translate(_STRAIGHT))
    return signs.strip()


def folded(text: str) -> str:
    """As `straight`, for names that are compared, without a difference of capitals."""
    return straight(text).casefold()


def number(text: str) -> int | None:
    """A whole number of at most nine digits: "3", "+2", "−2", "1,500", "1 500"; None for anything
    else.
    """
    digits = _THOUSANDS.sub("", straight(text))
    return int(digits) if _NUMBER.fullmatch(digits) else None
