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

CHAPTERS, TOPICS = topics.CHAPTERS, "the topics"


class ListingColumn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A column of a listing: its name, and the `full` one if that differs; the member of a row that
    it shows, or one item of it ("hours[3]", "attributes[DEX]"); and the form of a number ("{}D"). A
    form with a sign leaves 0 out.
    """

    name: str
    member: str
    full: str = ""
    form: str = "{:,}"


class Listing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a chapter made of a table's `rows` ("combat.ranges"), of one `kind` if it says so;
    the ids of its terms begin with the `prefix`, and a `key` is another beginning by which sheets
    and forms find them. Without columns, or a `head`, the terms are read in order. Names in braces
    are those of `tables`: "{tables.kinds[droid].name}".
    """

    id: str
    name: str
    rows: str
    prefix: str
    head: str = ""
    kind: str = ""
    key: str = ""
    note: str = ""
    columns: tuple[ListingColumn, ...] = ()


class ListedGuide(topics.Guide, frozen=True, kw_only=True):
    """The written reference, and the listings of other tables."""

    listings: dict[str, Listing]


def read(reader: tables.Reader, files: Iterable[str], chapters: str = CHAPTERS) -> ListedGuide:
    """The reference from these files of topics, and that of `chapters`; TableError names the file
    and the key of an error.
    """
    listed = reader.entries(chapters, "listing", Listing)
    guide = ListedGuide(**topics.read(reader, files, chapters), listings=listed)
    reader.check(guide)
    return guide


def rows_at(book: Any, place: str) -> Mapping[str, Row]:
    """The rows of a table by its place ("combat.ranges", "craft.hits[ship-light].rows"); KeyError
    or AttributeError if there is none.
    """
    rows = book
    for step in place.split("."):
        name, key = _member(step)
        if name.startswith("_"):
            raise KeyError(place)
        rows = getattr(rows, name)
        rows = rows[key] if key else rows
    if isinstance(rows, tuple):
        rows = {row.id: row for row in rows}
    if not isinstance(rows, dict):
        raise KeyError(place)
    return rows


def _public(row: Row) -> list[str]:
    """The members of a row that a column may show."""
    return [name for name in dir(row) if not name.startswith("_")]


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
            check_known(file, f"{listing.id}.columns", members, _public(row))
    for topic in guide.topics.values():
        check_known(TOPICS, f"{topic.id}.see", topic.see, terms)


def parts(
    guide: ListedGuide,
    book: Any,
    shown: Callable[[Any], str] = str,
    *,
    named_by_id: Iterable[str] = (),
    names: Mapping[str, str] = MappingProxyType({}),
    text: Callable[[Any], str] | None = None,
    see: Callable[[Any], tuple[str, ...]] = lambda _row: (),
    computed: Mapping[str, Callable[[Any], str]] = MappingProxyType({}),
) -> Iterator[ChapterPart]:
    """Every listing as a table, or as terms to read in order. `shown(value)` is the text of a value
    that is neither a text nor a number; rows with a prefix in `named_by_id` are found by their id,
    too. `names` are the names of ids in rows; `text(row)` replaces what a row does, `see(row)` are
    related terms, and `computed` has the figures that are no members.
    """

    def figure(row: Row, column: ListingColumn) -> str:
        if column.member in computed:
            return computed[column.member](row)
        name, key = _member(column.member)
        value = getattr(row, name)
        if key:
            value = value.get(key) if isinstance(value, dict) else value[int(key)]
        if value is None or value == "" or value is False or (value == 0 and "+" in column.form):
            return NOTHING
        if value is True:
            return "yes"
        if isinstance(value, int):
            return column.form.format(value).replace("-", "−")
        return names.get(value, value) if isinstance(value, str) else shown(value) or NOTHING

    for listing in guide.listings.values():
        columns = listing.columns
        entries = tuple(
            term(
                row,
                listing.prefix,
                *(figure(row, column) for column in columns),
                text=text(row) if text else None,
                aliases=(row.id,) if listing.prefix in named_by_id else (),
                see=see(row),
                keys=(f"{listing.key}.{row.id}",) if listing.key else (),
            )
            for row in rows_at(book, listing.rows).values()
            if listing.kind in ("", getattr(row, "kind", ""))
        )
        heads = tuple(Column(column.name, column.full) for column in columns)
        name, note = (said.format(tables=book) for said in (listing.name, listing.note))
        if columns and listing.head:
            yield Table(listing.id, name, entries, heads, listing.head, note)
        else:
            yield Terms(listing.id, name, entries, heads, note)
