"""Initiative: rolled by one combatant or by all, and the order that follows from it."""

import uuid

from django.db import transaction

from rules.play import Outcome
from sheets.access import MemberAccess
from sheets.encounters.crew.posts import is_craft, set_turn
from sheets.encounters.everyone import Done, Outcomes, act_for_all
from sheets.encounters.writes import (
    check_running,
    fight_rules,
    get_combatant,
    lock_encounter,
    locked_encounter,
    playing,
    touch,
)
from sheets.errors import NoSuchRow
from sheets.models import Combatant, Encounter, Identity, Member, PlayLogEntry
from sheets.models.encounter import CombatantQuerySet
from sheets.parties.operations import party_form
from sheets.play import operations as play
from sheets.writes import write

# The score of who cannot roll, where low numbers go first.
LAST = 1000


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

    def then(_line: PlayLogEntry, outcome: Outcome) -> None:
        locked = lock_encounter(encounter)
        row = get_combatant(locked, combatant.pk)
        row.score = outcome.total
        row.edge = len(outcome.dice)
        row.save(update_fields=["score", "edge"])
        _set_order(locked, lowest_first=rules.lowest_first)
        touch(locked)

    character_access = playing(who, combatant)
    play.act(character_access, action=rules.initiative, values={}, key=key, then=then)


def roll_for_all(member_access: MemberAccess, id: uuid.UUID, *, key: str) -> None:
    """Rolls initiative for everyone who has none yet."""

    def missing(encounter: Encounter) -> CombatantQuerySet:
        return encounter.combatants.filter(score=None, starts=False, post=None)

    def sort_in(encounter: Encounter, done: Done) -> None:
        check_running(encounter)
        keep_scores(encounter, done.outcomes)

    act_for_all(member_access, id, lambda rules: rules.initiative, missing, sort_in, key=key)


def place_in_order(
    member_access: MemberAccess, id: uuid.UUID, *, combatant: int, up: bool, key: str
) -> None:
    """Moves a combatant one place up or down in the order: a tie, or as the game master says."""

    def change(membership: Member) -> None:
        encounter = locked_encounter(membership.party, id)
        rows = list(encounter.combatants.filter(post=None).in_order())
        place = next((place for place, row in enumerate(rows) if row.pk == combatant), None)
        if place is None:
            raise NoSuchRow
        other = place - 1 if up else place + 1
        if 0 <= other < len(rows):
            rows[place], rows[other] = rows[other], rows[place]
            for rank, row in enumerate(rows):
                row.rank = rank
            Combatant.objects.bulk_update(rows, ["rank"])
        touch(encounter)

    content = ("order", str(id), str(combatant), str(up))
    write(member_access.lock, change, form=party_form(member_access, key, *content))


def keep_scores(encounter: Encounter, outcomes: Outcomes, *, everyone: bool = False) -> None:
    """Keeps the initiative that was rolled, and sorts everyone in. Who could not roll goes last."""
    lowest_first = fight_rules(encounter.party).lowest_first
    rows = list(encounter.combatants.filter(pk__in=outcomes, score=None))
    for row in rows:
        outcome = outcomes[row.pk]
        row.score = outcome.total if outcome else LAST if lowest_first else 0
        row.edge = len(outcome.dice) if outcome else -1
    Combatant.objects.bulk_update(rows, ["score", "edge"])
    _set_order(encounter, lowest_first=lowest_first, everyone=everyone)


def _set_order(encounter: Encounter, *, lowest_first: bool, everyone: bool = False) -> None:
    """Gives everyone with a score a place in the order: who started first, then by score; players
    before opponents at the same score, then by dice. With `everyone` the others too, at the end.
    """
    rows = list(encounter.combatants.filter(post=None).order_by("pk"))
    sign = 1 if lowest_first else -1

    def place(row: Combatant) -> tuple[bool, int, bool, int, int]:
        score = 0 if row.starts or row.score is None else sign * row.score
        return (not row.starts, score, row.is_opponent, -row.edge, row.pk)

    ready = [row for row in rows if everyone or row.starts or row.score is not None]
    ready.sort(key=place)
    ranks = {row.pk: rank for rank, row in enumerate(ready)}
    for row in rows:
        row.rank = ranks.get(row.pk)
    Combatant.objects.bulk_update(rows, ["rank"])
