"""The attacks of a fight whose rolls change afterwards: a point is spent on one, or one is undone.

Part of an operation. What rests on a roll that is undone is undone before it (`undo`).
"""

from __future__ import annotations

from django.db.models import F

from sheets.errors import Conflict
from sheets.models import Attack, PlayLogEntry
from sheets.play_log import attack_exchange
from sheets.play_log import storage as log_storage

State = Attack.State

DECIDED = "Your game master has decided this attack. A point changes nothing now."


def follow(line: PlayLogEntry, *, to: PlayLogEntry | None) -> None:
    """Attacks that rest on a line of the log rest on another one from now on: on the point that was
    spent on the roll, or on the roll as it was before that. With no other line the roll was undone,
    and the attack stands as it stood before it: a defense or the damage is to be rolled again, the
    harm to be decided. An attack without its roll is no longer shown.

    Conflict if a point is spent on what a game master has decided.
    """
    resting = attack_exchange.resting_on([line])
    fights = resting.values_list("encounter", flat=True)
    if not fights:
        return
    locked = attack_exchange.lock_fights(fights)
    told: set[int | None] = set()
    for row in resting:
        told |= {row.entry_id, row.damage_entry_id}
        link = attack_exchange.link_of(row, line)
        if to is None:
            _step_back(row, link)
        else:
            if to.point_on == line.number and row.is_decided:
                raise Conflict(DECIDED)
            _rest_on(row, link, to)
        row.save()
    attack_exchange.tell(told, undone=line if to is None else None)
    locked.update(version=F("version") + 1)


def _rest_on(row: Attack, link: str, line: PlayLogEntry) -> None:
    """Puts another line in place of one part, with what follows from its total."""
    setattr(row, link, line)
    rolled = log_storage.outcome(line)
    total = rolled.total
    if link == "damage_entry":
        row.harm = {**row.harm, "damage": [str(total)]}
    elif link == "entry":
        row.total = total
    elif link == "defense_entry":
        row.number = total
    is_rolled = link in ("entry", "defense_entry") and row.number is not None
    is_judged = row.state in (State.DEFENDING, State.UNKNOWN) or row.is_decided
    if is_rolled and not is_judged and not row.damage_entry_id:
        row.state = row.after_hit if row.reaches else State.MISSED
    elif link == "entry" and row.unit and not is_judged and not row.damage_entry_id:
        # Successes were counted: the roll says itself whether it hits, and what follows.
        row.follows = rolled.hit.action
        row.state = row.after_hit if rolled.success else State.MISSED


def _step_back(row: Attack, link: str) -> None:
    """Takes one part out: the attack waits for it again."""
    if link == "entry":
        return
    setattr(row, link, None)
    if link == "harm_entry":
        row.state = State.DAMAGED
    elif link == "damage_entry":
        row.state, row.harm = State.HIT, {}
    elif link == "defense_entry":
        row.state, row.number = State.DEFENDING, None
