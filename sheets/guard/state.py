"""The frozen owners and the pages that are off, as this process last read them. A look takes no
query.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from threading import Lock

from django.utils import timezone

from sheets import work
from sheets.errors import OwnerFrozen
from sheets.models import Identity, Owner, WorkerDeath

# So many deaths turn a page off, if all of them were within so many hours.
MOST_DEATHS, OFF_HOURS = 2, 6


@dataclass(frozen=True)
class State:
    """Frozen users by their ids and visitors by their hashes; pages that are off; and those that
    will be, if they end their worker once more.
    """

    users: frozenset[int] = frozenset()
    visitors: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    suspected: frozenset[str] = frozenset()


class _Known:
    """The state as it was read last, and the stamp of then."""

    def __init__(self) -> None:
        self.state, self.stamp, self.lock = State(), work.STAMP.value, Lock()


_KNOWN = _Known()


def is_current() -> bool:
    """True if no process of this server has changed anything since the last reading."""
    return _KNOWN.stamp == work.STAMP.value


def current() -> State:
    """The state as last read."""
    return _KNOWN.state


def refresh() -> State:
    """Reads it anew: two small queries. DatabaseError if the database does not answer; it is tried
    again then.
    """
    stamp = work.STAMP.value
    state = _read()
    with _KNOWN.lock:
        _KNOWN.state, _KNOWN.stamp = state, stamp
    return state


def changed() -> None:
    """Tells every process of this server that something has changed, and reads it here."""
    work.STAMP.change()
    refresh()


def forget() -> None:
    """Knows nothing, as a process that has just begun."""
    _KNOWN.state, _KNOWN.stamp = State(), work.STAMP.value


def is_anybody_frozen() -> bool:
    """True if any owner is frozen."""
    return bool(_KNOWN.state.users or _KNOWN.state.visitors)


def frozen_digest() -> str:
    """A digest of the owners who are frozen; "" for none."""
    frozen = (*map(str, _KNOWN.state.users), *_KNOWN.state.visitors)
    return hashlib.blake2b(repr(sorted(frozen)).encode()).hexdigest() if frozen else ""


def check(who: Identity) -> None:
    """OwnerFrozen if the operator has frozen them."""
    if who.user in _KNOWN.state.users or who.visitor_hash in _KNOWN.state.visitors:
        raise OwnerFrozen


def _read() -> State:
    frozen = Owner.objects.filter(frozen_at__isnull=False).values_list("user", "visitor_hash")
    rows: list[tuple[int | None, str | None]] = list(frozen)
    users = frozenset(user for user, _ in rows if user is not None)
    visitors = frozenset(visitor for _, visitor in rows if visitor)
    since = timezone.now() - timedelta(hours=OFF_HOURS)
    deaths = WorkerDeath.objects.filter(at__gt=since, counts=True)
    counted = Counter(deaths.values_list("page", flat=True))
    off = frozenset(page for page, count in counted.items() if count >= MOST_DEATHS)
    return State(users, visitors, off, frozenset(counted) - off)
