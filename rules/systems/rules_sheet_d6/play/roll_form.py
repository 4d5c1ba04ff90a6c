"""The fields of a roll form, and the answers read from them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.dice import codes
from rules.figures import Figure
from rules.forms import parsing
from rules.forms.fields import Choice, Field, Number, Option, Pick, Text
from rules.forms.parsing import FormValues
from rules.play import TurnState
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play.force_points import no_force_point
from rules.systems.rules_sheet_d6.play.rollables import Rollable
from rules.systems.rules_sheet_d6.rulebook import Difficulty, book

MOST_NUMBER, MOST_BONUS = 200, 5


class RollInput(msgspec.Struct, frozen=True, gc=False):
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

    def __init__(self, values: FormValues) -> None:
        self.values = values
        self.wrong: list[Problem] = []

    def text(self, name: str) -> str:
        """What was typed in a field."""
        return "".join(self.values.get(name, ())).strip()

    def number(self, name: str, lowest: int, highest: int) -> int | None:
        """A whole number within bounds; None where nothing was typed."""
        try:
            return parsing.number_or_none(self.text(name), lowest, highest)
        except InvalidDocument as unreadable:
            self.wrong.append(Problem("bad-value", name, unreadable.message))
        return None

    def code(self, name: str) -> tuple[int, int] | None:
        """A dice code; a number by itself is so many dice, and none of them are nobody's."""
        text = self.text(name)
        if not text:
            return None
        try:
            found = codes.read(f"{text}D" if text.isdecimal() else text)
        except InvalidDocument as unreadable:
            said = f"{unreadable.message[:1].upper()}{unreadable.message[1:]}."
            self.wrong.append(Problem("bad-value", name, said))
            return None
        return found if any(found) else None

    def check(self) -> None:
        """RuleViolation names each field that could not be read."""
        if self.wrong:
            raise RuleViolation(self.wrong)


def read_roll_input(values: FormValues) -> RollInput:
    """The answers as a form sent them; RuleViolation names each that cannot be read."""
    answers = Answers(values)
    ladder = answers.number("ladder", 0, MOST_NUMBER)
    typed = answers.number("target", 0, MOST_NUMBER)
    found = RollInput(
        target=ladder if typed is None else typed,
        defense=answers.number("defense", 0, MOST_NUMBER),
        opposed=answers.code("opposed"),
        bonus=answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0,
        base=answers.number("base", 1, MOST_NUMBER),
        force_point="force-point" in values.get("points", ()),
    )
    answers.check()
    return found


def check_fields(
    character: Character, situation: TurnState, subject: Rollable, given: RollInput, pool: Figure
) -> tuple[Field, ...]:
    """What is asked before a check: what it is held against, and what changes its dice."""
    against = _defense(given) if subject.is_attack else _difficulty(given, pool)
    return (*against, *changing(character, situation, given))


def changing(character: Character, situation: TurnState, given: RollInput) -> tuple[Field, ...]:
    """What changes the dice of any check: the GM's word, a Force Point."""
    return (
        number_field(
            "bonus", "Your GM gives or takes, dice", given.bonus or None, -MOST_BONUS, MOST_BONUS
        ),
        _points(character, situation, given),
    )


def _defense(given: RollInput) -> Iterator[Field]:
    yield number_field("defense", "Their Defense", given.defense, 0, MOST_NUMBER)


def _difficulty(given: RollInput, pool: Figure) -> Iterator[Field]:
    """A rung of the ladder, another number, or somebody who rolls against it."""
    chosen = "" if given.target is None else str(given.target)
    rungs = [Option("", "None: just roll", chosen=not chosen)]
    rungs += [_rung(row, chosen, pool) for row in book().play.difficulties.values()]
    listed = any(option.chosen for option in rungs)
    hint = book().play.rulings["rung"]
    yield Choice(
        "ladder",
        "Difficulty",
        (chosen if listed else "",),
        tuple(rungs),
        look="menu",
        hint=hint,
    )
    yield number_field("target", "Another number", None if listed else given.target, 0, MOST_NUMBER)
    theirs = codes.written(*given.opposed) if given.opposed else ""
    yield Text("opposed", "Or they roll", (theirs,), limit=10, placeholder="3D+1")


def _rung(row: Difficulty, chosen: str, pool: Figure) -> Option:
    """A rung with the codes that are up to it, and whether the one in hand is."""
    span = codes.written(row.dice_low)
    if row.dice_high > row.dice_low:
        span = f"{span}–{codes.written(row.dice_high)}"
    fits = row.dice_low <= pool.value <= row.dice_high
    note = f"fits your {pool.code}" if fits else ""
    name = f"{row.name} {row.low}–{row.high}"
    return Option(
        str(row.low),
        f"{name} ({note})" if note else name,
        f"{span}: {note}" if note else span,
        chosen=chosen == str(row.low),
        note=note,
        source=row.source,
    )


def _points(character: Character, situation: TurnState, given: RollInput) -> Pick:
    """A Force Point that is spent with the roll."""
    factor = book().play.force_point
    option = Option(
        "force-point",
        f"Force Point: {factor} × all codes this round",
        chosen=given.force_point,
        barred=no_force_point(character, situation),
    )
    return Pick("points", "Points", (option.id,) if option.chosen else (), (option,))


def damage_fields(given: RollInput) -> tuple[Field, ...]:
    """Where Wounded begins for whoever is hit: their damage is read from it."""
    return (number_field("base", "Their base: where Wounded begins", given.base, 1, MOST_NUMBER),)


def number_field(id: str, label: str, value: int | None, lowest: int, highest: int) -> Number:
    """A number to be typed, with the one that was."""
    return Number(id, label, ("" if value is None else str(value),), lowest=lowest, highest=highest)
