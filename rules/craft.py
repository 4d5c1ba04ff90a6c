"""Craft: the ships and vehicles that a game lists, and how one is made. A game without them has
none of this.
"""

from __future__ import annotations

from rules.opponents import OpponentRules


class CraftRules(OpponentRules, frozen=True, gc=False):
    """How a game's craft are made: `listed()` are those of the book with their kinds, and
    `document(values)` makes one from the values of the form `fields`.
    """
