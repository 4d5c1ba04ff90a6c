"""The reference: every table and rule of the game as chapters. The table modules beside this one
make the parts that are not only text.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

from rules.reference import topics
from rules.reference.chapters import Chapter
from rules.systems.hyperspace_d6.reference import character_tables, play_tables
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.guide import guide


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    parts = (
        play_tables.fight_tables(),
        character_tables.origin_tables(),
        character_tables.gear_tables(),
        play_tables.craft_tables(),
    )
    return topics.chapters(
        guide(),
        parts=chain.from_iterable(parts),
        values=_values(book()),
        book=book(),
    )


def _values(tables: Book) -> dict[str, int]:
    """The values that a topic can name in braces."""
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
