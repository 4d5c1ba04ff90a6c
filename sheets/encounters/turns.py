"""The order of a fight: starting it, initiative, whose turn it is, moving, holding, and the end.

What the rules do at the start of a turn is an entry of the log of whoever's turn it is, made under
its character's lock; the encounter is locked last.
"""

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from rules.fight import FightRules
from rules.forms.parsing import FormValues
from rules.play import Outcome
from sheets import storage
from sheets.access import CharacterAccess, MemberAccess
from sheets.encounters import home
from sheets.encounters.combatants import is_out
from sheets.encounters.crew.posts import board_ship, is_craft, set_turn, stay_aboard
from sheets.encounters.everyone import Done, Outcomes, act_for_all, take_back_for_all
from sheets.encounters.writes import (
    check_running,
    fight_rules,
    get_combatant,
    locked_encounter,
    touch,
    within_bands,
)
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import Combatant, Encounter, Identity, Member, Party, PlayLogEntry
from sheets.models.encounter import CombatantQuerySet
from sheets.parties.operations import party_form, save_change
from sheets.play import operations as play
from sheets.writes import write

NOBODY = "Add combatants before you start."
ANOTHER = "Another encounter of this party is running. End it first."
STARTED = "This encounter has started already."
MOVED_ON = "The turn has already gone on. The page shows how it stands."
NOBODY_LEFT = "Nobody is left who can act. End the fight."
# The score of who cannot roll, where low numbers go first.
LAST = 1000
NOT_OVER = "This fight isn't over. The page shows how it stands."
NO_ORDER = "Not everyone has a place in the order yet. Roll the missing initiatives first."


def start(member_access: MemberAccess, id: uuid.UUID, *, starters: Sequence[int], key: str) -> None:
    """Begins the fight, and rolls initiative for the opponents; `starters` began it and go first
    without a roll. In a game without initiative everyone is put in order at once, the party first.
    """

    def opponents(encounter: Encounter) -> CombatantQuerySet:
        if encounter.state != Encounter.State.PREPARED:
            raise Conflict(STARTED)
        rows = encounter.combatants.filter(side=Combatant.Side.OPPONENTS, post=None)
        return rows.exclude(pk__in=starters)

    def begin(encounter: Encounter, done: Done) -> None:
        if encounter.state != Encounter.State.PREPARED:
            raise Conflict(STARTED)
        if encounter.party.encounters.filter(state=Encounter.State.RUNNING).exists():
            raise Refused({"": ANOTHER})
        rows, rules = list(encounter.combatants.order_by("pk")), fight_rules(encounter.party)
        if not rows:
            raise Refused({"": NOBODY})
        home.arrive(encounter)
        board_ship(encounter)
        for row in rows:
            row.starts = row.pk in starters
        Combatant.objects.bulk_update(rows, ["starts"])
        encounter.state, encounter.started_at = Encounter.State.RUNNING, timezone.now()
        encounter.round, encounter.turn = 0, None
        encounter.save(update_fields=["state", "started_at", "round", "turn"])
        encounter.party.fighting = True
        encounter.party.save(update_fields=["fighting"])
        _scored(encounter, done.outcomes, everyone=not rules.initiative)

    act_for_all(member_access, id, _initiative, opponents, begin, key=key)


def _scored(encounter: Encounter, outcomes: Outcomes, *, everyone: bool = False) -> None:
    """Keeps the initiative that was rolled, and sorts everyone in. Who could not roll goes last."""
    lowest_first = fight_rules(encounter.party).lowest_first
    rows = list(encounter.combatants.filter(pk__in=outcomes, score=None))
    for row in rows:
        outcome = outcomes[row.pk]
        row.score = outcome.total if outcome else LAST if lowest_first else 0
        row.edge = len(outcome.dice) if outcome else -1
    Combatant.objects.bulk_update(rows, ["score", "edge"])
    _set_order(encounter, lowest_first=lowest_first, everyone=everyone)


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
        _scored(encounter, done.outcomes)

    act_for_all(member_access, id, _initiative, missing, sort_in, key=key)


def _initiative(rules: FightRules[Any]) -> str:
    return rules.initiative


def _end(rules: FightRules[Any]) -> str:
    return rules.end


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
        save_change(membership.party)

    content = ("order", str(id), str(combatant), str(up))
    write(member_access.lock, change, form=party_form(member_access, key, *content))


