"""The written reference of a declared game of codes: the chapters of `reference/` in its folder,
made of topics and of rows of its tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from rules.declared.braces import has_others
from rules.declared.own_tables import Own
from rules.declared.reading import ReadTables
from rules.declared.ruleset import Ruleset
from rules.kit import listings
from rules.kit.listings import ListedGuide
from rules.kit.rulebooks import ListedRulebook
from rules.reference.chapters import Chapter
from rules.tables import TableError

REFERENCE = "reference"
FILE = f"{REFERENCE}/{listings.CHAPTERS}"
# A place in braces, which reaches nothing but numbers and texts of the tables; and the form of a
# number in a column.
_STEP = r"[a-z][a-z_]*(?:\[[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*\])?"
_PLACE = re.compile(rf"\{{{_STEP}(?:\.{_STEP})*\}}")
_FORM = re.compile(r"[^{}]*\{(?::[+,]{1,2})?\}[^{}]*")


def rulebook(read: ReadTables) -> Own:
    """Every table of a game by the name of its file, with the written reference; TableError for a
    name there that is in no table.
    """
    names = read.book.__struct_fields__
    every = {**{name: getattr(read.book, name) for name in names}, **read.own}
    every = {name: table for name, table in every.items() if not hasattr(ListedRulebook, name)}
    kind = msgspec.defstruct(
        "Rulebook", [(name, object) for name in every], bases=(ListedRulebook,), frozen=True
    )
    files = (name for name in read.reader.names if name.startswith(REFERENCE) and name != FILE)
    guide = listings.read(read.reader.again(), files, FILE)
    _check(guide)
    book = kind(**every, reference=guide)
    listings.check(guide, book, REFERENCE)
    return book


def of(rules: Ruleset) -> Callable[[], tuple[Chapter, ...]]:
    """The chapters of a game, made once; TableError for a fault of its reference."""
    book, traits = rulebook(rules.tables), rules.book.traits
    rows = {**traits.attributes, **traits.skills, **rules.book.power_skills}

    def shown(value: object) -> str:
        """A list in a column, traits by their names."""
        several = value if isinstance(value, tuple | list | dict) else (value,)
        return ", ".join(rows[one].name if one in rows else str(one) for one in several)

    @cache
    def chapters() -> tuple[Chapter, ...]:
        found: tuple[Chapter, ...] = book.chapters(shown, named_by_id=("attributes",))
        return found

    try:
        chapters()
    except (KeyError, AttributeError, IndexError, TypeError, ValueError) as error:
        raise TableError(FILE, "", f"a text names what is in no table: {error}") from None
    return chapters


def _check(guide: ListedGuide) -> None:
    """TableError for a text with other braces than those of a place in the tables."""
    for file, row, text in _texts(guide):
        if has_others(text, _PLACE):
            message = "braces name a number of the tables: {play.wake}, {weather.kinds[storm].dark}"
            raise TableError(file, row, message)
    for listing in guide.listings.values():
        for column in listing.columns:
            if not _FORM.fullmatch(column.form):
                raise TableError(FILE, f"{listing.id}.columns", "write a form like {}D or {:+}")


def _texts(guide: ListedGuide) -> Iterator[tuple[str, str, str]]:
    """Every text that is filled in, with its file and row."""
    for topic in guide.topics.values():
        yield from ((listings.TOPICS, topic.id, text) for text in (topic.does, topic.ruling))
    for listing in guide.listings.values():
        yield from ((FILE, listing.id, text) for text in (listing.name, listing.note))
