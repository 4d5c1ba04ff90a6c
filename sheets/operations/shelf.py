"""What is done with whole characters: duplicate, put away, bring back, delete."""

import uuid

import msgspec
from django.utils import timezone

from sheets import bridge
from sheets.access import Claim
from sheets.models import Character, Owner
from sheets.operations import portraits, quotas, words
from sheets.operations.keeping import kept
from sheets.operations.writing import Form, Keep, answered, write, write_prepared


def duplicate(claim: Claim, *, key: str) -> uuid.UUID:
    """Another like it, not archived, with its ledger, wishes, words and portrait; its public id."""

    def prepare(character: Character) -> Keep[str]:
        _, document = bridge.read(character)
        copy = Character(
            owner_id=character.owner_id,
            house_confirmed=character.house_confirmed,
            wishes=character.wishes,
            finished_at=character.finished_at,
        )
        named = msgspec.structs.replace(document, name=f"{document.name} (copy)".strip())
        keep = kept(copy, named, more=quotas.besides(character))

        def duplicated() -> str:
            keep()
            words.copy(character, copy)
            portraits.copy(character, copy)
            return str(copy.public_id)

        return duplicated

    form = Form(key, ("duplicate", str(claim.id)))
    return uuid.UUID(write_prepared(quotas.Adding(claim), prepare, form=form))


def archive(claim: Claim) -> None:
    """Puts it away. It stays readable, and does not change until it is brought back."""
    _set_archived(claim, archived=True)


def restore(claim: Claim) -> None:
    """Brings it back."""
    _set_archived(claim, archived=False)


def delete(claim: Claim, *, key: str) -> None:
    """Deletes it for good, with its ledger, words and portrait."""

    def change(character: Character) -> None:
        character.delete()

    write(claim.lock, change, form=_deletion(claim, key))


def deleted_before(owner: Owner | None, claim: Claim, *, key: str) -> bool:
    """Whether this very form deleted the character already: a button pressed twice."""
    return owner is not None and answered(owner.pk, _deletion(claim, key)) is not None


def _deletion(claim: Claim, key: str) -> Form:
    return Form(key, ("delete", str(claim.id)))


def _set_archived(claim: Claim, *, archived: bool) -> None:
    def change(character: Character) -> None:
        if character.is_archived != archived:
            character.archived_at = timezone.now() if archived else None
            character.version += 1
            character.save()

    write(claim.lock, change)
