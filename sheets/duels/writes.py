"""Writes to a duel: how it is found and locked, and how everyone hears of the change.

Rolls are entries of the logs of whoever makes them, made under the lock of their character; the
duel is locked last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from django.db.models import F
from django.shortcuts import get_object_or_404

from rules import duel as duels
from rules import registry
from rules.duel import DuelRules
from rules.forms.parsing import FormValues
from rules.turn import TAKES_NO_ACTION
from sheets import storage
from sheets.access import CharacterAccess
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import (
    Duel,
    Duelist,
    Exchange,
    Identity,
    Member,
    Party,
    PlayLogEntry,
)
from sheets.parties.operations import save_change
from sheets.play.operations import Act
from sheets.writes import Operation

MOST_DICE = 40
MOVED_ON = "The duel has gone on. The page shows how it stands."
NO_SKILL = "Choose a skill that this sheet has."


def duel_rules(party: Party) -> DuelRules:
    """The duel rules of the party's game; NoSuchRow for a game without any."""
    rules = registry.get(party.system).duel
    if rules is None:
        raise NoSuchRow
    return rules


def open_duel(party: Party) -> Duel | None:
    """The duel of a party that is not over; None for none."""
    duel = Duel.objects.filter(party=party).exclude(state=Duel.State.OVER).first()
    if duel:
        duel.party = party
    return duel


class DuelOperation(Operation[Member, None]):
    """A change to the open duel of a party, under the party's lock. Conflict if the duel is not
    in one of these `states` any more.
    """

    states: ClassVar[tuple[str, ...]] = tuple(Duel.State)

    @property
    def content(self) -> tuple[str, ...]:
        """As other operations, of duels."""
        return ("duel", *super().content)

    def save(self) -> None:
        """Changes the duel, and tells the open pages of the party."""
        row = open_duel(self.row.party)
        duel = locked_duel(row) if row else None
        if duel is None or duel.state not in self.states:
            raise Conflict(MOVED_ON)
        self.change(duel)
        save_change(duel.party)

    def change(self, duel: Duel) -> None:
        """Changes it."""
        raise NotImplementedError


class DuelRoll(Act):
    """A roll of a duelist, as an entry of its log; then the duel is locked, and changes."""

    duelist: Duelist

    def save_line(self) -> PlayLogEntry:
        """Saves the line, and what follows from it."""
        self.entry = super().save_line()
        self.change(locked_duel(self.duelist.duel))
        return self.entry

    def answer_fight(self) -> None:
        """Nothing: what is rolled in a duel is for the duel."""

    def change(self, duel: Duel) -> None:
        """Changes the duel; `entry` is the entry of the log."""
        raise NotImplementedError


def roll_access(who: Identity, duelist: Duelist) -> CharacterAccess:
    """Access to roll for a duelist."""
    return CharacterAccess(who, duelist.character.public_id, plays=True)


def check_values(duelist: Duelist, values: Mapping[str, tuple[str, ...]]) -> FormValues:
    """The values of a check against somebody whose total is not known yet."""
    system = registry.get(duelist.duel.party.system)
    return {**values, **system.play.requests.fields(opposed_by=0), **TAKES_NO_ACTION}


def skill_of(duelist: Duelist, action: str) -> str:
    """The skill that was chosen; Refused for one that the sheet does not have."""
    try:
        stored = storage.load(duelist.character)
    except storage.CorruptRow as damaged:
        raise Refused({"skill": damaged.told}) from None
    state = stored.opened.play_state(stored.situation)
    skills = dict(duel_rules(duelist.duel.party).skills(state))
    if action not in skills:
        raise Refused({"skill": NO_SKILL})
    return action


def locked_duel(duel: Duel) -> Duel:
    """The duel, locked until the transaction ends: always the last lock. 404 once it is gone."""
    rows = Duel.objects.select_for_update(of=("self",), no_key=True)
    return get_object_or_404(rows.select_related("party"), pk=duel.pk)


def save_duel(duel: Duel, *fields: str) -> None:
    """Saves these fields of a duel, and raises its version. Part of an operation."""
    if fields:
        duel.save(update_fields=list(fields))
    Duel.objects.filter(pk=duel.pk).update(version=F("version") + 1)


def open_exchange(duel: Duel) -> Exchange | None:
    """The exchange in which somebody still has to roll."""
    rows = Exchange.objects.filter(duel=duel.pk, winner=0)
    return rows.select_related("actor", "foe").order_by("-pk").first()


def dice_of(duel: Duel, side: int) -> int:
    """The duel dice of a side."""
    return duel.first_dice if side == duels.FIRST else duel.second_dice


def add_dice(duel: Duel, side: int, by: int) -> None:
    """Dice more or fewer for a side: at least 0, at most as many as it can roll."""
    after = max(0, min(MOST_DICE, dice_of(duel, side) + by))
    if side == duels.FIRST:
        duel.first_dice = after
    else:
        duel.second_dice = after


def ties_of(duelists: Sequence[Duelist]) -> int | None:
    """The side that wins ties: the players', where the other has none; None for neither."""
    players = {row.side for row in duelists if row.is_player}
    return players.pop() if len(players) == 1 else None


def ties_in(duel: Duel) -> int | None:
    """The side that wins ties in a duel, as `ties_of`. One query."""
    return ties_of(list(duel.duelists.select_related("character")))


def pass_on(duel: Duel) -> None:
    """The turn goes on to the next in order; a new round after the last."""
    order = list(duel.duelists.in_order().values_list("pk", flat=True))
    at = order.index(duel.turn) if duel.turn in order else -1
    duel.round += at + 1 >= len(order)
    duel.turn = order[(at + 1) % len(order)] if order else None
