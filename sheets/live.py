"""Whether anything of a party has changed: a short name for how it stands, from one cheap query."""

import hashlib
import uuid

from sheets.models.party import MemberQuerySet


def state(seats: MemberQuerySet, party: uuid.UUID) -> str:
    """The same as long as nothing has changed that members of the party see, and then another; ""
    where none of these seats is in it.

    Whatever is done to a character says so by when it was touched last: its log, its ledger, its
    answers to calls. What is decided for the party, and every call, counts in its version.
    """
    found = seats.filter(party__public_id=party).order_by("party__characters__pk")
    rows = list(
        found.values_list(
            "role",
            "party__version",
            "party__characters__pk",
            "party__characters__updated_at",
        )
    )
    return hashlib.blake2b(repr(rows).encode(), digest_size=8).hexdigest() if rows else ""
