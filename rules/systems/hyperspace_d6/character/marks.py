"""The state in play: the harm track, its boxes, and the bounds of marks."""

from __future__ import annotations

from rules.kit.marks import bad_mark, below_zero, not_switches
from rules.problems import Problem
from rules.sheet.sections import Level, Track
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import BURDENS, SWITCHES, Character
from rules.systems.hyperspace_d6.rulebook.book import book

COUNTED = {"wounds": "Wounds can't be negative.", "woken": "Enter 0 or a number of wounds."}


def harm(character: Character) -> Track:
    """Stunned, wounded, unconscious, dead: the lowest damage after Soak, and the effect."""
    rows = book().harm.levels
    bounds = [figures.threshold(character, row.id) for row in rows]
    stamina = bounds[0].value
    lows = [1, stamina + 1, *(bound.value for bound in bounds[2:])]
    now = marked(character)
    levels = tuple(
        Level(
            name=row.name,
            low=low,
            high=lows[position + 1] - 1 if position + 1 < len(lows) else None,
            figure=bounds[position],
            effect=row.does,
            boxes=figures.wounds(character).value if row.times == 1 else 0,
            marked=now[row.id],
        )
        for position, (row, low) in enumerate(zip(rows, lows, strict=True))
    )
    return Track("harm", "Harm", levels, note="Damage after Soak")


def marked(character: Character) -> dict[str, int]:
    """The marks of each level of harm: wounds are counted, the others are switches. A character
    with more wounds than Strength allows is unconscious, whatever the mark says.
    """
    marks = character.marks
    return {
        "stunned": marks.stunned,
        "wounded": marks.wounds,
        "unconscious": int(figures.is_unconscious(character)),
        "dead": marks.dead,
    }


def by_hand(_character: Character, level: int, count: int) -> dict[str, int]:
    """The mark of a level of harm with so many of its boxes marked by hand."""
    return {("stunned", "wounds", "unconscious", "dead")[level]: count}


def mark_faults(character: Character) -> list[Problem]:
    """Impossible marks: negative ones, a switch that is neither 0 nor 1, too many Force Points. In
    quick play more of these may be left: as many as without it.
    """
    marks = character.marked
    problems = [*below_zero(marks, COUNTED), *not_switches(marks, (*SWITCHES, *BURDENS))]
    if marks.force_points is not None:
        most = figures.force_points(character).value
        is_more = marks.force_points > most and not character.house.quickplay
        if is_more or marks.force_points < 0:
            message = f"Force Points left are 0 to {most}."
            problems.append(bad_mark("force_points", message))
    return problems
