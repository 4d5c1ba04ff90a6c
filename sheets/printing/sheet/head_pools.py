"""The head pools of a sheet in words, with what is trained under each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.sheet.sections import Column, Line, Sheet, Traits
from sheets.printing.type.glyphs import with_minus

NO_BREAK = "\u00a0"


@dataclass(frozen=True)
class Pools:
    """A head pool with the pools under it that are worth a roll: "DEX 3D", "Blasters 4D"."""

    head: str
    rest: str


def pools_of(sheet: Sheet) -> Iterator[Pools]:
    """The head pools with trained skills; without head pools, what is trained, or all that is more
    than nothing.
    """
    for section in sheet.sections:
        if isinstance(section, Traits):
            yield from head_pools(section)


def head_pools(section: Traits) -> Iterator[Pools]:
    """The same of one section."""
    for column in (*section.columns, *([section.row] if section.row else [])):
        if pools := _column(column):
            yield pools


def _column(column: Column) -> Pools | None:
    if column.figure:
        lines = [line for line in column.lines if line.trained]
        return Pools(
            f"{column.abbreviation}{NO_BREAK}{with_minus(column.figure.code)}", _listed(lines)
        )
    trained = [line for line in column.lines if line.trained]
    lines = trained or [line for line in column.lines if line.figure.value > 0]
    return Pools(column.name, _listed(lines)) if lines else None


def _listed(lines: Iterable[Line]) -> str:
    return ", ".join(f"{line.name}{NO_BREAK}{with_minus(line.figure.code)}" for line in lines)
