"""The blank sheet of a game, to fill in by hand."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec

from rules import registry
from rules.character import Character as OpenCharacter
from rules.sheet.sections import Section, Sheet, Track

# The number of boxes drawn where a character has some, since their number is unknown.
BLANK_BOXES = 6


@cache
def blank_sheet(slug: str) -> Sheet:
    """The sheet of an empty character. InvalidDocument if there is no such game.

    An empty character has no boxes for harm if a trait decides their number. A random character
    shows which levels have any.
    """
    system = registry.get(slug)
    nobody = system.blank_sheet()
    somebody = OpenCharacter(system, system.random(Random(1))).sheet  # noqa: S311  # it is always the same one
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
