"""Rows of what a hit does to a craft: the levels of damage, and what of it is hit by a die."""

from typing import Literal

import msgspec

from rules.kit.play.result_tables import SpanRow
from rules.tables import Row


class CraftLevel(Row, frozen=True, kw_only=True):
    """A level of harm of a craft: its rank among the levels, the table a die is read in, the level
    that it is `instead` where no shields are left, and the marks that it sets.
    """

    rank: int
    table: Literal["light", "heavy", "severe", ""] = ""
    instead: str = ""
    marks: dict[str, int] = msgspec.field(default_factory=dict)


class SystemRow(SpanRow, frozen=True, kw_only=True):
    """A system of a craft that is hit, with the marks that it sets."""

    marks: dict[str, int] = msgspec.field(default_factory=dict)


class HitTable(Row, frozen=True, kw_only=True):
    """The systems of a craft that a die picks from."""

    rows: tuple[SystemRow, ...]
