"""Roll forms: their fields, and a reader of the values that a form sent.

Which fields there are, and their bounds, is each game's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from rules import plain_text
from rules.dice import codes
from rules.forms.fields import Choice, Field, Number, Option, Pick
from rules.forms.parsing import FormValues
from rules.problems import InvalidDocument, Problem, RuleViolation

Value = TypeVar("Value")


def whole(text: str, lowest: int, highest: int) -> int | None:
    """A whole number within bounds: "3", "+2", "−2", "1,500"; None for anything else."""
    value = plain_text.number(text)
    return value if value is not None and lowest <= value <= highest else None


def not_whole(name: str, lowest: int, highest: int) -> Problem:
    """The problem of a field without a whole number in its bounds."""
    return Problem("bad-value", name, f"Type a whole number from {lowest} to {highest}.")


class Answers:
    """Reads the fields of a form, and collects a problem for each that cannot be read."""

    __slots__ = ("values", "wrong")

    def __init__(self, values: FormValues) -> None:
        self.values = values
        self.wrong: list[Problem] = []

    def text(self, name: str) -> str:
        """The text of a field, trimmed; "" for a missing field."""
        return "".join(self.values.get(name, ())).strip()

    def chosen(self, name: str) -> tuple[str, ...]:
        """The chosen options of a field."""
        return tuple(self.values.get(name, ()))

    def option(self, name: str, ids: Iterable[str], *, refusal: str = "") -> str:
        """The chosen option, "" for none; an unknown option, or a second one, is a problem."""
        options = self.options(name, ids, most=1, refusal=refusal)
        return options[0] if options else ""

    def options(
        self, name: str, ids: Iterable[str], *, most: int | None = None, refusal: str = ""
    ) -> tuple[str, ...]:
        """The chosen options, each once, in the order of `ids`; a problem for an unknown option,
        and for more than `most`. `refusal` replaces the message for an unknown one.
        """
        offered, sent = tuple(ids), [value for value in self.chosen(name) if value]
        if strange := [value for value in sent if value not in offered]:
            message = refusal or f"“{strange[0][:40]}” isn't one of {', '.join(offered)}."
            self.wrong.append(Problem("bad-value", name, message))
            return ()
        if most is not None and len(set(sent)) > most:
            self.wrong.append(Problem("bad-value", name, f"Choose {most} at most."))
            return ()
        return tuple(id for id in offered if id in sent)

    def number(self, name: str, lowest: int, highest: int, *, refusal: str = "") -> int | None:
        """A whole number within bounds, None for an empty field. `refusal` replaces the message for
        a value that cannot be read.
        """
        text = self.text(name)
        value = whole(text, lowest, highest)
        if text and value is None:
            problem = not_whole(name, lowest, highest)
            self.wrong.append(Problem(problem.code, name, refusal) if refusal else problem)
        return value

    def target(self, highest: int) -> int | None:
        """The target number: the one typed in `target`, otherwise the rung chosen in `ladder`."""
        rung, typed = self.number("ladder", 0, highest), self.number("target", 0, highest)
        return rung if typed is None else typed

    def code(self, name: str) -> tuple[int, int] | None:
        """A dice code, as dice and pips; a plain number means that many dice. None for an empty
        field and for 0D.
        """
        text = plain_text.straight(self.text(name))
        if not text:
            return None
        try:
            dice_code = codes.read(f"{text}D" if text.isdecimal() else text)
        except InvalidDocument as unreadable:
            message = f"{unreadable.message[:1].upper()}{unreadable.message[1:]}."
            self.wrong.append(Problem("bad-value", name, message))
            return None
        return dice_code if any(dice_code) else None

    def check(self) -> None:
        """RuleViolation with a problem for each field that could not be read."""
        if self.wrong:
            raise RuleViolation(self.wrong)


def read_number(
    values: FormValues, name: str, lowest: int, highest: int, *, refusal: str = ""
) -> int | None:
    """One number of a form, None for an empty field; RuleViolation if it cannot be read."""
    answers = Answers(values)
    value = answers.number(name, lowest, highest, refusal=refusal)
    answers.check()
    return value


def required(value: Value | None, name: str, message: str) -> Value:
    """The value of a required field; RuleViolation for None."""
    if value is None:
        raise RuleViolation([Problem("missing", name, message)])
    return value


def number_field(
    id: str, label: str, value: int | None, lowest: int, highest: int, *, hint: str = ""
) -> Number:
    """A number field with its present value, empty for None."""
    return Number(id, label, ("" if value is None else str(value),), hint, lowest, highest)


def pick(id: str, label: str, options: tuple[Option, ...]) -> Pick:
    """A field of check boxes with the chosen options checked."""
    return Pick(id, label, _chosen(options), options)


def menu(id: str, label: str, options: tuple[Option, ...], *, hint: str = "") -> Choice:
    """A drop-down menu with the chosen option selected."""
    return Choice(id, label, _chosen(options), options, look="menu", hint=hint)


def _chosen(options: tuple[Option, ...]) -> tuple[str, ...]:
    return tuple(option.id for option in options if option.chosen)


def target_fields(
    label: str, rungs: Iterable[Option], target: int | None, highest: int, *, hint: str = ""
) -> Iterator[Field]:
    """The fields for a target number: a menu of the rungs of a ladder, and a field for any other
    number.

    The id of a rung is its number. `target` is the present number, None for none.
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
