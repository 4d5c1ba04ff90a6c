"""The reading of the questions before actions."""

from rules import tables
from rules.dice.codes import signed
from rules.forms.fields import Field, Option
from rules.kit.listings import rows_at
from rules.kit.play.answers import Answers, menu
from rules.kit.play.questions import ActionInput, Question, Questionnaire
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.rulebook.book import FOLDER, book
from rules.systems.hyperspace_d6.rulebook.guide import guide

Inputs = ActionInput[Character]
FILE = "procedures.toml"
READER = tables.Reader(FOLDER)
# The most dice of an opponent and of a craft, and the highest number to reach, that a form takes.
MOST_DICE, MOST_NUMBER = 30, 200


def _scale(question: Question, answers: Answers, _usual: object) -> tuple[int, Field]:
    """The factor of a scale, by default that of a person."""
    scales = guide().scales
    row = scales.get(answers.text(question.id))
    factor = row.factor if row else 1
    options = tuple(
        Option(each.id, each.name, each.does, chosen=each.factor == factor)
        for each in scales.values()
    )
    return factor, menu(question.id, question.label, options)


# What texts may name in braces; `more` are dice with their sign ("−1D"), `shelter` bonuses ("+5").
VALUES = {
    "play": book().play,
    "more": {id: signed(dice) for id, dice in book().play.dice.items()},
    "shelter": {id: signed(more, "") for id, more in book().play.shelter.items()},
    "attributes": book().attributes,
    "properties": book().properties,
    "topics": guide().topics,
    "active": guide().active,
}
QUESTIONNAIRE = Questionnaire(lambda place: rows_at(book(), place), VALUES, {"scale": _scale})
QUESTIONS = QUESTIONNAIRE.sets(READER, FILE)
