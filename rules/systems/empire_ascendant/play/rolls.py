"""Rolls of this game: their numbers, and how the questions before them are read."""

from __future__ import annotations

from rules.declared.play.ladders import Ladder
from rules.dice import codes
from rules.figures import Figure
from rules.forms.fields import Field
from rules.kit.play.answers import Answers, whole
from rules.kit.play.questions import ActionInput, Question, Questionnaire, text_field
from rules.problems import InvalidDocument, Problem
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play.modifiers import TURN
from rules.systems.empire_ascendant.rulebook.book import rulebook

# What an action is asked with.
Inputs = ActionInput[Character]
BOOK = rulebook()
LADDER = Ladder(tuple(BOOK.play.difficulties.values()))
GM, TYPED, FILE = "Your GM", "Entered", "procedures.toml"
roll, plain = TURN.roll, TURN.plain


def range_number(chosen: str) -> Figure | None:
    """The number of a range, None for none."""
    return BOOK.combat.ranges[chosen].figure() if chosen else None


def _defense(question: Question, answers: Answers, _usual: object) -> tuple[int | None, Field]:
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
QUESTIONS = QUESTIONNAIRE.sets(GAME.reader, FILE)
