"""What is done with whole characters: duplicate, put away, bring back, delete."""

import hashlib
import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import F
from django.http import Http404
from django.utils import timezone

from rules import registry
from sheets import access, quotas, storage
from sheets.access import CharacterAccess
from sheets.advancement.operations import as_wish
from sheets.errors import Refused
from sheets.models import (
    ApiToken,
    Character,
    Combatant,
    Duel,
    Duelist,
    Identity,
    Notes,
    Owner,
    Portrait,
    RollRequestTarget,
    ShareLink,
)
from sheets.notes import operations
from sheets.portraits import operations as portraits
from sheets.storage import kept
from sheets.text_export.bundle import PORTRAIT, PORTRAIT_INFO, Bundle
from sheets.writes import Form, Keep, Mine, answered, write, write_prepared

# So many deleted characters of one owner can be restored; the oldest of more go for good.
MOST_DELETED = 30


def duplicate(character_access: CharacterAccess, *, key: str) -> uuid.UUID:
    """Another like it, not archived, with its ledger, wishes, words and portrait; its public id."""

    def prepare(character: Character) -> Keep[str]:
        _, document = storage.read(character)
        copy = Character(
            owner_id=character.owner_id,
            house_confirmed=character.house_confirmed,
            wishes=character.wishes,
            finished_at=character.finished_at,
        )
        named = msgspec.structs.replace(document, name=f"{document.name} (copy)".strip())
        keep = kept(copy, named, more=quotas.extra_bytes(character))

        def duplicated() -> str:
            keep()
            operations.copy_notes(character, copy)
            portraits.copy(character, copy)
            return str(copy.public_id)

        return duplicated

    form = Form(key, ("duplicate", str(character_access.id)))
    return uuid.UUID(write_prepared(quotas.QuotaAccess(character_access), prepare, form=form))


def archive(character_access: CharacterAccess, *, key: str = "") -> None:
    """Puts it away. It stays readable, and does not change until it is brought back."""
    _set_archived(character_access, archived=True, key=key)


def restore(character_access: CharacterAccess) -> None:
    """Brings it back."""
    _set_archived(character_access, archived=False)


def archiving(rows: Iterable[Character], *, archived: bool) -> dict[str, Any]:
    """What the receipt of a form says that archived or restored these characters."""
    return {"archived": archived, "ids": [str(row.public_id) for row in rows]}


def delete(character_access: CharacterAccess, *, key: str) -> None:
    """Deletes it: for a month its owner can restore it. Its links and tokens, its place in
    a party, and the rolls and fights that wait for it end now.
    """

    def change(character: Character) -> None:
        Duel.objects.filter(duelists__character=character).update(version=F("version") + 1)
        for model in (ShareLink, ApiToken, RollRequestTarget, Combatant, Duelist):
            model._base_manager.filter(character=character).delete()
        Character.objects.filter(pk=character.pk).update(
            deleted_at=timezone.now(), party=None, version=character.version + 1
        )
        own = Character.deleted.filter(owner=character.owner_id, kind=Character.Kind.CHARACTER)
        earlier = own.order_by("-deleted_at", "-pk")
        oldest = list(earlier.values_list("pk", flat=True)[MOST_DELETED:])
        Character.deleted.filter(pk__in=oldest).delete()

    write(character_access.lock, change, form=_deletion(character_access, key))


def undelete(who: Identity, id: uuid.UUID, *, key: str) -> None:
    """Restores a deleted character with its ledger, log, notes and portrait. 404 for others', and
    for what is gone for good; Refused where there is no room for it.
    """

    def change(character: Character) -> None:
        quotas.check_room(character.owner, character.size, "characters")
        Character.deleted.filter(pk=character.pk).update(
            deleted_at=None, version=character.version + 1
        )

    write(lambda: _lock_deleted(who, id), change, form=Form(key, ("undelete", str(id))))


def erase(who: Identity, id: uuid.UUID, *, key: str) -> None:
    """Deletes a deleted character for good."""

    def change(character: Character) -> None:
        character.delete()

    write(lambda: _lock_deleted(who, id), change, form=_erasure(id, key))


def erased_before(owner: Owner | None, id: uuid.UUID, *, key: str) -> bool:
    """Whether this very form deleted the character for good already: a button pressed twice."""
    return owner is not None and answered(owner.pk, _erasure(id, key)) is not None


def _erasure(id: uuid.UUID, key: str) -> Form:
    return Form(key, ("erase", str(id)))


def _lock_deleted(who: Identity, id: uuid.UUID) -> Character:
    rows = access.deleted_characters(who).filter(public_id=id).select_related("owner")
    row = rows.select_for_update(of=("self",), no_key=True).first()
    if row is None:
        raise Http404
    return row


def deleted_before(owner: Owner | None, character_access: CharacterAccess, *, key: str) -> bool:
    """Whether this very form deleted the character already: a button pressed twice."""
    return owner is not None and answered(owner.pk, _deletion(character_access, key)) is not None


def _deletion(character_access: CharacterAccess, key: str) -> Form:
    return Form(key, ("delete", str(character_access.id)))


def _set_archived(
    character_access: CharacterAccess, *, archived: bool, key: str = ""
) -> dict[str, Any]:
    """It is no edit: when the character was edited last stays."""

    def change(character: Character) -> dict[str, Any]:
        if character.is_archived == archived:
            return archiving((), archived=archived)
        Character.objects.filter(pk=character.pk).update(
            archived_at=timezone.now() if archived else None, version=character.version + 1
        )
        return archiving((character,), archived=archived)

    verb = "archive" if archived else "restore"
    return write(character_access.lock, change, form=Form(key, (verb, str(character_access.id))))


@dataclass(frozen=True)
class Arrival:
    """What came from elsewhere, with the portrait made of its picture, if it has one."""

    bundle: Bundle
    portrait: Portrait | None

    @property
    def more(self) -> int:
        """How many bytes are kept of it besides the document."""
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
    """Makes the portrait, before anything is locked; Refused where the picture makes none.

    InvalidDocument where the document is too large to be given back, or holds more than a character
    may.
    """
    document = bundle.document
    storage.exported(document)
    registry.get(document.system).check_bounds(document)
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


def take_in(owner: Owner, arrival: Arrival, *, key: str) -> uuid.UUID:
    """Keeps what came from elsewhere as a character of the owner's; its public id.

    What is legal, or has been played already (it has a ledger), counts as finished; anything else
    goes on as a draft. What `house` says was accepted is a claim from elsewhere, and not confirmed.
    """
    bundle, document = arrival.bundle, arrival.bundle.document

    def prepare(owner: Owner) -> Keep[str]:
        character = Character(owner=owner, wishes=_wishes(bundle))
        if document.ledger or not registry.get(document.system).problems(document):
            character.finished_at = timezone.now()
        keep = kept(character, document, more=arrival.more)

        def take() -> str:
            keep()
            if bundle.public or bundle.private:
                notes = {"shared": bundle.public, "private": bundle.private}
                Notes.objects.create(character=character, **notes)
            if arrival.portrait:
                portraits.attach(arrival.portrait, character)
            return str(character.public_id)

        return take

    form = Form(key, ("import", arrival.digest))
    return uuid.UUID(write_prepared(Mine(owner), prepare, form=form))


def _wishes(bundle: Bundle) -> list[dict[str, Any]]:
    return [{"id": uuid.uuid4().hex[:8], "entry": as_wish(wish)} for wish in bundle.wishes]
