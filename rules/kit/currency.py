"""The money and points of a character: payment for entries, awards, corrections, and balances.

A game names its currencies and the prices of its entries.
"""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from rules.figures import Figure, number
from rules.forms.fields import Field, Number, Text
from rules.ledger.entries import LINE, NO_REASON, NOTE, Entry, Session
from rules.ledger.offers import Offer, OfferGroup
from rules.ledger.rules import EntryKind
from rules.phrases import capitalized
from rules.problems import AcceptsDeviations, EntryRefused, Problem

# The purpose of an amount that a character could not pay for an accepted entry.
LET_BE = "let be"
# Who pays, and the entries that are paid; anybody and any where they are left out.
if TYPE_CHECKING:
    C = TypeVar("C", bound=AcceptsDeviations, default=Any)
    E = TypeVar("E", bound=Entry, default=Any)
else:
    C, E = TypeVar("C"), TypeVar("E")


class Currency(msgspec.Struct, frozen=True):
    """One currency. `member` holds its amount in awards and corrections. `account` holds a
    character's income (positive) and spending (negative) by purpose, `balance` is the amount to
    spend, `total` the same before it is raised to 0; by default both are the same. A form accepts
    at `most` that amount.
    """

    name: str
    one: str
    member: str
    account: Callable[[Any], dict[str, int]]
    balance: Callable[[Any], int]
    most: int
    total: Callable[[Any], int] | None = None

    @property
    def label(self) -> str:
        """The name as a heading: "Credits"."""
        return capitalized(self.name)

    def counted(self, amount: int) -> str:
        """An amount as text: "1 credit", "1,200 credits"."""
        return f"{amount:,} {self.one if abs(amount) == 1 else self.name}"

    def move(self, character: object, purpose: str, amount: int) -> None:
        """Add an amount to the account, or subtract a negative one."""
        account = self.account(character)
        account[purpose] = account.get(purpose, 0) + amount


def of_account(
    account: str, balance: str, *, name: str, one: str, member: str, most: int, total: str = ""
) -> Currency:
    """A currency whose account, balance and, if that differs, total are members of the
    character.
    """
    return Currency(
        name=name,
        one=one,
        member=member,
        account=attrgetter(account),
        balance=attrgetter(balance),
        total=attrgetter(total or balance),
        most=most,
    )


# The most that a form accepts, for points that every D6 game has.
MOST_POINTS = 1_000
CHARACTER_POINTS = of_account(
    "points",
    "character_points",
    name="Character Points",
    one="Character Point",
    member="cp",
    most=MOST_POINTS,
)
FORCE_POINTS = of_account(
    "force",
    "force_points",
    name="Force Points",
    one="Force Point",
    member="force_points",
    most=MOST_POINTS,
    total="all_force_points",
)


class Payments(Generic[C, E]):
    """Payment for entries: `price` is an entry's price, `currency` the currency that it is
    paid in.
    """

    def __init__(self, price: Callable[[C, E], Figure], currency: Callable[[E], Currency]) -> None:
        self.price = price
        self.currency = currency

    def paid(self, character: C, entry: E) -> int:
        """The price in the entry; for a new entry, the present price."""
        return self.price(character, entry).value if entry.paid is None else int(entry.paid)

    def check(self, character: C, entry: E) -> int:
        """The price paid; an entry that costs more than the balance, or less than nothing, is
        refused.
        """
        cost = self.paid(character, entry)
        if not cost:
            return 0
        if cost < 0:
            raise EntryRefused("wrong-paid", "The price paid can't be negative. Enter 0 or more.")
        currency = self.currency(entry)
        balance = currency.balance(character)
        if cost > balance:
            short = cost - balance
            more = "1 more is" if short == 1 else f"{short:,} more are"
            message = f"This costs {cost:,} {currency.name}. You have {balance:,}: {more} needed."
            character.deviation("cannot-afford", message, short=short)
        return cost

    def pay(self, character: C, entry: E, purpose: str) -> None:
        """Take what an entry costs from its account; its `purpose` is what was bought."""
        cost = entry.paid
        if cost is None:
            cost = self.price(character, entry).value
        if cost:
            account = self.currency(entry).account(character)
            account[purpose] = account.get(purpose, 0) - cost


