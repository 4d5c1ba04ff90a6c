"""What a number comes to in the four boxes, for whoever has such a base."""

from __future__ import annotations

from rules.systems.rules_sheet_d6.book import Level, book


def reached(base: int, damage: int) -> Level:
    """The box that so much damage marks (Star Wars D6 rules sheet, Attack Actions)."""
    rows = book().defense.levels.values()
    return next(row for row in reversed(rows) if damage >= row.times * base or not row.times)


def reach(base: int, level: Level) -> tuple[int, int | None]:
    """The least damage that marks a box, and the least that marks the next; None for no next."""
    rows = tuple(book().defense.levels.values())
    after = rows[rows.index(level) + 1 :]
    return level.times * base, after[0].times * base if after else None


def span(base: int, level: Level) -> str:
    """From where to where: "under 10", "10–19", "30 and more"."""
    low, next_ = reach(base, level)
    if next_ is None:
        return f"{low} and more"
    return f"{low}–{next_ - 1}" if level.times else f"under {next_}"


def counted(level: Level, many: int) -> str:
    """So many marks of a box, in words: "2 stuns", "1 wound", "1 mortal mark"."""
    if level.mark.endswith("s"):
        return f"1 {level.mark.removesuffix('s')}" if many == 1 else f"{many} {level.mark}"
    return f"{many} {level.mark} mark{'' if many == 1 else 's'}"
