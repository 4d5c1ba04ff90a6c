"""Cards for the places that are left: numbers and rules that one looks up in play."""

from __future__ import annotations

from collections.abc import Iterator

from rules.sheet.sections import Figures, Sheet, Track, Traits
from sheets.printing.sheet.head_pools import NO_BREAK, head_pools
from sheets.printing.type.glyphs import printable, with_minus


def looked_up(sheet: Sheet) -> Iterator[tuple[str, list[str]]]:
    """The name and the lines of each: pools with what is trained, the first of the important
    numbers, and what each level of harm does.
    """
    numbers = [section for section in sheet.sections if isinstance(section, Figures)][:1]
    traits = [section for section in sheet.sections if isinstance(section, Traits)]
    tracks = [section for section in sheet.sections if isinstance(section, Track)]
    shown: list[Traits | Figures | Track] = [*traits, *numbers, *tracks]
    for section in shown:
        lines = [printable(line) for line in _lines(section)]
        if lines:
            yield printable(section.name), lines


def _lines(section: Figures | Traits | Track) -> Iterator[str]:
    if isinstance(section, Traits):
        for pools in head_pools(section):
            named = filter(None, ("" if pools.head == section.name else pools.head, pools.rest))
            yield ": ".join(named)
    elif isinstance(section, Figures):
        for line in section.lines:
            yield f"{line.name}{NO_BREAK}{with_minus(line.figure.code)}"
    else:
        for level in section.levels:
            yield f"{f'{level.name} {level.reach}'.strip()}: {level.effect}"
