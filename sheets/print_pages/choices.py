"""The print options as questions: in forms, in URLs, and in the cookie that remembers them."""

import datetime as dt
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.dateformat import format as format_date

from sheets.errors import NotOffered
from sheets.printing import PrintOptions

# A preference of this browser; it holds no personal data.
COOKIE = "paper"
LONGEST_DATE = 40
PRIVATE = LINK = FACE = "yes"


@dataclass(frozen=True)
class Option:
    """One answer: its id in URLs, its label, and `short`, which stands without its question."""

    id: str
    name: str
    about: str = ""
    short: str = ""


@dataclass(frozen=True)
class Question:
    """A print option; its first answer is the default."""

    id: str
    label: str
    options: tuple[Option, ...]
    blank: bool = True  # whether a blank sheet has this option
    kinds: tuple[str, ...] = ()  # the kinds that have it; all if empty

    @property
    def only(self) -> str:
        """The CSS class of an option that some kinds have not got."""
        for kind in ("cards", "large"):
            if kind in self.kinds:
                return f"only-{kind}"
        return "only-sheets" if self.kinds else ""

    def applies(self, kind: str) -> bool:
        """True if that kind has this option."""
        return not self.kinds or kind in self.kinds

    @property
    def described(self) -> bool:
        """True if its answers have descriptions."""
        return any(option.about for option in self.options)

    @property
    def typed(self) -> bool:
        """True if one of its answers is typed text."""
        return self.option("typed") is not None

    def option(self, id: str) -> Option | None:
        """The answer of that id, if there is one."""
        return next((option for option in self.options if option.id == id), None)


