"""The boxes of harm on a sheet, marked and cleared by hand like those on paper: without a roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Generic

from rules.play import Action, Attempt, C_contra, MarkChange, Outcome, RollForm
from rules.problems import Problem, RuleViolation
from rules.sheet.sections import Level, Track

PREFIX = "box."
NO_SUCH_BOX = "This sheet has no such box."
NO_EFFECT = "This mark follows from the other boxes. Change those instead."


def box_id(level: int, box: int) -> str:
    """The id of the action that presses a box; levels of the track and boxes count from 1."""
    return f"{PREFIX}{level}.{box}"


@dataclass(frozen=True)
class HarmBoxes(Generic[C_contra]):
    """The track of harm of a sheet. `marks(character, level, count)` are the marks as they stand
    once `count` boxes of that level (from 0) are marked by hand.
    """

    track: Callable[[C_contra], Track]
    marks: Callable[[C_contra, int, int], Mapping[str, int]]

    def form(self, attempt: Attempt[C_contra], action: str) -> RollForm:
        """The action of a box: nothing to decide."""
        _, level, count = self._pressed(attempt.character, action)
        return RollForm(Action(action, _name(level, count)), ())

    def resolve(self, attempt: Attempt[C_contra], action: str, _rng: Random) -> Outcome:
        """A box pressed: an empty one is marked with those before it, a marked one is cleared with
        those after it. RuleViolation for an unknown box and where nothing would change.
        """
        position, level, count = self._pressed(attempt.character, action)
        after = self.marks(attempt.character, position, count)
        marks: object = attempt.character.marks  # type: ignore[attr-defined]  # every character has them
        shifts = tuple(
            MarkChange(mark, value - getattr(marks, mark))
            for mark, value in after.items()
            if value != getattr(marks, mark)
        )
        if not shifts:
            raise RuleViolation([Problem("barred", action, NO_EFFECT)])
        how = "Marked by hand." if count > level.ticked else "Cleared by hand."
        return Outcome(action, _name(level, count), "box", said=(how,), shifts=shifts)

    def _pressed(self, character: C_contra, action: str) -> tuple[int, Level, int]:
        """The position of the level of a box, the level, and how many are marked after the press;
        RuleViolation where there is no such box.
        """
        numbers = action.removeprefix(PREFIX).split(".")
        levels = self.track(character).levels
        if len(numbers) == 2 and all(text.isascii() and text.isdigit() for text in numbers):
            level_number, box = map(int, numbers)
            if 1 <= level_number <= len(levels):
                level = levels[level_number - 1]
                if 1 <= box <= max(1, level.boxes):
                    return level_number - 1, level, box - 1 if box <= level.ticked else box
        raise RuleViolation([Problem("unknown-action", action, NO_SUCH_BOX)])


def _name(level: Level, count: int) -> str:
    if level.boxes > 1:
        return f"{level.name} {count} of {level.boxes}"
    return level.name
