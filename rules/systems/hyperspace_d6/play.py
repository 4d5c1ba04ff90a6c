"""What changes at the table: the track of harm, its boxes, and what the marks may be."""

from __future__ import annotations

from rules.problems import Problem
from rules.sheet import Level, Track
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.character import Character

SWITCHES = ("stunned", "unconscious", "dead", "haunted", "old_wound", "craving")


def harm(character: Character) -> Track:
    """Stunned, wounded, unconscious, dead: from which damage after Soak, and what it does."""
    rows = book().harm.levels
    lows = {row.id: derived.threshold(character, row.id) for row in rows}
    stamina = lows[rows[0].id].value
    marks = character.marks
    levels = []
    for position, row in enumerate(rows):
        worse = rows[position + 1 :]
        high = lows[worse[0].id].value - 1 if worse else None
        if position == 0:
            high = stamina
        boxes = derived.wounds(character).value if row.times == 1 else 0
        levels.append(
            Level(
                name=row.name,
                low=lows[row.id],
                high=high,
                effect=row.does,
                boxes=boxes,
                marked=marks.wounds if row.times == 1 else getattr(marks, row.id, 0),
            )
        )
    return Track("harm", "Harm", tuple(levels), note="Damage that gets through Soak")


def mark_faults(character: Character) -> list[Problem]:
    """Marks that cannot be: fewer than none, a switch that is neither 0 nor 1, Force Points one
    has not.
    """
    marks, found = character.marks, []
    if marks.wounds < 0:
        found.append(Problem("bad-mark", "marks.wounds", "Wounds are counted from 0."))
    for name in SWITCHES:
        if getattr(marks, name) not in (0, 1):
            found.append(Problem("bad-mark", f"marks.{name}", "This mark is 0 or 1."))
    if marks.force_points is not None:
        most = derived.force_points(character).value
        if not 0 <= marks.force_points <= most:
            said = f"What is left of the Force Points is 0 to {most}."
            found.append(Problem("bad-mark", "marks.force_points", said))
    return found
