"""Collects what is wrong while a document is looked through; what an entry is refused for; and what
a game master lets be of both.
"""

from collections.abc import Iterable

import msgspec

from rules import places

# Why nobody can accept something.
UNKNOWN = (
    "No table says what this would be, so there is nothing that could count. Choose another, or"
    " make it among the rules of your party."
)
SURPLUS = "It does nothing, so there is nothing that could count: leave it out."
NAMING = "This is about how things are called, and no rule: it has to be put right."
UNREAD = "It cannot be read, so there is nothing that could count: type it anew."
AT_THE_TABLE = "Marks are set right at the table, not accepted."
OF_THE_HOUSE = "This stands in the rules of the party: change it there."
# What was accepted: codes and places. Of a build that a rebuild put in, the place is that in it.
Places = frozenset[tuple[str, str]]
NOTHING: Places = frozenset()

PUT_RIGHT = "There is nothing here that could count: it has to be put right."


class Problem(msgspec.Struct, frozen=True, gc=False):
    """One fault: a stable code, the place as a path into the document, and what would be right.

    `unfinished` marks what is merely still open (a step not yet done), as against what is wrong.
    `never` says why nobody can accept it, "" where a game master can: then it counts.
    """

    code: str
    where: str
    message: str
    unfinished: bool = False
    never: str = ""

    def plain(self) -> dict[str, str]:
        """The three members that the command line and the exports show."""
        return {"code": self.code, "where": self.where, "message": self.message}


class EntryRefused(Exception):
    """An entry that does nothing, because it may not be made.

    `short` is what lacks to pay it, `place` which of its members is to blame (".build.gear").
    `never` says why nobody can accept it, "" where a game master can.
    """

    def __init__(
        self, code: str, message: str, *, short: int = 0, place: str = "", never: str = PUT_RIGHT
    ) -> None:
        self.code, self.message, self.short, self.place = code, message, short, place
        self.never = never
        super().__init__(message)

    def problem(self, at: int) -> Problem:
        """The same as a fault of the entry at that position."""
        return Problem(self.code, f"ledger[{at}]{self.place}", self.message, never=self.never)


class AcceptsDeviations:
    """Somebody of whom a game master lets things be: what was `accepted`. `at` is the position of
    the entry that is looked at, below 0 for one that is not made yet; `let_be` is what of it was
    accepted.
    """

    accepted: Places = NOTHING
    at: int = -1
    let_be: list[EntryRefused] | None = None

    def deviation(self, code: str, message: str, *, short: int = 0, place: str = "") -> None:
        """Refuse the entry, unless a game master accepted just this of it."""
        refused = EntryRefused(code, message, short=short, place=place, never="")
        if (code, f"ledger[{self.at}]{place}") not in self.accepted:
            raise refused
        self.let_be = [*(self.let_be or ()), refused]


class ProblemList:
    """Collects problems while a document is looked through; `accepted` is what is let be."""

    __slots__ = ("accepted", "found", "prefix")

    def __init__(self, prefix: str = "", accepted: Places = NOTHING) -> None:
        self.found: list[Problem] = []
        self.prefix = prefix
        self.accepted = accepted

    def wrong(self, code: str, where: str, message: str, *, never: str = PUT_RIGHT) -> None:
        """Something is wrong that nobody can accept: `never` says why."""
        self.found.append(Problem(code, self.prefix + where, message, never=never))

    def deviation(self, code: str, where: str, message: str) -> bool:
        """Something breaks a rule; whether a game master accepted it, so that it counts."""
        self.found.append(Problem(code, self.prefix + where, message))
        return (code, where) in self.accepted

    def open(self, code: str, where: str, message: str) -> None:
        """Something is not decided yet."""
        self.found.append(Problem(code, self.prefix + where, message, unfinished=True))

    def take(self, problems: tuple[Problem, ...]) -> None:
        """Faults that were found elsewhere, without the prefix."""
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
    """A change that the rules do not allow; carries every problem it would cause."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


class InvalidDocument(Exception):
    """Input that is no character document. `where` is the place in it, "" for the whole."""

    def __init__(self, message: str, *, where: str = "") -> None:
        self.where = where
        self.message = message
        super().__init__(f"{where}: {message}" if where else message)

    @property
    def in_words(self) -> str:
        """The same for a page, with the place in words; a sentence."""
        place, text = places.in_words(self.where), self.message.rstrip(".")
        return f"{place}: {text}." if place else f"{text[:1].upper()}{text[1:]}."
