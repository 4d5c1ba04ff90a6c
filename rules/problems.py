"""Problems of a document, refusals of an entry, and what a game master accepts of both."""

from collections.abc import Iterable
from itertools import groupby

import msgspec

from rules import places
from rules.phrases import said_once

# The reasons why nobody can accept a problem.
UNKNOWN = (
    "The rules have no entry for this, so it can't be accepted. Choose another, or add it to your"
    " party's house rules."
)
SURPLUS = "This has no effect, so there is nothing to accept. Remove it."
NAMING = "This is about a name, not a rule, so it can't be accepted. Change the name."
UNREAD = "This can't be read, so it can't be accepted. Enter it again."
AT_THE_TABLE = "Wounds and points can't be accepted. Correct them on the Play page."
OF_THE_HOUSE = "This is part of the party's house rules. Change it there."
# codes and places: Accepted codes and places. A place in the build of a rebuild entry is the place
# within that build.
Places = frozenset[tuple[str, str]]
NOTHING: Places = frozenset()

PUT_RIGHT = "This can't be accepted. It has to be fixed."


class Problem(msgspec.Struct, frozen=True, gc=False):
    """One problem: a stable code, the place as a path into the document, and what would be right.

    `unfinished` marks an open choice rather than an illegal one. `never` says why nobody can accept
    it, "" if a game master can: then it counts.
    """

    code: str
    where: str
    message: str
    unfinished: bool = False
    never: str = ""

    def plain(self) -> dict[str, str]:
        """The three members that the command line and the exports show."""
        return {"code": self.code, "where": self.where, "message": self.message}


def condensed(problems: Iterable[Problem]) -> list[Problem]:
    """The problems as a person reads them: those that say the same of several things, one after
    the other, are said once.
    """
    told: list[Problem] = []
    for _, alike in groupby(problems, key=lambda one: (one.code, one.unfinished)):
        several = list(alike)
        once = said_once([one.message for one in several]) if len(several) > 1 else ""
        told += [msgspec.structs.replace(several[0], message=once)] if once else several
    return told


class EntryRefused(Exception):
    """The refusal of an entry that is not allowed.

    `short` is the amount missing to pay for it, `place` the member at fault (".build.gear").
    `never` says why nobody can accept it, "" if a game master can.
    """

    def __init__(
        self, code: str, message: str, *, short: int = 0, place: str = "", never: str = PUT_RIGHT
    ) -> None:
        self.code, self.message, self.short, self.place = code, message, short, place
        self.never = never
        super().__init__(message)

    def problem(self, at: int) -> Problem:
        """A problem of the entry at that position, as it is listed."""
        return Problem(self.code, f"ledger[{at}]{self.place}", self.message, never=self.never)


class AcceptsDeviations:
    """A character for which a game master accepts problems. `accepted` are those; `at` is the
    position of the current entry, negative for one that is not made yet; `let_be` collects the
    accepted problems that occurred.
    """

    accepted: Places = NOTHING
    at: int = -1
    let_be: list[EntryRefused] | None = None

    def deviation(self, code: str, message: str, *, short: int = 0, place: str = "") -> None:
        """Refuse the entry, unless a game master accepted exactly this."""
        refused = EntryRefused(code, message, short=short, place=place, never="")
        if (code, f"ledger[{self.at}]{place}") not in self.accepted:
            raise refused
        self.let_be = [*(self.let_be or ()), refused]


class ProblemList:
    """Collects the problems of a document; `accepted` are those that a game master accepted."""

    __slots__ = ("accepted", "found", "prefix")

    def __init__(self, prefix: str = "", accepted: Places = NOTHING) -> None:
        self.found: list[Problem] = []
        self.prefix = prefix
        self.accepted = accepted

    def wrong(self, code: str, where: str, message: str, *, never: str = PUT_RIGHT) -> None:
        """Add a problem that nobody can accept; `never` says why."""
        self.found.append(Problem(code, self.prefix + where, message, never=never))

    def deviation(self, code: str, where: str, message: str) -> bool:
        """Add a problem that a game master can accept; returns whether one did, so that the choice
        counts.
        """
        self.found.append(Problem(code, self.prefix + where, message))
        return (code, where) in self.accepted

    def open(self, code: str, where: str, message: str) -> None:
        """Add an open choice."""
        self.found.append(Problem(code, self.prefix + where, message, unfinished=True))

    def take(self, problems: tuple[Problem, ...]) -> None:
        """Add problems found elsewhere, without the prefix."""
        for one in problems:
            self.found.append(
                Problem(
                    one.code,
                    self.prefix + one.where,
                    one.message,
                    unfinished=one.unfinished,
                    never=one.never,
                )
            )


class RuleViolation(Exception):
    """A change that the rules do not allow, with every problem that it would cause."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))

    @property
    def by_place(self) -> dict[str, str]:
        """The messages by their places, all of one place together."""
        messages: dict[str, str] = {}
        for place, message in ((one.where, one.message) for one in self.problems):
            messages[place] = f"{messages[place]} {message}" if place in messages else message
        return messages


class InvalidDocument(Exception):
    """Input that is no character document. `where` is the place in it, "" for the whole
    document.
    """

    def __init__(self, message: str, *, where: str = "") -> None:
        self.where = where
        self.message = message
        super().__init__(f"{where}: {message}" if where else message)

    @property
    def in_words(self) -> str:
        """The refusal as a sentence for a page, with the place as text."""
        place, text = places.in_words(self.where), self.message.rstrip(".")
        return f"{place}: {text}." if place else f"{text[:1].upper()}{text[1:]}."


class UnknownGame(InvalidDocument):
    """A document of a game that isn't here."""