SHEETS = ("classic", "full")
QUESTIONS = (
    Question(
        "kind",
        "What",
        (
            Option("classic", "Classic", "Everything you play with, on one page."),
            Option(
                "full",
                "Full",
                "Adds pages with everything: full descriptions, portrait, notes, every item.",
            ),
            Option("large", "Large print", "All you play with in big type, over several pages."),
            Option("frame", "To frame", "Portrait and name, and what the character is known for."),
            Option("cards", "Cards", "Weapons, gear, powers, or a craft’s stations, to cut out."),
            Option(
                "tent", "Name tent", "Name, portrait, and defenses, to fold and put on the table."
            ),
        ),
        blank=False,
    ),
    Question("paper", "Paper", (Option("a4", "A4"), Option("letter", "Letter"))),
    Question(
        "state",
        "State",
        (
            Option("marked", "Current values", short="current values"),
            Option("empty", "Empty boxes", short="empty boxes"),
        ),
        blank=False,
        kinds=(*SHEETS, "large"),
    ),
    Question(
        "ink",
        "Ink",
        (Option("plain", "Plain", short="plain ink"), Option("colour", "Color", short="color")),
    ),
    Question(
        "fill",
        "Filled in",
        (
            Option("pen", "For pen and paper", short="for pen and paper"),
            Option("screen", "In a PDF reader", short="fillable"),
        ),
        kinds=SHEETS,
    ),
    Question(
        "backs",
        "Backs",
        (
            Option("none", "None", short="no backs"),
            Option("printed", "Printed, to flip on the long edge", short="with backs"),
        ),
        blank=False,
        kinds=("cards",),
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
class PrintChoices:
    """One answer id per question, and the extras, "" for none: `when` is a typed date, `private` is
    PRIVATE to print private notes, `since` is the day (ISO) from which the history is printed,
    `link` is LINK to print a QR code, `face` is FACE to print the portrait on the first page.
    """

    kind: str = "classic"
    paper: str = "a4"
    state: str = "marked"
    ink: str = "plain"
    fill: str = "pen"
    backs: str = "none"
    date: str = "today"
    when: str = ""
    private: str = ""
    since: str = ""
    link: str = ""
    face: str = ""

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """The choices in a URL, with defaults; NotOffered with every error at once. Ignores other
        parameters.
        """
        errors = {question.id: _error(question, query) for question in QUESTIONS}
        errors["when"] = _date_error(query)
        errors["private"] = _yes_error(query, "private")
        errors["link"] = _yes_error(query, "link")
        errors["face"] = _yes_error(query, "face")
        errors["since"] = _since_error(query)
        if actual_errors := {name: error for name, error in errors.items() if error}:
            raise NotOffered(actual_errors)
        parameters = {name: query.getlist(name)[0] for name in PARAMETERS if name in query}
        return cls(**parameters)._settled()

    @classmethod
    def asked(cls, query: QueryDict, cookies: Mapping[str, str]) -> Self:
        """The choices of a URL; without any, those that this browser remembers."""
        return cls.read(query) if has_choices(query) else cls.remembered(cookies.get(COOKIE, ""))

    @classmethod
    def remembered(cls, cookie: str) -> Self:
        """The choices in the cookie; the defaults if it cannot be read."""
        ids = cookie.split(".")
        if len(ids) != len(QUESTIONS):
            return cls()
        pairs = zip(QUESTIONS, ids, strict=True)
        answers = {question.id: id for question, id in pairs if question.option(id)}
        return cls(**answers) if len(answers) == len(QUESTIONS) else cls()

    @property
    def cookie(self) -> str:
        """The choices to remember, without typed text, private notes or link."""
        remembered = replace(self, date="today") if self.date == "typed" else self
        return ".".join(getattr(remembered, question.id) for question in QUESTIONS)

    @property
    def query(self) -> str:
        """The choices as a query string, with every value that another browser would fill in
        otherwise.
        """
        values = {name: getattr(self, name) for name in PARAMETERS}
        return urlencode({name: value for name, value in values.items() if value})

    def answers(self, questions: Sequence[Question]) -> list[tuple[Question, str]]:
        """Each question with the id of its answer."""
        return [(question, getattr(self, question.id)) for question in questions]

    def in_short(self, questions: Sequence[Question] = QUESTIONS) -> str:
        """The answers in a few words: "Classic, A4, current values"."""
        applicable = [question for question in questions if question.applies(self.kind)]
        chosen = [question.option(id) for question, id in self.answers(applicable)]
        words = [option.short or option.name for option in chosen if option]
        return ", ".join([*words[:-1], f"dated {self.when}"] if self.when else words)

    @property
    def options(self) -> PrintOptions:
        """The options for the printing package."""
        return PrintOptions(
            kind=self.kind,
            paper=self.paper,
            state=self.state == "marked",
            colour=self.ink == "colour",
            fillable=self.fill == "screen",
            backs=self.backs == "printed",
        )

    @property
    def has_codes(self) -> bool:
        """True if the paper can come back: cards, a tent, and a sheet that shows its boxes as
        marked.
        """
        return self.kind not in (*SHEETS, "large") or self.state == "marked"

    def printed_date(self, today: dt.date) -> str:
        """The date as printed; "" for none."""
        return {"today": format_date(today, "F j, Y"), "typed": self.when}.get(self.date, "")

    def blank(self) -> Self:
        """Only the choices that a blank sheet has."""
        answers = {question.id: getattr(self, question.id) for question in BLANK_QUESTIONS}
        return type(self)(**answers)

    def _settled(self) -> Self:
        """Without choices that make no difference, so equal prints share one URL."""
        when = self.when.strip() if self.date == "typed" else ""
        private, since = (self.private, self.since) if self.kind == "full" else ("", "")
        link, face = (self.link, self.face) if self.kind in SHEETS else ("", "")
        backs = self.backs if self.kind == "cards" else "none"
        return replace(
            self, when=when, private=private, since=since, link=link, face=face, backs=backs
        )


PARAMETERS = tuple(field.name for field in fields(PrintChoices))


def has_choices(query: QueryDict) -> bool:
    """True if a URL has any choices; if not, the remembered ones apply."""
    return any(name in query for name in PARAMETERS)


def _error(question: Question, query: QueryDict) -> str:
    values = query.getlist(question.id)
    if not values or (len(values) == 1 and question.option(values[0])):
        return ""
    return f"“{question.id}” must be one of: {', '.join(option.id for option in question.options)}."


def _date_error(query: QueryDict) -> str:
    values = query.getlist("when") or [""]
    if len(values) == 1 and len(values[0]) <= LONGEST_DATE and values[0].isprintable():
        return ""
    return f"“when” must be one line of at most {LONGEST_DATE} characters."


def _yes_error(query: QueryDict, name: str) -> str:
    return "" if query.getlist(name) in ([], ["yes"]) else f"“{name}” must be yes, or left out."


def _since_error(query: QueryDict) -> str:
    values = query.getlist("since") or [""]
    if len(values) == 1:
        with suppress(ValueError):
            if values[0]:
                dt.date.fromisoformat(values[0])
            return ""
    return "“since” must be a date like 2026-11-22, or left out."
