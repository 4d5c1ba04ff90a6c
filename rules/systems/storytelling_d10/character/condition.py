"""How somebody is: the health level that damage comes to, and the dice that it takes."""

from __future__ import annotations

from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.rulebook import Level

PAIN_RESISTANCE = "pain-resistance"


def level(character: Character) -> Level | None:
    """The level that all damage together comes to, None unhurt."""
    marks = character.marks
    marked = marks.bashing + marks.lethal
    return character.levels[marked - 1] if marked else None


def penalty(character: Character) -> int | None:
    """The dice that damage takes, 0 or less; None where nothing is done any more. Whoever feels no
    pain loses none until killed.
    """
    now = level(character)
    if now is None or (now.penalty is not None and character.has_merit(PAIN_RESISTANCE)):
        return 0
    return now.penalty
