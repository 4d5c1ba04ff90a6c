"""The errors of operations. An operation that raises one has written nothing."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from rules.problems import Problem, RuleViolation
from sheets.models import Character

Result = TypeVar("Result")

UNFINISHED = "This character is still a draft. Finish it first. Then it can play and advance."


ARCHIVED = "This character is archived. Restore it first, then change it."
FINISHED = "This character is finished. Begin a rebuild to change how it is built."
# What the operator has frozen: beside a name, of a character, of whoever asks.
FROZEN = "frozen by the site's operator"
CHARACTER_FROZEN = "The operator of this site has frozen this character. Nothing is lost."
OWNER_FROZEN = (
    "The operator of this site has frozen what you can do here. You can still see the list of your"
    " characters and export their files."
)
REBUILDING = "This character is being rebuilt. Finish or cancel the rebuild first."


class Fault(Exception):
    """The base of these errors. `character` is the one it happened to, as it is stored."""

    character: Character


class NoSuchStep(Fault):
    """A step that the game does not have, or that cannot be filled at random."""


class NoSuchLogEntry(Fault):
    """A line that the log of a character does not have."""


class NoSuchRow(Fault):
    """A member or another row of a party that does not exist ."""


class Conflict(Fault):
    """The page is out of date, or its form was sent again with other content."""


class NotEditable(Conflict):
    """A finished or archived character, whose build cannot change."""


class OutOfDate(Conflict):
    """The character or its ledger has changed since the page was shown.

    The page is shown again from `character`, with what happened in the meantime.
    """

    def __init__(self) -> None:
        super().__init__("The character has changed since this page was loaded. Nothing was saved.")


class FieldConflict(Conflict):
    """Fields that another user or another page has changed in the meantime, by their ids."""

    def __init__(self, fields: Iterable[str]) -> None:
        self.fields = tuple(fields)
        super().__init__("This was changed on another page in the meantime.")


class NeedsConfirmation(Fault):
    """An operation with consequences that were not confirmed as they stand. `said` are the
    consequences, a sentence each; `digest` confirms exactly these. `also` is the label of a second
    button, which confirms them with more, "" for none.
    """

    def __init__(self, messages: Iterable[str], *more: object, also: str = "") -> None:
        self.said, self.also = tuple(messages), also
        text = json.dumps([self.said, *more])
        self.digest = hashlib.sha256(text.encode()).hexdigest()[:32]
        super().__init__(" ".join(self.said))

    def check(self, confirmed: str) -> None:
        """Raises this error unless its digest was confirmed."""
        if confirmed != self.digest:
            raise self


class Refused(Fault):
    """An operation that cannot be done: a message for each field concerned, or the problems in the
    way.
    """

    status = 422

    def __init__(
        self, errors: Mapping[str, str] | None = None, *, problems: Iterable[Problem] = ()
    ) -> None:
        self.errors = dict(errors or {})
        self.problems = tuple(problems)
        messages = [*self.errors.values(), *(problem.message for problem in self.problems)]
        super().__init__(" ".join(dict.fromkeys(messages)))


class OwnerFrozen(Fault):
    """A request of somebody whom the operator has frozen."""

    status = 423

    def __init__(self) -> None:
        super().__init__(OWNER_FROZEN)


class QuotaExceeded(Refused):
    """A limit was reached: the owner has as much as they may keep."""

    status = 429


class NotOffered(Exception):
    """A parameter of an address has an unknown value: the valid ones, by the parameter's name."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        super().__init__(" ".join(faults.values()))


def allowed(ask: Callable[[], Result]) -> Result:
    """The answer of the rules. If they don't allow it, Refused with a message for each field
    concerned.
    """
    try:
        return ask()
    except RuleViolation as violation:
        messages = violation.by_place
        raise Refused(messages) from None


def fault_of(do: Callable[[], object]) -> Fault | None:
    """Does it; returns the fault that prevented it, None for success."""
    try:
        do()
    except (Conflict, Refused) as fault:
        return fault
    return None
