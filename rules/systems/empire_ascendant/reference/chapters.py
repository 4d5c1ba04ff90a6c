"""The reference: every table and rule of the game as chapters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rules.reference.chapters import Chapter
from rules.systems.empire_ascendant.rulebook import rulebook


def _skills(ids: Iterable[str]) -> str:
    """The names of several skills."""
    return ", ".join(rulebook().traits.skills[id].name for id in ids)


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    return rulebook().chapters(_skills, named_by_id=("attributes",))
