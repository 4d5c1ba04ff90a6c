"""Answers of a roll form: the fields that show them, and a reader of what a form sent.

Which fields there are, and within which bounds, is each game's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from rules.dice import codes
from rules.forms.fields import Choice, Field, Number, Option, Pick
from rules.forms.parsing import FormValues
from rules.problems import InvalidDocument, Problem, RuleViolation

Value = TypeVar("Value")

_NUMBER = re.compile(r"(?a)[+-]?\d{1,9}")
# A comma between thousands: "1,500".
_THOUSANDS = re.compile(r"(?a)(?<=\d),(?=\d{3}(?!\d))")


def whole(text: str, lowest: int, highest: int) -> int | None:
    """A whole number within bounds: "3", "+2", "−2", "1,500"; None for anything else."""
    plain = _THOUSANDS.sub("", text.strip().replace("\u2212", "-"))
    if not _NUMBER.fullmatch(plain):
        return None
    found = int(plain)
    return found if lowest <= found <= highest else None


def not_whole(name: str, lowest: int, highest: int) -> Problem:
    """The problem of a field that holds no whole number within its bounds."""
    return Problem("bad-value", name, f"Type a whole number from {lowest} to {highest}.")


class Answers:
    """Reads the fields of a form, and collects a problem for each that cannot be read."""

    __slots__ = ("values", "wrong")

    def __init__(self, values: FormValues) -> None:
        self.values = values
        self.wrong: list[Problem] = []

    def text(self, name: str) -> str:
        """The text of a field, without spaces around it; "" where it is not there."""
        return "".join(self.values.get(name, ())).strip()

    def chosen(self, name: str) -> tuple[str, ...]:
        """The options that are chosen in a field."""
        return tuple(self.values.get(name, ()))

    def option(self, name: str, ids: Iterable[str]) -> str:
        """The one option of several that is chosen, "" for none; any other is a problem."""
        found = self.options(name, ids, most=1)
        return found[0] if found else ""

    def options(self, name: str, ids: Iterable[str], *, most: int | None = None) -> tuple[str, ...]:
        """The options that are chosen, each once, in their order; a problem for one that is not
        offered, and for more than `most`.
        """
        offered, sent = tuple(ids), [value for value in self.chosen(name) if value]
        if strange := [value for value in sent if value not in offered]:
            message = f"“{strange[0][:40]}” isn't one of {', '.join(offered)}."
            self.wrong.append(Problem("bad-value", name, message))
            return ()
        if most is not None and len(set(sent)) > most:
            self.wrong.append(Problem("bad-value", name, f"Choose {most} at most."))
            return ()
        return tuple(id for id in offered if id in sent)

    def number(self, name: str, lowest: int, highest: int, *, refusal: str = "") -> int | None:
        """A whole number within bounds, None for an empty field. `refusal` takes the place of the
        message of a field that cannot be read.
        """
        text = self.text(name)
        found = whole(text, lowest, highest)
        if text and found is None:
            problem = not_whole(name, lowest, highest)
            self.wrong.append(Problem(problem.code, name, refusal) if refusal else problem)
        return found

    def target(self, highest: int) -> int | None:
        """The number to reach: the one typed in `target`, else the rung chosen in `ladder`."""
        rung, typed = self.number("ladder", 0, highest), self.number("target", 0, highest)
        return rung if typed is None else typed

    def code(self, name: str) -> tuple[int, int] | None:
        """A dice code, as dice and pips; a bare number is that many dice. None for an empty field
        and for 0D.
        """
        text = self.text(name)
        if not text:
            return None
        try:
            found = codes.read(f"{text}D" if text.isdecimal() else text)
        except InvalidDocument as unreadable:
            message = f"{unreadable.message[:1].upper()}{unreadable.message[1:]}."
            self.wrong.append(Problem("bad-value", name, message))
            return None
        return found if any(found) else None

    def check(self) -> None:
        """Raise RuleViolation with a problem for each field that could not be read."""
        if self.wrong:
            raise RuleViolation(self.wrong)


def read_number(
    values: FormValues, name: str, lowest: int, highest: int, *, refusal: str = ""
) -> int | None:
    """One number of a form, None for an empty field; RuleViolation where it cannot be read."""
    answers = Answers(values)
    found = answers.number(name, lowest, highest, refusal=refusal)
    answers.check()
    return found


def required(value: Value | None, name: str, message: str) -> Value:
    """The value of a field that has to be filled in; RuleViolation for None."""
    if value is None:
        raise RuleViolation([Problem("missing", name, message)])
    return value


def number_field(id: str, label: str, value: int | None, lowest: int, highest: int) -> Number:
    """A number to be typed, with the one that was typed before."""
    return Number(id, label, ("" if value is None else str(value),), lowest=lowest, highest=highest)


def pick(id: str, label: str, options: tuple[Option, ...]) -> Pick:
    """A field of check boxes, with those that are chosen."""
    return Pick(id, label, _chosen(options), options)


def menu(id: str, label: str, options: tuple[Option, ...], *, hint: str = "") -> Choice:
    """A drop-down menu with the option that is chosen."""
    return Choice(id, label, _chosen(options), options, look="menu", hint=hint)


def _chosen(options: tuple[Option, ...]) -> tuple[str, ...]:
    return tuple(option.id for option in options if option.chosen)


def target_fields(
    label: str, rungs: Iterable[Option], target: int | None, highest: int, *, hint: str = ""
) -> Iterator[Field]:
    """The number to reach: a menu of the rungs of a ladder, and a field for any other number.

    The id of a rung is its number. `target` is the number that was decided, None for none.
    """
    decided = "" if target is None else str(target)
    options = tuple(
        msgspec.structs.replace(option, chosen=option.id == decided)
        for option in (Option("", "None: just roll"), *rungs)
    )
    is_rung = any(option.chosen for option in options)
    values = (decided if is_rung else "",)
    yield Choice("ladder", label, values, options, look="menu", hint=hint)
    yield number_field("target", "Another number", None if is_rung else target, 0, highest)
