"""Rows of a game's tables, and of a source written down by hand, to compare them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.tables import Row


def every_row(found: Any) -> Iterator[Row]:
    """Every row of every table of a rulebook."""
    if isinstance(found, Row):
        yield found
    elif isinstance(found, dict):
        for value in found.values():
            yield from every_row(value)
    elif isinstance(found, tuple):
        for value in found:
            yield from every_row(value)
    if hasattr(found, "__struct_fields__"):
        for name in found.__struct_fields__:
            yield from every_row(getattr(found, name))


def members(rows: Any, *names: str) -> dict[str, Any]:
    """The members with these names of each row, by its id; a single one as it is."""
    rows = rows.values() if isinstance(rows, dict) else rows
    found = {row.id: tuple(getattr(row, name) for name in names) for row in rows}
    return {id: values[0] for id, values in found.items()} if len(names) == 1 else found


def grouped(text: str) -> list[tuple[str, ...]]:
    """The rows of a text, cells parted by "|", each with the line that it is indented under."""
    rows, group = [], ""
    for line in text.strip().splitlines():
        if not line.startswith(" "):
            group = line
        else:
            rows.append((group, *(cell.strip() for cell in line.split("|"))))
    return rows