class Accounts:
    """The currencies of a game, in the order of its balances; `award` and `correction` are the
    entries that change them.
    """

    def __init__(
        self, currencies: tuple[Currency, ...], award: type[Entry], correction: type[Any]
    ) -> None:
        self.currencies = currencies
        self.award = award
        self.correction = correction

    def balances(self, character: object) -> tuple[Figure, ...]:
        """The balance of each currency."""
        return tuple(number(one.label, one.balance(character)) for one in self.currencies)

    def forgive(self, character: object, floors: Sequence[int]) -> None:
        """Cancel the amounts missing below these floors."""
        for currency, floor in zip(self.currencies, floors, strict=True):
            balance = (currency.total or currency.balance)(character)
            if balance < floor:
                currency.move(character, LET_BE, floor - balance)

    def kind(self, name: str) -> EntryKind:
        """The kind of entry for awards or corrections; only a game master makes them."""
        return EntryKind(name, self._title, self._check, self._apply)

    def _amounts(self, entry: Entry) -> list[tuple[Currency, int]]:
        return [(currency, getattr(entry, currency.member)) for currency in self.currencies]

    def _title(self, _character: object, entry: Entry) -> str:
        """The amounts, after the reason of a correction: "30 Character Points"."""
        amounts = " and ".join(
            one.counted(amount) for one, amount in self._amounts(entry) if amount
        )
        reason = entry.reason if isinstance(entry, self.correction) else ""
        return ": ".join(filter(None, (reason, amounts))) or "Nothing"

    def _check(self, character: AcceptsDeviations, entry: Entry) -> None:
        # Plain loops, here and below: a ledger may hold hundreds of awards.
        for currency in self.currencies:
            amount = getattr(entry, currency.member)
            if amount >= 0:
                continue
            if isinstance(entry, self.award):
                raise EntryRefused(
                    "bad-amount",
                    "Awards are 0 or more. Use a correction to take points away.",
                )
            if currency.balance(character) + amount < 0:
                character.deviation(
                    "cannot-afford", "You can't take away more than the character has."
                )
                return

    def _apply(self, character: object, entry: Entry) -> None:
        purpose = "awarded" if isinstance(entry, self.award) else "adjusted"
        for currency in self.currencies:
            if amount := getattr(entry, currency.member):
                account = currency.account(character)
                account[purpose] = account.get(purpose, 0) + amount

    def input_problems(self, entry: Entry) -> Iterator[Problem]:
        """An award or a correction without an amount, and a correction without a reason."""
        if not isinstance(entry, (self.award, self.correction)):
            return
        if not any(amount for _, amount in self._amounts(entry)):
            first = self.currencies[0].member
            yield Problem("missing", first, f"Enter {self._any_of_them}.")
        if isinstance(entry, self.correction) and not entry.reason.strip():
            yield NO_REASON

    @property
    def _any_of_them(self) -> str:
        names = [currency.name for currency in self.currencies]
        last = {1: names[-1], 2: f"{names[-1]}, or both"}.get(len(names), f"or {names[-1]}")
        return ", ".join((*names[:-1], last))

    def award_offer(
        self, act: str, *, note: str = "", source: str = "", occasions: tuple[str, ...] = ()
    ) -> Offer:
        """An award of any amounts. `act` is the label of the button."""
        fields: list[Field] = [
            Number(one.member, one.label, ("",), highest=one.most) for one in self.currencies
        ]
        reason = Text("note", "What for", ("",), limit=NOTE, suggestions=occasions)
        return Offer(
            id="award",
            entry=self.award(),
            name="Award",
            act=act,
            fields=(*fields, reason),
            note=note,
            source=source,
        )

    def after_session(self, *, source: str = "") -> OfferGroup:
        """The offers after a session: an award, a new session, a correction."""
        award = self.award_offer("Take the award", source=source)
        return OfferGroup(
            "table", "At the table", (award, session_offer(), self.correction_offer())
        )

    def correction_offer(self) -> Offer:
        """A correction of any amounts, up or down, with its reason."""
        fields: list[Field] = [
            Number(one.member, one.label, ("",), lowest=-one.most, highest=one.most)
            for one in self.currencies
        ]
        return Offer(
            id="adjust",
            entry=self.correction(),
            name="Correction",
            act="Correct",
            fields=(*fields, Text("reason", "Why", ("",), limit=LINE)),
            note="Use a minus sign to take away.",
        )


def session_offer(*, note: str = "", source: str = "", ruling: str = "") -> Offer:
    """A new session. `note` says what it restores."""
    return Offer(
        id="session",
        entry=Session(),
        name="A new session",
        act="Start session",
        note=note,
        source=source,
        ruling=ruling,
    )


def handed_out(offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """Offers to players as offers of a game master, with ids of their own."""
    return tuple(msgspec.structs.replace(offer, id=f"given.{offer.id}") for offer in offers)
