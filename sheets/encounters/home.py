"""Craft and companions of the roster that fight for the party: they come as they are, and what
happened to them is brought home at the end.

A fight takes copies, so that opponents of the roster stay as they were. A craft or a companion that
was added once on the party's side stands for itself: its copy begins with its marks, and the end of
the fight is an entry of its log, which going on takes back.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.character import Character as OpenCharacter
from rules.play import MarkChange, Outcome
from sheets import storage
from sheets.access import lock_characters
from sheets.models import Character, Combatant, Companion, Encounter, Member
from sheets.play_log import operations as play_log
from sheets.play_log.actor import Actor
from sheets.play_log.operations import NewLine

ACTION, NAME = "home", "Back from {encounter}"
AS_IT_IS = "Its marks are as they were at the end of the fight."


def arrive(encounter: Encounter) -> None:
    """Gives copies the marks that their craft have at home by now. Part of an operation."""
    rows = {row.character_id: row for row in encounter.combatants.exclude(home=None)}
    homes = Character.documents.in_bulk([row.home_id for row in rows.values()])
    for copy in lock_characters(Character.documents.filter(pk__in=rows)):
        home = homes.get(rows[copy.pk].home_id)
        if home is not None and copy.marks != home.marks:
            copy.marks = home.marks
            copy.save(update_fields=["marks", "updated_at"])


def landed(row: Combatant, after: OpenCharacter, actor: Actor) -> NewLine | None:
    """The entry that brings a copy's marks back to its craft, unsaved; None if no mark differs, or
    if the craft is deleted or can't be read.
    """
    home = row.home
    if home is None or home.deleted_at is not None:
        return None
    try:
        before = storage.load(home).opened.settled()
    except storage.CorruptRow:
        return None
    shifts = _shifts(before.document.marks, after.document.marks)
    if not shifts:
        return None
    name = NAME.format(encounter=row.encounter.name)
    outcome = Outcome(ACTION, name, "note", said=(AS_IT_IS,), shifts=shifts)
    return play_log.appended(home, before, outcome, actor=actor)


def _shifts(was: msgspec.Struct, now: msgspec.Struct) -> tuple[MarkChange, ...]:
    """The changes that lead from a craft's marks to these. A mark that was never set stays
    unset.
    """
    before, after = msgspec.structs.asdict(was), msgspec.structs.asdict(now)
    return tuple(
        MarkChange(mark, value - (before[mark] or 0))
        for mark, value in after.items()
        if value is not None and value != before[mark]
    )


def own_companions(membership: Member, combatants: Sequence[Combatant]) -> set[int]:
    """The companions of the viewer's characters, by row id. One query, none where no document of
    the roster fights for the party.
    """
    homes = {row.pk: row.home_id for row in combatants if row.home_id}
    if not homes:
        return set()
    ties = Companion.objects.present().filter(leader__owner=membership.owner_id)
    tied = set(ties.filter(character__in=homes.values()).values_list("character", flat=True))
    return {pk for pk, home in homes.items() if home in tied}
