"""What players type by hand, in games whose codes are typed: the keys of names, skills with their
codes, and the damage of a weapon.
"""

from __future__ import annotations

import re
from functools import lru_cache
from zlib import crc32

import msgspec

from rules.dice import codes
from rules.problems import InvalidDocument

# Dice and pips.
Code = tuple[int, int]
STRENGTH = ("STR", "Strength")


class Skill(msgspec.Struct, frozen=True, gc=False):
    """A skill: its key, its name, where it stands, its code (None: that of its attribute)."""

    key: str
    name: str
    attribute: str
    code: Code | None = None


class Damage(msgspec.Struct, frozen=True, gc=False):
    """The damage of a weapon: dice and pips of its own, and whether Strength is added to them."""

    dice: int
    pips: int
    with_strength: bool = False

    @property
    def written(self) -> str:
        """As it is kept: "4D+1", "STR+1D", "STR+2"."""
        if not self.with_strength:
            return codes.written(self.dice, self.pips)
        own = codes.written(self.dice, self.pips) if self.dice else str(self.pips or "")
        return f"{STRENGTH[0]}+{own}" if own else STRENGTH[0]


_UNFIT = re.compile(r"[\W_]+")
_PIPS = re.compile(r"(?a)\d")


@lru_cache(maxsize=4096)  # a long ledger names the same few traits again and again
def key(name: str) -> str:
    """What a name is found by, whatever its capitals, spaces and hyphens: "heavy-weapons"."""
    found = _UNFIT.sub("-", name.casefold()).strip("-")
    return found or f"x{crc32(name.encode('utf-8', 'replace')):08x}"


@lru_cache(maxsize=8)
def _added(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?ai)(?:{'|'.join(names)})\s*(?:\+\s*(.+))?")


def damage(text: str, names: tuple[str, ...] = STRENGTH) -> Damage:
    """The damage of a weapon as it was typed; `names` are what Strength is called. InvalidDocument
    with what would be right.
    """
    found = _added(names).fullmatch(text.strip())
    if found is None:
        return Damage(*codes.read(text))
    own = (found[1] or "").strip()
    if not own:
        return Damage(0, 0, with_strength=True)
    if _PIPS.fullmatch(own) and int(own) <= codes.MOST_PIPS:
        return Damage(0, int(own), with_strength=True)
    try:
        return Damage(*codes.read(own), with_strength=True)
    except InvalidDocument as unreadable:
        message = f"{unreadable.message}, or STR+1D, STR+2 for what Strength is added to"
        raise InvalidDocument(message) from None
