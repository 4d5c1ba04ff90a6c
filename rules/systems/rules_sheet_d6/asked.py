"""What was decided before a roll, as a form answered it. Its fields are in `choices.py`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules import codes, sent
from rules.problems import Problem, RuleViolation, Unreadable

Values = Mapping[str, tuple[str, ...]]
MOST_NUMBER, MOST_BONUS = 200, 5


class Asked(msgspec.Struct, frozen=True, gc=False):
    """What was decided before a roll: what it is held against, the dice that the GM gives or takes,
    a Force Point, and of whom damage is rolled for, where Wounded begins.
    """

    target: int | None = None
    defense: int | None = None
    opposed: tuple[int, int] | None = None
    bonus: int = 0
    base: int | None = None
    force_point: bool = False


class Answers:
    """Reads what a form sent, and collects what of it cannot be read."""

    __slots__ = ("values", "wrong")

    def __init__(self, values: Values) -> None:
        self.values = values
        self.wrong: list[Problem] = []

    def text(self, name: str) -> str:
        """What was typed in a field."""
        return "".join(self.values.get(name, ())).strip()

    def number(self, name: str, lowest: int, highest: int) -> int | None:
        """A whole number within bounds; None where nothing was typed."""
        try:
            return sent.number_or_none(self.text(name), lowest, highest)
        except Unreadable as unreadable:
            self.wrong.append(Problem("bad-value", name, unreadable.message))
        return None

    def code(self, name: str) -> tuple[int, int] | None:
        """A dice code; a number by itself is so many dice, and none of them are nobody's."""
        text = self.text(name)
        if not text:
            return None
        try:
            found = codes.read(f"{text}D" if text.isdecimal() else text)
        except Unreadable as unreadable:
            said = f"{unreadable.message[:1].upper()}{unreadable.message[1:]}."
            self.wrong.append(Problem("bad-value", name, said))
            return None
        return found if any(found) else None

    def check(self) -> None:
        """RuleViolation names each field that could not be read."""
        if self.wrong:
            raise RuleViolation(self.wrong)


def asked(values: Values) -> Asked:
    """The answers as a form sent them; RuleViolation names each that cannot be read."""
    answers = Answers(values)
    ladder = answers.number("ladder", 0, MOST_NUMBER)
    typed = answers.number("target", 0, MOST_NUMBER)
    found = Asked(
        target=ladder if typed is None else typed,
        defense=answers.number("defense", 0, MOST_NUMBER),
        opposed=answers.code("opposed"),
        bonus=answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0,
        base=answers.number("base", 1, MOST_NUMBER),
        force_point="force-point" in values.get("points", ()),
    )
    answers.check()
    return found
