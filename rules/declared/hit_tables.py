"""A hit on a craft, as tables say it: its Soak, the levels of its damage, and the systems that are
hit.
"""

from __future__ import annotations

import msgspec

from rules.kit.play.result_tables import SpanRow
from rules.tables import Row


class LevelRow(Row, frozen=True, kw_only=True):
    """A level of damage to a craft, above those of a lower `rank`, with the `marks` that it sets. A
    die is read in the `table` of systems, "" for none. The level `instead` counts where nothing is
    left of what is raised against hits. One that `worsens` becomes the next with any damage as bad
    as itself, or less.
    """

    rank: int = 0
    table: str = ""
    instead: str = ""
    marks: dict[str, int] = msgspec.field(default_factory=dict)
    worsens: bool = False


class SystemRow(SpanRow, frozen=True, kw_only=True):
    """A system that is hit with these totals, with the `marks` that it sets."""

    marks: dict[str, int] = msgspec.field(default_factory=dict)


class Harm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hit. The number `soak` is rolled against the damage, with the number `raised` where that
    was raised. What is left over comes to a row of `margins`, whose ids are those of `levels`, from
    a craft without damage to one that is destroyed; the mark `mark` counts their ranks. So many
    `dice` say which system is hit: in the array of the file `systems` that is named by the table of
    the level, and before it by the value `kind` of the kind of craft, if it has one.

    `raised_by` is the procedure of a person that raises, with the skill `raise_with`, against a
    number of the game master, or the one for the range in the rows of `raise_at`; "" where nobody
    has to roll. `destroyed` says why nothing more happens to a craft, `out` why nobody can act with
    it.
    """

    soak: str
    raised: str = ""
    raised_by: str = ""
    raise_with: str = ""
    raise_at: str = ""
    mark: str = "level"
    levels: str
    margins: str
    systems: str = ""
    kind: str = ""
    dice: int = 1
    destroyed: str
    out: str
