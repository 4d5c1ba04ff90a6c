"""Dice codes: a number of dice and pips that are added to the total. Read as players type them.

What a code means, and which codes are legal, is each game's own.
"""

from __future__ import annotations

import re

from rules import plain_text
from rules.problems import InvalidDocument
from rules.text_cache import text_cache

# Three pips are worth a die, in games that convert them.
PIPS_IN_A_DIE = 3
MOST_DICE, MOST_PIPS = 50, 2
_CODE = re.compile(r"(?a)(\d{1,3})\s*[dD](?:6\b)?\s*(?:([+-])\s*(\d{1,3}))?")


def written(dice: int, pips: int = 0) -> str:
    """A code as it is printed: "4D", "3D+2".

    >>> written(3, 2)
    '3D+2'
    """
    return f"{dice}D{pips:+d}" if pips else f"{dice}D"


def signed(amount: int, unit: str = "D") -> str:
    """Dice gained or lost as text: "+1D", "−2D"; or the same in another unit.

    >>> signed(-2)
    '−2D'
    """
    return f"{'−' if amount < 0 else '+'}{abs(amount)}{unit}"


def dice_text(count: int) -> str:
    """Dice of a pool gained or lost as text: "−1 die", "+2 dice"."""
    return signed(count, " die" if abs(count) == 1 else " dice")


@text_cache(4096)  # the same few codes stand in every build and ledger
def read(text: str) -> tuple[int, int]:
    """Dice and pips of a code as a player typed it: "3D+2", "3d+2", "4D", "3d6 + 2".

    InvalidDocument names the format: 0 to 50 dice, and 0 to 2 pips.

    >>> read("3d6 + 2")
    (3, 2)
    """
    match = _CODE.fullmatch(plain_text.straight(text))
    if match is None:
        raise InvalidDocument(f"{_short(text)} isn't a dice code. Write it like 3D, 3D+1 or 3D+2")
    dice = int(match[1])
    pips = int(f"{match[2]}{match[3]}") if match[3] else 0
    if dice > MOST_DICE:
        raise InvalidDocument(f"at most {MOST_DICE}D are read, and these are {dice}D")
    if not 0 <= pips <= MOST_PIPS:
        more, left = carry(dice, pips)
        instead = f": {written(more, left)}" if more >= 0 else ""
        raise InvalidDocument(f"a code has +1, +2 or no pips; three of them are a die{instead}")
    return dice, pips


def carry(dice: int, pips: int) -> tuple[int, int]:
    """The same value with 0 to 2 pips: 3D+4 is 4D+1, 4D-1 is 3D+2.

    >>> carry(3, 4)
    (4, 1)
    """
    more, left = divmod(pips, PIPS_IN_A_DIE)
    return dice + more, left


def in_pips(dice: int, pips: int) -> int:
    """A code in pips, three to a die.

    >>> in_pips(3, 2)
    11
    """
    return dice * PIPS_IN_A_DIE + pips


def of_pips(pips: int) -> tuple[int, int]:
    """The code for a number of pips.

    >>> of_pips(11)
    (3, 2)
    """
    return divmod(pips, PIPS_IN_A_DIE)


def _short(text: str) -> str:
    return f"“{text.strip()[:20]}”" if text.strip() else "An empty text"
