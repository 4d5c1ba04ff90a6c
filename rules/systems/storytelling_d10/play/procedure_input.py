"""What procedures are asked with: the questions of `tables/procedures.toml`, and their answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import tables
from rules.figures import Figure, bonus
from rules.forms.fields import Field, Option
from rules.kit.answers import Answers, pick
from rules.kit.questions import ActionInput, Question, Questionnaire
from rules.kit.roll_effects import Bearings
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.rulebook import FOLDER, rulebook

Inputs = ActionInput[Character]
FILE = "procedures.toml"
READER = tables.Reader(FOLDER)


def _picks(question: Question, answers: Answers, _usual: Any) -> tuple[tuple[str, ...], Field]:
    """Boxes to check, one for each of the options."""
    chosen = answers.options(question.id, question.options)
    options = (Option(id, name, chosen=id in chosen) for id, name in question.options.items())
    return chosen, pick(question.id, question.label, tuple(options))


QUESTIONNAIRE = Questionnaire(
    lambda place: rulebook().rows(place),
    {"combat": rulebook().combat},
    {"picks": _picks},
)
QUESTIONS = QUESTIONNAIRE.sets(READER, FILE)


def ask_bearings(inputs: Inputs, *on: str, detail: str = "") -> Bearings:
    """The merits and flaws that bear on such a roll, offered with its questions."""
    owned = (*inputs.character.merits, *inputs.character.flaws)
    bearings = Bearings(owned, inputs.answers, on, detail)
    inputs.fields.extend(bearings.fields("Merits and flaws"))
    return bearings


def conditions(inputs: Inputs) -> Iterator[Figure]:
    """The dice more or less that the Storyteller gives."""
    if more := inputs.get("bonus"):
        yield bonus("conditions", more)
