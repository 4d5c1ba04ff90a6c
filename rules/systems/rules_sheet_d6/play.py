"""What changes at the table: the track of damage, its boxes, and what the marks may be."""

from __future__ import annotations

from rules.faults import AT_THE_TABLE
from rules.problems import Problem
from rules.sheet import Level, Track
from rules.systems.rules_sheet_d6 import derived
from rules.systems.rules_sheet_d6.book import book
from rules.systems.rules_sheet_d6.character import COUNTED, SWITCHES, Character

UNSOAKED = "The damage roll, as it is: nothing soaks it"


def harm(character: Character) -> Track:
    """The four boxes: from which damage each is marked, what that does, and its marks."""
    rows = tuple(book().defense.levels.values())
    bounds = [derived.threshold(character, row.id) for row in rows]
    limit = derived.boxes(character).value
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
                marked=derived.marked(character, row.id),
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
    limit = derived.boxes(character).value
    for row in book().defense.levels.values():
        if (many := getattr(marks, row.mark)) > limit:
            wrong(
                row.mark, f"{row.name} takes {limit} at the most, as Strength is; these are {many}."
            )
    most = derived.force_points(character).value
    if marks.force_spent > most:
        wrong("force_spent", f"Of {most} Force Points no more than {most} are spent.")
    return found
