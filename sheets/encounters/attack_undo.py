"""Undoing an attack as a whole: what it did, its damage, and its roll, for all its targets."""

from collections.abc import Iterator

from sheets.access import CharacterAccess
from sheets.encounters.attacks import is_undone
from sheets.models import Attack, Identity, PlayLogEntry
from sheets.play import operations as play

# A point on a roll is a step of its own. No attack takes more steps than all its targets do.
MOST_STEPS = 100


def undo(who: Identity, row: Attack, *, key: str) -> None:
    """Takes back an attack, the last step first. What was undone before stays undone. Each step is
    an entry of a log of its own, as if it were undone there; Refused where the rules refuse one.
    """
    for number in range(MOST_STEPS):
        entry = next((one for one in _steps(row) if not is_undone(one)), None)
        if entry is None:
            return
        character_access = CharacterAccess(who, entry.character.public_id, plays=True)
        own = f"{key}.{number}" if key else ""
        play.take_back(character_access, number=entry.number, key=own)
        row.refresh_from_db(fields=["entry"])


def _steps(row: Attack) -> Iterator[PlayLogEntry]:
    """The entries that stand for an attack, the last first."""
    if row.entry is None:
        return
    rows = row.encounter.attacks.filter(entry=row.entry).order_by("pk")
    parts = ("harm_entry", "damage_entry", "entry")
    together = list(rows.select_related(*(f"{part}__character" for part in parts)))
    for part in parts:
        entries = (getattr(one, part) for one in together)
        yield from {one.pk: one for one in entries if one}.values()
