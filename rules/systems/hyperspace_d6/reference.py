"""The reference: every table and rule of the game as chapters, from the tables that characters are
made with and those of the reference alone. Parts that are not words alone come from `parts_*.py`.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

from rules import topics
from rules.reference import Chapter
from rules.systems.hyperspace_d6 import parts_character, parts_craft, parts_gear, parts_play
from rules.systems.hyperspace_d6.book import Book, book
from rules.systems.hyperspace_d6.guide import guide


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    tables, modules = guide(), (parts_play, parts_character, parts_gear, parts_craft)
    return topics.chapters(
        tables.chapters.values(),
        tables.headings.values(),
        tables.topics.values(),
        parts=chain.from_iterable(module.parts() for module in modules),
        values=_values(book()),
        book=book(),
    )


def _values(tables: Book) -> dict[str, int]:
    """What a topic may name in braces."""
    creation, advancement = tables.creation, tables.advancement
    numbers = {
        name: value
        for name in creation.__struct_fields__
        if isinstance(value := getattr(creation, name), int)
    }
    return {
        **numbers,
        "skill_to_two": 2 * advancement.skill,
        "attribute_to_two": 2 * advancement.attribute,
        "gear": advancement.gear,
        "unlock_force": advancement.unlock_force,
        "saber_damage": tables.weapons["lightsaber"].damage,
    }
