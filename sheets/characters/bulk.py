"""Several characters at once: archived, restored, and that undone."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sheets.access import SeveralAccess
from sheets.characters.operations import set_archived
from sheets.errors import Refused
from sheets.models import Character, Owner, Receipt
from sheets.models.character import NAMELESS
from sheets.writes import Operation

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


@dataclass(frozen=True)
class Selection(SeveralAccess):
    """The characters that a form has selected, for their owner to change, before it is checked
    whether they are. Refused if none was selected, or one is missing.
    """

    @property
    def receipt_id(self) -> tuple[str, ...]:
        return tuple(sorted(map(str, self.ids)))

    def read(self) -> Owner:
        owners = Owner.objects.filter(self.who.condition())
        owner = owners.first() if self.who.is_somebody else None
        if owner is None:
            raise Refused({"chosen": NOT_ALL_YOURS if self.ids else NONE_SELECTED})
        return owner

    lock = lock_again = read

    def checked(self, rows: Sequence[Character]) -> Sequence[Character]:
        if not self.ids:
            raise Refused({"chosen": NONE_SELECTED})
        if len(rows) != len(set(self.ids)):
            raise Refused({"chosen": NOT_ALL_YOURS})
        return rows


class SetArchived(Operation[Owner, dict[str, Any]]):
    """Archives the selected characters, or restores them: all of them, or none."""

    access: Selection = field(kw_only=False)
    archived: bool

    @property
    def content(self) -> tuple[str, ...]:
        return ("archive" if self.archived else "restore", *self.access.receipt_id)

    def save(self) -> dict[str, Any]:
        rows = self.access.checked(self.access.lock_rows())
        return set_archived(rows, archived=self.archived)


class Undo(Operation[Owner, int]):
    """Undoes what the form with the key `of` did to the characters that are still there; how many
    that were.
    """

    access: Selection = field(kw_only=False)
    of: str

    def save(self) -> int:
        done = _done(self.row, self.of)
        if done is None:
            raise Refused({"chosen": TOO_LATE})
        ids = tuple(uuid.UUID(id) for id in done["ids"])
        rows = SeveralAccess(self.access.who, ids).lock_rows()
        return len(set_archived(rows, archived=not done["archived"])["ids"])


def recent(owner: Owner | None, key: str) -> Archiving | None:
    """The archiving that the form with that key did, as far as it can be undone. Two queries at
    most.
    """
    done = _done(owner, key) if owner and key else None
    if done is None:
        return None
    rows = Character.objects.filter(owner=owner, public_id__in=done["ids"])
    still = rows.filter(archived_at__isnull=not done["archived"]).order_by("name", "pk")
    names = tuple(name or NAMELESS for name in still.values_list("name", flat=True))
    return Archiving(key, done["archived"], names) if names else None


def _done(owner: Owner | None, key: str) -> dict[str, Any] | None:
    """The outcome of such a form; None for the key of another form."""
    receipt = Receipt.objects.filter(owner=owner, key=key).first()
    outcome = receipt.outcome if receipt else None
    is_archiving = isinstance(outcome, dict) and outcome.keys() == {"archived", "ids"}
    return outcome if is_archiving else None