def next_turn(encounter: Encounter, *, after: int | None, key: str) -> None:
    """Goes on to the next combatant who can act: what lasted until its turn ends by itself. In the
    log that is the game master's doing, whoever pressed it.

    `after` is the combatant whose turn it was on the page: Conflict where it is another's by now,
    unless it was this press that went on.
    """
    check_running(encounter)
    rows = list(encounter.combatants.exclude(rank=None).in_order().with_characters())
    if len(rows) < encounter.combatants.filter(post=None).count():
        raise Refused({"": NO_ORDER})
    for row in rows:
        row.encounter = encounter
    who, places = game_master(encounter.party), [row.pk for row in rows]
    at = places.index(after) if after in places else -1
    for step in range(1, len(rows) + 1):
        row = rows[(at + step) % len(rows)]
        if _can_act(row):
            is_next_round = at + step >= len(rows) or after is None
            _begin_turn(who, encounter, row, encounter.round + is_next_round, after=after, key=key)
            return
    raise Refused({"": NOBODY_LEFT})


def _can_act(row: Combatant) -> bool:
    """Whether a combatant can do anything on its turn; not one that cannot be read."""
    try:
        return not is_out(storage.load(row.character))
    except storage.CorruptRow:
        return False


def _begin_turn(
    who: Identity,
    encounter: Encounter,
    row: Combatant,
    new_round: int,
    *,
    after: int | None,
    key: str,
) -> None:
    """The start of one combatant's turn, with what the rules do then; of a craft also for everybody
    aboard.
    """

    def begin(locked: Encounter) -> None:
        if locked.turn != after or not locked.is_running:
            raise Conflict(MOVED_ON)
        locked.turn, locked.round = row.pk, new_round
        locked.save(update_fields=["turn", "round"])
        Combatant.objects.filter(pk=row.pk).update(trigger="")
        set_turn(row)
        touch(locked)

    def whose(locked: Encounter) -> CombatantQuerySet:
        return locked.combatants.filter(Q(pk=row.pk) | Q(post__craft=row.pk))

    if is_craft(row) and row.crew.exists():
        leading = MemberAccess(who, encounter.party.public_id, Member.LEADING)
        id = encounter.public_id
        act_for_all(leading, id, _turn, whose, lambda locked, _done: begin(locked), key=key)
        return

    def then(_line: PlayLogEntry, _outcome: Outcome) -> None:
        begin(lock_encounter(encounter))

    character_access = CharacterAccess(who, row.character.public_id, plays=True)
    action = (storage.load(row.character).system.fight or fight_rules(encounter.party)).turn
    play.act(character_access, action=action, values={}, key=key, then=then)


def _turn(rules: FightRules[Any]) -> str:
    return rules.turn


def give_turn(member_access: MemberAccess, id: uuid.UUID, *, combatant: int, key: str) -> None:
    """Makes it a combatant's turn, as the game master says, without anything ending or beginning:
    a held action interrupts, or a press went one too far.
    """

    def change(membership: Member) -> None:
        encounter = locked_encounter(membership.party, id)
        check_running(encounter)
        encounter.turn = get_combatant(encounter, combatant).pk
        encounter.round = max(1, encounter.round)
        encounter.save(update_fields=["turn", "round"])
        touch(encounter)
        save_change(membership.party)

    content = ("turn", str(id), str(combatant))
    write(member_access.lock, change, form=party_form(member_access, key, *content))


def move(who: Identity, combatant: Combatant, *, by: int, key: str) -> None:
    """A combatant moves one range band on its own account: the first is free, each further one of
    the turn takes an action, as the game has it.
    """
    encounter = combatant.encounter
    check_running(encounter)
    rules = fight_rules(encounter.party)
    place = within_bands(combatant.place + (1 if by > 0 else -1), rules)
    if place == combatant.place:
        return

    def then(_line: PlayLogEntry | None, _outcome: Outcome | None) -> None:
        locked = lock_encounter(encounter)
        with_crew = Q(pk=combatant.pk) | Q(post__craft=combatant.pk)
        moving = list(Combatant.objects.filter(with_crew).values_list("pk", flat=True))
        Combatant.objects.filter(pk__in=moving).update(place=place)
        touch(locked)

    act_or_only(who, combatant, rules.move, {}, then, key=key)


def hold(who: Identity, combatant: Combatant, *, trigger: str, key: str) -> None:
    """Holds an action until something happens; empty lets it go."""
    encounter = combatant.encounter
    check_running(encounter)
    rules = fight_rules(encounter.party)

    def then(_line: PlayLogEntry | None, _outcome: Outcome | None) -> None:
        locked = lock_encounter(encounter)
        Combatant.objects.filter(pk=combatant.pk).update(trigger=trigger)
        touch(locked)

    action = rules.hold if trigger else ""
    act_or_only(who, combatant, action, {"note": (trigger,)}, then, key=key)


