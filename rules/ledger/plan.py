"""What a plan comes to: each of its wishes priced as if those before it had come true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from rules.document import Document
from rules.figures import Figure, number, total

if TYPE_CHECKING:
    from rules.ledger.rules import LedgerRules


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
    `obstacle` is what stands in the way of the next, "" where nothing does.
    """

    wishes: tuple[Priced, ...]
    cost: Figure
    balance: Figure
    missing: Figure
    fewest_sessions: int
    most_sessions: int
    ready: int = 0
    obstacle: str = ""


def estimate(growth: LedgerRules[Any], document: Document, wishes: tuple[Any, ...]) -> Estimate:
    """The wishes with their prices, what they cost together, and how many sessions that takes
    where it is known how many points a session gives.
    """
    character = growth.replay(document)
    balance = number("you have", growth.balances(character)[0].value)
    priced = tuple(_wish(growth, character, wish) for wish in wishes)
    paid = [
        one.price
        for one in priced
        if one.price and one.currency == growth.points and not one.barred
    ]
    cost = total("together", *paid, source=growth.source)
    missing = number("still to come", max(0, cost.value - balance.value))
    fewest, most = growth.a_session or (0, 0)
    ready, obstacle = _ready(growth, document, wishes)
    return Estimate(
        wishes=priced,
        cost=cost,
        balance=balance,
        missing=missing,
        fewest_sessions=_sessions(missing, most),
        most_sessions=_sessions(missing, fewest),
        ready=ready,
        obstacle=obstacle,
    )


def _ready(
    growth: LedgerRules[Any], document: Document, wishes: tuple[Any, ...]
) -> tuple[int, str]:
    """How many of the wishes can be had now, one after the other, and what bars the next."""
    character = growth.replay(document)
    for count, wish in enumerate(wishes):
        growth.forget(character)
        if refused := growth.obstacle(character, wish):
            return count, refused.message
        growth.take(character, wish, len(document.ledger) + count)
    return len(wishes), ""


def _sessions(missing: Figure, given: int) -> int:
    """In how many sessions that is there, where each gives so much; 0 where nothing says that."""
    return -(-missing.value // given) if given else 0


def _wish(growth: LedgerRules[Any], character: Any, wish: Any) -> Priced:
    """One wish, which then has come true."""
    growth.forget(character)
    growth.unbind(character)
    name, cost = growth.title(character, wish), growth.price(character, wish)
    refused = growth.obstacle(character, wish)
    if refused is None:
        growth.take(character, wish, 0)
    shown: Figure = msgspec.structs.replace(cost, label=name)
    return Priced(wish, name, shown, growth.currency(wish), refused.message if refused else "")
