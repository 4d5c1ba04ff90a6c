"""The frozen owners, the pages that are off, and the parties that a member asks to lead, as this
process last read them. A look takes no query.
"""

import hashlib
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from django.utils import timezone

from sheets import work
from sheets.errors import OwnerFrozen
from sheets.models import Identity, Member, Owner, Takeover, WorkerDeath

# So many deaths turn a page off, if all of them were within so many hours.
MOST_DEATHS, OFF_HOURS = 2, 6


@dataclass(frozen=True)
class OpenTakeover:
    """A party that a member asks to lead, and its other members: users by their ids, visitors by
    their hashes.
    """

    id: int
    party: uuid.UUID
    party_name: str
    name: str
    leads_from: datetime
    users: frozenset[int]
    visitors: frozenset[str]

    def concerns(self, who: Identity) -> bool:
        """True for a member who did not ask."""
        return who.user in self.users or who.visitor_hash in self.visitors


@dataclass(frozen=True)
class State:
    """Frozen users by their ids and visitors by their hashes; pages that are off; those that will
    be, if they end their worker once more; and parties that are being taken over.
    """

    users: frozenset[int] = frozenset()
    visitors: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    suspected: frozenset[str] = frozenset()
    takeovers: tuple[OpenTakeover, ...] = ()


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
    """Reads it anew: three small queries, and one more while a party is being taken over.
    DatabaseError if the database does not answer; it is tried again then.
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


def digest() -> str:
    """A digest of all that pages depend on here: frozen owners and takeovers; "" for none."""
    state = _KNOWN.state
    frozen = sorted((*map(str, state.users), *state.visitors))
    known = repr((frozen, [sorted(map(str, vars(one).items())) for one in state.takeovers]))
    return hashlib.blake2b(known.encode()).hexdigest() if frozen or state.takeovers else ""


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
    return State(users, visitors, off, frozenset(counted) - off, tuple(_takeovers()))


def _takeovers() -> Iterator[OpenTakeover]:
    asked = list(Takeover.objects.filter(state=Takeover.State.ASKED).select_related("party"))
    seats = Member.objects.present().filter(party__in=[one.party_id for one in asked])
    members: list[tuple[int, int, int | None, str | None]] = list(
        seats.values_list("party", "owner", "owner__user", "owner__visitor_hash")
    )
    for one in asked:
        others = [row[2:] for row in members if row[0] == one.party_id and row[1] != one.asker_id]
        yield OpenTakeover(
            id=one.pk,
            party=one.party.public_id,
            party_name=one.party.name,
            name=one.name,
            leads_from=one.leads_from,
            users=frozenset(user for user, _ in others if user is not None),
            visitors=frozenset(visitor for _, visitor in others if visitor),
        )
