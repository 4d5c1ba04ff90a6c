"""The attacks of a fight whose rolls change afterwards: a point is spent on one, or one is undone.

Part of an operation. What damage was rolled for, or was decided, stays.
"""

from __future__ import annotations

from django.db.models import F, Q

from sheets.models import Attack, Encounter, PlayLogEntry
from sheets.play_log import storage as log_storage

State = Attack.State


def follow(line: PlayLogEntry, *, to: PlayLogEntry | None) -> None:
    """Attacks that rest on a line of the log rest on another one from now on: on the point that was
    spent on the roll, or on the roll as it was before that. With no other line the roll was undone:
    a defense is to be rolled again, so can be what answers a hit, and an attack without its roll is
    no longer shown.
    """
    total = log_storage.outcome(to).total if to else None
    rests = Q(entry=line) | Q(defense_entry=line) | Q(damage_entry=line) | Q(answer_entry=line)
    resting = Attack.objects.filter(rests)
    touched = set(resting.values_list("encounter", flat=True))
    if not touched:
        return
    # The encounter is locked before its attacks, as wherever these are decided.
    fights = Encounter.objects.filter(pk__in=touched)
    list(fights.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    for row in resting:
        is_decided = row.state not in (State.MISSED, State.HIT)
        if row.answer_entry_id == line.pk:
            row.answer_entry = to
        elif row.defense_entry_id == line.pk:
            row.defense_entry, row.number = to, total
            if to is None and not is_decided:
                row.state, is_decided = State.DEFENDING, True
        elif total is not None and row.entry_id == line.pk:
            row.entry, row.total = to, total
        elif total is not None and row.state == State.DAMAGED:
            row.damage_entry, row.harm = to, {**row.harm, "damage": [str(total)]}
        if not is_decided and row.number is not None:
            row.state = State.HIT if row.reaches else State.MISSED
        row.save()
    fights.update(version=F("version") + 1)
