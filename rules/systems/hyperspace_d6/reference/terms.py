"""Common elements of the reference tables: columns, and the range of a level of harm."""

from __future__ import annotations

from rules.reference.chapters import Column
from rules.systems.hyperspace_d6.rulebook.book import book

PRICE = Column("Price", "Price in credits")


def attribute_columns(*ids: str) -> tuple[Column, ...]:
    """A column for each attribute, with its full name for screen readers."""
    return tuple(Column(id, book().attributes[id].name) for id in ids)


def reach(times: int, of: str) -> str:
    """The lowest damage of a level of harm: "3 × Stamina or more"."""
    if times == 0:
        return f"up to {of}"
    return f"more than {of}" if times == 1 else f"{times} × {of} or more"
