"""The members of a party who are here: an open page of theirs (board, log, fight, sheet, play,
station) has asked for news within the last minute.

They are kept in the cache that all processes share, as one entry for each party: whoever looks is
noted there every 25 seconds by each process that they ask, and a board reads it once. Two who are
noted at the same moment may lose one of the two times; the one before it still counts.
"""

import hashlib
import time
import uuid
from collections.abc import Collection
from contextlib import suppress

from django.core.cache import cache
from django.db import DatabaseError

from sheets.models import Character, Identity, Owner

SECONDS, EVERY = 60, 25
# So many are remembered as noted before all are noted anew.
MOST = 10_000
# When this process noted somebody, by the party or the character whose page it was.
_noted: dict[tuple[uuid.UUID, Identity], float] = {}


def note(who: Identity, party: uuid.UUID) -> None:
    """Notes that a member looks at a page of their party."""
    if _is_due(who, party):
        _keep(who, party)


def note_at(who: Identity, character: uuid.UUID) -> None:
    """Notes that somebody looks at a page of a character that they may see; nothing for one in no
    party.
    """
    if not _is_due(who, character):
        return
    rows = Character.objects.filter(public_id=character, party__isnull=False).order_by()
    party = rows.values_list("party__public_id", flat=True).first()
    if party is not None:
        _keep(who, party)


def others_here(who: Identity, party: uuid.UUID) -> frozenset[str]:
    """Those who are here besides the one who asks, each by a name that only `owners_here` knows."""
    since = time.time() - SECONDS
    kept: dict[str, float] = cache.get(_entry(party), {})
    return frozenset(name for name, at in kept.items() if at >= since and name != _name(who))


def digest(here: Collection[str]) -> str:
    """A short hash of who is here; "" for nobody."""
    told = " ".join(sorted(here))
    return hashlib.blake2b(told.encode(), digest_size=4).hexdigest() if told else ""


def owners_here(here: Collection[str], owners: Collection[int]) -> frozenset[int]:
    """Those of these owners who are here, by row. One query, none where nobody is."""
    if not here:
        return frozenset()
    rows = Owner.objects.filter(pk__in=owners).values_list("pk", "user", "visitor_hash")
    return frozenset(
        pk for pk, user, browser in rows if _name(Identity(user, browser or "")) in here
    )


def _is_due(who: Identity, place: uuid.UUID) -> bool:
    """True if somebody is to be noted at a place, which holds for the next while."""
    now = time.monotonic()
    if not who.is_somebody or now - _noted.get((place, who), -EVERY) < EVERY:
        return False
    if len(_noted) >= MOST:
        _noted.clear()
    _noted[place, who] = now
    return True


def _keep(who: Identity, party: uuid.UUID) -> None:
    """Keeps who is here, and forgets who was; a cache that takes no writes shows nobody."""
    now = time.time()
    with suppress(DatabaseError):
        kept: dict[str, float] = cache.get(_entry(party), {})
        recent = {name: at for name, at in kept.items() if now - at < SECONDS}
        cache.set(_entry(party), {**recent, _name(who): now}, SECONDS)


def _entry(party: uuid.UUID) -> str:
    return f"here:{party.hex}"


def _name(who: Identity) -> str:
    return f"user {who.user}" if who.user is not None else who.visitor_hash
