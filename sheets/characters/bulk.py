"""Several characters at once: archived, restored, and that undone."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils import timezone

from sheets.access import SeveralAccess
from sheets.characters.operations import archiving
from sheets.errors import Refused
from sheets.models import Character, Owner, Receipt
from sheets.models.character import NAMELESS
from sheets.writes import Form, write

NONE_SELECTED = "No character is selected. Select at least one first."
NOT_ALL_YOURS = (
    "One of the selected characters was deleted or isn't yours. Nothing was done."
    " Reload the list, then select again."
)
TOO_LATE = "This can't be undone any more. The archive still has every archived character."


@dataclass(frozen=True)
class Archiving:
    """Characters that were archived or restored, and still are: by the key of the form that did it,
    with their names.
    """

    key: str
    archived: bool
    names: tuple[str, ...]


def set_archived(access: SeveralAccess, *, archived: bool, key: str) -> None:
    """Archives the characters, or restores them: all of them, or none. It is no edit of theirs."""

    def change(_: Owner) -> dict[str, Any]:
        return _set_archived(checked(access, access.lock()), archived=archived)

    form = Form(key, ("archive" if archived else "restore", *sorted(map(str, access.ids))))
    write(lambda: _owner(access), change, form=form)


def undo(access: SeveralAccess, *, of: str, key: str) -> int:
    """Undoes what the form with the key `of` did to the characters that are still there; how many
    that were.
    """

    def change(owner: Owner) -> int:
        done = _done(owner, of)
        if done is None:
            raise Refused({"chosen": TOO_LATE})
        ids = tuple(uuid.UUID(id) for id in done["ids"])
        rows = SeveralAccess(access.who, ids).lock()
        return len(_set_archived(rows, archived=not done["archived"])["ids"])

    return write(lambda: _owner(access), change, form=Form(key, ("undo", of)))


def recent(owner: Owner | None, key: str) -> Archiving | None:
    """What the form with that key did, as far as it can be undone. Two queries at most."""
    done = _done(owner, key) if owner and key else None
    if done is None:
        return None
    rows = Character.objects.filter(owner=owner, public_id__in=done["ids"])
    still = rows.filter(archived_at__isnull=not done["archived"]).order_by("name", "pk")
    names = tuple(name or NAMELESS for name in still.values_list("name", flat=True))
    return Archiving(key, done["archived"], names) if names else None


def checked(access: SeveralAccess, rows: Sequence[Character]) -> Sequence[Character]:
    """The rows of all characters that were selected; Refused where none was, or one is missing."""
    if not access.ids:
        raise Refused({"chosen": NONE_SELECTED})
    if len(rows) != len(set(access.ids)):
        raise Refused({"chosen": NOT_ALL_YOURS})
    return rows


def _owner(access: SeveralAccess) -> Owner:
    owner = Owner.objects.filter(access.who.condition()).first() if access.who.is_somebody else None
    if owner is None:
        raise Refused({"chosen": NOT_ALL_YOURS if access.ids else NONE_SELECTED})
    return owner


def _set_archived(rows: Iterable[Character], *, archived: bool) -> dict[str, Any]:
    """Writes it; those that are so already stay as they are."""
    changing = [row for row in rows if row.is_archived != archived]
    Character.objects.filter(pk__in=[row.pk for row in changing]).update(
        archived_at=timezone.now() if archived else None, version=F("version") + 1
    )
    return archiving(changing, archived=archived)


def _done(owner: Owner | None, key: str) -> dict[str, Any] | None:
    """The outcome of such a form; None where the key is that of none."""
    receipt = Receipt.objects.filter(owner=owner, key=key).first()
    outcome = receipt.outcome if receipt else None
    is_archiving = isinstance(outcome, dict) and outcome.keys() == {"archived", "ids"}
    return outcome if is_archiving else None
