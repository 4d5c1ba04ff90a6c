"""What changes at the table: the track of damage, its boxes, and what the marks may be."""

from __future__ import annotations

from rules.problems import AT_THE_TABLE, Problem
from rules.sheet.sections import Level, Track
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import COUNTED, SWITCHES, Character
from rules.systems.rules_sheet_d6.rulebook import Level as ResultLevel
from rules.systems.rules_sheet_d6.rulebook import book

UNSOAKED = "The damage roll, as it is: nothing soaks it"


def harm(character: Character) -> Track:
    """The four boxes: from which damage each is marked, what that does, and its marks."""
    rows = tuple(book().defense.levels.values())
    bounds = [figures.threshold(character, row.id) for row in rows]
    limit = figures.boxes(character).value
    levels = []
    for position, row in enumerate(rows):
        after = bounds[position + 1].value if position + 1 < len(rows) else 0
        levels.append(
            Level(
                name=row.name,
                low=bounds[position].value if row.times else None,
                high=after - 1 if after else None,
                figure=bounds[position],
                effect=row.does,
                boxes=limit,
                marked=figures.marked(character, row.id),
            )
        )
    return Track("harm", "Damage", tuple(levels), note=UNSOAKED)


def mark_faults(character: Character) -> list[Problem]:
    """Marks that cannot be: fewer than none, a switch that is neither 0 nor 1, more marks than a
    box takes, Force Points spent that one never had.
    """
    marks, found = character.marked, []

    def wrong(mark: str, said: str) -> None:
        found.append(Problem("bad-mark", f"marks.{mark}", said, never=AT_THE_TABLE))

    for name in SWITCHES:
        if getattr(marks, name) not in (0, 1):
            wrong(name, "This mark is 0 or 1.")
    for name in COUNTED:
        if getattr(marks, name) < 0:
            wrong(name, "These marks are counted from 0.")
    limit = figures.boxes(character).value
    for row in book().defense.levels.values():
        if (many := getattr(marks, row.mark)) > limit:
            wrong(
                row.mark, f"{row.name} takes {limit} at the most, as Strength is; these are {many}."
            )
    most = figures.force_points(character).value
    if marks.force_spent > most:
        wrong("force_spent", f"Of {most} Force Points no more than {most} are spent.")
    return found


def reached(base: int, damage: int) -> ResultLevel:
    """The box that so much damage marks (Star Wars D6 rules sheet, Attack Actions)."""
    rows = book().defense.levels.values()
    return next(row for row in reversed(rows) if damage >= row.times * base or not row.times)


def reach(base: int, level: ResultLevel) -> tuple[int, int | None]:
    """The least damage that marks a box, and the least that marks the next; None for no next."""
    rows = tuple(book().defense.levels.values())
    after = rows[rows.index(level) + 1 :]
    return level.times * base, after[0].times * base if after else None


def span(base: int, level: ResultLevel) -> str:
    """From where to where: "under 10", "10–19", "30 and more"."""
    low, next_ = reach(base, level)
    if next_ is None:
        return f"{low} and more"
    return f"{low}–{next_ - 1}" if level.times else f"under {next_}"


def counted(level: ResultLevel, many: int) -> str:
    """So many marks of a box, in words: "2 stuns", "1 wound", "1 mortal mark"."""
    if level.mark.endswith("s"):
        return f"1 {level.mark.removesuffix('s')}" if many == 1 else f"{many} {level.mark}"
    return f"{many} {level.mark} mark{'' if many == 1 else 's'}"
