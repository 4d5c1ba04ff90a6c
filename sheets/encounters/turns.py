"""Turns of a fight: whose it is, and what combatants declare and hold.

What the rules do at the start of a turn is an entry of the log of whoever's turn it is, made under
its character's lock; the encounter is locked last.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import Q, prefetch_related_objects

from rules.fight import FightRules
from rules.forms.parsing import FormValues
from rules.turn import TURN_OVER
from sheets import storage
from sheets.access import CharacterAccess, MemberAccess
from sheets.encounters import step_back
from sheets.encounters.combatants import waits
from sheets.encounters.everyone import ActForAll
from sheets.encounters.standing import is_out
from sheets.encounters.step_back import MOVED_ON
from sheets.encounters.writes import (
    EncounterOperation,
    FightAct,
    check_running,
    fight_rules,
    game_master,
    get_combatant,
    playing,
)
from sheets.errors import Conflict, Refused
from sheets.models import Character, Combatant, Encounter, Identity, Member, PlayLogEntry
from sheets.models.compiled import CompiledQuery
from sheets.models.encounter import CombatantQuerySet
from sheets.play import operations as play
from sheets.play.pilots import is_craft, set_turn

NOBODY_LEFT = "Nobody is left who can act. End the fight."
NOT_COME = "{name} has not come yet."
NO_ORDER = "Nobody has a place in the order yet. Roll initiative first."
_IN_ORDER = CompiledQuery[Combatant](
    lambda encounter: (
        Combatant.objects.filter(encounter_id=encounter, rank__isnull=False)
        .in_order()
        .select_related("character")
    )
)


def next_turn(encounter: Encounter, *, after: int | None, key: str) -> None:
    """Goes on to the next combatant who can act: what lasted until its turn ends by itself. In the
    log that is the game master's doing, whoever pressed it. Refused while nobody is in order, and
    where nobody can act.

    `after` is the combatant whose turn it was on the page: Conflict if it is another's by now,
    unless it was this press that went on.
    """
    check_running(encounter)
    rows = _IN_ORDER.rows(encounter.pk)
    # Who has not rolled yet keeps nobody waiting: a late roll finds its place.
    if not rows:
        raise Refused({"": NO_ORDER})
    prefetch_related_objects(rows, "character__entries")
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


def end_turn(encounter: Encounter, *, after: int, key: str) -> None:
    """A player ends the turn that their page shows. While somebody hidden acts nothing happens, and
    nobody is told why.
    """
    try:
        next_turn(encounter, after=after, key=key)
    except Conflict:
        encounter.refresh_from_db(fields=["turn", "shown_turn"])
        if encounter.shown_turn != after or encounter.turn == after:
            raise


def end_turn_aboard(
    encounter: Encounter, *, craft: int, persons: Collection[int], key: str
) -> None:
    """A player ends the turn of their people aboard a craft, by row id; the fight goes on once
    every player aboard has. While somebody hidden acts nothing happens, and nobody is told why.
    """
    check_running(encounter)
    if encounter.turn != craft and encounter.shown_turn == craft:
        return
    if not any(_is_waited_for(row) for row in _crew(craft) if row.pk not in persons):
        end_turn(encounter, after=craft, key=key)
        return
    leading = MemberAccess(game_master(encounter.party), encounter.party.public_id, Member.LEADING)
    _EndTurnAboard(
        leading, id=encounter.public_id, craft=craft, persons=frozenset(persons), key=key
    ).run()
    if not any(_is_waited_for(row) for row in _crew(craft)):
        # Two ended theirs at once: either may be the one that goes on.
        with suppress(Conflict):
            next_turn(encounter, after=craft, key="")


def _crew(craft: int) -> CombatantQuerySet:
    return Combatant.objects.filter(post__craft=craft).with_characters()


def _is_waited_for(row: Combatant) -> bool:
    """True for a player's character whom players see, who can act and has not ended the turn."""
    is_over = storage.situation(row.character).get(TURN_OVER)
    return waits(row, is_over=bool(is_over)) and not _is_out(row)


class _EndTurnAboard(ActForAll):
    """Ends the turn of several people aboard a craft, and not the craft's. Conflict if another turn
    has begun.
    """

    verb = "end turn aboard"
    craft: int
    persons: frozenset[int]

    @property
    def content(self) -> tuple[str, ...]:
        """The people of one encounter."""
        persons = (str(person) for person in sorted(self.persons))
        return ("all", self.verb, str(self.id), *persons, *self.access.receipt_id)

    def whose(self, encounter: Encounter) -> CombatantQuerySet:
        return encounter.combatants.filter(pk__in=self.persons, post__craft=self.craft)

    def action(self, rules: FightRules) -> str:
        return rules.turn_end

    def change(self, encounter: Encounter) -> None:
        if encounter.turn != self.craft or not encounter.is_running:
            raise Conflict(MOVED_ON)
        for row in self.whose(encounter).select_related("character"):
            set_turn_over(row.character, is_over=True)


def _can_act(row: Combatant) -> bool:
    """True if a combatant can act on its turn, or anybody aboard; False for what can't be read."""
    if not _is_out(row):
        return True
    return is_craft(row) and not all(_is_out(person) for person in _crew(row.pk))


