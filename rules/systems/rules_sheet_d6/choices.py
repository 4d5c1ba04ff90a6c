"""What is asked before a roll: the fields of its panel, with what was answered so far."""

from __future__ import annotations

from collections.abc import Iterator

from rules import codes
from rules.figures import Figure
from rules.options import Option
from rules.play import Situation
from rules.steps import Choice, Field, Number, Pick, Text
from rules.systems.rules_sheet_d6.asked import MOST_BONUS, MOST_NUMBER, Asked
from rules.systems.rules_sheet_d6.book import Difficulty, book
from rules.systems.rules_sheet_d6.character import Character
from rules.systems.rules_sheet_d6.points import no_force_point
from rules.systems.rules_sheet_d6.subjects import Subject


def check_fields(
    character: Character, situation: Situation, subject: Subject, given: Asked, pool: Figure
) -> tuple[Field, ...]:
    """What is asked before a check: what it is held against, and what changes its dice."""
    against = _defense(given) if subject.is_attack else _difficulty(given, pool)
    return (*against, *changing(character, situation, given))


def changing(character: Character, situation: Situation, given: Asked) -> tuple[Field, ...]:
    """What changes the dice of any check: the GM's word, a Force Point."""
    return (
        number(
            "bonus", "Your GM gives or takes, dice", given.bonus or None, -MOST_BONUS, MOST_BONUS
        ),
        _points(character, situation, given),
    )


def _defense(given: Asked) -> Iterator[Field]:
    yield number("defense", "Their Defense", given.defense, 0, MOST_NUMBER)


def _difficulty(given: Asked, pool: Figure) -> Iterator[Field]:
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
    yield number("target", "Another number", None if listed else given.target, 0, MOST_NUMBER)
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


def _points(character: Character, situation: Situation, given: Asked) -> Pick:
    """A Force Point that is spent with the roll."""
    factor = book().play.force_point
    option = Option(
        "force-point",
        f"Force Point: {factor} × all codes this round",
        chosen=given.force_point,
        barred=no_force_point(character, situation),
    )
    return Pick("points", "Points", (option.id,) if option.chosen else (), (option,))


def damage_fields(given: Asked) -> tuple[Field, ...]:
    """Where Wounded begins for whoever is hit: their damage is read from it."""
    return (number("base", "Their base: where Wounded begins", given.base, 1, MOST_NUMBER),)


def number(id: str, label: str, value: int | None, lowest: int, highest: int) -> Number:
    """A number to be typed, with the one that was."""
    return Number(id, label, ("" if value is None else str(value),), lowest=lowest, highest=highest)
