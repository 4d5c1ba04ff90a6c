"""Rolls of this game, whatever they are for: a code with its modifiers against a number or another
code; and how the questions before them are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from rules import tables
from rules.dice import codes, pools
from rules.figures import Figure, dice, number
from rules.forms.fields import Field, Option
from rules.kit import checks
from rules.kit.answers import Answers, menu, whole
from rules.kit.checks import Check, fallen
from rules.kit.questions import ActionInput, Question, Questionnaire, text_field
from rules.play import Die, MarkChange, Outcome, TurnState
from rules.problems import InvalidDocument, Problem
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import modifiers
from rules.systems.empire_ascendant.rulebook import FOLDER, rulebook

# What an action is asked with.
Given = ActionInput[Character]
GM, TYPED, YES_ROLL, FILE = "Your GM", "Typed in", "yes", "procedures.toml"


@dataclass(frozen=True, kw_only=True)
class DiceRoll(Check):
    """A roll. `kind` is "act" (everything weighs on it, and it can be barred), "spared" (Soak and
    damage: nothing does, but sixes explode) or "plain" (dice of a table). `craft` are the dice of a
    vehicle or a ship, which lose none.
    """

    character: Character
    situation: TurnState
    code: Figure
    more: tuple[Figure, ...] = ()
    kind: str = "act"
    target: Figure | None = None
    against: tuple[int, int] | None = None
    force_point: bool = False
    craft: Figure | None = None
    wins_ties = False

    @cached_property
    def pool(self) -> Figure:
        """The code that is rolled."""
        more = (*self.more, self.craft) if self.craft else self.more
        lost = modifiers.taken(self.character, self.situation) if self.kind == "act" else ()
        found = modifiers.with_terms(self.code, *lost, *more)
        if self.craft and found.value < self.craft.value:
            return modifiers.no_less(found, self.craft)
        return found

    @property
    def no_dice(self) -> str:
        """The ruling on a code without a die."""
        return rulebook().play.rulings["pips_stay"]

    @property
    def exploding(self) -> int:
        """All dice of whoever spent a Force Point in this scene."""
        explodes = self.situation.get("exploding") or self.force_point
        return max(0, self.pool.value) if explodes and self.kind != "plain" else 0

    def refusal(self) -> str:
        """Why the character can't act, or no Force Point goes on it."""
        if self.kind != "act":
            return ""
        reason = modifiers.unable(self.character, self.situation)
        if reason or not self.force_point:
            return reason
        return modifiers.no_force_point(self.character, self.situation)

    def variants(self) -> Iterator[tuple[str, Check]]:
        """The roll with a Force Point, and with one action more in this round."""
        if self.kind != "act":
            return
        if not self.force_point:
            yield "a Force Point", replace(self, force_point=True)
        actions = modifiers.actions_declared(self.situation) + 1
        yield "one action more", replace(self, situation={**self.situation, "actions": actions})

    def reach(self, least: int) -> Fraction:
        """The chance of a total of at least so much."""
        found = replace(self, target=number("", least)).chance()
        return Fraction(int(least <= self.pool.pips)) if found is None else found


def act(given: Given, code: Figure, *more: Figure, **rest: Any) -> DiceRoll:
    """A roll on which everything weighs."""
    return DiceRoll(
        character=given.character, situation=given.situation, code=code, more=more, **rest
    )


def spared(given: Given, code: Figure, *more: Figure, **rest: Any) -> DiceRoll:
    """A roll of Soak or damage, which loses no dice."""
    return act(given, code, *more, kind="spared", **rest)


def plain(given: Given, count: int, label: str, *, source: str = "", **rest: Any) -> DiceRoll:
    """So many dice of a table, on which nothing weighs."""
    return table_roll(given, dice(label, count, source=source), **rest)


