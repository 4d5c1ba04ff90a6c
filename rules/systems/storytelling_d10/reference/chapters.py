"""The reference: every table and rule of the game as chapters; Force abilities and grades of a Path
in words, as the catalogs show them too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from rules.reference.chapters import Chapter
from rules.systems.storytelling_d10.rulebook.book import (
    RESISTANCES,
    ForceAbility,
    Grade,
    Merit,
    rulebook,
)
from rules.tables import Row


@lru_cache(maxsize=512)
def force_text(row: ForceAbility) -> str:
    """Everything about a Force ability but what it takes, in sentences."""
    return row.text(rulebook().trait_name, RESISTANCES)


def grade_text(row: Grade) -> str:
    """A grade of a Path, and its mistake."""
    return f"{row.does} Mistake: {row.mistake}"


def text(row: Row) -> str:
    """The text of any row."""
    if isinstance(row, ForceAbility):
        return force_text(row)
    if isinstance(row, Merit):
        return row.text
    return grade_text(row) if isinstance(row, Grade) else row.does


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    names = _names()

    def listed(values: Iterable[str | int]) -> str:
        return ", ".join(names.get(str(value), str(value)) for value in values)

    return rulebook().chapters(listed, names=names, text=text)


def _names() -> dict[str, str]:
    """The names of ids in columns."""
    traits, combat = rulebook().traits, rulebook().combat
    tables = (traits.attribute_groups, traits.attributes, traits.abilities, combat.aim_melee)
    named = {id: row.name for table in tables for id, row in table.items()}
    return named | {id: row.name for id, row in combat.levels.items()}
