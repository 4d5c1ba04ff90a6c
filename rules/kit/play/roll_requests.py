"""Roll requests of a GM: the values that they fix in a check's roll form, and the result of two
players' opposed checks.
"""

from collections.abc import Callable

import msgspec

from rules.kit.play.answers import not_whole
from rules.play import OpposedResult, Outcome
from rules.problems import Problem, RuleViolation

# The fields of a check's target, each empty.
AGAINST_NOTHING = {"ladder": ("",), "target": ("",), "opposed": ("",)}


class RollRequests(msgspec.Struct, frozen=True, gc=False):
    """A game's roll requests. `number` is the highest target number, `dice` the most dice of an
    opponent, and `written` formats them for the field `opposed`.

    `helpers` is the highest number of helpers; if it is 0, `nobody_helps` is the refusal of a
    request with helpers. `tie` explains a tie between two players.
    """

    number: int
    dice: int
    tie: Callable[[], str]
    helpers: int = 0
    nobody_helps: str = ""
    written: Callable[[int], str] = str

    def fields(
        self, *, target: int | None = None, helpers: int = 0, opposed_by: int | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The values that a request fixes in a check's roll form; RuleViolation names each number
        out of bounds.

        A roll against another player (`opposed_by` 0) has no target number; otherwise a `target` is
        the only one.
        """
        numbers = (
            ("target", target, self.number),
            ("helpers", helpers or None, self.helpers),
            ("opposed", opposed_by, self.dice),
        )
        wrong = [
            Problem("bad-value", name, self.nobody_helps)
            if name == "helpers" and self.nobody_helps
            else not_whole(name, 0, highest)
            for name, number, highest in numbers
            if number is not None and not 0 <= number <= highest
        ]
        if wrong:
            raise RuleViolation(wrong)
        values: dict[str, tuple[str, ...]] = {
            name: (self.written(number) if name == "opposed" else str(number),)
            for name, number, _ in numbers
            if number is not None
        }
        return values if target is None and opposed_by != 0 else {**AGAINST_NOTHING, **values}

    def opposed(self, first: Outcome, second: Outcome) -> OpposedResult:
        """The higher total wins; on a tie nobody does, and `tie` explains it."""
        if first.total == second.total:
            return OpposedResult(None, f"{first.total} each. {self.tie()}")
        won, lost = (first, second) if first.total > second.total else (second, first)
        by = won.total - lost.total
        text = f"{won.name} {won.total} beats {lost.name} {lost.total} by {by}."
        return OpposedResult(0 if won is first else 1, text)
