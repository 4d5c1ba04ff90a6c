"""The reference: every rule and figure of the game as chapters, from the tables that characters are
made with and those of the reference alone.
"""

from __future__ import annotations

from functools import cache

from rules import topics
from rules.reference import Chapter
from rules.systems.rules_sheet_d6 import examples, parts
from rules.systems.rules_sheet_d6.book import book
from rules.systems.rules_sheet_d6.guide import guide


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    tables = guide()
    return topics.chapters(
        tables.chapters.values(),
        tables.headings.values(),
        tables.topics.values(),
        parts=parts.parts(),
        values=examples.figures(),
        book=book(),
    )
