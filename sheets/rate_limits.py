"""Rate limits on expensive actions, per visitor and per network address. Heavy ones have a lane.

Counters are in the shared cache, for all processes. A refused request costs no write: only allowed
ones are counted.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest

from sheets import lanes, network_address
from sheets.access import Request

BUSY_SECONDS = 10
VISITOR, ADDRESS = "visitor", "address"
# The limited actions, as error messages name them.
ACTIONS = {
    "new": "new characters",
    "import": "imports",
    "export": "exports of several characters",
    "portrait": "portraits",
    "print": "new prints",
    "code": "party codes",
    "api_read": "reading requests of a token",
    "api_write": "writing requests of a token",
    "api_denied": "requests without a valid token",
}
# Those that take processor time and memory: they run in a lane of their own.
HEAVY = frozenset({"import", "export", "portrait", "print"})
_UNITS = ((24 * 60 * 60, "day"), (60 * 60, "hour"), (60, "minute"), (1, "second"))


@dataclass(frozen=True)
class Rate:
    """So many actions in so many seconds, per visitor or per network address."""

    amount: int
    seconds: int
    per: str


class RateLimited(Exception):
    """A rate limit was reached; `wait` is the seconds until the next try."""

    status = 429

    def __init__(self, action: str, rate: Rate, wait: int) -> None:
        self.wait = wait
        limit = f"{rate.amount:,} {ACTIONS[action]} in {_interval(rate.seconds)}"
        if rate.per == VISITOR:
            message = f"Too many tries: the limit is {limit}."
        else:
            message = (
                f"Too many tries from your network: the limit is {limit} for everyone who shares"
                " it, like a household or school."
            )
        super().__init__(f"{message} Try again in {duration(wait)}.")


class Busy(RateLimited):
    """So much heavy work is done or waits that there is no place for this."""

    status = 503

    def __init__(self) -> None:
        self.wait = BUSY_SECONDS
        Exception.__init__(
            self,
            "The server is busy with other prints, imports, and pictures. Nothing was changed."
            f" Try again in {duration(self.wait)}.",
        )


@dataclass(frozen=True)
class _Counter:
    """One counter: its cache key and its rate."""

    key: str
    rate: Rate


def count(request: Request, action: str) -> None:
    """Counts one action; RateLimited, without counting, if a limit is reached.

    The period of a rate begins with its first action and then ends for all of them at once. A heavy
    action goes on in its lane from here.
    """
    if action in HEAVY:
        enter_lane(request)
    counters = list(_counters(request, action))
    if not counters:
        return
    _read_counters(action, counters, now())
    with transaction.atomic():
        _lock(counters)
        at = now()
        states = _read_counters(action, counters, at)
        for counter, (start, number) in zip(counters, states, strict=True):
            cache.set(counter.key, (start, number + 1), counter.rate.seconds)


def check(request: Request, action: str) -> None:
    """RateLimited if a limit is reached. Counts nothing and writes nothing. A heavy action goes on
    in its lane from here.
    """
    if action in HEAVY:
        enter_lane(request)
    _read_counters(action, list(_counters(request, action)), now())


def enter_lane(request: HttpRequest) -> None:
    """Goes on in the lane for heavy work; Busy if it has no place."""
    try:
        lanes.enter(request)
    except lanes.LaneFull:
        raise Busy from None


def now() -> float:
    """The time, in seconds."""
    return time.time()


def duration(seconds: int) -> str:
    """A duration in words, rounded up: "4 minutes"."""
    size, name = next(span for span in _UNITS if seconds >= span[0] or span[0] == 1)
    number = math.ceil(seconds / size)
    return f"{number} {name}{'' if number == 1 else 's'}"


def _lock(counters: list[_Counter]) -> None:
    """Locks these counters until the transaction ends, whatever the cache is.

    On SQLite the transaction, which is IMMEDIATE, has locked everything.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for key in sorted(counter.key for counter in counters):
                cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])


def _interval(seconds: int) -> str:
    """The period of a rate, as in "10 in a day"."""
    text = duration(seconds)
    article = "an" if text.startswith("1 hour") else "a"
    return text.replace("1 ", f"{article} ", 1) if text.startswith("1 ") else text


def _read_counters(action: str, counters: list[_Counter], at: float) -> list[tuple[float, int]]:
    """The start and the number of each counter; RateLimited if one is full."""
    cached = cache.get_many([counter.key for counter in counters])
    states = []
    for counter in counters:
        start, number = cached.get(counter.key, (at, 0))
        left = start + counter.rate.seconds - at
        if left <= 0:
            start, number = at, 0
        elif number >= counter.rate.amount:
            raise RateLimited(action, counter.rate, math.ceil(left))
        states.append((start, number))
    return states


def _counters(request: Request, action: str) -> Iterator[_Counter]:
    names = {VISITOR: _visitor(request), ADDRESS: network_address.client_network(request)}
    for rate in (Rate(*values) for values in settings.RATES[action]):
        # A visitor without a cookie is counted by address only.
        if name := names[rate.per]:
            yield _Counter(f"{action}:{rate.amount}/{rate.seconds}:{name}", rate)


def _visitor(request: Request) -> str:
    identity = request.visitor.identity
    return f"user:{identity.user}" if identity.user is not None else identity.visitor_hash
