"""The reference: every table and rule of the game as chapters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.declared import figures as character_figures
from rules.declared.rulebook import Healing, Level
from rules.declared.ruleset import pips
from rules.dice import codes
from rules.kit.reference_tables import (
    NOTHING,
    figure_term,
    pip_prices,
    skill_terms,
    span,
    term,
)
from rules.phrases import counted
from rules.reference import topics
from rules.reference.chapters import Chapter, ChapterPart, Column, Table, Terms
from rules.systems.rules_sheet_d6.reference import examples
from rules.systems.rules_sheet_d6.rulebook import book, guide


def parts() -> Iterator[ChapterPart]:
    """Each part once, in any order."""
    yield _difficulties()
    yield _levels()
    yield _totals()
    yield from _traits()
    yield _sums()
    yield _prices()


def _difficulties() -> Table:
    rows = tuple(
        term(row, "difficulty", span(row.low, row.high), span(row.dice_low, row.dice_high, "D"))
        for row in book().play.difficulties.values()
    )
    columns = (Column("Number", "Target numbers"), Column("Up to it", "Dice codes that fit"))
    return Table("difficulties", "Difficulty chart", rows, columns, "Difficulty")


def _levels() -> Table:
    """The four boxes: their factor of the base, and the example's numbers."""
    levels = tuple(book().defense.levels.values())
    soldier = examples.character("damage")
    starts = [character_figures.threshold(soldier, row.id).value for row in levels]
    rows = []
    for position, row in enumerate(levels):
        after = starts[position + 1] - 1 if position + 1 < len(levels) else None
        shown = span(starts[position], after) if row.times else f"under {starts[position]}"
        rows.append(term(row, "harm", _times(row), shown))
    strength = character_figures.trait(soldier, book().defense.harm_attribute)
    columns = (
        Column("Damage", "Damage roll"),
        Column(f"At {strength.label} {strength.code}"),
    )
    return Table("levels", "The four boxes", tuple(rows), columns, "A mark in")


def _times(row: Level) -> str:
    if row.times == 0:
        return "under the base"
    return "the base or more" if row.times == 1 else f"{row.times} × the base or more"


def _totals() -> Table:
    """The marks that a total heals, in the printed rows."""
    ways = book().play.healing
    most = max(one.marks for row in ways.values() for one in row.rows)
    rows = tuple(
        term(row, "healing", *_ranges(row, most), see=(f"skills-{row.skill}",))
        for row in ways.values()
    )
    columns = tuple(Column(str(marks), counted(marks, "mark")) for marks in range(1, most + 1))
    note = "The total you need to heal 1 mark, 2 marks, and so on."
    return Table("totals", "Healing by total", rows, columns, "Rolled", note)


def _ranges(row: Healing, most: int) -> Iterator[str]:
    """The range of totals for each number of marks, in order; a dash for more than it can heal."""
    starts = {one.marks: one.low for one in row.rows}
    for marks in range(1, most + 1):
        if marks not in starts:
            yield NOTHING
        else:
            after = starts.get(marks + 1, guide().ends[row.id].last + 1)
            yield span(starts[marks], after - 1)


def _traits() -> Iterator[ChapterPart]:
    traits = book().traits
    attributes = tuple(
        term(row, "attributes", aliases=(id,)) for id, row in traits.attributes.items()
    )
    yield Terms("six", "Attributes", attributes)
    skills = skill_terms(traits.skills, traits.attributes)
    yield Table("four", "Skills named by the rules", skills, (Column("Under"),), "Skill")


def _sums() -> Table:
    """The sums of the preset, in dice."""
    creation = book().creation
    rows = (
        ("attributes", "All six attributes", pips(creation.attributes)),
        ("skills", "All skills, above their attributes", pips(creation.skills)),
        ("most", "Any one skill, at most", pips(creation.skill_most)),
    )
    terms = tuple(
        figure_term(
            "sum", id, name, codes.written(*codes.of_pips(most)), source=creation.sources["preset"]
        )
        for id, name, most in rows
    )
    return Table("preset-sums", "Starting dice", terms, (Column("Dice"),), "With the preset")


def _prices() -> Table:
    costs = book().advancement
    source = costs.sources["pip"]
    terms = pip_prices(skill=costs.skill, attribute=costs.attribute, source=source, see=("preset",))
    columns = (Column("Points", "Character Points"),)
    return Table("prices", "Cost of a pip with the preset", terms, columns, "You get")


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    return topics.chapters(guide(), parts=parts(), values=examples.figures(), book=book())
