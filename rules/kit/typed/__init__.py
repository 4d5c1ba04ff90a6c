"""Texts that players type by hand: names, codes, items, opponents. Here are the keys of names,
skills with their codes, and damage of weapons.
"""

import re
from functools import lru_cache
from zlib import crc32

import msgspec

from rules.dice import codes
from rules.problems import InvalidDocument
from rules.text_cache import text_cache

# Dice and pips.
Code = tuple[int, int]
STRENGTH = ("STR", "Strength")


class Skill(msgspec.Struct, frozen=True, gc=False):
    """A skill: its key, its name, its attribute, its code (None: the attribute's)."""

    key: str
    name: str
    attribute: str
    code: Code | None = None


class Damage(msgspec.Struct, frozen=True, gc=False):
    """A weapon's damage: its own dice and pips, and whether Strength is added."""

    dice: int
    pips: int
    with_strength: bool = False

    @property
    def written(self) -> str:
        """The stored form: "4D+1", "STR+1D", "STR+2"."""
        if not self.with_strength:
            return codes.written(self.dice, self.pips)
        own = codes.written(self.dice, self.pips) if self.dice else str(self.pips or "")
        return f"{STRENGTH[0]}+{own}" if own else STRENGTH[0]


_UNFIT = re.compile(r"[\W_]+")
_PIPS = re.compile(r"(?a)\d")


@text_cache(4096)  # a long ledger names the same few traits again and again
def key(name: str) -> str:
    """The key of a name, the same for all capitals, spaces and hyphens: "heavy-weapons"."""
    slug = _UNFIT.sub("-", name.casefold()).strip("-")
    return slug or f"x{crc32(name.encode('utf-8', 'replace')):08x}"


@lru_cache(maxsize=8)
def _added(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?ai)(?:{'|'.join(names)})\s*(?:\+\s*(.+))?")


@text_cache(1024)
def damage(text: str, names: tuple[str, ...] = STRENGTH) -> Damage:
    """A weapon's typed damage; `names` are the names of Strength. InvalidDocument with the right
    format.
    """
    match = _added(names).fullmatch(text.strip())
    if match is None:
        return Damage(*codes.read(text))
    own = (match[1] or "").strip()
    if not own:
        return Damage(0, 0, with_strength=True)
    if _PIPS.fullmatch(own) and int(own) <= codes.MOST_PIPS:
        return Damage(0, int(own), with_strength=True)
    try:
        return Damage(*codes.read(own), with_strength=True)
    except InvalidDocument as unreadable:
        message = f"{unreadable.message}, or STR+1D, STR+2 to add your Strength"
        raise InvalidDocument(message) from None
