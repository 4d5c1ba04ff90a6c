"""What a plan comes to: each of its wishes priced as if those before it had come true."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.figures import Figure, number, total
from rules.ledger.rules import LedgerRules, LedgerState


class Priced(msgspec.Struct, frozen=True, gc=False):
    """One wish of a plan, priced as if those before it had come true.

    `barred` says why it could not be had even with all points in the world.
    """

    entry: Any
    name: str
    price: Figure | None
    currency: str = ""
    barred: str = ""


class Estimate(msgspec.Struct, frozen=True, gc=False):
    """What a plan comes to: each wish, the sum, what there is, what lacks, and how many sessions
    that takes at the most and at the fewest points a session gives (0 and 0: none).

    `ready` is how many of the wishes can be had now, one after the other from the first;
    `refusal` is what stands in the way of the next, "" where nothing does.
    """

    wishes: tuple[Priced, ...]
    cost: Figure
    balance: Figure
    missing: Figure
    fewest_sessions: int
    most_sessions: int
    ready: int = 0
    refusal: str = ""


def estimate(rules: LedgerRules[Any], character: LedgerState, wishes: tuple[Any, ...]) -> Estimate:
    """The wishes with their prices, what they cost together, and how many sessions that takes
    where it is known how many points a session gives.
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
    rules: LedgerRules[Any], character: LedgerState, wishes: tuple[Any, ...]
) -> tuple[int, str]:
    """How many of the wishes can be had now, one after the other, and what bars the next. They are
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
    """In how many sessions that is there, where each gives so much; 0 where nothing says that."""
    return -(-missing.value // points) if points else 0


def _wish(rules: LedgerRules[Any], character: Any, wish: Any) -> Priced:
    """One wish, which then has come true."""
    rules.clear_cache(character)
    rules.lift_limits(character)
    name, cost = rules.title(character, wish), rules.price(character, wish)
    refused = rules.refusal(character, wish)
    if refused is None:
        rules.apply_entry(character, wish, 0)
    price: Figure = msgspec.structs.replace(cost, label=name)
    return Priced(wish, name, price, rules.currency(wish), refused.message if refused else "")
