"""A party's rules for its characters: options, homebrew, accepted problems.

A *house* is the part of a document of that name, in the struct of its game. A party keeps one, and
every character of the party carries a copy: whoever has the document has all of it. Here is what
any game is asked about houses, with answers that fit a game that has none to give. Who may decide,
and who is told, is for others to say.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules import document as documents
from rules.document import Accepted, Document
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.problems import NOTHING, InvalidDocument, Places, Problem, RuleViolation

MAX_REASON = 500
_REBUILT = re.compile(r"^ledger\[\d+\]\.(?=build\.)")
# A house is carried by every character of its party, and a document has its limits. No thing is
# made beyond the first; beyond the second nothing is read.
EDIT_BYTES, MAX_BYTES = 96 * 1024, 128 * 1024


class HomebrewKind(msgspec.Struct, frozen=True, gc=False):
    """A kind of thing that a party can make for itself: "species", what one and many of them are
    called, and a sentence about them.
    """

    kind: str
    name: str
    plural: str
    about: str


class HomebrewItem(msgspec.Struct, frozen=True, gc=False):
    """One thing that a party made: of which kind, its id and its name, and what it is in short."""

    kind: str
    id: str
    name: str
    about: str


class Acceptance(msgspec.Struct, frozen=True, gc=False):
    """A problem that a document has and that was accepted, with the reason that was given."""

    problem: Problem
    reason: str


class HouseRules(ABC):
    """A game's answers about houses. `makings` are the kinds of homebrew."""

    makings: tuple[HomebrewKind, ...] = ()
    house_type: type[Any]

    @abstractmethod
    def problems(self, document: Document) -> tuple[Problem, ...]:
        """Everything that is open or wrong with a document."""

    def take_house(self, members: Mapping[str, Any]) -> Any:
        """A house from its plain members; InvalidDocument with the place otherwise."""
        documents.check(dict(members), where="house", depth=2)
        if (bytes_ := house_bytes(members)) > MAX_BYTES:
            message = f"it has {bytes_:,} bytes; at most {MAX_BYTES:,} are read"
            raise InvalidDocument(message, where="house")
        return documents.convert(dict(members), self.house_type, where="house")

    def plain_house(self, house: Any) -> dict[str, Any]:
        """A house as plain members, what is empty left out."""
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(house or {}))
        return found

    def house_fields(self, house: Any) -> tuple[Field, ...]:
        """The options of a party, with what is decided so far."""
        return ()

    def set_house(self, house: Any, *, field: str, values: tuple[str, ...]) -> Any:
        """The house with one field of its options set anew; RuleViolation where there is no such
        field, or what was sent cannot be read as its values.
        """
        raise RuleViolation([Problem("bad-value", field, "There is no such field.")])

    def house_problems(self, house: Any) -> tuple[Problem, ...]:
        """What is wrong with a house itself: a thing of its making that cannot be."""
        return ()

    def made(self, house: Any) -> tuple[HomebrewItem, ...]:
        """Everything of a party's own making, kind by kind."""
        return ()

    def making_fields(self, house: Any, kind: str, id: str = "") -> tuple[Field, ...]:
        """The form for a new thing of a kind, or for the one of that id.

        KeyError where there is no such kind or no such thing.
        """
        raise KeyError(kind)

    def make(self, house: Any, kind: str, values: FormValues, id: str = "") -> Any:
        """The house with a new thing of a kind, or with the one of that id made anew.

        RuleViolation names every field that is wrong, and what would be right; KeyError where there
        is no such kind or no such thing.
        """
        raise KeyError(kind)

    def unmake(self, house: Any, kind: str, id: str) -> Any:
        """The house without a thing. RuleViolation where others of its things rest on it; KeyError
        where there is no such kind or no such thing.
        """
        raise KeyError(kind)

    def in_house(self, document: Document, house: Any) -> Document:
        """The document as it is in that party: with its options and its things.

        What was accepted of this document stays so. Things of another party's making that it uses,
        and that this party has not got, stay with it: joining loses nothing.
        """
        return msgspec.structs.replace(
            document, house=_with_accepted(house, _accepted(document.house))
        )

    def acceptances(self, document: Document) -> tuple[Acceptance, ...]:
        """The problems of the document that were accepted, each with its reason: they count."""
        return acceptances(document, self.problems(document))

    def open_problems(self, document: Document) -> tuple[Problem, ...]:
        """The problems of the document that were not accepted."""
        return open_problems(document, self.problems(document))

    def accept(self, document: Document, *, code: str, where: str, reason: str) -> Document:
        """The document with one of its problems accepted, or accepted for another reason. It
        counts from then on, and so does what was accepted of this document before.

        RuleViolation where it has no such problem, where that is none to be accepted, or the reason
        cannot be read.
        """
        found = [one for one in self.problems(document) if (one.code, one.where) == (code, where)]
        if not found:
            message = "There is no such problem any more: nothing is left to accept."
            raise RuleViolation([Problem("unknown-problem", where, message)])
        if never := found[0].never:
            raise RuleViolation([Problem("never-accepted", where, never)])
        given = Accepted(code=code, where=where, reason=_clean_reason(reason))
        kept = (*_other_acceptances(document, code, where), given)
        return self._accepting(document, kept)

    def reject(self, document: Document, *, code: str, where: str) -> Document:
        """The document with an acceptance taken back; RuleViolation where there is none."""
        others = _other_acceptances(document, code, where)
        if len(others) == len(_accepted(document.house)):
            message = "This was not accepted: nothing is left to take back."
            raise RuleViolation([Problem("unknown-problem", where, message)])
        return self._accepting(document, others, is_confirmed=document.is_confirmed)

    def _accepting(
        self, document: Document, accepted: tuple[Accepted, ...], *, is_confirmed: bool = True
    ) -> Document:
        house = _with_accepted(document.house or self.house_type(), accepted)
        confirmed = is_confirmed and bool(accepted)
        return msgspec.structs.replace(document, house=house, is_confirmed=confirmed)


