"""The running fight of a party in short: round, whose turn it is, and the order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sheets.models import Combatant, Encounter, Member
from sheets.models.compiled import CompiledQuery
from sheets.models.encounter import CombatantQuerySet

_RUNNING = CompiledQuery[Encounter](
    lambda party: Encounter.objects.filter(party=party, state=Encounter.State.RUNNING)
)


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


def _acting(encounter: int, *, leads: bool) -> CombatantQuerySet:
    """All whom a member knows of and who have turns of their own, with what the bar shows."""
    rows = Combatant.objects.filter(encounter=encounter, post=None).select_related("character")
    rows = rows if leads else rows.filter(hidden=False)
    return rows.only("side", "name", "hidden", "rank", "character__name").in_order()


_ACTING = {
    leads: CompiledQuery[Combatant](partial(_acting, leads=leads)) for leads in (True, False)
}


def fight_bar(membership: Member) -> FightBar | None:
    """The fight that is running; None for none. Two queries in a fight, else none."""
    if not membership.party.fighting:
        return None
    running = _RUNNING.first(membership.party_id)
    if running is None:
        return None
    known = _ACTING[membership.leads].rows(running.pk)
    order = tuple(row for row in known if row.rank is not None)
    turn = running.turn_for(leads=membership.leads)
    return FightBar(running, order, len(known) - len(order), *turn)
