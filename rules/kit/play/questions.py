"""Questions before an action, as a game's TOML holds them: each is a field of a roll form, with the
answer that is read from it.

What is asked, and what an answer does, is each game's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic

import msgspec
from msgspec.structs import replace

from rules import tables
from rules.dice import codes, pools
from rules.forms.fields import Field, Option, Text, options
from rules.forms.parsing import YES
from rules.kit.play.answers import Answers, menu, number_field, pick
from rules.play import Attempt, C_co
from rules.problems import Problem

FIRST, CHOOSE = "first", "Choose"
# The texts of a question that may name numbers of the tables, and such a name: "{combat.cover}".
FILLED = ("label", "usual", "detail", "from_row", "hint", "missing")
_NAMED = re.compile(r"\{[a-z][^{}]*\}")


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question.

    A "number" lies between `least` and `most`; a "decimal" is above `least` and may have a
    fraction. A "code" is a dice code, "text" up to `limit` letters, "yes" a box to check, "picks" a
    box for each of `options`; "dice" is the total of `most` dice, in the unit that `detail` names:
    0 for none, None if they are still to be rolled. A "menu" offers the rows of a table (`rows` is
    its place, `from_row` the first of them that is offered, and with `numbered` they show their
    numbers), or `options`, names by id. A game may have further kinds.

    `usual` is the answer where none was given, "first" for the first row of a menu; `none` names
    the choice of nothing in a menu, and with `described` its rows say what they do. An answer that
    is `needed` has to be given, and `missing` is said where it lacks; `refusal` is said of a number
    that cannot be read, and of a choice that a menu has not got. Names in braces stand for numbers
    of the tables: "Cover +{combat.cover}".
    """

    id: str
    label: str
    kind: str = "number"
    least: int = 0
    most: int = 500
    rows: str = ""
    from_row: str = ""
    numbered: bool = False
    options: dict[str, str] = {}
    usual: str = ""
    none: str = ""
    needed: bool = False
    missing: str = "Fill this in."
    refusal: str = ""
    described: bool = False
    detail: str = ""
    hint: str = ""
    placeholder: str = ""
    limit: int = 10


class QuestionSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Questions that several actions ask."""

    id: str
    questions: tuple[Question, ...]


# A kind of question: what was answered, where nothing was the usual answer, and the field.
QuestionKind = Callable[[Question, Answers, Any], tuple[object, Field]]
# The rows of a table by its place, like "combat.ranges".
TableFinder = Callable[[str], Mapping[str, Any]]


def _number(question: Question, answers: Answers, usual: Any) -> tuple[object, Field]:
    least, most = question.least, question.most
    value = answers.number(question.id, least, most, refusal=question.refusal)
    if value is None and usual not in (None, ""):
        value = int(usual)
    return value, number_field(question.id, question.label, value, least, most)


def _code(question: Question, answers: Answers, _usual: object) -> tuple[object, Field]:
    value = answers.code(question.id)
    typed = codes.written(*value) if value else answers.text(question.id)
    return value, text_field(question, typed)


def _yes(question: Question, answers: Answers, _usual: object) -> tuple[object, Field]:
    checked = bool(answers.options(question.id, (YES,)))
    option = Option(YES, question.label, question.detail, chosen=checked)
    return checked, pick(question.id, question.label, (option,))


def _decimal(question: Question, answers: Answers, _usual: object) -> tuple[object, Field]:
    text = answers.text(question.id)
    try:
        value = Fraction(text) if len(text) <= question.limit and "/" not in text else None
    except ValueError:
        value = None
    if text and (value is None or not question.least < value <= question.most):
        answers.wrong.append(Problem("bad-value", question.id, "Type a number, like 2 or 0.5."))
        value = None
    return value, text_field(question, text)


def _dice(question: Question, answers: Answers, _usual: object) -> tuple[object, Field]:
    count, unit = question.most, question.detail
    names = {"": "No", YES: f"Roll {count}D {unit}"}
    names |= {str(one): f"{one} {unit}" for one in range(count, pools.SIDES * count + 1)}
    chosen = answers.option(question.id, filter(None, names))
    value = None if chosen == YES else int(chosen or 0)
    return value, menu(question.id, question.label, options(names, chosen))


def _text(question: Question, answers: Answers, usual: object) -> tuple[object, Field]:
    typed = answers.text(question.id)[: question.limit]
    return typed or usual, text_field(question, typed)


def _picks(question: Question, answers: Answers, _usual: object) -> tuple[object, Field]:
    sent = answers.chosen(question.id)
    chosen = tuple(id for id in question.options if id in sent)
    options = (
        Option(id, name, question.detail, chosen=id in chosen)
        for id, name in question.options.items()
    )
    return chosen, pick(question.id, question.label, tuple(options))


KINDS: Mapping[str, QuestionKind] = {
    "number": _number,
    "decimal": _decimal,
    "code": _code,
    "dice": _dice,
    "yes": _yes,
    "picks": _picks,
    "text": _text,
}


def text_field(question: Question, typed: str) -> Text:
    """A field for a few letters, with what was typed."""
    return Text(
        question.id,
        question.label,
        (typed[: question.limit],),
        question.hint,
        limit=question.limit,
        placeholder=question.placeholder,
    )


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """The reading of a game's questions: `table` finds the rows that they offer by their place,
    `values` are the names in braces, and `kinds` are the game's own.
    """

    table: TableFinder
    values: Mapping[str, object] = field(default_factory=dict)
    kinds: Mapping[str, QuestionKind] = field(default_factory=dict)

    def options(self, question: Question) -> Iterator[Option]:
        """The options of a menu."""
        for id, name in question.options.items():
            yield Option(id, name)
        rows = self.table(question.rows) if question.rows else {}
        ids = list(rows)
        for id in ids[ids.index(question.from_row) if question.from_row else 0 :]:
            row, about = rows[id], ("", "")
            name = f"{row.name} {row.number}" if question.numbered else row.name
            if question.described:
                about = (row.does, row.source)
            yield Option(id, name, about[0], source=about[1])

    def read(self, question: Question, answers: Answers, usual: object) -> tuple[object, Field]:
        """The answer to a question, and its field."""
        if question.kind == "menu":
            return self._menu(question, answers, usual)
        kind = self.kinds.get(question.kind) or KINDS[question.kind]
        return kind(question, answers, usual)

    def _menu(self, question: Question, answers: Answers, usual: object) -> tuple[object, Field]:
        offered = tuple(self.options(question))
        if usual == FIRST:
            usual = offered[0].id
        ids = (one.id for one in offered)
        chosen = answers.option(question.id, ids, refusal=question.refusal) or usual
        shown = [replace(one, chosen=one.id == chosen) for one in offered]
        if question.none or not usual:
            shown.insert(0, Option("", question.none or CHOOSE, chosen=not chosen))
        return chosen, menu(question.id, question.label, tuple(shown), hint=question.hint)

    def checked(self, file: str, key: str, questions: Iterable[Question]) -> tuple[Question, ...]:
        """The questions with the numbers that they name; TableError for one that cannot be
        asked.
        """
        return tuple(self._checked(file, f"{key}.{one.id}", one) for one in questions)

    def _checked(self, file: str, place: str, question: Question) -> Question:
        tables.check_known(file, place, question.kind, ("menu", *KINDS, *self.kinds))
        texts = {member: getattr(question, member) for member in FILLED}
        filled = replace(
            question,
            options={id: self.filled(file, place, name) for id, name in question.options.items()},
            **{member: self.filled(file, place, text) for member, text in texts.items()},
        )
        try:
            offered = [one.id for one in self.options(filled)]
        except (AttributeError, KeyError, ValueError) as unknown:
            raise tables.TableError(file, place, f"nothing is called {unknown}") from None
        if question.kind == "menu":
            first = FIRST if offered else ""
            tables.check_known(file, place, filled.usual or first, (first, *offered))
        return filled

    def filled(self, file: str, place: str, text: str) -> str:
        """The text with the numbers of the tables that it names: "+{combat.cover}" is "+2".
        TableError for an unknown one. What begins with a digit is left to whoever uses the text.
        """
        try:
            return _NAMED.sub(lambda name: name[0].format(**self.values), text)
        except (AttributeError, KeyError, IndexError, ValueError) as unknown:
            raise tables.TableError(file, place, f"nothing is called {unknown}") from None

    def sets(
        self, reader: tables.Reader, file: str, array: str = "questions"
    ) -> dict[str, tuple[Question, ...]]:
        """The sets of questions of a file; TableError for what cannot be asked."""
        sets = reader.entries(file, array, QuestionSet)
        return {id: self.checked(file, id, one.questions) for id, one in sets.items()}


class ActionInput(Generic[C_co]):
    """An attempt with the answers of its roll form, each under the id of its question; `texts` are
    the sentences of what is attempted, by name, and `barred` says why it cannot be done now.
    Without `has_form` nobody looks at the `fields`, and a plan may leave them out.
    """

    __slots__ = (
        "_questionnaire",
        "answers",
        "attempt",
        "barred",
        "character",
        "fields",
        "has_form",
        "missing",
        "said",
        "situation",
        "texts",
    )

    def __init__(
        self,
        questionnaire: Questionnaire,
        attempt: Attempt[C_co],
        texts: Mapping[str, str] = MappingProxyType({}),
        *,
        barred: str = "",
        has_form: bool = True,
    ) -> None:
        self._questionnaire, self.texts = questionnaire, texts
        self.barred, self.has_form = barred, has_form
        self.attempt, self.character = attempt, attempt.character
        self.situation = attempt.situation
        self.answers = Answers(attempt.values)
        self.said: dict[str, Any] = {}
        self.fields: list[Field] = []
        self.missing: dict[str, Problem] = {}

    def __getitem__(self, id: str) -> Any:
        return self.said[id]

    def get(self, id: str) -> Any:
        """The answer to a question, None if it was not asked."""
        return self.said.get(id)

    def ask(
        self,
        questions: Iterable[Question],
        usual: Mapping[str, Callable[[ActionInput[C_co]], Any]] | None = None,
    ) -> None:
        """Read these questions, each after those before it; `usual` has the answers, where none
        was given, that depend on them or on the character. Their fields are the next of the form.
        """
        self.fields += self.read(questions, usual)

    def read(
        self,
        questions: Iterable[Question],
        usual: Mapping[str, Callable[[ActionInput[C_co]], Any]] | None = None,
    ) -> list[Field]:
        """Read these questions as in `ask`; their fields, to stand anywhere in the form."""
        fields = []
        for question in questions:
            default = (usual or {}).get(question.id)
            without = default(self) if default else question.usual
            answer, shown = self._questionnaire.read(question, self.answers, without)
            self.said[question.id] = answer
            fields.append(shown)
            if question.needed and answer in (None, ""):
                problem = Problem("missing", question.id, question.missing)
                self.missing[question.id] = problem
        return fields
