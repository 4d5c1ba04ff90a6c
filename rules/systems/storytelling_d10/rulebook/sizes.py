"""Sizes of craft, the ranges of their guns in space, and the armor of so many hit points."""

from collections.abc import Mapping
from typing import Annotated

from rules.tables import In, Row


class Size(Row, frozen=True, kw_only=True):
    """A size: what operating it adds in dice and difficulty, and as `printed`; its meters; what it
    adds to the difficulty of its shields and of damaging it; health levels; dice of a collision
    with it; squares of its tractor beam, None without one. From the largest.
    """

    printed: str
    dice: int
    difficulty: int
    meters: str
    shields: int
    damage: int
    health: Annotated[tuple[str, ...], In("levels")]
    collision: int = 0
    tractor: int | None = None


class SpaceRange(Row, frozen=True, kw_only=True):
    """The farthest squares of the four bands of a weapon in space; a `heavy` one fires seldom."""

    squares: tuple[int, int, int, int]
    heavy: bool = False

    @property
    def bands(self) -> tuple[str, ...]:
        """The four in print: "0–1", "2", "3–4", "5–8"."""
        lows = (0, *(square + 1 for square in self.squares))
        spans = zip(lows, self.squares, strict=False)
        return tuple(str(low) if low == high else f"{low}–{high}" for low, high in spans)


class HitPoints(Row, frozen=True, kw_only=True):
    """The armor of a craft that has fewer hit points than `below`."""

    below: int
    armor: int


def armor_of(rows: Mapping[str, HitPoints], growth: int, hit_points: int) -> int:
    """The armor of so many hit points; past the table its steps go on growing as they do in it (our
    ruling).
    """
    for row in rows.values():
        if hit_points < row.below:
            return row.armor
    *_, before, last = rows.values()
    step, below, armor = last.below - before.below, last.below, last.armor
    while hit_points >= below:
        step += growth
        below, armor = below + step, armor + 1
    return armor
