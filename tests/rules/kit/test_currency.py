"""Earning and spending that games share, with currencies of no game."""

import msgspec
import pytest

from rules.figures import number
from rules.kit.currency import Accounts, Currency, Payments, handed_out
from rules.ledger.entries import Entry
from rules.problems import AcceptsDeviations, EntryRefused


class Award(Entry, frozen=True, kw_only=True, tag="award"):
    shells: int = 0
    pearls: int = 0


class Adjust(Entry, frozen=True, kw_only=True, tag="adjust"):
    shells: int = 0
    pearls: int = 0
    reason: str = ""


class Buy(Entry, frozen=True, kw_only=True, tag="buy"):
    price: int


class Diver(AcceptsDeviations):
    def __init__(self, shells: int = 0, pearls: int = 0) -> None:
        self.bag, self.box = {"at first": shells}, {"at first": pearls}

    @property
    def shells(self) -> int:
        return sum(self.bag.values())

    @property
    def pearls(self) -> int:
        return max(0, sum(self.box.values()))


SHELLS = Currency(
    "shells", "shell", "shells", lambda diver: diver.bag, lambda diver: diver.shells, 50
)
PEARLS = Currency(
    "Pearls",
    "Pearl",
    "pearls",
    lambda diver: diver.box,
    lambda diver: diver.pearls,
    9,
    lambda diver: sum(diver.box.values()),
)
ACCOUNTS = Accounts((SHELLS, PEARLS), Award, Adjust)
PAYMENTS = Payments(lambda _diver, entry: number("price", entry.price), lambda _entry: SHELLS)


def test_what_was_paid_then_counts_and_not_what_it_costs_now() -> None:
    assert PAYMENTS.paid(Diver(), Buy(price=7)) == 7
    assert PAYMENTS.paid(Diver(), Buy(price=7, paid=5)) == 5


@pytest.mark.parametrize(
    ("shells", "short", "said"),
    [
        (6, 1, "This costs 7 shells. You have 6: 1 more is needed."),
        (2, 5, "This costs 7 shells. You have 2: 5 more are needed."),
        (-3, 10, "This costs 7 shells. You have -3: 10 more are needed."),
    ],
)
def test_what_cannot_be_paid_is_refused_with_what_lacks(shells: int, short: int, said: str) -> None:
    with pytest.raises(EntryRefused) as refused:
        PAYMENTS.check(Diver(shells), Buy(price=7))
    found = refused.value
    assert (found.code, found.message, found.short) == ("cannot-afford", said, short)


def test_what_can_be_paid_is_not_refused() -> None:
    PAYMENTS.check(Diver(7), Buy(price=7))
    PAYMENTS.check(Diver(-3), Buy(price=0))


def test_nobody_pays_less_than_nothing() -> None:
    with pytest.raises(EntryRefused) as refused:
        PAYMENTS.check(Diver(7), Buy(price=7, paid=-1))
    assert refused.value.code == "wrong-paid"


def test_an_award_is_added_to_each_currency_under_its_purpose() -> None:
    diver, kind = Diver(1, 1), ACCOUNTS.kind("Award")
    entry = Award(shells=30, pearls=1)
    kind.check(diver, entry)
    kind.apply(diver, entry)
    assert (diver.bag["awarded"], diver.box["awarded"]) == (30, 1)
    assert [(one.label, one.value) for one in ACCOUNTS.balances(diver)] == [
        ("Shells", 31),
        ("Pearls", 2),
    ]
    assert kind.title(diver, entry) == "30 shells and 1 Pearl"
    assert not kind.undoable_by_player


def test_an_award_takes_nothing_away_and_a_correction_no_more_than_there_is() -> None:
    for entry, code in ((Award(shells=-1), "bad-amount"), (Adjust(shells=-6), "cannot-afford")):
        with pytest.raises(EntryRefused) as refused:
            ACCOUNTS.kind("").check(Diver(5), entry)
        assert refused.value.code == code
    ACCOUNTS.kind("").check(Diver(5), Adjust(shells=-5))


def test_a_correction_is_told_with_its_reason() -> None:
    entry = Adjust(shells=-1200, reason="Counted twice")
    assert ACCOUNTS.kind("Correction").title(Diver(), entry) == "Counted twice: -1,200 shells"


def test_what_lacks_is_let_be_down_to_the_floor() -> None:
    diver = Diver(-5, -4)
    ACCOUNTS.forgive(diver, (-2, 0))
    assert (diver.bag["let be"], diver.box["let be"]) == (3, 4)
    ACCOUNTS.forgive(diver, (-2, 0))
    assert (diver.bag["let be"], diver.box["let be"]) == (3, 4)


def test_a_form_gives_something_and_says_why() -> None:
    problems = [(one.where, one.message) for one in ACCOUNTS.input_problems(Adjust())]
    assert problems == [
        ("shells", "Enter shells, Pearls, or both."),
        ("reason", "Enter a reason. It is shown in the history."),
    ]
    assert list(ACCOUNTS.input_problems(Award(pearls=1))) == []
    assert list(ACCOUNTS.input_problems(Buy(price=1))) == []


def test_one_currency_and_three_are_named_as_one_says_it() -> None:
    def said(*currencies: Currency) -> str:
        return next(Accounts(currencies, Award, Adjust).input_problems(Award())).message

    gold = msgspec.structs.replace(SHELLS, name="gold")
    assert said(SHELLS) == "Enter shells."
    assert said(SHELLS, gold, PEARLS) == "Enter shells, gold, or Pearls."


def test_offers_ask_for_each_currency_within_its_bounds() -> None:
    award, correction = ACCOUNTS.award_offer("Take it"), ACCOUNTS.correction_offer()
    assert [field.id for field in award.fields] == ["shells", "pearls", "note"]
    assert [(field.lowest, field.highest) for field in correction.fields[:2]] == [
        (-50, 50),
        (-9, 9),
    ]
    assert [offer.id for offer in handed_out((award, correction))] == [
        "given.award",
        "given.adjust",
    ]
