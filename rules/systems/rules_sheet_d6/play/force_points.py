"""Spending Force Points, and gaining Dark Side Points with their roll."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.dice import pools
from rules.figures import Figure, bonus, dice, number, total
from rules.kit.play.outcomes import marked, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.play import MarkChange, Outcome, TurnState
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play import modifiers
from rules.systems.rules_sheet_d6.play.checks import TableRoll
from rules.systems.rules_sheet_d6.play.rolls import Inputs
from rules.systems.rules_sheet_d6.rulebook import book


def _may_spend(character: Character, situation: TurnState) -> str:
    return modifiers.incapacitated(character) or modifiers.no_force_point(character, situation)


def _spend(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """All codes are doubled until a new round begins (Star Wars D6 rules sheet, Force Points)."""
    shifts = (modifiers.force_point(inputs.character),)
    return text(outcome, inputs.texts["said"], shifts=shifts, situation={"force_point": 1})


def _may_gain(character: Character, situation: TurnState) -> str:
    """Why there is nothing to gain for the dead and for characters consumed by evil."""
    consumed = "Evil has already consumed you." if character.marks.consumed else ""
    return modifiers.if_alive(character, situation) or consumed


def _points(character: Character) -> Figure:
    """The Dark Side Points with the new one."""
    play, dark_side = book().play, figures.dark_side_points(character)
    ruling = play.rulings["dark_side"]
    new = bonus("new", 1, source=play.sources["dark_side"], ruling=ruling)
    had = number("had", dark_side.value, source=dark_side.source)
    return total(dark_side.label, had, new, source=dark_side.source)


def _gaining(inputs: Inputs) -> Plan:
    """The chance to resist: the roll has to reach the number of points including the new one."""
    play, points = book().play, _points(inputs.character)
    pool = dice("Dark Side", play.dark_side_dice, source=play.sources["dark_side"])
    roll = TableRoll(pool, points)

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
    return "1 Dark Side Point" if points == 1 else f"{points} Dark Side Points"


RULES = {
    "force-point": ProcedureRule(
        _spend, lambda inputs: Plan(foreseen=(inputs.texts["said"],)), _may_spend
    ),
    "dark-side": ProcedureRule(_gain, _gaining, _may_gain),
}
