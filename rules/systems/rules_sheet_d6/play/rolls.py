"""The reading of the questions before rolls, and the fields that the tables of questions cannot
hold: the ladder of difficulties, which knows the present code, and a Force Point.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules import tables
from rules.dice import codes
from rules.figures import Figure
from rules.forms.fields import Field, Option
from rules.kit.listings import rows_at
from rules.kit.play.answers import pick, target_fields
from rules.kit.play.questions import ActionInput, Questionnaire
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play.modifiers import no_force_point
from rules.systems.rules_sheet_d6.rulebook import FOLDER, Difficulty, book

Inputs = ActionInput[Character]
FILE, MOST_NUMBER, FORCE_POINT = "procedures.toml", 200, "force-point"
READER = tables.Reader(FOLDER)
QUESTIONNAIRE = Questionnaire(lambda place: rows_at(book(), place), {"play": book().play})
QUESTIONS = QUESTIONNAIRE.sets(READER, FILE)


def spends_force_point(inputs: Inputs) -> bool:
    """True if a Force Point goes on the roll."""
    return FORCE_POINT in inputs.answers.chosen("points")


def ladder_fields(target: int | None, pool: Figure) -> Iterator[Field]:
    """A rung of the ladder, or another number, for somebody with this pool."""
    play = book().play
    rungs = (_rung(row, pool) for row in play.difficulties.values())
    yield from target_fields("Difficulty", rungs, target, MOST_NUMBER, hint=play.rulings["rung"])


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


def changes(inputs: Inputs) -> tuple[Field, ...]:
    """Read what changes the dice of any check: the GM's dice, a Force Point; their fields."""
    fields = inputs.read(QUESTIONS["bonus"])
    if not inputs.has_form:
        return ()
    option = Option(
        FORCE_POINT,
        f"Force Point: {book().play.force_point} × all codes this round",
        chosen=spends_force_point(inputs),
        barred=no_force_point(inputs.character, inputs.situation),
    )
    return (*fields, pick("points", "Points", (option,)))
