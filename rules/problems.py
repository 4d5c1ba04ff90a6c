"""What is wrong with a document, said so that it can be put right.

A `Problem` names one fault. A document with problems is illegal but still has a sheet; `Unreadable`
is for input that cannot be read at all. Both are told apart everywhere.
"""

from collections.abc import Iterable

import msgspec

from rules import places

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


class RuleViolation(Exception):
    """A change that the rules do not allow; carries every problem it would cause."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


class Unreadable(Exception):
    """Input that is no character document. `where` is the place in it, "" for the whole."""

    def __init__(self, message: str, *, where: str = "") -> None:
        self.where = where
        self.message = message
        super().__init__(f"{where}: {message}" if where else message)

    @property
    def in_words(self) -> str:
        """The same for a page, with the place in words; a sentence."""
        place, said = places.in_words(self.where), self.message.rstrip(".")
        return f"{place}: {said}." if place else f"{said[:1].upper()}{said[1:]}."
