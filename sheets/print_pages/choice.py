"""What is chosen of the paper: the questions with their answers, as forms, addresses and the cookie
hold them. What the paper then looks like is for printing to say.
"""

import datetime as dt
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.dateformat import format as format_date

from sheets.errors import NotOffered
from sheets.printing import Edition

# A preference of this browser, with nothing in it about anybody.
COOKIE = "paper"
LONGEST_DATE = 40
PRIVATE = LINK = "yes"


@dataclass(frozen=True)
class Option:
    """One answer: its id in an address, its name, `short` where it stands without its question."""

    id: str
    name: str
    about: str = ""
    short: str = ""


@dataclass(frozen=True)
class Question:
    """What is asked; the first answer holds until another is given."""

    id: str
    label: str
    options: tuple[Option, ...]
    blank: bool = True  # whether it is also asked of a blank sheet
    cards: bool = True  # and whether it makes a difference to cards

    @property
    def described(self) -> bool:
        """Whether its answers say more than their names."""
        return any(option.about for option in self.options)

    @property
    def typed(self) -> bool:
        """Whether one of its answers is to be typed."""
        return self.option("typed") is not None

    def option(self, id: str) -> Option | None:
        """The answer of that id, if there is one."""
        return next((option for option in self.options if option.id == id), None)


QUESTIONS = (
    Question(
        "kind",
        "What",
        (
            Option("classic", "Classic", "All that is played from, on one page."),
            Option(
                "full",
                "Full",
                "And a second page with everything: descriptions in full, portrait, notes, "
                "every item.",
            ),
            Option("cards", "Cards", "Weapons and gear, to cut out and lay on the table."),
        ),
        blank=False,
    ),
    Question("paper", "Paper", (Option("a4", "A4"), Option("letter", "Letter"))),
    Question(
        "state",
        "State",
        (
            Option("marked", "As it stands", short="as it stands"),
            Option("empty", "Empty boxes", short="empty boxes"),
        ),
        blank=False,
        cards=False,
    ),
    Question(
        "ink",
        "Ink",
        (Option("plain", "Plain", short="plain ink"), Option("colour", "Colour", short="colour")),
    ),
    Question(
        "fill",
        "Filled in",
        (
            Option("pen", "By pen", short="for a pen"),
            Option("screen", "In a PDF reader", short="fillable"),
        ),
        cards=False,
    ),
    Question(
        "date",
        "Date",
        (
            Option("today", "Today", short="dated today"),
            Option("none", "None", short="no date"),
            Option("typed", "Another", short="no date yet"),
        ),
        blank=False,
    ),
)
BLANK_QUESTIONS = tuple(question for question in QUESTIONS if question.blank)


@dataclass(frozen=True)
class Choice:
    """One answer to each question, by ids; `when` is the date that was typed, `private` is
    PRIVATE where the owner's own notes go onto the paper too, `since` the day (ISO) from which on
    the history does, `link` LINK where a code that leads to the shared sheet does, "" for none of
    it.
    """

    kind: str = "classic"
    paper: str = "a4"
    state: str = "marked"
    ink: str = "plain"
    fill: str = "pen"
    date: str = "today"
    when: str = ""
    private: str = ""
    since: str = ""
    link: str = ""

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """What an address says, and the first answer where it does not; NotOffered with every
        fault of it at once. Parameters that are none of ours are let be."""
        faults = {question.id: _fault(question, query) for question in QUESTIONS}
        faults["when"] = _date_fault(query)
        faults["private"] = _yes_fault(query, "private")
        faults["link"] = _yes_fault(query, "link")
        faults["since"] = _since_fault(query)
        if standing := {name: fault for name, fault in faults.items() if fault}:
            raise NotOffered(standing)
        given = {name: query.getlist(name)[0] for name in NAMES if name in query}
        return cls(**given)._settled()

    @classmethod
    def remembered(cls, cookie: str) -> Self:
        """What was chosen last time; the first answers where that cannot be read (any more)."""
        ids = cookie.split(".")
        if len(ids) != len(QUESTIONS):
            return cls()
        pairs = zip(QUESTIONS, ids, strict=True)
        found = {question.id: id for question, id in pairs if question.option(id)}
        return cls(**found) if len(found) == len(QUESTIONS) else cls()

    @property
    def cookie(self) -> str:
        """What is remembered of it: nothing that was typed, never the private notes nor a link."""
        kept = replace(self, date="today") if self.date == "typed" else self
        return ".".join(getattr(kept, question.id) for question in QUESTIONS)

    @property
    def query(self) -> str:
        """It as the parameters of an address, none left out that another browser would fill in."""
        said = {name: getattr(self, name) for name in NAMES}
        return urlencode({name: value for name, value in said.items() if value})

    def answers(self, questions: Sequence[Question]) -> list[tuple[Question, str]]:
        """Each of the questions with the id of its answer."""
        return [(question, getattr(self, question.id)) for question in questions]

    def in_short(self, questions: Sequence[Question] = QUESTIONS) -> str:
        """The answers to these questions in a few words."""
        makes_sense = [one for one in questions if one.cards or self.kind != "cards"]
        chosen = [question.option(id) for question, id in self.answers(makes_sense)]
        words = [option.short or option.name for option in chosen if option]
        return ", ".join([*words[:-1], f"dated {self.when}"] if self.when else words)

    @property
    def edition(self) -> Edition:
        """What printing is to be told."""
        return Edition(
            kind=self.kind,
            paper=self.paper,
            state=self.state == "marked",
            colour=self.ink == "colour",
            fillable=self.fill == "screen",
        )

    def printed_date(self, today: dt.date) -> str:
        """The date as it stands on the paper, "" for none."""
        return {"today": format_date(today, "j F Y"), "typed": self.when}.get(self.date, "")

    def blank(self) -> Self:
        """Only what can be chosen of a blank sheet."""
        asked = {question.id: getattr(self, question.id) for question in BLANK_QUESTIONS}
        return type(self)(**asked)

    def _settled(self) -> Self:
        """Without what makes no difference: two addresses for one paper would be two copies."""
        when = self.when.strip() if self.date == "typed" else ""
        private, since = (self.private, self.since) if self.kind == "full" else ("", "")
        link = "" if self.kind == "cards" else self.link
        return replace(self, when=when, private=private, since=since, link=link)


NAMES = tuple(field.name for field in fields(Choice))


def asked(query: QueryDict) -> bool:
    """Whether an address chooses at all. One that does not gets what was chosen last time."""
    return any(name in query for name in NAMES)


def _fault(question: Question, query: QueryDict) -> str:
    given = query.getlist(question.id)
    if not given or (len(given) == 1 and question.option(given[0])):
        return ""
    return f"“{question.id}” is one of: {', '.join(option.id for option in question.options)}."


def _date_fault(query: QueryDict) -> str:
    given = query.getlist("when") or [""]
    if len(given) == 1 and len(given[0]) <= LONGEST_DATE and given[0].isprintable():
        return ""
    return f"“when” is one line of at most {LONGEST_DATE} characters."


def _yes_fault(query: QueryDict, name: str) -> str:
    return "" if query.getlist(name) in ([], ["yes"]) else f"“{name}” is yes or absent."


def _since_fault(query: QueryDict) -> str:
    given = query.getlist("since") or [""]
    if len(given) == 1:
        with suppress(ValueError):
            if given[0]:
                dt.date.fromisoformat(given[0])
            return ""
    return "“since” is a day written like 2026-11-22, or absent."
