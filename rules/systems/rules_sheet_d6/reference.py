"""The reference: every rule and figure of the game as chapters, from the tables that characters are
made with and those of the reference alone.
"""

from __future__ import annotations

from functools import cache

from rules.reference import Chapter, Part, Term, Terms
from rules.systems.rules_sheet_d6 import examples, parts
from rules.systems.rules_sheet_d6.book import book
from rules.systems.rules_sheet_d6.guide import Topic, guide


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    made = {part.id: part for part in (*parts.parts(), *_topics())}
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
    values = examples.figures()
    rows: dict[str, list[Term]] = {id: [] for id in guide().headings}
    for topic in guide().topics.values():
        rows[topic.part].append(_term(topic, values))
    return [Terms(id, heading.name, tuple(rows[id])) for id, heading in guide().headings.items()]


def _term(topic: Topic, values: dict[str, str | int]) -> Term:
    """A topic with the figures of other tables, and the rulings that stand beside them."""
    return Term(
        id=topic.id,
        name=topic.name,
        text=topic.does.format_map(values),
        source=topic.source,
        rulings=(
            *filter(None, (topic.ruling.format_map(values),)),
            *(_ruling(place) for place in topic.ruled),
        ),
        aliases=topic.aliases,
        see=topic.see,
        keys=topic.keys,
    )


def _ruling(place: str) -> str:
    """A ruling of another table: "defense.armor"."""
    table, _, name = place.partition(".")
    found: dict[str, str] = getattr(book(), table).rulings
    return found[name]
