"""The checks of a duel whose rolls change afterwards: a point is spent on one, or one is undone.

Part of an operation; the duel is the last lock.
"""

from __future__ import annotations

from django.db.models import F, Q

from sheets.errors import Refused
from sheets.models import Duel, Exchange, PlayLogEntry
from sheets.play_log import storage as log_storage

DECIDED = (
    "This roll decided a turn of the duel, so it stands. Your game master can give or take a die on"
    " the duel's page."
)


def follow(line: PlayLogEntry, *, to: PlayLogEntry | None) -> None:
    """A check that waits for its answer counts as what its roll comes to now; without a roll it is
    to be made again. Refused once it is answered, until the duel is over.
    """
    rolled = Exchange.objects.filter(Q(entry=line) | Q(answer=line))
    duel = rolled.values_list("duel", flat=True).first()
    if duel is None:
        return
    locked = Duel.objects.select_for_update(no_key=True).get(pk=duel)
    row = rolled.first()
    if row is None or locked.is_over:
        return
    if not row.is_open:
        raise Refused({"number": DECIDED})
    if to is None and not row.ties:
        row.delete()
    else:
        row.entry, row.total = to, log_storage.outcome(to).total if to else None
        row.rights = row.rights if to else [right for right in row.rights if right["used"]]
        row.save()
    Duel.objects.filter(pk=duel).update(version=F("version") + 1)
