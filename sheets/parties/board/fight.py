"""The running fight of a party in short: round, whose turn it is, and the order."""

from __future__ import annotations

from dataclasses import dataclass

from sheets.models import Combatant, Encounter, Member


@dataclass(frozen=True)
class FightBar:
    """A running fight as a member sees it; `order` are those it knows of with a place in it."""

    encounter: Encounter
    order: tuple[Combatant, ...]
    waiting: int
    round: int
    turn: int | None

    @property
    def current(self) -> Combatant | None:
        """Whose turn it is, as far as the member knows."""
        return next((row for row in self.order if row.pk == self.turn), None)


def fight_bar(membership: Member) -> FightBar | None:
    """The fight that is running; None for none. Two queries in a fight, else none."""
    if not membership.party.fighting:
        return None
    running = membership.party.encounters.filter(state=Encounter.State.RUNNING).first()
    if running is None:
        return None
    rows = running.combatants.filter(post=None).select_related("character").in_order()
    known = list(rows if membership.leads else rows.filter(hidden=False))
    order = tuple(row for row in known if row.rank is not None)
    turn = running.turn_for(leads=membership.leads)
    return FightBar(running, order, len(known) - len(order), *turn)
