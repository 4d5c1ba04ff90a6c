"""Limits for a visitor and for an account: characters, bytes, parties, links.

What exists already stays and can be played, changed and exported, even above the quota. These
checks are part of operations.
"""

import uuid
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Count, Model, QuerySet, Sum
from django.db.models.expressions import Combinable
from django.db.models.functions import Length

from rules.phrases import counted
from sheets.access import CharacterAccess, Request
from sheets.errors import Conflict, QuotaExceeded
from sheets.models import (
    Character,
    Comment,
    Notes,
    Owner,
    PlayLogEntry,
    Portrait,
    Screen,
    ShareLink,
)
from sheets.models.compiled import CompiledQuery

CHARACTERS, MIB, PARTIES, LINKS = "characters", "mib", "parties", "links"
BYTES = 1024 * 1024
# The bytes that a play log entry counts for; the quota is checked every so many entries.
LOG_ENTRY_BYTES, LOG_ENTRIES_PER_CHECK = 1024, 100
# A growing document is checked whenever it passes a multiple of so many bytes.
CHECK_STEP = 16 * 1024
NOTES_BYTES = Length("shared") + Length("private")
PORTRAIT_BYTES = Length("picture") + Length("shown") + Length("small")

OWNER_GONE = "Your account has changed since this page was loaded. Nothing was saved. Try again."
MESSAGES = {
    CHARACTERS: "{who} can store at most {most}. Delete some that you no longer need{more}.",
    MIB: "{who} can store at most {most}. Delete characters or portraits that you no longer"
    " need{more}.",
    PARTIES: "You can be in at most {most}. Leave one first.",
    LINKS: "{who} can have at most {most}. Revoke some that you no longer need{more}.",
}

# What is counted, for one and for several.
NOUNS = {
    CHARACTERS: ("character",),
    MIB: ("MiB", "MiB"),
    PARTIES: ("party", "parties"),
    LINKS: ("link",),
}


def lock_owner(owner: Owner) -> None:
    """Locks what this owner stores until the transaction ends. Conflict if the owner is gone.

    Locks are taken in one order everywhere, so no two transactions wait for each other: the party,
    then the owner, then characters.
    """
    rows = Owner.objects.select_for_update(no_key=True).filter(pk=owner.pk)
    if rows.values_list("pk", flat=True).first() is None:
        raise Conflict(OWNER_GONE)


@dataclass(frozen=True)
class QuotaAccess(CharacterAccess):
    """Access to a character whose owner is about to store more: locks the owner, then the
    character.
    """

    def lock(self) -> Character:
        """The character, locked together with its owner's quota."""
        self._lock_owner()
        return super().lock()

    def lock_again(self) -> Character:
        """Locks a character that was read before, in the same way."""
        self._lock_owner()
        return super().lock_again()

    def _lock_owner(self) -> None:
        """Locks nothing if the owner is gone: then so is the character."""
        if self.who.is_somebody:
            Owner.objects.select_for_update(no_key=True).filter(self.who.condition()).first()


def quota_access(request: Request, id: uuid.UUID) -> QuotaAccess:
    """Access to a character whose owner is about to store more, for an operation."""
    return QuotaAccess(request.visitor.identity, id)


def check_character(owner: Owner) -> None:
    """QuotaExceeded if the owner may have no further character."""
    lock_owner(owner)
    if owner.kind != Owner.Kind.DEMO and owner.characters.count() >= limit(owner, CHARACTERS):
        raise quota_exceeded(owner, CHARACTERS)


def check_room(owner: Owner, extra: int, field: str = "") -> None:
    """QuotaExceeded, at this field, if there is no room for so many bytes more."""
    if extra <= 0 or owner.kind == Owner.Kind.DEMO:
        return
    if used_bytes(owner) + extra > limit(owner, MIB) * BYTES:
        raise quota_exceeded(owner, MIB, field)


def check_growth(character: Character, before: int, after: int, field: str = "") -> None:
    """QuotaExceeded, at this field, if a part of a character grows from `before` to `after` bytes
    and there is no room.
    """
    if after // CHECK_STEP > before // CHECK_STEP:
        check_room(character.owner, after - before, field)


def check_log_entries(character: Character, number: int) -> None:
    """QuotaExceeded if there is no room for the play log entry of this number."""
    if number % LOG_ENTRIES_PER_CHECK == 0:
        check_room(character.owner, LOG_ENTRY_BYTES)


def check_link(character: Character, field: str) -> None:
    """QuotaExceeded, at this field, if the owner may have no further share link."""
    owner = character.owner
    links = ShareLink.objects.standing().filter(character__owner=owner)
    if links.count() >= limit(owner, LINKS):
        raise quota_exceeded(owner, LINKS, field)


def check_party(owner: Owner, field: str) -> None:
    """QuotaExceeded, at this field, if the owner may join no further party."""
    lock_owner(owner)
    if owner.seats.present().count() >= limit(owner, PARTIES):
        raise quota_exceeded(owner, PARTIES, field)


def used_bytes(owner: Owner) -> int:
    """The bytes that an owner's documents, pictures, notes, comments and play logs take."""
    return sum(size or 0 for query in _USED for size in query.column(owner.pk))


def _used(rows: QuerySet[Model], owner: str, size: Sum | Combinable) -> CompiledQuery[Model]:
    """The query for the size of all rows of an owner, who stands in a field."""

    def sums(id: int) -> QuerySet[Model, object]:
        own = rows.filter(**{owner: id}).order_by()
        used: QuerySet[Model, object] = own.values(owner).annotate(used=size).values_list("used")
        return used

    return CompiledQuery(sums)


_USED = (
    _used(Character.documents.all(), "owner", Sum("size")),
    _used(Portrait.objects.all(), "character__owner", Sum(PORTRAIT_BYTES)),
    _used(Notes.objects.all(), "character__owner", Sum(NOTES_BYTES)),
    _used(Comment.objects.all(), "author", Sum(Length("text"))),
    _used(Screen.objects.all(), "owner", Sum(Length("picture") + Length("text"))),
    _used(PlayLogEntry.objects.all(), "character__owner", Count("pk") * LOG_ENTRY_BYTES),
)


def portrait_bytes(character: Character) -> int:
    """The bytes of a character's portrait; 0 without one."""
    portraits = Portrait.objects.filter(character=character)
    return portraits.aggregate(sum=Sum(PORTRAIT_BYTES))["sum"] or 0


def extra_bytes(character: Character) -> int:
    """The bytes of a character's portrait and notes, which a copy takes besides the document."""
    notes = Notes.objects.filter(character=character).aggregate(sum=Sum(NOTES_BYTES))["sum"]
    return portrait_bytes(character) + (notes or 0)


def limit(owner: Owner, kind: str) -> int:
    """The owner's quota of this kind."""
    visitor, account = settings.QUOTAS[kind]
    return int(account if owner.kind == Owner.Kind.USER else visitor)


def quota_exceeded(owner: Owner, kind: str, field: str = "") -> QuotaExceeded:
    """The error for an owner who has reached a quota."""
    _, account = settings.QUOTAS[kind]
    if owner.kind == Owner.Kind.USER:
        who, more = "An account", ""
    else:
        unit = " MiB" if kind == MIB else ""
        who = "Without an account, you"
        more = f", or create an account: its limit is {account:,}{unit}" if settings.SIGN_UP else ""
    most = counted(limit(owner, kind), *NOUNS[kind])
    message = MESSAGES[kind].format(most=most, who=who, more=more)
    return QuotaExceeded({field: message})
