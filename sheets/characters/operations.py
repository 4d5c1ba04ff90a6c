"""Operations on whole characters: duplicate, archive, restore, delete."""

import hashlib
import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db.models import F
from django.http import Http404
from django.utils import timezone

from rules import bounds, registry
from sheets import access, quotas, storage
from sheets.access import CharacterAccess
from sheets.advancement.operations import as_wish
from sheets.bounded_storage import NewCharacter
from sheets.errors import Refused
from sheets.models import (
    ApiToken,
    Character,
    Combatant,
    Duel,
    Duelist,
    Notes,
    Owner,
    Portrait,
    RollRequestTarget,
    SecretRoll,
    ShareLink,
)
from sheets.notes import operations
from sheets.portraits import operations as portraits
from sheets.storage import check_thawed
from sheets.text_export.bundle import PORTRAIT, PORTRAIT_INFO, Bundle
from sheets.writes import Operation, answered

# So many deleted characters of one owner can be restored; the oldest of more go for good.
MOST_DELETED = 30


class Duplicate(Operation[Character, str]):
    """Makes another like it, not archived, with its ledger, wishes, words and portrait; its public
    id.
    """

    access: quotas.QuotaAccess = field(kw_only=False)

    def prepare(self, row: Character) -> None:
        _, document = storage.read(row)
        self.copy = Character(
            owner_id=row.owner_id,
            house_confirmed=row.house_confirmed,
            wishes=row.wishes,
            finished_at=row.finished_at,
        )
        named = msgspec.structs.replace(document, name=f"{document.name} (copy)".strip())
        self.new = NewCharacter(self.copy, named, more=quotas.extra_bytes(row))

    def save(self) -> str:
        self.new.save()
        operations.copy_notes(self.row, self.copy)
        portraits.copy(self.row, self.copy)
        return str(self.copy.public_id)


class Archive(Operation[Character, dict[str, object]]):
    """Puts it away. It stays readable, and does not change until it is brought back."""

    def save(self) -> dict[str, object]:
        return set_archived([self.row], archived=True)


class Restore(Operation[Character, dict[str, object]]):
    """Brings it back."""

    def save(self) -> dict[str, object]:
        return set_archived([self.row], archived=False)


def set_archived(rows: Iterable[Character], *, archived: bool) -> dict[str, Any]:
    """Archives or restores these characters; those that are so already stay as they are. It is no
    edit: when one was edited last stays. Part of an operation, whose outcome says what it did.
    """
    changing = [row for row in rows if row.is_archived != archived]
    for row in changing:
        check_thawed(row)
    Character.objects.filter(pk__in=[row.pk for row in changing]).update(
        archived_at=timezone.now() if archived else None, version=F("version") + 1
    )
    return {"archived": archived, "ids": [str(row.public_id) for row in changing]}


class Delete(Operation[Character, None]):
    """Deletes it: for a month its owner can restore it. Its links and tokens, its place in
    a party, and the rolls and fights that wait for it end now.
    """

    on_frozen = True

    def save(self) -> None:
        character = self.row
        Duel.objects.filter(duelists__character=character).update(version=F("version") + 1)
        for model in (ShareLink, ApiToken, RollRequestTarget, SecretRoll, Combatant, Duelist):
            model._base_manager.filter(character=character).delete()
        Character.objects.filter(pk=character.pk).update(
            deleted_at=timezone.now(), party=None, version=character.version + 1
        )
        own = Character.deleted.filter(owner=character.owner_id, kind=Character.Kind.CHARACTER)
        earlier = own.order_by("-deleted_at", "-pk")
        oldest = list(earlier.values_list("pk", flat=True)[MOST_DELETED:])
        Character.deleted.filter(pk__in=oldest).delete()


@dataclass(frozen=True)
class DeletedAccess(CharacterAccess):
    """A request to change a deleted character, before it is checked. 404 for others', and for what
    is gone for good.
    """

    def lock(self) -> Character:
        rows = access.deleted_characters(self.who).filter(public_id=self.id).select_related("owner")
        row = rows.select_for_update(of=("self",), no_key=True).first()
        if row is None:
            raise Http404
        return row


