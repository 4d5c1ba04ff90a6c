"""Skeletons of user names, so nobody poses as another user with letters that look alike.

After Unicode's Security Mechanisms (UTS 39), for normalized names: a name uses one alphabet in
common use, and two names look alike if their skeletons are equal. Marks are ignored: a dot below a
letter is easily missed.
"""

import re
import unicodedata
from collections.abc import Iterable

# The alphabets in common use (UAX 31, table 5), by the first word of their letters' Unicode names.
ALPHABETS = frozenset(
    {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA"}
    | {"DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA"}
    | {"MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "ETHIOPIC", "KHMER"}
    | {"HANGUL", "HIRAGANA", "KATAKANA", "CJK", "BOPOMOFO"}
)
# Alphabets that are written together.
WRITTEN_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
# Latin letters other than A to Z, with or without marks, that are in use. All others are phonetic
# and look like these.
LATIN = frozenset("æœðþŋəʒı")
# Hangul fillers, which are invisible.
INVISIBLE = frozenset("\u115f\u1160")
_ONE_LETTER = re.compile(r"LATIN SMALL LETTER ([A-Z])(?: WITH .+)?")
_DIGITS = re.compile(r"(?:EXTENDED )?([A-Z]+)(?:-INDIC)? DIGIT ")

# Letters and what they look like: Latin and digits, Cyrillic, Greek, Armenian; circles and strokes
# of others; Han and kana.
_ALIKE = str.maketrans(
    dict(zip("01ı", "oli", strict=True))
    | {"m": "rn", "w": "vv", "æ": "ae", "œ": "oe"}
    | dict(zip("абвгеікопрстухѕјһԁԛѵүӏҽ", "a6breikonpctyxsjhdqvyle", strict=True))
    | {"м": "rn", "ԝ": "vv", "ѡ": "vv", "ӕ": "ae"}
    | dict(zip("αβγεηικνορστυχϲϳμ", "abyenikvopotuxcju", strict=True))
    | {"ω": "vv", "ա": "vv"}
    | dict(zip("գզհոռսցքօլ", "qqhnnugfol", strict=True))
    | dict.fromkeys("סဝዐഠଠ〇ჿ", "o")
    | dict.fromkeys("וןا", "l")
    | dict(zip("口力二卜夕工八一へり", "ロカニトタエハーヘリ", strict=True))
)


def alphabets(name: str) -> set[str]:
    """The alphabets of a name's letters; "" for a letter of none in common use."""
    return {_alphabet(letter) for letter in name if not letter.isascii() or letter.isalpha()}


def is_mixed(alphabets: Iterable[str]) -> bool:
    """True if no language writes these alphabets together."""
    return len(set(alphabets)) > 1 and not any(
        set(alphabets) <= group for group in WRITTEN_TOGETHER
    )


def skeleton(name: str) -> str:
    """The key of a name's looks: equal for all names that look alike."""
    if name.isascii():
        return name.translate(_ALIKE)
    bare = "".join(map(_without_marks, unicodedata.normalize("NFD", name)))
    return unicodedata.normalize("NFC", bare).translate(_ALIKE)


def _alphabet(letter: str) -> str:
    name = unicodedata.name(letter, "")
    if letter in INVISIBLE:
        return ""
    if digits := _DIGITS.match(name):
        return digits[1] if digits[1] in ALPHABETS else ""
    if name.startswith(("KATAKANA-HIRAGANA", "IDEOGRAPHIC")):
        return "CJK"
    first = name.partition(" ")[0]
    if first == "LATIN" and not (_ONE_LETTER.fullmatch(name) or letter in LATIN):
        return ""
    return first if first in ALPHABETS else ""


def _without_marks(letter: str) -> str:
    if letter.isascii():
        return letter
    if "\u0300" <= letter <= "\u036f":  # a mark above, below or through a letter
        return ""
    if match := _ONE_LETTER.fullmatch(unicodedata.name(letter, "")):
        return match[1].lower()
    digit = unicodedata.decimal(letter, None)
    return {0: "0", 1: "1"}.get(digit, letter) if digit is not None else letter
