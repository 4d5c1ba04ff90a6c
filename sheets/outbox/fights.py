"""Presses in a fight that waited on a device. What is done in a fight rests on what everybody did
before: a press is done only while the fight is as its page showed it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, cast

from django.http import Http404, HttpResponse, QueryDict

from sheets import access, form_data
from sheets.access import Request
from sheets.encounters import live
from sheets.encounters.reading import fight_of
from sheets.encounters.writes import unless_changed
from sheets.errors import Refused
from sheets.models import Encounter, Member, Receipt
from sheets.outbox.overtaken import ChangedSince

NO_PRESS = "This can’t be done from here. Open the fight and press it there. Nothing was sent."
DONE = 302
NO_TURN = "Nobody has had a turn yet."
OVER = "The fight is over."


def press(
    request: Request,
    view: Callable[..., HttpResponse],
    posted: QueryDict,
    *,
    id: uuid.UUID,
    encounter: uuid.UUID,
    seen: str,
    **arguments: object,
) -> None:
    """Does what a form of the fight asks, as its `view` does, and nothing where that was done
    before. ChangedSince unless the fight still is as the page had `seen` it (`live.fight_state`).

    The encounter is read first: what changes it between that and the lock is found there.
    """
    if Receipt.objects.filter(key=form_data.key(posted)).exists():
        return
    membership = access.get_membership(request, id)
    row = Encounter.objects.filter(party=membership.party, public_id=encounter).first()
    if row is None or not (membership.leads or row.is_running):
        raise Http404
    row.party = membership.party
    if not seen or live.fight_state(request.visitor.identity, id) != seen:
        raise ChangedSince(row.name, _now(membership, row), 0)
    cast(Any, request).POST = posted
    with unless_changed(row):
        answer = view(request, id=id, encounter=encounter, **arguments)
    if answer.status_code != DONE:
        raise Refused({"": NO_PRESS})


def _now(membership: Member, row: Encounter) -> list[str]:
    """The state of the fight for a member: its round, and whose turn it is."""
    if not row.is_running:
        return [OVER]
    fight = fight_of(membership, row)
    if not fight.round:
        return [NO_TURN]
    current = fight.current
    turn = f": {current.name}’s turn" if current else ""
    return [f"Round {fight.round}{turn}"]
