"""Why an operation did not do what it was asked. Who raises one of these has written nothing."""

import hashlib
import json
from collections.abc import Iterable, Mapping

from rules.problems import Problem
from sheets.models import Character

UNFINISHED = "This character is still being built. Finish it first: then it can play and grow."


ARCHIVED = "This character is put away. Bring it back first, then change it."
FINISHED = "This character is finished. Begin a rebuild to change how it is built."
REBUILDING = "This character is being rebuilt: its last step says what that comes to."


class Fault(Exception):
    """The base of them. `character` is the one it happened to, as it is stored."""

    character: Character


class NoSuchStep(Fault):
    """A step that the game does not have, or that cannot be left to chance."""


class NoSuchLine(Fault):
    """A line that the log of a character does not have."""


class NoSuchRow(Fault):
    """A member, or another thing of a party, that is not there (any more)."""


class Conflict(Fault):
    """The page that asked is out of date, or the same form came back with other content."""


class NotEditable(Conflict):
    """A finished or archived character, whose build does not change."""


class OutOfDate(Conflict):
    """A ledger that has gone on, or a character that changed otherwise, since the page was shown.

    Its page is shown anew from `character`, and says what happened in the meantime.
    """

    def __init__(self) -> None:
        super().__init__("The character has changed since this page was shown. Nothing was done.")


class FieldConflict(Conflict):
    """Fields that somebody, or another page, has changed in the meantime, by their ids."""

    def __init__(self, fields: Iterable[str]) -> None:
        self.fields = tuple(fields)
        super().__init__("This was changed in another place since the page was shown.")


class NeedsConfirmation(Fault):
    """What has consequences for others, and was not confirmed as it stands. `said` is what it does,
    a sentence each; `digest` is what confirms just that.
    """

    def __init__(self, said: Iterable[str], *more: object) -> None:
        self.said = tuple(said)
        told = json.dumps([self.said, *more])
        self.digest = hashlib.sha256(told.encode()).hexdigest()[:32]
        super().__init__(" ".join(self.said))

    def check(self, confirmed: str) -> None:
        """Raises this, unless it is what was confirmed."""
        if confirmed != self.digest:
            raise self


class Refused(Fault):
    """What cannot be done: a message for each field concerned, or the problems in the way."""

    status = 422

    def __init__(
        self, errors: Mapping[str, str] | None = None, *, problems: Iterable[Problem] = ()
    ) -> None:
        self.errors = dict(errors or {})
        self.problems = tuple(problems)
        messages = [*self.errors.values(), *(problem.message for problem in self.problems)]
        super().__init__(" ".join(messages))


class Full(Refused):
    """There is no room for more: whose it is keeps as much as they may."""

    status = 429


class NotOffered(Exception):
    """An address asks for what there is not: what would be right, by the name of the parameter."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        super().__init__(" ".join(faults.values()))
