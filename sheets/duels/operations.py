"""Duels: begin one, initiative, checks against each other, the roll that ends it, and the prize.

Rolls are entries of the logs of whoever makes them, made under the lock of their character; the
duel is locked last.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from rules import duel as duels
from sheets.duels.writes import (
    MOST_DICE,
    DuelOperation,
    add_dice,
    dice_of,
    duel_rules,
    save_duel,
)
from sheets.encounters.lineup import shown_name
from sheets.errors import Refused
from sheets.models import (
    Character,
    Duel,
    Duelist,
    Member,
    Party,
)
from sheets.parties.operations import save_change
from sheets.writes import Operation

LONGEST_PLACE = 200
LONGEST_CHANGE = 300
MOST_DUELISTS = 12

ANOTHER = "Another duel of this party is open. Close it first."
TWO_SIDES = "Choose a duelist for each side."
BOTH_SIDES = "Nobody fights on both sides. Put each duelist on one."
TOO_MANY = f"At most {MOST_DUELISTS} can be in a duel."
GONE = "One of these is no longer there. Choose again."
NOT_YOURS = "It isn't this fighter's turn."
OUT_OF_BOUNDS = f"A side has 0 to {MOST_DICE} dice, and one side at least one."


def candidates(party: Party) -> list[Character]:
    """The candidates for a duel: the party's characters, its roster, and the opponents in its
    running fight.
    """
    running = Q(combatants__encounter__state="running", combatants__encounter__party=party)
    roster = Q(roster=party) & (Q(combatants=None) | running)
    own = Q(party=party, finished_at__isnull=False, archived_at=None)
    rows = Character.documents.filter(own | roster).exclude(kind=Character.Kind.CRAFT).distinct()
    return list(rows.order_by("kind", "name", "pk").prefetch_related("combatants"))


def name_of(row: Character) -> str:
    """The name of a candidate: an opponent's in the running fight, where several are numbered."""
    fighter = next(iter(row.combatants.all()), None) if row.roster_id is not None else None
    return (fighter and fighter.name) or shown_name(row)


class Begin(Operation[Member, None]):
    """Begins a duel between two sides; everyone rolls initiative next."""

    place: str
    first: Sequence[uuid.UUID]
    second: Sequence[uuid.UUID]

    @property
    def content(self) -> tuple[str, ...]:
        """The place, and who is against whom."""
        sides = (*map(str, self.first), "against", *map(str, self.second))
        return ("duel", self.place, *sides, *self.access.receipt_id)

    def save(self) -> None:
        party, sides = self.row.party, {duels.FIRST: self.first, duels.SECOND: self.second}
        rules, everyone = duel_rules(party), {*self.first, *self.second}
        if party.dueling:
            raise Refused({"": ANOTHER})
        if not self.first or not self.second:
            raise Refused({"": TWO_SIDES})
        if set(self.first) & set(self.second):
            raise Refused({"": BOTH_SIDES})
        if len(everyone) > MOST_DUELISTS:
            raise Refused({"": TOO_MANY})
        rows = {row.public_id: row for row in candidates(party)}
        if not everyone <= set(rows):
            raise Refused({"": GONE})
        duel = Duel.objects.create(
            party=party, place=self.place, first_dice=rules.dice, second_dice=rules.dice
        )
        Duelist.objects.bulk_create(
            Duelist(duel=duel, character=rows[id], side=side, name=name_of(rows[id])[:120])
            for side, ids in sides.items()
            for id in dict.fromkeys(ids)
        )
        party.dueling = True
        party.save(update_fields=["dueling"])
        save_change(party)


class NextPhase(DuelOperation):
    """Goes on in a new place after a roll that ended a phase: each side begins with its first dice
    again, and the side that lost begins.
    """

    verb = "phase"
    states = (Duel.State.DECIDED,)
    place: str

    def change(self, duel: Duel) -> None:
        rules = duel_rules(duel.party)
        first = duel.duelists.exclude(side=duel.winner).in_order().first()
        duel.phase, duel.place, duel.state = duel.phase + 1, self.place, Duel.State.RUNNING
        duel.first_dice = duel.second_dice = rules.dice
        duel.turn, duel.winner = first.pk if first else None, 0
        duel.duelists.update(prize="")
        save_duel(duel, "phase", "place", "state", "first_dice", "second_dice", "turn", "winner")


class Adjust(DuelOperation):
    """Adds a die to a side, or takes one, as the game master says."""

    states = (Duel.State.RUNNING,)
    side: int
    by: int

    def change(self, duel: Duel) -> None:
        if self.side not in duels.SIDES or not 0 <= dice_of(duel, self.side) + self.by <= MOST_DICE:
            raise Refused({"": OUT_OF_BOUNDS})
        add_dice(duel, self.side, self.by)
        if not duel.first_dice + duel.second_dice:
            raise Refused({"": OUT_OF_BOUNDS})
        save_duel(duel, "first_dice", "second_dice")


class Close(DuelOperation):
    """Closes a duel, however far it has come."""

    def change(self, duel: Duel) -> None:
        duel.state, duel.ended_at = Duel.State.OVER, timezone.now()
        save_duel(duel, "state", "ended_at")
        duel.party.dueling = False
        duel.party.save(update_fields=["dueling"])
