"""A party's house rules: options, homebrew and accepted problems.

`house` is a part of the document, a struct of its game. A party keeps one, and each of its
characters carries a copy, so that a document is complete by itself. Permissions and notifications
are the site's concern.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from rules import document as documents
from rules.document import Accepted, Document, DocumentPart
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.problems import NOTHING, InvalidDocument, Places, Problem, RuleViolation

MAX_REASON = 500
_REBUILT = re.compile(r"^ledger\[\d+\]\.(?=build\.)")
# A house is carried by every character of its party, and a document has its limits. No thing is
# made beyond the first; beyond the second nothing is read.
EDIT_BYTES, MAX_BYTES = 96 * 1024, 128 * 1024


class HomebrewKind(msgspec.Struct, frozen=True, gc=False):
    """A kind of homebrew: "species", its name in singular and plural, and a sentence about it."""

    kind: str
    name: str
    plural: str
    about: str


class HomebrewItem(msgspec.Struct, frozen=True, gc=False):
    """One homebrew item of a party: its kind, id and name, and a short description."""

    kind: str
    id: str
    name: str
    about: str


class Acceptance(msgspec.Struct, frozen=True, gc=False):
    """A problem of a document that was accepted, with the reason."""

    problem: Problem
    reason: str


class NoHouse(DocumentPart, frozen=True, kw_only=True):
    """House rules of a game without options: only the problems that a game master accepted."""

    accepted: tuple[Accepted, ...] = ()


# The house rules of a game; of any game where they are left out.
if TYPE_CHECKING:
    H = TypeVar("H", bound=msgspec.Struct, default=Any)
else:
    H = TypeVar("H")


class HouseRules(Generic[H]):
    """A game's house rules; this one has no options and no homebrew. `type` is the part of the
    document, and `kinds` are the kinds of homebrew.
    """

    def __init__(self, type: type[H], kinds: tuple[HomebrewKind, ...] = ()) -> None:
        self.type, self.kinds = type, kinds

    def read(self, members: Mapping[str, object]) -> H:
        """House rules from plain members; InvalidDocument with the place otherwise."""
        documents.check(dict(members), where="house", depth=2)
        if (bytes_ := house_bytes(members)) > MAX_BYTES:
            message = f"it has {bytes_:,} bytes; at most {MAX_BYTES:,} are read"
            raise InvalidDocument(message, where="house")
        return documents.convert(dict(members), self.type, where="house")

    def fields(self, house: H) -> tuple[Field, ...]:
        """The party's options with their present values."""
        return ()

    def set_field(self, house: H, *, field: str, values: tuple[str, ...]) -> H:
        """The house rules with a new value for one option; RuleViolation for an unknown option, or
        a value that cannot be read.
        """
        raise RuleViolation([Problem("bad-value", field, "This field doesn't exist.")])

    def problems(self, house: H) -> tuple[Problem, ...]:
        """The problems of the house rules themselves: an illegal homebrew item."""
        return ()

    def items(self, house: H) -> tuple[HomebrewItem, ...]:
        """All homebrew items, kind by kind."""
        return ()

    def form(self, house: H, kind: str, id: str = "") -> tuple[Field, ...]:
        """The form for a new homebrew item of a kind, or for the one with that id.

        KeyError for an unknown kind or item.
        """
        raise KeyError(kind)

    def save(self, house: H, kind: str, values: FormValues, id: str = "") -> H:
        """The house rules with a new homebrew item, or with new values for the one with that id.

        RuleViolation names every wrong field, and what would be right; KeyError for an unknown kind
        or item.
        """
        raise KeyError(kind)

    def remove(self, house: H, kind: str, id: str) -> H:
        """The house rules without an item. RuleViolation if other items need it; KeyError for an
        unknown kind or item.
        """
        raise KeyError(kind)

    def moved(self, document: Document, house: H) -> Document:
        """The document with the options and homebrew of that party.

        Its accepted problems stay accepted. Homebrew that it uses and the party does not have stays
        with it: a character loses nothing by joining.
        """
        return msgspec.structs.replace(
            document, house=_with_accepted(house, _accepted(document.house))
        )


NO_HOUSE = HouseRules(NoHouse)


def plain_house(house: object) -> dict[str, object]:
    """House rules as plain members, without empty ones."""
    members: dict[str, object] = msgspec.json.decode(msgspec.json.encode(house or {}))
    return members