def _is_out(row: Combatant) -> bool:
    try:
        return is_out(storage.load(row.character))
    except storage.CorruptRow:
        return True


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
    turn = Turn(row, new_round, after)
    together, ending = fight_rules(encounter.party).together, _ending(encounter, row)
    begins_round = together and new_round > encounter.round
    if begins_round or (not together and (ending or (is_craft(row) and row.crew.exists()))):
        leading = MemberAccess(who, encounter.party.public_id, Member.LEADING)
        _BeginTurns(
            leading,
            id=encounter.public_id,
            turn=turn,
            ending=frozenset(() if together else ending),
            everyone=together,
            key=key,
        ).run()
        return
    access = CharacterAccess(who, row.character.public_id, plays=True)
    action = (storage.load(row.character).system.fight or fight_rules(encounter.party)).turn
    action = "" if together else action
    _BeginTurn(access, encounter=encounter, turn=turn, action=action, values={}, key=key).run()


def _ending(encounter: Encounter, row: Combatant) -> list[int]:
    """The combatants whose turn ends before this one's begins, by row id: those whose turn it was,
    if something ends with it.
    """
    if encounter.turn in (None, row.pk):
        return []
    those = Q(pk=encounter.turn) | Q(post__craft=encounter.turn)
    rows = encounter.combatants.filter(those).select_related("character")
    return [one.pk for one in rows if storage.situation(one.character).ends_something]


@dataclass(frozen=True)
class Turn:
    """A turn that begins: whose, in which round, and whose it was on the page."""

    row: Combatant
    round: int
    after: int | None

    def begin(self, encounter: Encounter, entries: Sequence[PlayLogEntry] = ()) -> None:
        """Begins it in the encounter, which is locked; `entries` are what the logs have of it.
        Conflict if another turn has begun.
        """
        if encounter.turn != self.after or not encounter.is_running:
            raise Conflict(MOVED_ON)
        step_back.keep(encounter, self.row, entries)
        encounter.begin_turn(self.row, round=self.round)
        Combatant.objects.filter(pk=self.row.pk).update(trigger="")
        set_turn(self.row)


class _BeginTurn(FightAct):
    turn: Turn

    def change(self) -> None:
        self.turn.begin(self.locked, [self.entry] if self.action else ())


def set_turn_over(character: Character, *, is_over: bool) -> None:
    """Says in somebody's account whether their turn has ended, where their game has not done so.
    Part of an operation that holds the lock of the character.
    """
    account = storage.situation(character)
    if bool(account.get(TURN_OVER)) != is_over:
        numbers = {**account.numbers, TURN_OVER: int(is_over)}
        character.situation = account.with_numbers(numbers).plain()
        character.save(update_fields=["situation", "updated_at"])


class _BeginTurns(ActForAll):
    """Begins a turn for several, a craft and those aboard, or `everyone`; and ends that of those
    `ending`.
    """

    verb = "turn"
    turn: Turn
    ending: frozenset[int]
    everyone: bool

    @property
    def content(self) -> tuple[str, ...]:
        """As other operations, whoever's turn it was."""
        return ("all", "turn", str(self.id), *self.access.receipt_id)

    def whose(self, encounter: Encounter) -> CombatantQuerySet:
        if self.everyone:
            return encounter.combatants.present()
        first = self.turn.row.pk
        beginning = Q(pk=first) | Q(post__craft=first)
        return encounter.combatants.filter(beginning | Q(pk__in=self.ending))

    def action(self, rules: FightRules) -> str:
        return rules.turn

    def action_of(self, combatant: Combatant, rules: FightRules) -> str:
        return rules.turn_end if combatant.pk in self.ending else rules.turn

    def change(self, encounter: Encounter) -> None:
        self.turn.begin(encounter, self.entries)
        for row in _crew(self.turn.row.pk):
            set_turn_over(row.character, is_over=False)


class GiveTurn(EncounterOperation[None]):
    """Makes it a combatant's turn, as the game master says, without anything ending or beginning:
    a held action interrupts, or a press went one too far.
    """

    combatant: int

    @property
    def content(self) -> tuple[str, ...]:
        """The turn of a combatant."""
        return ("turn", str(self.id), str(self.combatant), *self.access.receipt_id)

    def change(self, encounter: Encounter) -> None:
        check_running(encounter)
        row = get_combatant(encounter, self.combatant)
        if row.wave:
            raise Refused({"": NOT_COME.format(name=row.called)})
        step_back.keep(encounter, row)
        encounter.begin_turn(row, round=max(1, encounter.round))


class _Hold(FightAct):
    combatant: Combatant
    trigger: str

    def change(self) -> None:
        Combatant.objects.filter(pk=self.combatant.pk).update(trigger=self.trigger)


def hold(who: Identity, combatant: Combatant, *, trigger: str, key: str) -> None:
    """Holds an action until something happens; empty lets it go."""
    encounter = combatant.encounter
    check_running(encounter)
    _Hold(
        playing(who, combatant),
        encounter=encounter,
        combatant=combatant,
        trigger=trigger,
        action=fight_rules(encounter.party).hold if trigger else "",
        values={"note": (trigger,)},
        key=key,
    ).run()


def declare(who: Identity, combatant: Combatant, *, values: FormValues, key: str) -> None:
    """Declares a combatant's turn: the number of actions, and the other choices of its game."""
    check_running(combatant.encounter)
    play.Declare(playing(who, combatant), values=values, key=key).run()
