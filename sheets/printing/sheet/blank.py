"""The sheet of a game with nothing on it: what a table fills in by hand."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec

from rules import registry
from rules.sheet.sections import Section, Sheet, Track

# So many boxes are drawn where a character may have some, however many those will be.
BLANK_BOXES = 6


@cache
def blank_sheet(slug: str) -> Sheet:
    """The sheet of nobody yet. InvalidDocument where there is no such game.

    Nobody has no boxes yet to mark harm in, where a trait says how many: which levels have any is
    seen on a character made by chance.
    """
    system = registry.get(slug)
    nobody = system.sheet(system.empty())
    somebody = system.sheet(system.random(Random(1)))  # noqa: S311  # it is always the same one
    like = {section.id: section for section in somebody.sections}
    drawn = tuple(_with_boxes(section, like.get(section.id)) for section in nobody.sections)
    return msgspec.structs.replace(nobody, sections=drawn)


def _with_boxes(section: Section, like: Section | None) -> Section:
    if not isinstance(section, Track) or not isinstance(like, Track):
        return section
    boxed = {level.name for level in like.levels if level.boxes}
    levels = tuple(
        msgspec.structs.replace(level, boxes=level.boxes or BLANK_BOXES)
        if level.name in boxed
        else level
        for level in section.levels
    )
    return msgspec.structs.replace(section, levels=levels)
