"""The state in play: the damage track, its boxes, and the bounds of marks."""

from __future__ import annotations

from rules import phrases
from rules.kit.play import result_tables
from rules.kit.play.marks import bad_mark, below_zero, not_switches
from rules.kit.play.result_tables import ResultRow
from rules.problems import Problem
from rules.sheet.sections import Level, Track
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import COUNTED, SWITCHES, Character
from rules.systems.rules_sheet_d6.rulebook import Level as ResultLevel
from rules.systems.rules_sheet_d6.rulebook import book

STUNNED = "stunned"
UNSOAKED = "Damage rolled (no Soak in this game)"


def harm(character: Character) -> Track:
    """The four boxes: their lowest damage, their effect, and their marks."""
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


def by_hand(_character: Character, level: int, count: int) -> dict[str, int]:
    """The mark of a level with so many of its boxes marked by hand."""
    rows = tuple(book().defense.levels.values())
    return {rows[level].mark: count}


def mark_faults(character: Character) -> list[Problem]:
    """Impossible marks: negative ones, a switch that is neither 0 nor 1, more marks than a box
    takes, more Force Points spent than the character had.
    """
    marks, limit = character.marked, figures.boxes(character).value
    problems = [
        *not_switches(marks, SWITCHES),
        *below_zero(marks, dict.fromkeys(COUNTED, "Marks can't be negative.")),
    ]
    for row in book().defense.levels.values():
        if (many := getattr(marks, row.mark)) > limit:
            most_marks = phrases.counted(limit, "mark")
            message = f"{row.name} takes at most {most_marks} (your Strength dice), not {many}."
            problems.append(bad_mark(row.mark, message))
    most = figures.force_points(character).value
    if marks.force_spent > most:
        message = f"You have {phrases.counted(most, 'Force Point')}, so you can't have spent more."
        problems.append(bad_mark("force_spent", message))
    return problems


def results(base: int) -> tuple[ResultRow, ...]:
    """The lowest damage of each box (Star Wars D6 rules sheet, Attack Actions)."""
    return tuple(
        ResultRow(id=row.id, name=row.name, low=row.times * base if row.times else None)
        for row in book().defense.levels.values()
    )


def reached(base: int, damage: int) -> ResultLevel:
    """The box that an amount of damage marks."""
    row = result_tables.row_of(results(base), damage)
    return book().defense.levels[row.id if row else STUNNED]


def spans(base: int) -> dict[str, str]:
    """The damage range of each box, by its id."""
    lows = [row.low for row in results(base)]
    pairs = zip(book().defense.levels, lows, [*lows[1:], None], strict=True)
    return {id: span(low, after) for id, low, after in pairs}


def span(low: int | None, after: int | None) -> str:
    """A range: "under 10", "10–19", "30 and more"."""
    if low is None:
        return f"under {after}"
    return f"{low} and more" if after is None else f"{low}–{after - 1}"


def counted(level: ResultLevel, many: int) -> str:
    """A number of marks in a box: "2 stuns", "1 wound", "1 mortal mark"."""
    if level.mark.endswith("s"):
        return f"1 {level.mark.removesuffix('s')}" if many == 1 else f"{many} {level.mark}"
    return f"{many} {level.mark} mark{'' if many == 1 else 's'}"