def table_roll(given: Given, code: Figure, *more: Figure, **rest: Any) -> DiceRoll:
    """A code on which nothing weighs, and of which nothing explodes."""
    return DiceRoll(
        character=given.character, situation={}, code=code, more=more, kind="plain", **rest
    )


def spend(character: Character) -> MarkChange:
    """One Force Point more that is spent."""
    return MarkChange("force_spent", 1, most=character.force_points)


def extra(rng: Random, count: int) -> tuple[Die, ...]:
    """Dice that a rule adds to what was rolled."""
    thrown = fallen(rng, count, exploding=0)
    return tuple(msgspec.structs.replace(die, kind="extra") for die in thrown)


def faces(thrown: tuple[Die, ...]) -> int:
    """What dice show together."""
    return sum(die.face for die in thrown)


def text(
    outcome: Outcome, *said: str, shifts: tuple[MarkChange, ...] = (), **members: Any
) -> Outcome:
    """The outcome with its sentences, marks and other members."""
    return msgspec.structs.replace(
        outcome,
        said=tuple(filter(None, (*outcome.said, *said))),
        shifts=(*outcome.shifts, *shifts),
        **members,
    )


def compared(outcome: Outcome, won: str = "success", lost: str = "failure") -> str:
    """A total beside the number that it had to reach."""
    if outcome.target is None:
        return str(outcome.total)
    if outcome.success is None:
        return f"To reach: {outcome.against} {outcome.target}"
    return checks.compared(outcome.total, outcome.against, outcome.target, won=won, lost=lost)


def told(_given: Given, outcome: Outcome, _rng: Random) -> Outcome:
    """A total beside its number."""
    return text(outcome, compared(outcome))


def average(roll: DiceRoll) -> tuple[str, ...]:
    """What a pool comes to on average, nothing where it can't be rolled."""
    if roll.barred():
        return ()
    return (f"{pools.average_text(roll.pool.value, roll.pool.pips)} on average",)


# --- kinds of questions


def _defense(question: Question, answers: Answers, _usual: Any) -> tuple[int | None, Field]:
    """Their static defense: a number, or the code that it comes from."""
    said = answers.text(question.id)
    value = whole(said, 0, question.most) if said else None
    if said and value is None:
        try:
            count, pips = codes.read(said)
            value = rulebook().combat.per_die * count + pips
        except InvalidDocument:
            message = f"Type a number from 0 to {question.most}, or a code like 4D+1."
            answers.wrong.append(Problem("bad-value", question.id, message))
    return value, text_field(question, said)


def _decimal(question: Question, answers: Answers, _usual: Any) -> tuple[Fraction | None, Field]:
    """A number above 0 that may have a fraction: "2", "0.5"; None for nothing."""
    said = answers.text(question.id)
    try:
        found = Fraction(said) if len(said) <= question.limit and "/" not in said else None
    except ValueError:
        found = None
    if said and (found is None or not 0 < found <= question.most):
        answers.wrong.append(Problem("bad-value", question.id, "Type a number, like 2 or 0.5."))
        found = None
    return found, text_field(question, said)


def _hours(question: Question, answers: Answers, _usual: Any) -> tuple[int | None, Field]:
    """Hours that the dice of `most` show: typed, or None to be rolled; 0 for none."""
    count = question.most
    hours = range(count, pools.SIDES * count + 1)
    names = {
        "": "No",
        YES_ROLL: f"Roll {count}D hours",
        **{str(one): f"{one} hours" for one in hours},
    }
    chosen = answers.option(question.id, filter(None, names))
    options = tuple(Option(id, name, chosen=id == chosen) for id, name in names.items())
    return (None if chosen == YES_ROLL else int(chosen or 0)), menu(
        question.id, question.label, options
    )


QUESTIONNAIRE = Questionnaire(
    rulebook().rows,
    rulebook().values,
    {"defense": _defense, "decimal": _decimal, "hours": _hours},
)
READER = tables.Reader(FOLDER)
QUESTIONS = QUESTIONNAIRE.sets(READER, FILE)
