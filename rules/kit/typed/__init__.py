"""Texts that players type by hand: names, codes, items, opponents. Here are the keys of names,
skills with their codes, and damage of weapons.
"""

import re
from functools import lru_cache
from zlib import crc32

import msgspec

from rules import plain_text
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
    """A weapon's damage: its own dice and pips, and whether Strength is added; `added` is the name
    of Strength.
    """

    dice: int
    pips: int
    with_strength: bool = False
    added: str = STRENGTH[0]

    @property
    def written(self) -> str:
        """The stored form: "4D+1", "STR+1D", "STR+2"."""
        if not self.with_strength:
            return codes.written(self.dice, self.pips)
        own = codes.written(self.dice, self.pips) if self.dice else str(self.pips or "")
        return f"{self.added}+{own}" if own else self.added


_UNFIT = re.compile(r"[\W_]+")
_PIPS = re.compile(r"(?a)\d")


@text_cache(4096)  # a long ledger names the same few traits again and again
def key(name: str) -> str:
    """The key of a name, the same for all capitals, spaces and hyphens: "heavy-weapons"."""
    slug = _UNFIT.sub("-", plain_text.folded(name)).strip("-")
    return slug or f"x{crc32(name.encode('utf-8', 'replace')):08x}"


@lru_cache(maxsize=8)
def _added(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?ai)(?:{'|'.join(map(re.escape, names))})\s*(?:\+\s*(.+))?")


@text_cache(1024)
def damage(text: str, names: tuple[str, ...] = STRENGTH) -> Damage:
    """A weapon's typed damage; `names` are the names of Strength, the first the one that is
    stored. InvalidDocument with the right format.
    """
    match = _added(names).fullmatch(plain_text.straight(text))
    if match is None:
        return Damage(*codes.read(text))
    own, added = (match[1] or "").strip(), names[0]
    if not own:
        return Damage(0, 0, with_strength=True, added=added)
    if _PIPS.fullmatch(own) and int(own) <= codes.MOST_PIPS:
        return Damage(0, int(own), with_strength=True, added=added)
    try:
        return Damage(*codes.read(own), with_strength=True, added=added)
    except InvalidDocument as unreadable:
        message = f"{unreadable.message}, or {added}+1D, {added}+2 to add your {names[1]}"
        raise InvalidDocument(message) from None
