"""What a character gains and spends after creation, as entries of its ledger.

A game says how in its `LedgerRules`; a game without leaves them out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.document import Document
from rules.figures import Figure
from rules.ledger import history, plan, undo
from rules.ledger.entries import Session
from rules.ledger.history import HistoryEvent, UndoResult
from rules.ledger.none import NoLedger
from rules.ledger.offers import OfferGroup
from rules.ledger.plan import Estimate
from rules.ledger.rules import LedgerRules


class AdvancementRules:
    """A game's answers about the ledger of a character. By default nothing can be gained."""

    ledger_rules: LedgerRules[Any] = NoLedger()

    def replay(self, document: Document) -> Any:
        """The character after every active entry."""
        return self.ledger_rules.replay(document)

    @property
    def entry_kinds(self) -> dict[str, str]:
        """The name of each kind of ledger entry, by its id."""
        return self.ledger_rules.names

    def price(self, document: Document, entry: Any) -> Figure:
        """The price of a ledger entry for this character now, in the entry's currency."""
        return self.ledger_rules.price(self.replay(document), entry)

    def enter(self, document: Document, entry: Any) -> Document:
        """The document with an entry appended and priced; RuleViolation if it is not allowed."""
        return self.ledger_rules.enter(document, entry)

    def entry(self, members: Mapping[str, str]) -> Any:
        """A ledger entry from the texts of a form; RuleViolation names every member that cannot be
        read. Undos and rebuilds have methods of their own.
        """
        return self.ledger_rules.entry(members)

    def offers(self, document: Document, part: str) -> tuple[OfferGroup, ...]:
        """The entries that could be made now, in one of `offers.PARTS`."""
        del document, part  # where nothing can be gained
        return ()

    def is_priced(self, document: Document) -> bool:
        """Whether improvements cost this character points, and so can be planned."""
        del document  # where it does not depend on that
        return True

    def session(self) -> Any:
        """An entry that begins a new session."""
        return Session()

    def estimate(self, document: Document, entries: tuple[Any, ...]) -> Estimate:
        """The cost of a plan: each entry is priced as if those before it had been made."""
        return plan.estimate(self.ledger_rules, self.replay(document), entries)

    def history(
        self, document: Document, only: Collection[int] | None = None
    ) -> tuple[HistoryEvent, ...]:
        """Descriptions of all entries, or `only` of those at some positions, oldest first."""
        return history.history(self.ledger_rules, self.replay(document), only)

    def as_of(self, document: Document, moment: int) -> Document:
        """The document after its first `moment` entries, without marks."""
        return self.ledger_rules.as_of(document, moment)

    def settled(self, document: Document, before: Document | None = None) -> Document:
        """The document with corrected marks: within their bounds, and without the marks of a choice
        that is gone. With the document `before` a change, also with what follows from that change.
        """
        then = self.replay(before) if before and self.ledger_rules.is_marked(document) else None
        return self.ledger_rules.settled(document, then)

    def undo(self, document: Document, position: int, *, by: str = "", at: str = "") -> UndoResult:
        """Undo one entry with everything that depends on it; IndexError if there is none."""
        return undo.undo(self.ledger_rules, self.replay(document), position, by=by, at=at)

    def withdraw(
        self, document: Document, position: int, *, by: str = "", at: str = ""
    ) -> UndoResult:
        """Undo one entry that a game master gave, if nothing depends on it; IndexError if there is
        none.
        """
        return undo.withdraw(self.ledger_rules, self.replay(document), position, by=by, at=at)

    def restore_to(
        self, document: Document, moment: int, *, by: str = "", at: str = ""
    ) -> UndoResult:
        """Undo what players did after the first `moment` entries; IndexError if there are fewer."""
        return undo.restore_to(self.ledger_rules, self.replay(document), moment, by=by, at=at)
