"""Estimates a plan: each wish is priced as if those before it had been bought."""

import msgspec

from rules.figures import Figure, number, total
from rules.ledger.entries import Entry
from rules.ledger.rules import LedgerRules, LedgerState


class Priced(msgspec.Struct, frozen=True, gc=False):
    """One wish of a plan with its price, after those before it.

    `barred` says why no amount of points could buy it.
    """

    entry: Entry
    name: str
    price: Figure | None
    currency: str = ""
    barred: str = ""


class Estimate(msgspec.Struct, frozen=True, gc=False):
    """The cost of a plan: each wish, the sum, the points there are, the points missing, and the
    most and fewest sessions to earn them (0 and 0 if unknown).

    `ready` is the number of wishes that can be bought now, in order; `refusal` is what blocks the
    next one, "" for nothing.
    """

    wishes: tuple[Priced, ...]
    cost: Figure
    balance: Figure
    missing: Figure
    fewest_sessions: int
    most_sessions: int
    ready: int = 0
    refusal: str = ""


def estimate(rules: LedgerRules, character: LedgerState, wishes: tuple[Entry, ...]) -> Estimate:
    """The wishes with their prices, their sum, and the number of sessions if the points per session
    are known.
    """
    balance = number("you have", rules.balances(character)[0].value)
    planned = character.copied()
    priced = tuple(_wish(rules, planned, wish) for wish in wishes)
    paid = [
        one.price for one in priced if one.price and one.currency == rules.points and not one.barred
    ]
    cost = total("together", *paid, source=rules.source)
    missing = number("still to come", max(0, cost.value - balance.value))
    fewest, most = rules.points_per_session or (0, 0)
    ready, refused = _ready(rules, character.copied(), wishes)
    return Estimate(
        wishes=priced,
        cost=cost,
        balance=balance,
        missing=missing,
        fewest_sessions=_sessions(missing, most),
        most_sessions=_sessions(missing, fewest),
        ready=ready,
        refusal=refused,
    )


def _ready(
    rules: LedgerRules, character: LedgerState, wishes: tuple[Entry, ...]
) -> tuple[int, str]:
    """The number of wishes that can be bought now, in order, and what blocks the next. They are
    applied to this character.
    """
    entries = len(character.document.ledger)
    for count, wish in enumerate(wishes):
        rules.clear_cache(character)
        if refused := rules.refusal(character, wish):
            return count, refused.message
        rules.apply_entry(character, wish, entries + count)
    return len(wishes), ""


def _sessions(missing: Figure, points: int) -> int:
    """The number of sessions to earn the missing points; 0 if the points per session are
    unknown.
    """
    return -(-missing.value // points) if points else 0


def _wish(rules: LedgerRules, character: LedgerState, wish: Entry) -> Priced:
    """One wish with its price; it is then applied."""
    rules.clear_cache(character)
    rules.lift_limits(character)
    name, cost = rules.title(character, wish), rules.price(character, wish)
    refused = rules.refusal(character, wish)
    if refused is None:
        rules.apply_entry(character, wish, 0)
    price: Figure = msgspec.structs.replace(cost, label=name)
    return Priced(wish, name, price, rules.currency(wish), refused.message if refused else "")
