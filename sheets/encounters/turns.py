"""Turns of a fight: whose it is, and what combatants declare, how they move, and what they hold.

What the rules do at the start of a turn is an entry of the log of whoever's turn it is, made under
its character's lock; the encounter is locked last.
"""

import uuid
from collections.abc import Callable

from django.db.models import Q

from rules.forms.parsing import FormValues
from rules.play import Outcome
from sheets import storage
from sheets.access import CharacterAccess, MemberAccess
from sheets.encounters.combatants import is_out
from sheets.encounters.crew.posts import is_craft, set_turn
from sheets.encounters.everyone import act_for_all
from sheets.encounters.writes import (
    check_running,
    fight_rules,
    game_master,
    get_combatant,
    lock_encounter,
    locked_encounter,
    playing,
    touch,
    within_bands,
)
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import Combatant, Encounter, Identity, Member, PlayLogEntry
from sheets.models.encounter import CombatantQuerySet
from sheets.parties.operations import party_form
from sheets.play import operations as play
from sheets.writes import write

MOVED_ON = "The turn has already gone on. The page shows how it stands."
NOBODY_LEFT = "Nobody is left who can act. End the fight."
NO_ORDER = "Not everyone has a place in the order yet. Roll the missing initiatives first."


def next_turn(encounter: Encounter, *, after: int | None, key: str) -> None:
    """Goes on to the next combatant who can act: what lasted until its turn ends by itself. In the
    log that is the game master's doing, whoever pressed it.

    `after` is the combatant whose turn it was on the page: Conflict where it is another's by now,
    unless it was this press that went on.
    """
    check_running(encounter)
    rows = list(encounter.combatants.exclude(rank=None).in_order().with_characters())
    # Who is hidden keeps nobody waiting: a player who ends a turn is told nothing of them.
    if encounter.combatants.filter(post=None, rank=None, hidden=False).exists():
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
        act_for_all(
            leading,
            id,
            lambda rules: rules.turn,
            whose,
            lambda locked, _done: begin(locked),
            key=key,
        )
        return

    def then(_line: PlayLogEntry, _outcome: Outcome) -> None:
        begin(lock_encounter(encounter))

    character_access = CharacterAccess(who, row.character.public_id, plays=True)
    action = (storage.load(row.character).system.fight or fight_rules(encounter.party)).turn
    play.act(character_access, action=action, values={}, key=key, then=then)


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

    _act_or_only(who, combatant, rules.move, {}, then, key=key)


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
    _act_or_only(who, combatant, action, {"note": (trigger,)}, then, key=key)


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

    _act_or_only(who, combatant, "", {}, then, key=key)


def declare(who: Identity, combatant: Combatant, *, values: FormValues, key: str) -> None:
    """What a combatant declares for its turn: how many actions, and what else its game asks."""
    check_running(combatant.encounter)
    play.Declare(playing(who, combatant), values=values, key=key).run()


def _act_or_only(
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
