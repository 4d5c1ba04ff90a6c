"""Maneuvers of craft around each other: where both are afterwards, and when the roll changes.

Part of an operation; the encounter is the last lock.
"""

from __future__ import annotations

from django.db.models import F
from django.shortcuts import get_object_or_404

from sheets.models import Combatant, Encounter, Maneuver, PlayLogEntry
from sheets.play_log import storage as log_storage


def keep(
    line: PlayLogEntry, *, craft: Combatant, other: Combatant, side: str, front: str, won: bool
) -> None:
    """Keeps a maneuver with its roll, and moves both craft where it was won. The encounter is
    locked.
    """
    _place(Maneuver(entry=line, craft=craft, other=other, side=side, front=front), won=won)


def follow(line: PlayLogEntry, *, to: PlayLogEntry | None) -> None:
    """A maneuver that rests on a line of the log rests on another one from now on: on the point
    that was spent on the roll, or on the roll as it was before that. With no other line the roll
    was undone, and both craft are where they were.
    """
    row = Maneuver.objects.filter(entry=line).select_related("craft").first()
    if row is None:
        return
    rows = Encounter.objects.select_for_update(no_key=True)
    locked = get_object_or_404(rows, pk=row.craft.encounter_id)
    row = get_object_or_404(Maneuver.objects.select_related("craft", "other"), pk=row.pk)
    if to is not None:
        row.entry = to
    _place(row, won=to is not None and bool(log_storage.outcome(to).success))
    if to is None:
        row.delete()
    Encounter.objects.filter(pk=locked.pk).update(version=F("version") + 1)


def _place(row: Maneuver, *, won: bool) -> None:
    """Moves both craft, or back again as far as they are still where the maneuver left them."""
    sights = ((row.other, row.craft, row.side), (row.craft, row.other, row.front))
    if won and row.before is None:
        row.before = [seer.bearings.get(str(seen.pk), "") for seer, seen, _ in sights]
        for seer, seen, side in sights:
            seer.bearings = {**seer.bearings, str(seen.pk): side}
    elif not won and row.before is not None:
        for (seer, seen, side), was in zip(sights, row.before, strict=True):
            if seer.bearings.get(str(seen.pk)) == side:
                others = {id: at for id, at in seer.bearings.items() if id != str(seen.pk)}
                seer.bearings = {**others, str(seen.pk): was} if was else others
        row.before = None
    Combatant.objects.bulk_update((row.craft, row.other), ["bearings"])
    row.save()
