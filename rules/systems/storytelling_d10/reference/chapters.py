"""The reference: every table and rule of the game as chapters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rules.reference.chapters import Chapter
from rules.systems.storytelling_d10.reference import descriptions
from rules.systems.storytelling_d10.rulebook import rulebook


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    names = _names()

    def listed(values: Iterable[str | int]) -> str:
        return ", ".join(names.get(str(value), str(value)) for value in values)

    return rulebook().chapters(listed, names=names, text=descriptions.text)


def _names() -> dict[str, str]:
    """What ids in columns are called."""
    traits, combat = rulebook().traits, rulebook().combat
    tables = (traits.attribute_groups, traits.attributes, traits.abilities, combat.aim_melee)
    named = {id: row.name for table in tables for id, row in table.items()}
    return named | {id: row.name for id, row in combat.levels.items()}
