"""Dark Side Points: gaining one, and the roll that decides whether evil consumes the character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rules.declared.character import DeclaredCharacter
from rules.declared.play import modifiers
from rules.declared.play.inputs import Inputs
from rules.declared.ruleset import Ruleset
from rules.dice import pools
from rules.figures import Figure, dice
from rules.kit.play.checks import FixedRoll
from rules.kit.play.outcomes import marked, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.phrases import counted
from rules.play import MarkChange, Outcome, TurnState

# The marks, and the highest number of each.
MARKS = {"dark_side_points": None, "consumed": 1}


def remarks(character: DeclaredCharacter) -> tuple[str, ...]:
    """The remark in play about whoever evil has consumed."""
    return ("Consumed by evil",) if character.marks.consumed else ()


def numbers(character: DeclaredCharacter) -> dict[str, object]:
    """The Dark Side Points of an export."""
    return {"dark_side_points": character.marks.dark_side_points}


def _may_gain(character: DeclaredCharacter, situation: TurnState) -> str:
    """Why there is nothing to gain for the dead and for characters consumed by evil."""
    consumed = "Evil has already consumed you." if character.marks.consumed else ""
    return modifiers.if_alive(character, situation) or consumed


def _points(character: DeclaredCharacter) -> Figure:
    """The Dark Side Points with the new one."""
    rules: Ruleset = character.rules
    return rules.point_figures.one_darker(character, rules.book.play.rulings["dark_side"])


def _gaining(inputs: Inputs) -> Plan:
    """The chance to resist: the roll has to reach the number of points including the new one."""
    points = _points(inputs.character)
    rolled = inputs.character.rules.own["dark_side"]
    roll = FixedRoll(dice("Dark Side", rolled.dice, **rolled.cite("dark_side")), points)

    def foreseen() -> Iterator[str]:
        falls = pools.percent(1 - roll.reach(points.value))
        yield f"Then you have {_count(points.value)}."
        yield f"A roll under {points.value}: evil consumes you, {falls}."
        yield inputs.texts["said"]

    return Plan(roll=roll, foreseen=foreseen())


def _gain(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """One more Dark Side Point, and a roll: below the number of points, evil consumes the character
    (Star Wars D6 rules sheet, Dark Side Points).
    """
    points, texts = _points(inputs.character).value, inputs.texts
    shifts, sentences = [MarkChange("dark_side_points", 1)], [texts["won"]]
    if not outcome.success:
        shifts.append(marked("consumed"))
        sentences = [texts["lost"], texts["said"]]
    sentences = [sentence.format(outcome.total, _count(points)) for sentence in sentences]
    against = "Dark Side Points"
    return text(outcome, *sentences, shifts=tuple(shifts), why="", against=against)


def _count(points: int) -> str:
    return counted(points, "Dark Side Point")


def procedures(_rules: Ruleset) -> Mapping[str, ProcedureRule[Any]]:
    """Gaining a point."""
    return {"dark-side": ProcedureRule(_gain, _gaining, _may_gain)}
