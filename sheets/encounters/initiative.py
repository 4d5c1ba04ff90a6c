"""Initiative: rolled by one combatant, by one side, or by all."""

from django.db import transaction
from django.db.models import Q

from rules.fight import FightRules
from sheets.encounters.everyone import ActForAll
from sheets.encounters.writes import (
    EncounterOperation,
    FightAct,
    check_running,
    fight_rules,
    get_combatant,
    next_rank,
    playing,
)
from sheets.errors import Conflict, NoSuchRow
from sheets.models import Combatant, Encounter, Identity
from sheets.models.encounter import CombatantQuerySet
from sheets.play.fight_order import followers, keep_score, keep_scores
from sheets.play.pilots import is_craft, set_turn

ROLLED = "Initiative of {name} has been rolled since this page was opened."


class _RollInitiative(FightAct):
    combatant: int
    rules: FightRules
    shown: str | None

    def change(self) -> None:
        row = get_combatant(self.locked, self.combatant)
        if self.shown not in (None, "" if row.score is None else str(row.score)):
            raise Conflict(ROLLED.format(name=row.called))
        keep_score(self.locked, self.rules, row, self.outcome)


def roll_initiative(
    who: Identity, combatant: Combatant, *, key: str, again: bool = False, shown: str | None = None
) -> None:
    """Rolls initiative for one combatant, as an entry of its log, and sorts it in.

    One who has a place already keeps it, unless a game master has it rolled `again`. Conflict if
    the score is another one than the page `shown` had, "" for none.
    """
    encounter = combatant.encounter
    check_running(encounter)
    rules = fight_rules(encounter.party)
    if (
        combatant.wave
        or not rules.initiative
        or combatant.starts
        or (combatant.score is not None and not again)
    ):
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
        shown=shown,
    ).run()


class RollForAll(ActForAll):
    """Rolls initiative for everyone who has none yet, or for those of one `side`."""

    side: str = ""

    def whose(self, encounter: Encounter) -> CombatantQuerySet:
        rows = encounter.combatants.present().filter(score=None, starts=False, post=None)
        rows = rows.filter(side=self.side) if self.side else rows
        return rows.exclude(pk__in=followers(encounter))

    def action(self, rules: FightRules) -> str:
        return rules.initiative

    def change(self, encounter: Encounter) -> None:
        check_running(encounter)
        if fight_rules(encounter.party).initiative:
            keep_scores(encounter, self.outcomes)
        else:
            fall_in(encounter)


class PlaceInOrder(EncounterOperation[None]):
    """Moves a combatant one place up or down in the order: a tie, or as the game master says."""

    combatant: int
    up: bool

    @property
    def content(self) -> tuple[str, ...]:
        """The place of a combatant in the order."""
        return ("order", str(self.id), str(self.combatant), str(self.up), *self.access.receipt_id)

    def change(self, encounter: Encounter) -> None:
        # Who has no place yet stays without one, but for whoever is moved.
        placed = Q(rank__isnull=False) | Q(pk=self.combatant)
        rows = list(encounter.combatants.present().filter(placed, post=None).in_order())
        place = next((place for place, row in enumerate(rows) if row.pk == self.combatant), None)
        if place is None:
            raise NoSuchRow
        neighbor = place - 1 if self.up else place + 1
        if 0 <= neighbor < len(rows):
            rows[place], rows[neighbor] = rows[neighbor], rows[place]
            for rank, row in enumerate(rows):
                row.rank = rank
            Combatant.objects.bulk_update(rows, ["rank"])


def fall_in(encounter: Encounter) -> None:
    """Puts those without a place at the end of the order. Part of an operation."""
    rows = list(encounter.combatants.present().filter(post=None, rank=None).order_by("pk"))
    for rank, row in enumerate(rows, next_rank(encounter)):
        row.rank = rank
    Combatant.objects.bulk_update(rows, ["rank"])
