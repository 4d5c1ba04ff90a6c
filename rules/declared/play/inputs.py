"""The reading of the questions before rolls, and the fields that the tables of questions cannot
hold: the ladder of difficulties, which knows the present code, and a point on the roll.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.declared.character import DeclaredCharacter
from rules.declared.play.modifiers import no_point
from rules.declared.rulebook import Difficulty
from rules.declared.ruleset import Ruleset
from rules.dice import codes
from rules.figures import Figure
from rules.forms.fields import Field, Option
from rules.kit.listings import rows_at
from rules.kit.play.answers import pick, target_fields
from rules.kit.play.questions import ActionInput, Question, Questionnaire

Inputs = ActionInput[DeclaredCharacter]
FILE, MOST_NUMBER, MOST_BONUS = "procedures.toml", 200, 5


def questionnaire(rules: Ruleset) -> Questionnaire:
    """The reading of a game's questions; they may name what stands in tables of its own."""

    def rows(place: str) -> Mapping[str, Any]:
        file, _, array = place.partition(".")
        own = rules.own.get(file)
        return rows_at(rules.book, place) if own is None else rows_at(own, array)

    return Questionnaire(rows, {**rules.own, "play": rules.book.play})


def questions(rules: Ruleset) -> Mapping[str, tuple[Question, ...]]:
    """The questions of rolls: an attack's target, an opponent's dice, the GM's, and where the harm
    of whoever is hit begins.
    """
    book, most = rules.book, MOST_NUMBER
    target = book.figures[book.defense.target].name
    return {
        "attack": (Question(id="defense", label=f"Their {target}", most=most),),
        "opposed": (
            Question(id="opposed", label="Or their dice", kind="code", placeholder="3D+1"),
        ),
        "bonus": (
            Question(id="bonus", label="GM modifier, dice", least=-MOST_BONUS, most=MOST_BONUS),
        ),
        "damage": ()
        if book.defense.soak
        else (Question(id="base", label=book.defense.asked, least=1, most=most),),
    }


def spends_point(inputs: Inputs) -> bool:
    """True if a point goes on the roll."""
    point = inputs.character.rules.book.point
    return point is not None and not point.after and point.action in inputs.answers.chosen("points")


def ladder_fields(rules: Ruleset, target: int | None, pool: Figure) -> Iterator[Field]:
    """A rung of the ladder, or another number, for somebody with this pool."""
    play = rules.book.play
    rungs = (_rung(row, pool) for row in play.difficulties.values())
    yield from target_fields("Difficulty", rungs, target, MOST_NUMBER, hint=play.rulings["rung"])


def _rung(row: Difficulty, pool: Figure) -> Option:
    """A rung with the codes that fit it, if the game says so, and whether the present pool does."""
    span = codes.written(row.dice_low) if row.dice_low else ""
    if row.dice_high > row.dice_low:
        span = f"{span}–{codes.written(row.dice_high)}"
    fits = bool(span) and row.dice_low <= pool.value <= row.dice_high
    note = f"fits your {pool.code}" if fits else ""
    name = f"{row.name} {row.reach}"
    return Option(
        str(row.number),
        f"{name} ({note})" if note else name,
        f"{span}: {note}" if note else span,
        note=note,
        source=row.source,
    )


def changes(inputs: Inputs) -> tuple[Field, ...]:
    """Read what changes the dice of any check: the GM's dice, a point; their fields."""
    character = inputs.character
    fields = inputs.read(questions(character.rules)["bonus"])
    point = character.rules.book.point
    if point and not point.after:
        inputs.answers.options("points", (point.action,))
    if not inputs.has_form:
        return ()
    if point is None or point.after:
        return tuple(fields)
    option = Option(
        point.action,
        point.option,
        chosen=spends_point(inputs),
        barred=no_point(character, inputs.situation),
    )
    return (*fields, pick("points", "Points", (option,)))
