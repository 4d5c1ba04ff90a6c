"""The fields of a roll form, and the values read from them."""

from collections.abc import Iterator

import msgspec

from rules.dice import codes
from rules.figures import Figure
from rules.forms.fields import Field, Option, Pick, Text
from rules.forms.parsing import FormValues
from rules.kit.play.answers import Answers, number_field, pick, target_fields
from rules.kit.play.procedures import Rollable
from rules.play import Attempt
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play.force_points import no_force_point
from rules.systems.rules_sheet_d6.rulebook import Difficulty, book

MOST_NUMBER, MOST_BONUS = 200, 5


class RollInput(msgspec.Struct, frozen=True, gc=False):
    """The choices before a roll: its target, the GM's dice, a Force Point, and for damage the
    number where the target's Wounded begins.
    """

    target: int | None = None
    defense: int | None = None
    opposed: tuple[int, int] | None = None
    bonus: int = 0
    base: int | None = None
    force_point: bool = False


def read_roll_input(values: FormValues) -> RollInput:
    """The values that a form sent; RuleViolation names each that cannot be read."""
    answers = Answers(values)
    roll_input = RollInput(
        target=answers.target(MOST_NUMBER),
        defense=answers.number("defense", 0, MOST_NUMBER),
        opposed=answers.code("opposed"),
        bonus=answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0,
        base=answers.number("base", 1, MOST_NUMBER),
        force_point="force-point" in answers.chosen("points"),
    )
    answers.check()
    return roll_input


def check_fields(
    attempt: Attempt[Character], subject: Rollable, roll_input: RollInput, pool: Figure
) -> tuple[Field, ...]:
    """The fields before a check: its target, and what changes its dice."""
    against = _defense(roll_input) if subject.is_attack else _difficulty(roll_input, pool)
    return (*against, *changing(attempt, roll_input))


def changing(attempt: Attempt[Character], roll_input: RollInput) -> tuple[Field, ...]:
    """The fields that change the dice of any check: the GM's dice, a Force Point."""
    return (
        number_field(
            "bonus",
            "GM modifier, dice",
            roll_input.bonus or None,
            -MOST_BONUS,
            MOST_BONUS,
        ),
        _points(attempt, roll_input),
    )


def _defense(roll_input: RollInput) -> Iterator[Field]:
    yield number_field("defense", "Their Defense", roll_input.defense, 0, MOST_NUMBER)


def _difficulty(roll_input: RollInput, pool: Figure) -> Iterator[Field]:
    """A rung of the ladder, another number, or an opponent's code."""
    play = book().play
    rungs = (_rung(row, pool) for row in play.difficulties.values())
    hint = play.rulings["rung"]
    yield from target_fields("Difficulty", rungs, roll_input.target, MOST_NUMBER, hint=hint)
    theirs = codes.written(*roll_input.opposed) if roll_input.opposed else ""
    yield Text("opposed", "Or their dice", (theirs,), limit=10, placeholder="3D+1")


def _rung(row: Difficulty, pool: Figure) -> Option:
    """A rung with the codes that fit it, and whether the present pool does."""
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
        note=note,
        source=row.source,
    )


def _points(attempt: Attempt[Character], roll_input: RollInput) -> Pick:
    """A Force Point to spend with the roll."""
    factor = book().play.force_point
    option = Option(
        "force-point",
        f"Force Point: {factor} × all codes this round",
        chosen=roll_input.force_point,
        barred=no_force_point(attempt),
    )
    return pick("points", "Points", (option,))


def damage_fields(roll_input: RollInput) -> tuple[Field, ...]:
    """The number where the target's Wounded begins, which their damage depends on."""
    return (
        number_field("base", "Their base: where Wounded begins", roll_input.base, 1, MOST_NUMBER),
    )
