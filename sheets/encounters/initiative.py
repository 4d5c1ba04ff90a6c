"""Initiative: rolled by one combatant or by all, and the order that follows from it."""

from typing import Any

from django.db import transaction

from rules.fight import FightRules
from rules.play import Outcome
from sheets.encounters.everyone import ActForAll, Outcomes
from sheets.encounters.writes import (
    EncounterOperation,
    FightAct,
    check_running,
    fight_rules,
    get_combatant,
    playing,
)
from sheets.errors import NoSuchRow
from sheets.models import Combatant, Encounter, Identity
from sheets.models.encounter import CombatantQuerySet
from sheets.play.pilots import is_craft, set_turn

# The score of who cannot roll, where low numbers go first.
LAST = 1000


class _RollInitiative(FightAct):
    combatant: int
    rules: FightRules[Any]

    def change(self) -> None:
        row = get_combatant(self.locked, self.combatant)
        row.score = self.outcome.total
        row.edge = _edge(self.outcome, self.rules)
        row.save(update_fields=["score", "edge"])
        _set_order(self.locked, self.rules)


def roll_initiative(who: Identity, combatant: Combatant, *, key: str, again: bool = False) -> None:
    """Rolls initiative for one combatant, as an entry of its log, and sorts it in.

    One who has a place already keeps it, unless a game master has it rolled `again`.
    """
    encounter = combatant.encounter
    check_running(encounter)
    rules = fight_rules(encounter.party)
    if not rules.initiative or combatant.starts or (combatant.score is not None and not again):
        return
    if is_craft(combatant):
        with transaction.atomic():
            set_turn(combatant)
    _RollInitiative(
        playing(who, combatant),
        encounter=encounter,
        combatant=combatant.pk,
        rules=rules,
        action=rules.initiative,
        values={},
        key=key,
    ).run()


class RollForAll(ActForAll):
    """Rolls initiative for everyone who has none yet."""

    def whose(self, encounter: Encounter) -> CombatantQuerySet:
        return encounter.combatants.filter(score=None, starts=False, post=None)

    def action(self, rules: FightRules[Any]) -> str:
        return rules.initiative

    def change(self, encounter: Encounter) -> None:
        check_running(encounter)
        keep_scores(encounter, self.outcomes)


class PlaceInOrder(EncounterOperation[None]):
    """Moves a combatant one place up or down in the order: a tie, or as the game master says."""

    combatant: int
    up: bool

    @property
    def content(self) -> tuple[str, ...]:
        """The place of a combatant in the order."""
        return ("order", str(self.id), str(self.combatant), str(self.up), *self.access.receipt_id)

    def change(self, encounter: Encounter) -> None:
        rows = list(encounter.combatants.filter(post=None).in_order())
        place = next((place for place, row in enumerate(rows) if row.pk == self.combatant), None)
        if place is None:
            raise NoSuchRow
        neighbor = place - 1 if self.up else place + 1
        if 0 <= neighbor < len(rows):
            rows[place], rows[neighbor] = rows[neighbor], rows[place]
            for rank, row in enumerate(rows):
                row.rank = rank
            Combatant.objects.bulk_update(rows, ["rank"])


def keep_scores(encounter: Encounter, outcomes: Outcomes, *, everyone: bool = False) -> None:
    """Keeps the initiative that was rolled, and sorts everyone in. Who could not roll goes last."""
    rules = fight_rules(encounter.party)
    rows = list(encounter.combatants.filter(pk__in=outcomes, score=None))
    for row in rows:
        outcome = outcomes[row.pk]
        row.score = outcome.total if outcome else LAST if rules.lowest_first else 0
        row.edge = _edge(outcome, rules) if outcome else -1
    Combatant.objects.bulk_update(rows, ["score", "edge"])
    _set_order(encounter, rules, everyone=everyone)


def _edge(outcome: Outcome, rules: FightRules[Any]) -> int:
    """The edge between equal scores: as the game says, otherwise the number of dice."""
    return outcome.edge if rules.edged else len(outcome.dice)


def _set_order(encounter: Encounter, rules: FightRules[Any], *, everyone: bool = False) -> None:
    """Gives everyone with a score a place in the order: who started first, then by score; of the
    same score by the edge of the game, or players before opponents, then by dice. With `everyone`
    the others too, at the end.
    """
    rows = list(encounter.combatants.filter(post=None).order_by("pk"))
    sign = 1 if rules.lowest_first else -1

    def place(row: Combatant) -> tuple[bool, int, bool, int, int]:
        score = 0 if row.starts or row.score is None else sign * row.score
        if rules.edged:
            return (not row.starts, score, False, sign * row.edge, row.pk)
        return (not row.starts, score, row.is_opponent, -row.edge, row.pk)

    ready = [row for row in rows if everyone or row.starts or row.score is not None]
    ready.sort(key=place)
    ranks = {row.pk: rank for rank, row in enumerate(ready)}
    for row in rows:
        row.rank = ranks.get(row.pk)
    Combatant.objects.bulk_update(rows, ["rank"])
