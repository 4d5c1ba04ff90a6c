"""Whether anything of a party, or of one character, has changed: a short name for how it stands,
from one cheap query.
"""

import hashlib
import uuid
from collections.abc import Iterable

from sheets.models import Character
from sheets.models.character import CharacterQuerySet
from sheets.models.party import MemberQuerySet


def state(seats: MemberQuerySet, party: uuid.UUID) -> str:
    """The same as long as nothing has changed that members of the party see, and then another; ""
    where none of these seats is in it.

    Whatever is done to a character says so by when it was touched last: its log, its ledger, its
    answers to calls. What is decided for the party, and every call, counts in its version.
    """
    found = seats.filter(party__public_id=party).order_by("party__characters__pk")
    return _name(
        found.values_list(
            "role",
            "party__version",
            "party__characters__pk",
            "party__characters__updated_at",
        )
    )


def character_state(characters: CharacterQuerySet, id: uuid.UUID) -> str:
    """The same as long as nothing has changed on the pages of that character, and then another; ""
    where it is none of these.
    """
    found = characters.filter(public_id=id)
    return _name(found.values_list("updated_at", "party", "party__version"))


def state_of(character: Character) -> str:
    """The `character_state` of a character. Its party is read now, unless it was fetched with it.
    What is read of both afterwards is no older.
    """
    version = character.party.version if character.party else None
    return _name([(character.updated_at, character.party_id, version)])


def _name(rows: Iterable[tuple[object, ...]]) -> str:
    found = list(rows)
    return hashlib.blake2b(repr(found).encode(), digest_size=8).hexdigest() if found else ""
