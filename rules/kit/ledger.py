"""The ledger of a game whose entries are paid from accounts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rules.document import Document
from rules.figures import Figure
from rules.kit.character import GameCharacter
from rules.kit.currency import Accounts, Payments
from rules.ledger.entries import Entry, Rebuild
from rules.ledger.rules import LedgerRules
from rules.problems import Problem

# More than any plan costs: the balance for pricing plans.
ENOUGH = 10**9
TO_PLAN_WITH = "to plan with"

if TYPE_CHECKING:
    C = TypeVar("C", bound=GameCharacter[Any], default=Any)
    E = TypeVar("E", bound=Entry, default=Entry)
else:
    C, E = TypeVar("C"), TypeVar("E")


class AccountLedger(LedgerRules[C, E], Generic[C, E]):
    """A game names its `character`, its `accounts` and `payments`, and its `rebuild_entry`.

    The first account pays for plans. A game adds the other effects of entries, and its marks.
    """

    character: type[C]
    accounts: Accounts
    payments: Payments
    rebuild_entry: type[Rebuild]

    @property
    def points(self) -> str:  # type: ignore[override]  # worked out of the accounts
        """The first currency."""
        return self.accounts.currencies[0].name

    def begin(self, document: Document) -> C:
        """The build alone."""
        return self.character(document)

    def price(self, character: C, entry: E) -> Figure:
        """The price of an entry, from the payments."""
        return self.payments.price(character, entry)

    def currency(self, entry: E) -> str:
        """In what an entry is paid."""
        return self.payments.currency(entry).name

    def balances(self, character: C) -> tuple[Figure, ...]:
        """The balance of each currency."""
        return self.accounts.balances(character)

    def forgive(self, character: C, floors: Sequence[int]) -> None:
        """Cancel the amounts missing below these floors."""
        self.accounts.forgive(character, floors)

    def lift_limits(self, character: C) -> None:
        """More of each currency than any plan costs."""
        for currency in self.accounts.currencies:
            currency.account(character)[TO_PLAN_WITH] = ENOUGH

    def rebuilding(self, build: object) -> Rebuild:
        """The whole build anew."""
        return self.rebuild_entry(build=build)

    def input_problems(self, entry: E) -> Iterable[Problem]:
        """An award without an amount, or a correction without a reason."""
        return self.accounts.input_problems(entry)

    def marks(self, character: C, _before: C | None = None) -> Any:
        """The present marks."""
        return character.marks
