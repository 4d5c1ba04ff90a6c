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
    """All who have come, whom a member knows of and who have turns of their own, with what the bar
    shows.
    """
    rows = Combatant.objects.present().filter(encounter=encounter, post=None)
    rows = rows.select_related("character")
    rows = rows if leads else rows.filter(hidden=False)
    columns = ("side", "name", "hidden", "rank", "character", "character__name")
    return rows.only(*columns).in_order()


_ACTING = {
    leads: CompiledQuery[Combatant](partial(_acting, leads=leads)) for leads in (True, False)
}


def running_fight(party: int) -> Encounter | None:
    """The running encounter of a party, by row id; None for none. One query."""
    return _RUNNING.first(party)


def fight_bar(membership: Member) -> FightBar | None:
    """The fight that is running; None for none. Two queries in a fight, else none."""
    if not membership.party.fighting:
        return None
    running = running_fight(membership.party_id)
    if running is None:
        return None
    known = _ACTING[membership.leads].rows(running.pk)
    turn = running.turn_for(leads=membership.leads)
    return FightBar(running, tuple(known), *turn)


def own_turn(fight: FightBar | None, character: int) -> str:
    """The character's part in the fight now, by its row: "rolls" initiative, "acts", itself or
    aboard a craft whose turn it is, "waits" for its turn, or "" for who is not in the fight. One
    query for who has no turns of its own.
    """
    if fight is None:
        return ""
    own = next((row for row in fight.known if row.character_id == character), None)
    if own is not None:
        return "rolls" if own.rank is None else "acts" if own.pk == fight.turn else "waits"
    seen = {"craft__hidden": False, "member__hidden": False}
    posts = CrewPost.objects.filter(member__encounter=fight.encounter.pk, **seen)
    craft = posts.filter(member__character=character).values_list("craft", flat=True).first()
    return "" if craft is None else "acts" if craft == fight.turn else "waits"
