"""Rolls of this game, whatever they are for: a code with its modifiers against a number or another
code; and how the questions before them are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules import tables
from rules.dice import codes
from rules.figures import Figure, dice, total
from rules.forms.fields import Field
from rules.kit.answers import Answers, whole
from rules.kit.checks import Check
from rules.kit.ladders import Ladder
from rules.kit.questions import ActionInput, Question, Questionnaire, text_field
from rules.play import MarkChange, TurnState
from rules.problems import InvalidDocument, Problem
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import modifiers
from rules.systems.empire_ascendant.rulebook import FOLDER, rulebook

# What an action is asked with.
Inputs = ActionInput[Character]
BOOK = rulebook()
LADDER = Ladder(tuple(BOOK.difficulties.ladder.values()))
GM, TYPED, FILE = "Your GM", "Entered", "procedures.toml"


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
    # The ruling on a code without a die.
    no_dice = BOOK.play.rulings["pips_stay"]

    @cached_property
    def pool(self) -> Figure:
        """The code that is rolled. A pool has at least the dice of its craft (Empire Ascendant,
        Crew and Multiple Skill Use).
        """
        more = (*self.more, self.craft) if self.craft else self.more
        lost = modifiers.taken(self.character, self.situation) if self.kind == "act" else ()
        pool = modifiers.with_terms(self.code, *lost, *more)
        if not self.craft or pool.value >= self.craft.value:
            return pool
        back = dice("no dice of the ship are lost", self.craft.value - pool.value)
        terms, ruling = (*pool.terms, back), pool.ruling
        return total(pool.label, *terms, unit="D", source=pool.source, ruling=ruling)

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


def range_number(chosen: str) -> Figure | None:
    """The number of a range, None for none."""
    return BOOK.combat.ranges[chosen].figure() if chosen else None


def roll(inputs: Inputs, code: Figure, *more: Figure, kind: str = "act", **rest: Any) -> DiceRoll:
    """A code as it is rolled by whoever acts."""
    now = {} if kind == "plain" else inputs.situation
    return DiceRoll(
        character=inputs.character, situation=now, code=code, more=more, kind=kind, **rest
    )


def plain(inputs: Inputs, count: int, label: str, *, source: str = "", **rest: Any) -> DiceRoll:
    """So many dice of a table."""
    return roll(inputs, dice(label, count, source=source), kind="plain", **rest)


def spend(character: Character) -> MarkChange:
    """One Force Point more that is spent."""
    return MarkChange("force_spent", 1, most=character.force_points)


def _defense(question: Question, answers: Answers, _usual: Any) -> tuple[int | None, Field]:
    """Their static defense: a number, or the code that it comes from."""
    typed = answers.text(question.id)
    value = whole(typed, 0, question.most) if typed else None
    if typed and value is None:
        try:
            count, pips = codes.read(typed)
            value = BOOK.combat.per_die * count + pips
        except InvalidDocument:
            message = f"Type a number from 0 to {question.most}, or a code like 4D+1."
            answers.wrong.append(Problem("bad-value", question.id, message))
    return value, text_field(question, typed)


QUESTIONNAIRE = Questionnaire(BOOK.rows, BOOK.values, {"defense": _defense})
READER = tables.Reader(FOLDER)
QUESTIONS = QUESTIONNAIRE.sets(READER, FILE)