def set_circumstance(
    who: Identity, combatant: Combatant, *, circumstance: str, into: bool, key: str
) -> None:
    """A combatant goes into cover, or whatever else others attack it in, or out of it."""
    encounter = combatant.encounter
    check_running(encounter)
    if circumstance not in {one.id for one in fight_rules(encounter.party).circumstances}:
        raise NoSuchRow

    def then(_line: PlayLogEntry | None, _outcome: Outcome | None) -> None:
        locked = lock_encounter(encounter)
        row = get_combatant(locked, combatant.pk)
        others = [one for one in row.circumstances if one != circumstance]
        row.circumstances = [*others, circumstance] if into else others
        row.save(update_fields=["circumstances"])
        touch(locked)

    act_or_only(who, combatant, "", {}, then, key=key)


def playing(who: Identity, combatant: Combatant) -> CharacterAccess:
    """Access to play a combatant. A craft that game masters keep acts for them, whoever of its crew
    asks for it.
    """
    is_theirs = is_craft(combatant) and combatant.character.party_id is None
    as_whom = game_master(combatant.encounter.party) if is_theirs else who
    return CharacterAccess(as_whom, combatant.character.public_id, plays=True)


def declare(who: Identity, combatant: Combatant, *, values: FormValues, key: str) -> None:
    """What a combatant declares for its turn: how many actions, and what else its game asks."""
    check_running(combatant.encounter)
    play.declare(playing(who, combatant), values=values, key=key)


def game_master(party: Party) -> Identity:
    """The game master, as whom the site acts for combatants of all sides."""
    return Identity(user=party.members.get(role=Member.Role.GM).owner.user_id)


def act_or_only(
    who: Identity,
    combatant: Combatant,
    action: str,
    values: dict[str, tuple[str, ...]],
    then: Callable[[PlayLogEntry | None, Outcome | None], None],
    *,
    key: str,
) -> None:
    """Does an action of the rules with what else comes of it; only that where the game has none."""
    character_access = playing(who, combatant)
    if action:
        play.act(character_access, action=action, values=values, key=key, then=then)
    else:
        write(character_access.lock, lambda _character: then(None, None))


def end(member_access: MemberAccess, id: uuid.UUID, *, key: str) -> None:
    """Ends the fight: turns and rounds are over for everyone in it. One that is over stays so."""

    def finish(encounter: Encounter, done: Done) -> None:
        if encounter.is_over:
            return
        check_running(encounter)
        encounter.state, encounter.ended_at = Encounter.State.OVER, timezone.now()
        encounter.end_entries = [entry.pk for entry in done.entries]
        stay_aboard(encounter)
        encounter.save(update_fields=["state", "ended_at", "end_entries"])
        encounter.party.fighting = False
        encounter.party.save(update_fields=["fighting"])

    def all_but_after(encounter: Encounter) -> CombatantQuerySet:
        rows = encounter.combatants.all()
        return rows.none() if encounter.is_over else rows

    act_for_all(member_access, id, _end, all_but_after, finish, key=key, also=home.landed)


def resume(member_access: MemberAccess, id: uuid.UUID, *, key: str) -> None:
    """Goes on with a fight that was ended: whose turn it was and what lasted is as it was before,
    but for what somebody has undone since. Conflict unless it is over.
    """

    def ended(encounter: Encounter) -> dict[int, PlayLogEntry]:
        if not encounter.is_over:
            raise Conflict(NOT_OVER)
        entries = PlayLogEntry.objects.filter(pk__in=encounter.end_entries)
        later = PlayLogEntry.objects.filter(
            character=OuterRef("character"), takes_back=OuterRef("number")
        )
        return {entry.character_id: entry for entry in entries.exclude(Exists(later))}

    def go_on(encounter: Encounter, _done: Done) -> None:
        if not encounter.is_over:
            raise Conflict(NOT_OVER)
        if encounter.party.encounters.filter(state=Encounter.State.RUNNING).exists():
            raise Refused({"": ANOTHER})
        encounter.state, encounter.ended_at = Encounter.State.RUNNING, None
        encounter.end_entries = []
        encounter.save(update_fields=["state", "ended_at", "end_entries"])
        encounter.party.fighting = True
        encounter.party.save(update_fields=["fighting"])

    take_back_for_all(member_access, id, ended, go_on, key=key)


# --- parts of operations


def lock_encounter(encounter: Encounter) -> Encounter:
    """The encounter, locked until the transaction ends: always the last lock."""
    rows = Encounter.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("party").get(pk=encounter.pk)


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
