"""Aiming at a part: what it adds to difficulty and damage, and what damage there does."""

from collections.abc import Iterable

from rules.figures import Figure, bonus
from rules.tables import Row


class Aim(Row, frozen=True, kw_only=True):
    """A part to aim at: what it adds to the difficulty, and to the dice of damage."""

    difficulty: int
    damage: int

    def term(self, *, is_damage: bool) -> tuple[Figure, ...]:
        """The number that it adds to a roll, or to damage."""
        change = self.damage if is_damage else self.difficulty
        return (bonus(self.name, change, source=self.source),) if change else ()

    def described(self, *, is_damage: bool) -> str:
        """The part with what aiming at it adds: "Head or neck +3"."""
        change = self.damage if is_damage else self.difficulty
        return f"{self.name} {change:+}".replace("-", "−") if change else self.name


class AimEffect(Row, frozen=True, kw_only=True):
    """The effect of damage of so many levels on a part; None where it is no matter of damage."""

    part: str
    least: int | None = None


def reached(rows: Iterable[AimEffect], part: str, levels: int) -> tuple[str, ...]:
    """The effects of so many levels on the part that was aimed at."""
    steps = [
        (row.least, row.does)
        for row in rows
        if row.part == part and row.least is not None and levels >= row.least
    ]
    return (max(steps, key=lambda step: step[0])[1],) if steps else ()
