"""Spending Force Points, and gaining Dark Side Points with their roll."""

from __future__ import annotations

from random import Random

import msgspec

from rules.dice import pools
from rules.figures import Figure, bonus, dice, number, total
from rules.kit.play.checks import dice_outcome, fallen
from rules.kit.play.procedures import Procedure, fixed
from rules.play import Action, Attempt, MarkChange, Outcome, RollForm
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play.modifiers import DEAD, incapacitated
from rules.systems.rules_sheet_d6.rulebook import book

ALL_DOUBLED = "All your skill and attribute codes are doubled for this round."


def _may_spend(attempt: Attempt[Character]) -> str:
    return incapacitated(attempt.character) or no_force_point(attempt)


def dark_side_action(attempt: Attempt[Character]) -> Action:
    """A Dark Side Point, barred for the dead and for characters consumed by evil."""
    consumed = "Evil has already consumed you." if attempt.character.marks.consumed else ""
    consumed = DEAD if figures.is_dead(attempt.character) else consumed
    about = f"For an act of hate, revenge, or evil. {book().play.rulings['dark_side']}"
    return Action("dark-side", "Gain a Dark Side Point", about, _pool(), consumed, asks=True)


def no_force_point(attempt: Attempt[Character]) -> str:
    """Why no Force Point can be spent now, "" if one can."""
    if attempt.situation.get("force_point"):
        return f"You already spent one this round. {book().play.rulings['one_force_point']}"
    if figures.force_points_left(attempt.character).value < 1:
        return "You have no Force Points left. Your GM awards them."
    return ""


def force_point(character: Character) -> MarkChange:
    """One more Force Point spent."""
    return MarkChange("force_spent", 1, most=figures.force_points(character).value)


def spending(_attempt: Attempt[Character], action: Action) -> RollForm:
    """The form of a Force Point: no fields."""
    return RollForm(action, (), foreseen=(ALL_DOUBLED,), barred=action.barred)


def spend(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """All codes are doubled until a new round begins (Star Wars D6 rules sheet, Force Points)."""
    return Outcome(
        action="force-point",
        name="A Force Point",
        kind="note",
        said=(ALL_DOUBLED,),
        shifts=(force_point(attempt.character),),
        situation={"force_point": 1},
    )


def _pool() -> Figure:
    play = book().play
    return dice("Dark Side", play.dark_side_dice, source=play.sources["dark_side"])


def _held(character: Character) -> Figure:
    """The Dark Side Points with the new one."""
    play, dark_side = book().play, figures.dark_side_points(character)
    ruling = play.rulings["dark_side"]
    new = bonus("new", 1, source=play.sources["dark_side"], ruling=ruling)
    had = number("had", dark_side.value, source=dark_side.source)
    return total(dark_side.label, had, new, source=dark_side.source)


def gaining(attempt: Attempt[Character], action: Action) -> RollForm:
    """The chance to resist: the roll has to reach the number of points including the new one."""
    dark_side, pool = _held(attempt.character), _pool()
    safe = pools.chance(pool.value, dark_side.value)
    sentences = (
        f"You have {_count(dark_side.value)} then.",
        f"A roll under {dark_side.value}: evil consumes you, {pools.percent(1 - safe)}.",
        book().play.rulings["consumed"],
    )
    return RollForm(
        action,
        (),
        pool,
        target=dark_side,
        chance=pools.percent(safe),
        foreseen=sentences,
        barred=action.barred,
        exact=safe,
    )


def gain(attempt: Attempt[Character], rng: Random) -> Outcome:
    """One more Dark Side Point, and a roll: below the number of points, evil consumes the character
    (Star Wars D6 rules sheet, Dark Side Points).
    """
    dark_side, pool = _held(attempt.character).value, _pool()
    outcome = dice_outcome(
        pool, fallen(rng, pool.value, exploding=0), action="dark-side", name="A Dark Side Point"
    )
    rolled, shifts = outcome.total, [MarkChange("dark_side_points", 1)]
    is_safe = rolled >= dark_side
    if is_safe:
        sentences = [f"{rolled} isn't under {_count(dark_side)}: you resist."]
    else:
        shifts.append(MarkChange("consumed", 1, most=1))
        sentences = [f"{rolled} is under {_count(dark_side)}: evil consumes you."]
        sentences.append(book().play.rulings["consumed"])
    return msgspec.structs.replace(
        outcome,
        why="",
        target=dark_side,
        against="Dark Side Points",
        success=is_safe,
        said=tuple(sentences),
        shifts=tuple(shifts),
    )


def _count(points: int) -> str:
    return "1 Dark Side Point" if points == 1 else f"{points} Dark Side Points"


SPEND = Action("force-point", "Spend a Force Point", ALL_DOUBLED)
PROCEDURES = (
    fixed(SPEND, _may_spend, spend, spending),
    Procedure("dark-side", dark_side_action, gaining, gain),
)
