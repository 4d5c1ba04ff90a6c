"""Freezing and thawing, by the operator: owners, who then change nothing, and characters, which are
then not worked out.
"""

import re
import uuid
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from sheets import work
from sheets.guard import state
from sheets.models import Character, Owner

_NAMED = re.compile(r"(account|visitor) ([0-9a-f]{1,64})")


@dataclass(frozen=True)
class FrozenName:
    """A frozen owner, character or page by its name, and the time of the freeze."""

    name: str
    at: datetime


class NoSuchName(Exception):
    """A name that is nobody's."""


def freeze(name: str) -> str:
    """Freezes whoever has this name (`find`). Returns the name in full."""
    return _set(name, is_frozen=True)


def thaw(name: str) -> str:
    """Thaws whoever has this name. Returns the name in full."""
    return _set(name, is_frozen=False)


def find(name: str) -> Owner | Character:
    """The owner or character of a name as logs and the operator's page have it: "account 12",
    "visitor 3f9ac1d2e4b5a697" (or more of the hash), "character 8c0e…" with the whole id.
    NoSuchName for any other.
    """
    words = " ".join(name.lower().split())
    if words.startswith("character "):
        return _character(words.removeprefix("character "))
    match = _NAMED.fullmatch(words)
    owner = _owner(match[1], match[2]) if match else None
    if owner is None:
        raise NoSuchName(f"Nobody is called {name!r} here.")
    return owner


def frozen(most: int = 200) -> list[FrozenName]:
    """Everybody and everything that is frozen, the last one first: two queries."""
    owners = Owner.objects.filter(frozen_at__isnull=False).order_by("-frozen_at", "-pk")
    rows = Character.documents.filter(frozen_at__isnull=False).order_by("-frozen_at", "-pk")
    named = [(name_of_owner(owner), owner.frozen_at) for owner in owners[:most]]
    named += [
        (name_of_character(row.public_id), row.frozen_at)
        for row in rows.only("public_id", "frozen_at")[:most]
    ]
    found = [FrozenName(name, at) for name, at in named if at]
    return sorted(found, key=lambda frozen_name: frozen_name.at, reverse=True)


def name_of_character(id: uuid.UUID) -> str:
    """A character's name in logs and on the operator's page."""
    return f"character {id}"


def _set(name: str, *, is_frozen: bool) -> str:
    found = find(name)
    frozen_at = timezone.now() if is_frozen else None
    if isinstance(found, Character):
        Character.documents.filter(pk=found.pk).update(frozen_at=frozen_at)
        return name_of_character(found.public_id)
    Owner.objects.filter(pk=found.pk).update(frozen_at=frozen_at)
    state.changed()
    return name_of_owner(found)


def name_of_owner(owner: Owner) -> str:
    """An owner's name in logs and on the operator's page."""
    return work.name_of(owner.user_id, owner.visitor_hash or "")


def _character(id: str) -> Character:
    try:
        return Character.documents.only("public_id").get(public_id=uuid.UUID(id))
    except (ValueError, Character.DoesNotExist):
        raise NoSuchName(f"No character has the id {id!r}.") from None


def _owner(kind: str, id: str) -> Owner | None:
    if kind == "account":
        is_number = id.isdecimal() and len(id) < 10
        return Owner.objects.filter(user=int(id)).first() if is_number else None
    if len(id) < 16:
        return None
    found = list(Owner.objects.filter(visitor_hash__startswith=id)[:2])
    return found[0] if len(found) == 1 else None
