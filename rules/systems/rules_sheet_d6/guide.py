"""The tables that only the reference shows, as frozen structs: chapters, rules in words, worked
examples, read once from `tables/reference/*.toml`. A character's tables are in `book.py`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from rules import tables, topics
from rules.systems.rules_sheet_d6 import book as books
from rules.systems.rules_sheet_d6.book import Book, book
from rules.topics import Heading, Outline, Topic


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character of whom the source tells so much: codes, and what armor adds to Defense."""

    id: str
    name: str
    attributes: dict[str, str] = {}
    skills: dict[str, str] = {}
    armor: dict[str, int] = {}


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many of something, as an example."""

    id: str
    count: int


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The total at which the printed rows of a way to heal end."""

    id: str
    last: int


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of the reference, by id in its order."""

    chapters: dict[str, Outline]
    headings: dict[str, Heading]
    topics: dict[str, Topic]
    examples: dict[str, Example]
    counts: dict[str, Count]
    ends: dict[str, End]


@cache
def guide() -> Guide:
    """The tables, read and checked once; TableError names the file and the key of a fault."""
    read = tables.Reader(books.FOLDER / "reference")
    found = Guide(
        chapters=read.entries("chapters.toml", "chapter", Outline),
        headings=read.entries("chapters.toml", "heading", Heading),
        topics=topics.read(read, ("playing.toml", "character.toml")),
        examples=read.entries("examples.toml", "example", Example),
        counts=read.entries("examples.toml", "count", Count),
        ends=read.entries("examples.toml", "end", End),
    )
    check(found, book())
    return found


def check(found: Guide, other: Book) -> None:
    """Every id that a row names stands in the table it points to; TableError otherwise."""
    pointing: tuple[tuple[str, dict[str, Any], str, Any], ...] = (
        ("the topics", found.topics, "part", found.headings),
        ("examples.toml", found.examples, "attributes", other.traits.attributes),
        ("examples.toml", found.ends, "id", other.play.healing),
    )
    for file, rows, member, known in pointing:
        for id, row in rows.items():
            tables.known(file, f"{id}.{member}", getattr(row, member), known)
    tables.known("examples.toml", "end", other.play.healing, found.ends)
