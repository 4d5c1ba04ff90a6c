"""The reference: every table and rule of the game as chapters, from the tables that characters are
made with and those of the reference alone. Parts that are not words alone come from `parts_*.py`.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

from rules.reference import Chapter, Part, Term, Terms
from rules.systems.hyperspace_d6 import parts_character, parts_craft, parts_gear, parts_play
from rules.systems.hyperspace_d6.book import Book, book
from rules.systems.hyperspace_d6.guide import Topic, guide


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    modules = (parts_play, parts_character, parts_gear, parts_craft)
    tables = chain.from_iterable(module.parts() for module in modules)
    made = {part.id: part for part in (*tables, *_topics())}
    return tuple(
        Chapter(
            id=outline.id,
            name=outline.name,
            group=outline.group,
            about=outline.about,
            source=outline.source,
            parts=tuple(made[part] for part in outline.parts),
        )
        for outline in guide().chapters.values()
    )


def _topics() -> list[Part]:
    """The parts that are made of topics."""
    values = _values(book())
    rows: dict[str, list[Term]] = {id: [] for id in guide().headings}
    for topic in guide().topics.values():
        rows[topic.part].append(_term(topic, values))
    return [Terms(id, heading.name, tuple(rows[id])) for id, heading in guide().headings.items()]


def _term(topic: Topic, values: dict[str, int]) -> Term:
    """A topic with the figures of other tables, and the rulings that stand beside them."""
    ruled = [_ruling(place) for place in topic.ruled]
    return Term(
        id=topic.id,
        name=topic.name,
        text=topic.does.format_map(values),
        source=topic.source,
        rulings=(*filter(None, (topic.ruling,)), *ruled),
        aliases=topic.aliases,
        see=topic.see,
        keys=topic.keys,
    )


def _ruling(place: str) -> str:
    """A ruling of another table: "harm.at_least"."""
    table, _, name = place.partition(".")
    found: dict[str, str] = getattr(book(), table).rulings
    return found[name]


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
