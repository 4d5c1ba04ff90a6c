"""Parts of documents with typed codes and items: rows of a build, and entries for points.

Weapons, armor, and the rest of a build are each game's own.
"""

from __future__ import annotations

from rules.document import DocumentPart
from rules.ledger.entries import Entry

# The most characters of a name and of a text, rows of a list, and pieces of one item.
NAME, STORY, MANY, MOST = 100, 4000, 60, 999


class Skill(DocumentPart, frozen=True, kw_only=True):
    """A skill as it was typed: its whole code, the attribute included."""

    name: str
    attribute: str = ""
    code: str = ""


class Thing(DocumentPart, frozen=True, kw_only=True):
    """A carried item that is neither a weapon nor armor."""

    name: str
    quantity: int = 1


class Award(Entry, frozen=True, kw_only=True, tag="award"):
    """The GM gives Character Points, Force Points, or both."""

    cp: int = 0
    force_points: int = 0


class Adjust(Entry, frozen=True, kw_only=True, tag="adjust"):
    """A correction of points, up or down, with its reason."""

    cp: int = 0
    force_points: int = 0
    reason: str = ""