def normalize_place(where: str) -> str:
    """A place as it is accepted: of the build that counts it is the same whichever entry put it
    there ("ledger[3].build.skills[3]" is "build.skills[3]").
    """
    return _REBUILT.sub("", where)


def accepted_places(document: Document) -> Places:
    """What was accepted where the document is kept; nothing of one that came from elsewhere."""
    if not document.is_confirmed:
        return NOTHING
    held = _accepted(document.house)
    return frozenset(
        (one.code, where) for one in held for where in (one.where, normalize_place(one.where))
    )


def is_accepted(problem: Problem, accepted: Places) -> bool:
    """Whether a problem counts, because a game master said so."""
    if problem.never or not accepted:
        return False
    return (problem.code, normalize_place(problem.where)) in accepted


def open_problems(document: Document, found: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those of a document's problems that were not accepted."""
    accepted = accepted_places(document)
    return tuple(problem for problem in found if not is_accepted(problem, accepted))


def acceptances(document: Document, found: Iterable[Problem]) -> tuple[Acceptance, ...]:
    """Those of a document's problems that were accepted, each with its reason."""
    accepted = accepted_places(document)
    reasons = {
        (one.code, normalize_place(one.where)): one.reason for one in _accepted(document.house)
    }
    return tuple(
        Acceptance(problem, reasons[problem.code, normalize_place(problem.where)])
        for problem in found
        if is_accepted(problem, accepted)
    )


def house_bytes(house: Any) -> int:
    """How many bytes a house takes in a document."""
    return len(msgspec.json.encode(house))


def _accepted(house: Any) -> tuple[Accepted, ...]:
    found: tuple[Accepted, ...] = getattr(house, "accepted", ())
    return found


def _other_acceptances(document: Document, code: str, where: str) -> tuple[Accepted, ...]:
    kept = _accepted(document.house)
    return tuple(
        one
        for one in kept
        if (one.code, normalize_place(one.where)) != (code, normalize_place(where))
    )


def _with_accepted(house: Any, accepted: tuple[Accepted, ...]) -> Any:
    return (
        msgspec.structs.replace(house, accepted=accepted) if hasattr(house, "accepted") else house
    )


def _clean_reason(text: str) -> str:
    """A reason as it is kept; RuleViolation where it is too long or has control characters."""
    kept = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    message = ""
    if len(kept) > MAX_REASON:
        message = f"At most {MAX_REASON:,} characters fit here; these are {len(kept):,}."
    try:
        documents.check(kept, where="reason")
    except InvalidDocument as unreadable:
        message = unreadable.message
    if message:
        raise RuleViolation([Problem("bad-value", "reason", message)])
    return kept
