"""Damage of a craft in levels: by how much it is over Soak, and which system a die picks. What is
rolled for both is each game's own.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.figures import number
from rules.kit.craft.craft import TypedCraft
from rules.kit.play.result_tables import SpanRow, row_at, row_of
from rules.play import MarkChange
from rules.sheet.sections import Level, Track
from rules.tables import Row

LEVEL, NONE = "level", "none"
OVER_SOAK = "Damage over Soak"


class CraftLevel(Row, frozen=True, kw_only=True):
    """How badly a craft is hit: its rank among the levels, which table a die is read in, the level
    that it is `instead` where no shields are left, and the marks that it sets.
    """

    rank: int
    table: Literal["light", "heavy", "severe", ""] = ""
    instead: str = ""
    marks: dict[str, int] = msgspec.field(default_factory=dict)


class SystemRow(SpanRow, frozen=True, kw_only=True):
    """What of a craft is hit, with the marks that it sets."""

    marks: dict[str, int] = msgspec.field(default_factory=dict)


class HitTable(Row, frozen=True, kw_only=True):
    """What of a craft is hit, by a die."""

    rows: tuple[SystemRow, ...]


class Hit(msgspec.Struct, frozen=True):
    """What a hit does: the level of the craft after it, in sentences, and its marks."""

    level: CraftLevel
    said: tuple[str, ...]
    marks: dict[str, int]


class DamageLevels:
    """The levels of a game: `margins` by damage over Soak, `levels` by their ids, and `hits` by
    kind and level: "ship-light".
    """

    def __init__(
        self,
        margins: Mapping[str, SpanRow],
        levels: Mapping[str, CraftLevel],
        hits: Mapping[str, HitTable],
    ) -> None:
        self.margins, self.levels, self.hits = margins, levels, hits
        self.most = max(row.rank for row in levels.values())

    def result(self, over: int, shields: int | None) -> str:
        """The level that so much damage over Soak comes to, by id; `shields` are dice left."""
        row = row_of(tuple(self.margins.values()), over)
        if row is None:
            return NONE
        instead = self.levels[row.id].instead
        return instead if instead and not shields else row.id

    def after(self, before: str, hit: str) -> str:
        """The level of a craft after a hit: any more damage as bad as its level or less, from the
        one before the last but one on, makes that a level worse.
        """
        was, now = self.levels[before].rank, self.levels[hit].rank
        if not now:
            return before if was else hit
        if was >= self.most - 2 and now <= was:
            return next(row.id for row in self.levels.values() if row.rank == was + 1)
        return hit if now >= was else before

    def picks(self, before: str, hit: str) -> bool:
        """Whether a die says which system is hit."""
        is_damage = bool(self.levels[hit].rank)
        return is_damage and bool(self.levels[self.after(before, hit)].table)

    def hit(self, before: str, result: str, kind: str, face: int | None) -> Hit:
        """What a hit does to a craft of that kind; `face` is the die that picked a system."""
        hit, level = self.levels[result], self.levels[self.after(before, result)]
        said, marks = [f"{hit.name}. {hit.does}"], dict(hit.marks)
        if level is not hit and hit.rank:
            said += [f"It is {level.name.lower()} now. {level.does}", level.ruling]
        if face is not None:
            system = row_at(self.hits[f"{kind}-{level.table}"].rows, face)
            said += [f"{face}: {system.does}", system.ruling]
            marks |= system.marks
        return Hit(level, tuple(filter(None, said)), marks)

    # --- of a craft whose marks have its level

    def of(self, craft: TypedCraft) -> str:
        """The level that a craft has, by id."""
        rank = craft.marks.level
        return next(row.id for row in self.levels.values() if row.rank == rank)

    def shifts(self, craft: TypedCraft, hit: Hit) -> tuple[MarkChange, ...]:
        """The marks that a hit changes. One counted in rounds, and one that is set or not, begin
        again; the others add up.
        """
        now, rows = craft.marks, craft.tables.marks
        rank = max(hit.level.rank, hit.marks.get(LEVEL, 0), now.level)
        found = [MarkChange(LEVEL, rank - now.level, most=self.most)] if rank > now.level else []
        for id, by in hit.marks.items():
            more = max(0, by - getattr(now, id)) if rows[id].rounds else by
            if id != LEVEL and more:
                found.append(MarkChange(id, more, most=rows[id].most))
        return tuple(found)

    def track(self, craft: TypedCraft) -> Track:
        """The levels with what brings each, and a box for each that lasts."""
        levels = []
        for id, margin in self.margins.items():
            row = self.levels[id]
            boxes, marked = int(row.rank > 0), int(row.rank == craft.marks.level > 0)
            figure = number(OVER_SOAK, margin.low, source=row.source, ruling=row.ruling)
            low, high = margin.low, margin.high
            levels.append(Level(margin.name, low, high, figure, row.does, boxes, marked))
        return Track("harm", "Harm", tuple(levels), note=OVER_SOAK)
