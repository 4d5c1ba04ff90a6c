"""What the parts of the reference have in common: a row of a table as a term, and how numbers are
printed.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.reference.chapters import Column, Term, anchored
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Entry

NOTHING = "–"
PRICE = Column("Price", "Price in credits")


def term(
    row: Entry,
    prefix: str,
    *figures: str,
    text: str | None = None,
    see: tuple[str, ...] = (),
    keys: tuple[str, ...] = (),
) -> Term:
    """A row of a table as a term; its id is the prefix and its own."""
    return Term(
        id=anchored(prefix, row.id),
        name=row.name,
        text=row.does if text is None else text,
        figures=figures,
        source=row.source,
        rulings=(row.ruling,) if row.ruling else (),
        aliases=row.aliases,
        see=see,
        keys=keys,
    )


def plain(rows: Iterable[Entry], prefix: str) -> tuple[Term, ...]:
    """Rows that need no figures."""
    return tuple(term(row, prefix) for row in rows)


def attribute_columns(*ids: str) -> tuple[Column, ...]:
    """A column for each attribute, named in full for those who listen."""
    return tuple(Column(id, book().attributes[id].name) for id in ids)


def signed(number: int) -> str:
    """A number that is added or taken away, with a proper minus sign; a dash for nothing."""
    return f"{number:+}".replace("-", "−") if number else NOTHING


def reach(times: int, of: str) -> str:
    """From where a level of harm reaches: "3 × Stamina or more"."""
    if times == 0:
        return f"up to {of}"
    return f"more than {of}" if times == 1 else f"{times} × {of} or more"
