"""How often what costs much may be done: counted for a visitor and for a network address.

Counts are in the shared cache, for all processes. Who asks too often costs no write: only what is
allowed is counted.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction

from sheets import network_address
from sheets.access import Request

VISITOR, ADDRESS = "visitor", "address"
# What is counted, in words.
DEEDS = {
    "new": "new characters",
    "import": "imports",
    "portrait": "portraits",
    "print": "new prints",
    "code": "party codes",
}
_SPANS = ((24 * 60 * 60, "day"), (60 * 60, "hour"), (60, "minute"), (1, "second"))


@dataclass(frozen=True)
class Rate:
    """So many in so many seconds, for each visitor or each network address."""

    amount: int
    seconds: int
    per: str


class TooOften(Exception):
    """A limit was reached: of which rate, and for how many seconds still."""

    status = 429

    def __init__(self, action: str, rate: Rate, wait: int) -> None:
        self.wait = wait
        limit = f"{rate.amount:,} {DEEDS[action]} in {_span(rate.seconds)}"
        if rate.per == VISITOR:
            said = f"That was too often: at most {limit}."
        else:
            said = (
                f"That was too often from your network: at most {limit} for all who share it,"
                " as in one house or school."
            )
        super().__init__(f"{said} Try again in {spelled(wait)}.")


@dataclass(frozen=True)
class _Counted:
    """One count: where it is kept, and the rate that it is held against."""

    key: str
    rate: Rate


def count(request: Request, action: str) -> None:
    """Counts one more; TooOften, without counting, where a limit is reached.

    A rate's time begins with the first that is counted, and then all of it is over at once.
    """
    counted = list(_counted(request, action))
    if not counted:
        return
    _held(action, counted, now())
    with transaction.atomic():
        _lock(counted)
        at = now()
        for one, (began, number) in zip(counted, _held(action, counted, at), strict=True):
            cache.set(one.key, (began, number + 1), one.rate.seconds)


def check(request: Request, action: str) -> None:
    """TooOften where a limit is reached. Nothing is counted, or written."""
    _held(action, list(_counted(request, action)), now())


def now() -> float:
    """The present moment, in seconds."""
    return time.time()


def spelled(seconds: int) -> str:
    """A time in words, rounded up: "4 minutes"."""
    size, name = next(span for span in _SPANS if seconds >= span[0] or span[0] == 1)
    number = math.ceil(seconds / size)
    return f"{number} {name}{'' if number == 1 else 's'}"


def _lock(counted: list[_Counted]) -> None:
    """Nobody counts the same until the transaction ends, whatever cache it is.

    On SQLite the transaction, which is IMMEDIATE, has locked all.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for key in sorted(one.key for one in counted):
                cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])


def _span(seconds: int) -> str:
    """As in "10 in a day"."""
    said = spelled(seconds)
    one = "an" if said.startswith("1 hour") else "a"
    return said.replace("1 ", f"{one} ", 1) if said.startswith("1 ") else said


def _held(action: str, counted: list[_Counted], at: float) -> list[tuple[float, int]]:
    """When each count began and how far it is; TooOften where one is full."""
    kept = cache.get_many([one.key for one in counted])
    found = []
    for one in counted:
        began, number = kept.get(one.key, (at, 0))
        left = began + one.rate.seconds - at
        if left <= 0:
            began, number = at, 0
        elif number >= one.rate.amount:
            raise TooOften(action, one.rate, math.ceil(left))
        found.append((began, number))
    return found


def _counted(request: Request, action: str) -> Iterator[_Counted]:
    who = {VISITOR: _visitor(request), ADDRESS: network_address.client_network(request)}
    for rate in (Rate(*one) for one in settings.RATES[action]):
        # Who has no cookie yet is counted by the address alone.
        if whose := who[rate.per]:
            yield _Counted(f"{action}:{rate.amount}/{rate.seconds}:{whose}", rate)


def _visitor(request: Request) -> str:
    who = request.visitor.identity
    return f"user:{who.user}" if who.user is not None else who.visitor_hash
