"""The fields of a roll form, and the values read from them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.dice import codes
from rules.figures import Figure
from rules.forms.fields import Field, Option, Pick, Text
from rules.forms.parsing import FormValues
from rules.kit.answers import Answers, number_field, pick, target_fields
from rules.kit.coded_play import Rollable
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
    found = RollInput(
        target=answers.target(MOST_NUMBER),
        defense=answers.number("defense", 0, MOST_NUMBER),
        opposed=answers.code("opposed"),
        bonus=answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0,
        base=answers.number("base", 1, MOST_NUMBER),
        force_point="force-point" in answers.chosen("points"),
    )
    answers.check()
    return found


def check_fields(
    attempt: Attempt[Character], subject: Rollable, given: RollInput, pool: Figure
) -> tuple[Field, ...]:
    """The fields before a check: its target, and what changes its dice."""
    against = _defense(given) if subject.is_attack else _difficulty(given, pool)
    return (*against, *changing(attempt, given))


def changing(attempt: Attempt[Character], given: RollInput) -> tuple[Field, ...]:
    """The fields that change the dice of any check: the GM's dice, a Force Point."""
    return (
        number_field(
            "bonus", "Your GM gives or takes, dice", given.bonus or None, -MOST_BONUS, MOST_BONUS
        ),
        _points(attempt, given),
    )


def _defense(given: RollInput) -> Iterator[Field]:
    yield number_field("defense", "Their Defense", given.defense, 0, MOST_NUMBER)


def _difficulty(given: RollInput, pool: Figure) -> Iterator[Field]:
    """A rung of the ladder, another number, or an opponent's code."""
    play = book().play
    rungs = (_rung(row, pool) for row in play.difficulties.values())
    hint = play.rulings["rung"]
    yield from target_fields("Difficulty", rungs, given.target, MOST_NUMBER, hint=hint)
    theirs = codes.written(*given.opposed) if given.opposed else ""
    yield Text("opposed", "Or they roll", (theirs,), limit=10, placeholder="3D+1")


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


def _points(attempt: Attempt[Character], given: RollInput) -> Pick:
    """A Force Point to spend with the roll."""
    factor = book().play.force_point
    option = Option(
        "force-point",
        f"Force Point: {factor} × all codes this round",
        chosen=given.force_point,
        barred=no_force_point(attempt),
    )
    return pick("points", "Points", (option,))


def damage_fields(given: RollInput) -> tuple[Field, ...]:
    """The number where the target's Wounded begins, which their damage depends on."""
    return (number_field("base", "Their base: where Wounded begins", given.base, 1, MOST_NUMBER),)
