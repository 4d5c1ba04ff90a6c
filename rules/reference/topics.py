"""A reference written as topics: chapters, headings and rules as text in a game's tables, and the
chapters made from them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules import tables
from rules.reference.chapters import Chapter, ChapterPart, Term, Terms

CHAPTERS = "chapters.toml"


class ChapterOutline(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chapter: its heading in the contents, and the ids of its parts in order."""

    id: str
    name: str
    group: str
    about: str
    source: str
    parts: tuple[str, ...]


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a part made of topics."""

    id: str
    name: str


class Topic(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule in our words, under the heading `part`.

    `{names}` in it are replaced by figures of other tables; `ruled` names rulings of those tables
    ("harm.at_least"); `see` are the ids of related terms; `keys` are the names that sheets and
    forms use.
    """

    id: str
    name: str
    part: str
    does: str = ""
    source: str
    ruling: str = ""
    ruled: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """The written reference, by id in order. A game adds tables for its own reference pages."""

    chapters: dict[str, ChapterOutline]
    headings: dict[str, Heading]
    topics: dict[str, Topic]


def read(reader: tables.Reader, files: Iterable[str], chapters: str = CHAPTERS) -> dict[str, Any]:
    """The members of a `Guide`: chapters and headings from the file of `chapters`, and the topics
    of these files; TableError if two topics have the same id.
    """
    topics: dict[str, Topic] = {}
    for file in files:
        for id, topic in reader.entries(file, "topic", Topic, refs={"part": "headings"}).items():
            if id in topics:
                raise tables.TableError(file, id, "is also in an earlier file")
            topics[id] = topic
    return {
        "chapters": reader.entries(chapters, "chapter", ChapterOutline),
        "headings": reader.entries(chapters, "heading", Heading),
        "topics": topics,
    }


def chapters(
    guide: Guide, *, parts: Iterable[ChapterPart], values: Mapping[str, str | int], book: Any
) -> tuple[Chapter, ...]:
    """Every chapter in the order of the contents, made of the table `parts`, and of topics with the
    `values` that they name. The rulings that they name are in tables of the `book`.
    """
    headings = guide.headings.values()
    rows: dict[str, list[Term]] = {heading.id: [] for heading in headings}
    for topic in guide.topics.values():
        rows[topic.part].append(_term(topic, values, book))
    of_topics = (Terms(one.id, one.name, tuple(rows[one.id])) for one in headings)
    parts_by_id: dict[str, ChapterPart] = {part.id: part for part in (*parts, *of_topics)}
    return tuple(
        Chapter(
            id=outline.id,
            name=outline.name,
            group=outline.group,
            about=outline.about,
            source=outline.source,
            parts=tuple(parts_by_id[part] for part in outline.parts),
        )
        for outline in guide.chapters.values()
    )


def _term(topic: Topic, values: Mapping[str, str | int], book: Any) -> Term:
    """A topic with the figures and rulings of other tables filled in."""
    own = (topic.ruling.format_map(values),) if topic.ruling else ()
    return Term(
        id=topic.id,
        name=topic.name,
        text=topic.does.format_map(values),
        source=topic.source,
        rulings=(*own, *(_ruling(place, book) for place in topic.ruled)),
        aliases=topic.aliases,
        see=topic.see,
        keys=topic.keys,
    )


def _ruling(place: str, book: object) -> str:
    """A ruling of a table: "harm.at_least"."""
    table, _, name = place.partition(".")
    rulings: dict[str, str] = getattr(book, table).rulings
    return rulings[name]
