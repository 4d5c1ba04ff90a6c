"""The reference: every table and rule of the game as chapters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.reference import topics
from rules.reference.chapters import Chapter, ChapterPart, Column, Table, Term, Terms, anchor_id
from rules.systems.empire_ascendant.rulebook import Listing, rulebook
from rules.tables import Row

NOTHING = "–"


def _parts() -> Iterator[ChapterPart]:
    """Every listing as a table, or as terms where it has no columns."""
    for listing in rulebook().reference.listings.values():
        rows = tuple(_term(row, listing) for row in rulebook().rows(listing.rows).values())
        columns = tuple(Column(column.name) for column in listing.columns)
        if columns:
            yield Table(listing.id, listing.name, rows, columns, listing.head, listing.note)
        else:
            yield Terms(listing.id, listing.name, rows, note=listing.note)


def _term(row: Row, listing: Listing) -> Term:
    figures = tuple(_shown(getattr(row, column.member)) for column in listing.columns)
    return Term(
        id=anchor_id(listing.prefix, row.id),
        name=row.name,
        text=row.does,
        figures=figures,
        source=row.source,
        rulings=(row.ruling,) if row.ruling else (),
        aliases=(row.id,) if listing.prefix == "attributes" else (),
    )


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        skills = rulebook().traits.skills
        return ", ".join(skills[id].name for id in value)
    if value is None or value == "":
        return NOTHING
    return f"{value:,}".replace("-", "−") if isinstance(value, int) else str(value)


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    book = rulebook()
    return topics.chapters(book.reference, parts=_parts(), values=book.values, book=book)
