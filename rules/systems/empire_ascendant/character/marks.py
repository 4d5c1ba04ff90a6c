"""What changes at the table: the levels of harm, and what the marks may be."""

from __future__ import annotations

from rules.figures import Figure, dice, number
from rules.kit.marks import bad_mark, out_of_bounds
from rules.kit.result_tables import SpanRow, row_of
from rules.problems import Problem
from rules.sheet.sections import Level, Track
from rules.systems.empire_ascendant.character.character import Character, bounds
from rules.systems.empire_ascendant.rulebook import Level as HarmLevel
from rules.systems.empire_ascendant.rulebook import rulebook

OVER_SOAK = "Damage over Soak"


def level(character: Character) -> str:
    """The id of the level that the character is at: "unhurt", "stunned" (only that), a wound, or
    "dead".
    """
    marks = character.marks
    if marks.dead:
        return "dead"
    if row := wound(character):
        return row.id
    return "stunned" if marks.stunned else "unhurt"


def wound(character: Character) -> HarmLevel | None:
    """The level of the wound, None without one."""
    marked = character.marks.wound
    rows = rulebook().harm.levels.values()
    return next((row for row in rows if marked and row.wound == marked), None)


def is_stunned(character: Character) -> bool:
    """Whether a stun takes dice now."""
    return bool(character.marks.stunned)


def harm(character: Character) -> Track:
    """The five levels with what damage over Soak brings each, and a box for each."""
    rules, now = rulebook().harm, wound(character)
    margins = rules.margins
    levels = []
    for row in rules.levels.values():
        margin = margins.get(row.id)
        marked = is_stunned(character) if not row.wound else bool(now and now.id == row.id)
        low = margin.low if margin else row.wound
        levels.append(
            Level(
                name=row.name,
                low=margin.low if margin else None,
                high=margin.high if margin else None,
                figure=number(OVER_SOAK if margin else "Wounded again", low, source=row.source),
                effect=row.does,
                boxes=1,
                marked=int(marked),
            )
        )
    return Track("harm", "Harm", tuple(levels), note=OVER_SOAK)


def by_hand(_character: Character, level: int, count: int) -> dict[str, int]:
    """The marks with the box of a level marked (`count` 1) or cleared by hand. A wound takes the
    place of the one before it.
    """
    rules = rulebook().harm
    row = tuple(rules.levels.values())[level]
    if not row.wound:
        return {"stunned": rules.stunned_rounds * count}
    return {"wound": row.wound * count, "stabilised": 0, "mortal_rounds": 0}


def reached(margin: int) -> SpanRow | None:
    """The row of the table that damage over Soak comes to; None below 0."""
    return row_of(tuple(rulebook().harm.margins.values()), margin)


def mark_problems(character: Character) -> list[Problem]:
    """Marks that cannot be: fewer than none, more than there can be."""
    marks = character.marked
    problems = [*out_of_bounds(marks, bounds())]
    if marks.force_spent > character.force_points:
        message = f"No more than {character.force_points} can be spent."
        problems.append(bad_mark("force_spent", message))
    return problems


def penalties(character: Character) -> list[Figure]:
    """The dice that rolls lose for what is marked, each with its reason; all add (our ruling)."""
    rules, play, lost = rulebook().harm, rulebook().play, []
    rows = [row for row in (wound(character),) if row]
    if is_stunned(character):
        rows.append(rules.levels["stunned"])
    for row in rows:
        if row.dice:
            lost.append(dice(row.name, row.dice, source=row.source, ruling=rules.rulings["add"]))
    if character.marks.fatigued:
        source = play.sources["fatigued"]
        ruling = play.rulings["fatigue"]
        lost.append(dice("Fatigued", play.fatigued, source=source, ruling=ruling))
    return lost


def out(character: Character) -> str:
    """Why nothing is rolled at all: which of the reasons that bar an action; "" where none does."""
    marks = character.marks
    if marks.dead:
        return "dead"
    row = wound(character)
    if row and row.dice is None:
        return row.id.replace("-", "_")
    return "unconscious" if marks.unconscious else ""


def dice_lost(character: Character) -> int | None:
    """The dice that rolls lose for what is marked, None where nothing is rolled."""
    if out(character):
        return None
    return sum(less.value for less in penalties(character))
