"""The running fight of a party in short: round, whose turn it is, and the order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sheets.models import Combatant, CrewPost, Encounter, Member
from sheets.models.compiled import CompiledQuery
from sheets.models.encounter import CombatantQuerySet

_RUNNING = CompiledQuery[Encounter](
    lambda party: Encounter.objects.filter(party=party, state=Encounter.State.RUNNING)
)


@dataclass(frozen=True)
class FightBar:
    """A running fight as a member sees it; `known` are those it knows of."""

    encounter: Encounter
    known: tuple[Combatant, ...]
    round: int
    turn: int | None

    @property
    def order(self) -> list[Combatant]:
        """Those with a place in the order."""
        return [row for row in self.known if row.rank is not None]

    @property
    def waiting(self) -> int:
        """The number of those without one yet."""
        return len(self.known) - len(self.order)

    @property
    def current(self) -> Combatant | None:
        """Whose turn it is, as far as the member knows."""
        return next((row for row in self.order if row.pk == self.turn), None)


def _acting(encounter: int, *, leads: bool) -> CombatantQuerySet:
    """All whom a member knows of and who have turns of their own, with what the bar shows."""
    rows = Combatant.objects.filter(encounter=encounter, post=None).select_related("character")
    rows = rows if leads else rows.filter(hidden=False)
    columns = ("side", "name", "hidden", "rank", "character", "character__name")
    return rows.only(*columns).in_order()


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
    turn = running.turn_for(leads=membership.leads)
    return FightBar(running, tuple(known), *turn)


def own_turn(fight: FightBar | None, character: int) -> str:
    """The character's part in the fight now, by its row: "rolls" initiative, "acts", itself or
    aboard a craft whose turn it is, or "" for neither. One query while a craft acts.
    """
    if fight is None:
        return ""
    if any(row.character_id == character and row.rank is None for row in fight.known):
        return "rolls"
    acting = fight.current
    if acting is None:
        return ""
    is_own = acting.character_id == character
    aboard = CrewPost.objects.filter(craft=acting.pk, member__character=character)
    return "acts" if is_own or aboard.exists() else ""
