"""A reference made mostly of a game's tables: each listing is a part of a chapter with the rows of
one table; the rest are topics.

The listed tables and their columns are each game's own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from rules import tables
from rules.kit.reference_tables import NOTHING, term
from rules.reference import topics
from rules.reference.chapters import ChapterPart, Column, Table, Terms, anchor_id
from rules.tables import Row, check_known

CHAPTERS, TOPICS = "chapters.toml", "the topics"


class ListingColumn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A column of a listing: its name, and the member of a row that it shows, or one item of it
    ("hours[3]").
    """

    name: str
    member: str


class Listing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a chapter made of a table's `rows` ("combat.ranges"); the ids of its terms begin
    with the `prefix`. Without columns the terms are read in order.
    """

    id: str
    name: str
    rows: str
    prefix: str
    head: str
    note: str = ""
    columns: tuple[ListingColumn, ...] = ()


class ListedGuide(topics.Guide, frozen=True, kw_only=True):
    """The written reference, and the listings of other tables."""

    listings: dict[str, Listing]


def read(reader: tables.Reader, files: Iterable[str]) -> ListedGuide:
    """The reference from these files of topics; TableError names the file and the key of an
    error.
    """
    listed = reader.entries(CHAPTERS, "listing", Listing)
    guide = ListedGuide(**topics.read(reader, files), listings=listed)
    reader.check(guide)
    return guide


def rows_at(book: Any, place: str) -> Mapping[str, Row]:
    """The rows of a table by its place ("combat.ranges", "craft.hits[ship-light].rows"); KeyError
    or AttributeError if there is none.
    """
    rows = book
    for step in place.split("."):
        name, key = _member(step)
        rows = getattr(rows, name)
        rows = rows[key] if key else rows
    if isinstance(rows, tuple):
        rows = {row.id: row for row in rows}
    if not isinstance(rows, dict):
        raise KeyError(place)
    return rows


def _member(step: str) -> tuple[str, str]:
    """The member that a step of a place names, and the key in it, "" without one."""
    name, _, key = step.rstrip("]").partition("[")
    return name, key


def check(guide: ListedGuide, book: Any, folder: str) -> None:
    """TableError where a chapter, a topic or a listing names what is not there: parts, rulings of
    the book's tables, their rows and members, terms.
    """
    file, parts = f"{folder}/{CHAPTERS}", {**guide.headings, **guide.listings}
    for chapter in guide.chapters.values():
        check_known(file, f"{chapter.id}.parts", chapter.parts, parts)
    for topic in guide.topics.values():
        for place in topic.ruled:
            table, _, name = place.partition(".")
            rulings = getattr(getattr(book, table, None), "rulings", {})
            check_known(TOPICS, f"{topic.id}.ruled", name, rulings)
    terms = {*guide.topics}
    for listing in guide.listings.values():
        try:
            rows = rows_at(book, listing.rows)
        except (AttributeError, KeyError):
            check_known(file, f"{listing.id}.rows", listing.rows, ())
            continue
        terms |= {anchor_id(listing.prefix, id) for id in rows}
        for row in rows.values():
            members = [_member(column.member)[0] for column in listing.columns]
            check_known(file, f"{listing.id}.columns", members, dir(row))
    for topic in guide.topics.values():
        check_known(TOPICS, f"{topic.id}.see", topic.see, terms)


def parts(
    guide: ListedGuide,
    book: Any,
    shown: Callable[[Any], str],
    *,
    named_by_id: Iterable[str] = (),
    names: Mapping[str, str] = MappingProxyType({}),
    text: Callable[[Any], str] | None = None,
) -> Iterator[ChapterPart]:
    """Every listing as a table, or as terms if it has no columns. `shown(value)` is the text of a
    value that is neither a text nor a number; rows with a prefix in `named_by_id` are found by
    their id, too. `names` are the names of ids in rows; `text(row)` replaces what a row does.
    """

    def figure(row: Row, member: str) -> str:
        name, key = _member(member)
        value = getattr(row, name)
        value = value[int(key)] if key else value
        if value is None or value == "" or value is False:
            return NOTHING
        if value is True:
            return "yes"
        if isinstance(value, int):
            return f"{value:,}".replace("-", "−")
        return names.get(value, value) if isinstance(value, str) else shown(value) or NOTHING

    for listing in guide.listings.values():
        columns = listing.columns
        entries = tuple(
            term(
                row,
                listing.prefix,
                *(figure(row, column.member) for column in columns),
                text=text(row) if text else None,
                aliases=(row.id,) if listing.prefix in named_by_id else (),
            )
            for row in rows_at(book, listing.rows).values()
        )
        if columns:
            heads = tuple(Column(column.name) for column in columns)
            yield Table(listing.id, listing.name, entries, heads, listing.head, listing.note)
        else:
            yield Terms(listing.id, listing.name, entries, note=listing.note)
