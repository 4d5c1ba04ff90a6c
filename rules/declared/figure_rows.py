"""The rows of figures.toml, in games of dice codes and of dots."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.tables import Row


class Typed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers that a player may type in place of a figure, and the `unit` of one."""

    least: int = 0
    most: int
    unit: str = ""


class FigureRow(Row, frozen=True, kw_only=True):
    """A figure: one operator of the vocabulary, whether it stands on the sheet, and whether the
    builder explains one that does not. `bare` is the ruling where `each` die of a skill counts that
    has no code of its own. In a game of codes one that is `typed` is a member of the build, for a
    number that takes its place.
    """

    on_sheet: bool = True
    explained: bool = False
    bare: str = ""
    typed: Typed | None = None
    total: Any = None
    times: Any = None
    average: Any = None
    dice: Any = None
    each: Any = None
    best: Any = None
    at_least: Any = None
    halved: Any = None
    divided: Any = None
    number: Any = None