class Undelete(Operation[Character, None]):
    """Restores a deleted character with its ledger, log, notes and portrait. Refused if there is
    no room for it.
    """

    on_frozen = True

    access: DeletedAccess = field(kw_only=False)

    def save(self) -> None:
        quotas.check_room(self.row.owner, self.row.size, "characters")
        Character.deleted.filter(pk=self.row.pk).update(
            deleted_at=None, version=self.row.version + 1
        )


class Erase(Operation[Character, None]):
    """Deletes a deleted character for good."""

    on_frozen = True

    access: DeletedAccess = field(kw_only=False)

    def save(self) -> None:
        self.row.delete()


def done_before(owner: Owner | None, operation: Operation[Character, None]) -> bool:
    """True if this very form did it already: a button pressed twice."""
    return owner is not None and answered(owner.pk, operation.receipt) is not None


@dataclass(frozen=True)
class Arrival:
    """An imported character, with its portrait if the file has a picture."""

    bundle: Bundle
    portrait: Portrait | None

    @property
    def more(self) -> int:
        """The bytes that are stored of it besides the document."""
        pixels = portraits.stored_bytes(self.portrait) if self.portrait else 0
        return len(self.bundle.public) + len(self.bundle.private) + pixels

    @property
    def digest(self) -> str:
        """A hash of the content."""
        bundle, digest = self.bundle, hashlib.sha256(storage.exported(self.bundle.document))
        crop = bundle.crop and vars(bundle.crop)
        wishes = [msgspec.to_builtins(wish) for wish in bundle.wishes]
        content = [bundle.public, bundle.private, bundle.alt, crop, wishes]
        digest.update(json.dumps(content).encode())
        digest.update(bundle.picture)
        return digest.hexdigest()


def arrival(bundle: Bundle) -> Arrival:
    """Makes the portrait, before anything is locked; Refused if the picture makes none.

    InvalidDocument if the document is too large to be given back, or holds more than a character
    may.
    """
    document = bundle.document
    storage.exported(document)
    bounds.check(registry.get(document.system).ledger_rules, document)
    if not bundle.picture:
        return Arrival(bundle, None)
    try:
        portrait = portraits.new_portrait(bundle.picture, alt=bundle.alt, crop=bundle.crop)
    except Refused as refused:
        messages = {
            PORTRAIT if field == "picture" else PORTRAIT_INFO: why
            for field, why in refused.errors.items()
        }
        raise Refused(
            {"document": " ".join(f"{name}: {why}" for name, why in messages.items())}
        ) from None
    return Arrival(bundle, portrait)


class TakeIn(Operation[Owner, str]):
    """Keeps what came from elsewhere as a character of the owner's; its public id.

    What is legal, or has been played already (it has a ledger), counts as finished; anything else
    goes on as a draft. What `house` says was accepted is a claim from elsewhere, and not confirmed.
    """

    arrival: Arrival

    @property
    def content(self) -> tuple[str, ...]:
        return ("import", self.arrival.digest)

    def prepare(self, row: Owner) -> None:
        document = self.arrival.bundle.document
        self.character = Character(owner=row, wishes=_wishes(self.arrival.bundle))
        if document.ledger or not registry.open(document).problems:
            self.character.finished_at = timezone.now()
        self.new = NewCharacter(self.character, document, more=self.arrival.more)

    def save(self) -> str:
        bundle, character = self.arrival.bundle, self.character
        self.new.save()
        if bundle.public or bundle.private:
            notes = {"shared": bundle.public, "private": bundle.private}
            Notes.objects.create(character=character, **notes)
        if self.arrival.portrait:
            portraits.attach(self.arrival.portrait, character)
        return str(character.public_id)


def _wishes(bundle: Bundle) -> list[dict[str, object]]:
    return [{"id": uuid.uuid4().hex[:8], "entry": as_wish(wish)} for wish in bundle.wishes]
