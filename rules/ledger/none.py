"""The ledger of a game without one: after creation nothing is gained, paid or improved."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Self

from rules.document import Document
from rules.figures import Figure, number
from rules.ledger.entries import Entry, Rebuild
from rules.ledger.rules import LedgerRules, LedgerState
from rules.problems import EntryRefused, Problem


class NoLedgerState(LedgerState):
    """A character whose build never changes."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.build, self.prefix = document.build, ""
        self.faults: list[Problem] = []
        self.at = 0
        self.let_be: list[EntryRefused] | None = None

    @property
    def carried(self) -> Sequence[object]:
        """None: items do not change."""
        return ()

    def copied(self) -> Self:
        """A copy that changes on its own."""
        copied = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (dict, set, list)):
                setattr(copied, name, copy(value))
        return copied

    def of_document(self, document: Document) -> Self:
        """This character with another document."""
        copied = copy(self)
        copied.document = document
        return copied

    def rebuild(self, build: object, *, prefix: str) -> None:
        """Replace the build."""
        self.build, self.prefix = build, prefix


class NoLedger(LedgerRules[NoLedgerState, Entry]):
    """No kinds of entries, no currency."""

    kinds = {}  # noqa: RUF012 (the base class says that it is only read)
    points = ""
    carrying = ()

    def begin(self, document: Document) -> NoLedgerState:
        """The character as it was built."""
        return NoLedgerState(document)

    def price(self, _character: NoLedgerState, _entry: Entry) -> Figure:
        """Nothing costs anything."""
        return number("", 0)

    def balances(self, _character: NoLedgerState) -> tuple[Figure, ...]:
        """None: there is no currency."""
        return ()

    def rebuilding(self, build: object) -> Rebuild:
        """An entry with a build."""
        return Rebuild(build=build)

    def lift_limits(self, character: NoLedgerState) -> None:
        """There are none."""


NO_LEDGER = NoLedger()