def accept(
    document: Document, problems: Iterable[Problem], *, code: str, where: str, reason: str
) -> Document:
    """The document with one of its problems accepted, or accepted for another reason. It now
    counts, and so do earlier acceptances of this document.

    RuleViolation if there is no such problem, if nobody may accept it, or if the reason cannot be
    read. The document needs house rules.
    """
    matching = [problem for problem in problems if (problem.code, problem.where) == (code, where)]
    if not matching:
        message = "This problem is already fixed. There is nothing to accept."
        raise RuleViolation([Problem("unknown-problem", where, message)])
    if never := matching[0].never:
        raise RuleViolation([Problem("never-accepted", where, never)])
    acceptance = Accepted(code=code, where=where, reason=_clean_reason(reason))
    kept = (*_other_acceptances(document, code, where), acceptance)
    return _accepting(document, kept)


def reject(document: Document, *, code: str, where: str) -> Document:
    """The document without an acceptance; RuleViolation if there is none."""
    others = _other_acceptances(document, code, where)
    if len(others) == len(_accepted(document.house)):
        message = "This isn't accepted, so there is nothing to undo."
        raise RuleViolation([Problem("unknown-problem", where, message)])
    return _accepting(document, others, is_confirmed=document.is_confirmed)


def _accepting(
    document: Document, accepted: tuple[Accepted, ...], *, is_confirmed: bool = True
) -> Document:
    house = _with_accepted(document.house, accepted)
    confirmed = is_confirmed and bool(accepted)
    return msgspec.structs.replace(document, house=house, is_confirmed=confirmed)


def normalize_place(where: str) -> str:
    """The place of an accepted problem. Within the current build it does not depend on the entry
    that brought the build ("ledger[3].build.skills[3]" is "build.skills[3]").
    """
    return _REBUILT.sub("", where)


def accepted_places(document: Document) -> Places:
    """The acceptances of a stored document; none of an imported one."""
    if not document.is_confirmed:
        return NOTHING
    accepted = _accepted(document.house)
    return frozenset(
        (entry.code, where)
        for entry in accepted
        for where in (entry.where, normalize_place(entry.where))
    )


def is_accepted(problem: Problem, accepted: Places) -> bool:
    """True if a game master accepted a problem."""
    if problem.never or not accepted:
        return False
    return (problem.code, normalize_place(problem.where)) in accepted


def open_problems(document: Document, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems that are not accepted."""
    accepted = accepted_places(document)
    return tuple(problem for problem in problems if not is_accepted(problem, accepted))


def acceptances(document: Document, problems: Iterable[Problem]) -> tuple[Acceptance, ...]:
    """The problems that are accepted, each with its reason."""
    accepted = accepted_places(document)
    reasons = {
        (entry.code, normalize_place(entry.where)): entry.reason
        for entry in _accepted(document.house)
    }
    return tuple(
        Acceptance(problem, reasons[problem.code, normalize_place(problem.where)])
        for problem in problems
        if is_accepted(problem, accepted)
    )


def house_bytes(house: object) -> int:
    """The size of house rules in a document, in bytes."""
    return len(msgspec.json.encode(house))


def _accepted(house: object) -> tuple[Accepted, ...]:
    accepted: tuple[Accepted, ...] = getattr(house, "accepted", ())
    return accepted


def _other_acceptances(document: Document, code: str, where: str) -> tuple[Accepted, ...]:
    kept = _accepted(document.house)
    return tuple(
        one
        for one in kept
        if (one.code, normalize_place(one.where)) != (code, normalize_place(where))
    )


def _with_accepted(house: Any, accepted: tuple[Accepted, ...]) -> object:
    return (
        msgspec.structs.replace(house, accepted=accepted) if hasattr(house, "accepted") else house
    )


def _clean_reason(text: str) -> str:
    """A reason as it is stored; RuleViolation if it is too long or has control characters."""
    kept = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    message = ""
    if len(kept) > MAX_REASON:
        message = f"Use at most {MAX_REASON:,} characters, not {len(kept):,}."
    try:
        documents.check(kept, where="reason")
    except InvalidDocument as unreadable:
        message = unreadable.message
    if message:
        raise RuleViolation([Problem("bad-value", "reason", message)])
    return kept
