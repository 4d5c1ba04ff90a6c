"""Health in levels from the top, with two kinds of marks on one track: lethal ones stand above
bashing ones. What a level is called, and what it does, is each game's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from rules.figures import number
from rules.play import MarkChange
from rules.sheet.sections import Level, Track
from rules.tables import Row

BASHING, LETHAL, DEAD = "bashing", "lethal", "dead"


class HealthLevel(Row, frozen=True, kw_only=True):
    """A level of health: the dice that it takes, as a negative; None where nothing is done any
    more.
    """

    penalty: int | None = None


class Health(msgspec.Struct, frozen=True, gc=False):
    """A track of levels with its marks. Several levels in a row may be the same one."""

    levels: tuple[HealthLevel, ...]
    bashing: int = 0
    lethal: int = 0
    is_dead: bool = False

    @classmethod
    def of_marks(cls, levels: tuple[HealthLevel, ...], marks: Any) -> Self:
        """The track of these marks, within its bounds."""
        lethal = max(0, min(marks.lethal, len(levels)))
        bashing = max(0, min(marks.bashing, len(levels) - lethal))
        return cls(levels, bashing, lethal, marks.dead > 0)

    @property
    def marked(self) -> int:
        """The levels that are marked."""
        return self.bashing + self.lethal

    @property
    def level(self) -> HealthLevel | None:
        """The level that all damage together comes to, None unhurt."""
        return self.levels[self.marked - 1] if self.marked else None

    def hurt(self, levels: int, kind: str) -> Self:
        """The track with so many levels more. Bashing on a full track makes a bashing mark lethal,
        and lethal damage there kills (our ruling).
        """
        bashing, lethal, is_dead = self.bashing, self.lethal, self.is_dead
        for _ in range(levels):
            if bashing + lethal < len(self.levels):
                bashing, lethal = bashing + (kind == BASHING), lethal + (kind != BASHING)
            elif kind == BASHING and bashing:
                bashing, lethal = bashing - 1, lethal + 1
            else:
                is_dead = True
        return replace(self, bashing=bashing, lethal=lethal, is_dead=is_dead)

    def changes_to(self, after: Health) -> Iterator[MarkChange]:
        """The marks that another state of the track changes."""
        yield MarkChange(BASHING, after.bashing - self.bashing)
        yield MarkChange(LETHAL, after.lethal - self.lethal)
        yield MarkChange(DEAD, int(after.is_dead) - int(self.is_dead), most=1)

    def described(self, dead: str) -> str:
        """The level in words; `dead` is what is said of the dead."""
        level = self.level
        if self.is_dead:
            return dead
        if level is None:
            return "Unhurt"
        return f"{level.name}: {level.does}" if level.does else level.name

    def track(self, id: str, name: str) -> Track:
        """A box for each level, lethal marks above bashing ones."""
        return Track(id, name, tuple(self._boxes()), "Levels of damage", kinds=(BASHING, LETHAL))

    def _boxes(self) -> Iterator[Level]:
        for place, row in enumerate(self.levels):
            is_second = bool(place) and row is self.levels[place - 1]
            name = f"{row.name} 2" if is_second else row.name
            figure = number(row.name, row.penalty or 0, source=row.source)
            marks = (1, int(place < self.marked), int(place < self.lethal))
            yield Level(name, place + 1, place + 1, figure, row.does, *marks)

    def pressed(self, level: int, count: int) -> dict[str, int]:
        """The marks with the box of a level (from 0) marked by hand, bashing up to it; cleared
        (`count` 0), also those after it.
        """
        lethal = min(self.lethal, level + count)
        return {LETHAL: lethal, BASHING: level + count - lethal}
