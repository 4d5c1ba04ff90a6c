"""Duels: begin one, initiative, checks against each other, the roll that ends it, and the prize.

Rolls are entries of the logs of whoever makes them, made under the lock of their character; the
duel is locked last.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from rules import duel as duels
from rules import registry
from rules.duel import DuelRules
from rules.play import Attempt, Outcome
from sheets import storage
from sheets.access import CharacterAccess, MemberAccess
from sheets.encounters.operations import shown_name
from sheets.encounters.turns import game_master
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import (
    Character,
    Duel,
    Duelist,
    Exchange,
    Identity,
    Member,
    Party,
    PlayLogEntry,
)
from sheets.parties.operations import party_form, save_change
from sheets.play import operations as play
from sheets.play_log import operations as play_log
from sheets.play_log.actor import actor_of
from sheets.writes import Form, Prepared, write, write_character

LONGEST_PLACE = 200
LONGEST_CHANGE = 300
MOST_DUELISTS = 12
MOST_DICE = 40

ANOTHER = "Another duel of this party is open. Close it first."
TWO_SIDES = "Choose a duelist for each side, and no one for both."
TOO_MANY = f"At most {MOST_DUELISTS} can be in a duel."
GONE = "One of these is no longer there. Choose again."
MOVED_ON = "The duel has gone on. The page shows how it stands."
NOT_YOURS = "It isn't this fighter's turn."
NO_SKILL = "Choose a skill that this sheet has."
NO_FOE = "Choose an opponent on the other side."
OPEN = "This turn's check isn't answered yet."
USED = "This was decided already."
OUT_OF_BOUNDS = f"A side has 0 to {MOST_DICE} dice, and one side at least one."


def duel_rules(party: Party) -> DuelRules[Any]:
    """What the party's game says of duels; NoSuchRow in a game without."""
    rules = registry.get(party.system).duel
    if rules is None:
        raise NoSuchRow
    return rules


def candidates(party: Party) -> list[Character]:
    """Who can be in a duel: the party's characters, its roster, and the opponents of its running
    fight.
    """
    running = Q(combatants__encounter__state="running", combatants__encounter__party=party)
    roster = Q(roster=party) & (Q(combatants=None) | running)
    own = Q(party=party, finished_at__isnull=False, archived_at=None)
    rows = Character.documents.filter(own | roster).exclude(kind=Character.Kind.CRAFT).distinct()
    return list(rows.order_by("kind", "name", "pk").prefetch_related("combatants"))


def begin(
    member_access: MemberAccess,
    *,
    place: str,
    first: Sequence[uuid.UUID],
    second: Sequence[uuid.UUID],
    key: str,
) -> None:
    """Begins a duel between two sides; everyone rolls initiative next."""

    def change(membership: Member) -> None:
        party, rules = membership.party, duel_rules(membership.party)
        if party.dueling:
            raise Refused({"": ANOTHER})
        if not first or not second or set(first) & set(second):
            raise Refused({"": TWO_SIDES})
        if len(set(first) | set(second)) > MOST_DUELISTS:
            raise Refused({"": TOO_MANY})
        rows = {row.public_id: row for row in candidates(party)}
        if not {*first, *second} <= set(rows):
            raise Refused({"": GONE})
        duel = Duel.objects.create(
            party=party, place=place, first_dice=rules.dice, second_dice=rules.dice
        )
        Duelist.objects.bulk_create(
            Duelist(duel=duel, character=rows[id], side=side, name=shown_name(rows[id])[:120])
            for side, ids in ((duels.FIRST, first), (duels.SECOND, second))
            for id in dict.fromkeys(ids)
        )
        party.dueling = True
        party.save(update_fields=["dueling"])
        save_change(party)

    sides = (*map(str, first), "against", *map(str, second))
    write(member_access.lock, change, form=party_form(member_access, key, "duel", place, *sides))


def roll_initiative(who: Identity, duelist: Duelist, *, key: str) -> None:
    """Rolls initiative for one of them; the last one starts the turns. One who has it keeps it."""
    rules = duel_rules(duelist.duel.party)

    def then(_line: PlayLogEntry, outcome: Outcome) -> None:
        locked = _locked(duelist.duel)
        rows = list(locked.duelists.select_related("character").order_by("pk"))
        own = next((row for row in rows if row.pk == duelist.pk), None)
        if own is None or own.score is not None or not locked.is_waiting:
            raise Conflict(MOVED_ON)
        own.score, own.edge = outcome.total, len(outcome.dice)
        if all(row.score is not None for row in rows):
            _start_turns(locked, rows)
        Duelist.objects.bulk_update(rows, ["score", "edge", "rank"])
        _save(locked, "state", "round", "turn")

    _act(who, duelist, rules.initiative, {}, then, key=key)


def start_without(member_access: MemberAccess, *, key: str) -> None:
    """Starts the turns although somebody has not rolled initiative: they go last."""

    def change(duel: Duel) -> None:
        rows = list(duel.duelists.select_related("character").order_by("pk"))
        for row in rows:
            row.score = row.score or 0
        _start_turns(duel, rows)
        Duelist.objects.bulk_update(rows, ["score", "rank"])
        _save(duel, "state", "round", "turn")

    _write(member_access, change, key, "start", states=(Duel.State.WAITING,))


def _start_turns(duel: Duel, rows: list[Duelist]) -> None:
    """Puts everyone in order, players before others at the same score, then by dice."""
    rows.sort(key=lambda row: (-(row.score or 0), not row.is_player, -row.edge, row.pk))
    for rank, row in enumerate(rows):
        row.rank = rank
    duel.state, duel.round, duel.turn = Duel.State.RUNNING, 1, rows[0].pk


def check(
    who: Identity,
    duelist: Duelist,
    *,
    action: str,
    foe: int | None,
    values: Mapping[str, tuple[str, ...]],
    key: str,
) -> None:
    """The check of a turn, against somebody of the other side; after a tie the same check again."""
    open_exchange = _open(duelist.duel)

    def then(line: PlayLogEntry, outcome: Outcome) -> None:
        locked = _locked(duelist.duel)
        exchange = _open(locked)
        if not locked.is_running or locked.turn != duelist.pk:
            raise Conflict(MOVED_ON)
        if exchange is not None and exchange.total is not None:
            raise Conflict(OPEN)
        if exchange is None:
            others = locked.duelists.exclude(side=duelist.side).in_order()
            target = others.filter(pk=foe).first() if foe else others.first()
            if target is None:
                raise Refused({"foe": NO_FOE})
            exchange = Exchange(
                duel=locked, phase=locked.phase, round=locked.round, actor=duelist, foe=target
            )
        exchange.action, exchange.name = outcome.action, outcome.name
        exchange.entry, exchange.total = line, outcome.total
        exchange.rights = [one for one in exchange.rights if one["used"]]
        exchange.rights += _rights(locked, outcome, duelist.side)
        exchange.save()
        _save(locked)

    if open_exchange is not None and open_exchange.total is None:
        action = open_exchange.action
    _act(who, duelist, _skill(duelist, action), values, then, key=key)


def answer(
    who: Identity,
    duelist: Duelist,
    *,
    action: str,
    values: Mapping[str, tuple[str, ...]],
    key: str,
) -> None:
    """The answer to a check: the higher total adds a die, and the turn goes on. A tie that nobody
    wins is rolled again.
    """

    def then(line: PlayLogEntry, outcome: Outcome) -> None:
        locked = _locked(duelist.duel)
        exchange = _open(locked)
        is_asked = exchange is not None and exchange.foe_id == duelist.pk
        if exchange is None or not is_asked or exchange.entry is None or exchange.total is None:
            raise Conflict(MOVED_ON)
        exchange.answer, exchange.answer_total = line, outcome.total
        exchange.answer_name = outcome.name
        exchange.rights += _rights(locked, outcome, duelist.side)
        if outcome.total != exchange.total:
            is_actors = exchange.total > outcome.total
            exchange.winner = exchange.actor.side if is_actors else duelist.side
        else:
            exchange.winner = _ties(locked) or 0
        if exchange.winner:
            _add(locked, exchange.winner, 1)
            _pass_on(locked)
        else:
            exchange.ties += 1
            exchange.entry = exchange.answer = exchange.total = None
        exchange.save()
        _save(locked, "first_dice", "second_dice", "turn", "round")

    _act(who, duelist, _skill(duelist, action), values, then, key=key)


def use_right(
    member_access: MemberAccess,
    exchange: int,
    *,
    index: int,
    text: str,
    takes: bool,
    may: Callable[[Duel, int], bool],
    key: str,
) -> None:
    """Uses what a Destiny Die allows, or lets it go: what changes, and a die from the other side.
    `may` says whether whoever asks plays for a side.
    """

    def change(duel: Duel) -> None:
        row = duel.exchanges.filter(pk=exchange).first()
        if row is None or not 0 <= index < len(row.rights):
            raise NoSuchRow
        right = row.rights[index]
        if not may(duel, right["side"]):
            raise NoSuchRow
        if right["used"]:
            raise Conflict(USED)
        moved = 0
        if takes:
            other = duels.SECOND if right["side"] == duels.FIRST else duels.FIRST
            moved = 1 if _dice(duel, other) else 0
            _add(duel, other, -moved)
            _add(duel, right["side"], moved)
        row.rights[index] = {**right, "used": "taken" if takes else "left", "text": text}
        row.save(update_fields=["rights"])
        _save(duel, "first_dice", "second_dice")

    content = ("right", str(exchange), str(index), text, str(takes))
    _write(member_access, change, key, *content, states=(Duel.State.RUNNING,))


def end_it(member_access: MemberAccess, *, duelist: int, key: str) -> None:
    """Ends the duel, or its phase: both sides roll all their dice. Only at the turn of this
    fighter, before its check.
    """

    def change(duel: Duel) -> None:
        if duel.turn != duelist:
            raise Conflict(MOVED_ON)
        if _open(duel) is not None:
            raise Conflict(OPEN)
        rolled = duels.final_roll(play.DICE, duel.first_dice, duel.second_dice, ties=_ties(duel))
        faces = [[list(first), list(second)] for first, second in rolled.rolls]
        duel.rolls = [*duel.rolls, {"faces": faces, "winner": rolled.winner, "place": duel.place}]
        duel.state, duel.winner = Duel.State.DECIDED, rolled.winner
        _save(duel, "rolls", "state", "winner")

    _write(member_access, change, key, "end", str(duelist), states=(Duel.State.RUNNING,))


def choose_prize(duelist: Duelist, *, prize: str, key: str) -> None:
    """What the winner chooses for a loser: it lands in the loser's marks, gear, and log as the game
    master's doing. "none" lets them go.
    """
    duel = duelist.duel
    rules = duel_rules(duel.party)
    if prize != "none" and prize not in {one.id for one in rules.prizes}:
        raise Refused({"prize": "Choose what happens."})

    def chosen() -> None:
        locked = _locked(duel)
        lost = locked.is_decided and locked.winner != duelist.side
        rows = Duelist.objects.filter(pk=duelist.pk, prize="")
        if not lost or not rows.update(prize=prize):
            raise Conflict(USED)
        _save(locked)

    who = game_master(duel.party)
    character_access = CharacterAccess(who, duelist.character.public_id, plays=True)
    form = Form(key, ("prize", str(duelist.pk), prize))
    if prize == "none":
        write(character_access.lock, lambda _character: chosen(), form=form)
        return

    def prepare(character: Character) -> Prepared[int]:
        before = play.opened_in_play(character)
        attempt = Attempt(before.state, storage.situation(character))
        outcome = play.allowed(lambda: rules.prize(attempt, prize))
        by = actor_of(character_access, character)
        line = play_log.appended(character, before, outcome, actor=by)

        def keep() -> int:
            number = line.keep().number
            chosen()
            return number

        return Prepared(keep, line.opened)

    write_character(character_access, prepare, form=form)


def next_phase(member_access: MemberAccess, *, place: str, key: str) -> None:
    """Goes on in a new place after a roll that ended a phase: each side begins with its first dice
    again, and the side that lost begins.
    """

    def change(duel: Duel) -> None:
        rules = duel_rules(duel.party)
        first = duel.duelists.exclude(side=duel.winner).in_order().first()
        duel.phase, duel.place, duel.state = duel.phase + 1, place, Duel.State.RUNNING
        duel.first_dice = duel.second_dice = rules.dice
        duel.turn, duel.winner = first.pk if first else None, 0
        duel.duelists.update(prize="")
        _save(duel, "phase", "place", "state", "first_dice", "second_dice", "turn", "winner")

    _write(member_access, change, key, "phase", place, states=(Duel.State.DECIDED,))


def adjust(member_access: MemberAccess, *, side: int, by: int, key: str) -> None:
    """Adds a die to a side, or takes one, as the game master says."""

    def change(duel: Duel) -> None:
        if side not in duels.SIDES or not 0 <= _dice(duel, side) + by <= MOST_DICE:
            raise Refused({"": OUT_OF_BOUNDS})
        _add(duel, side, by)
        if not duel.first_dice + duel.second_dice:
            raise Refused({"": OUT_OF_BOUNDS})
        _save(duel, "first_dice", "second_dice")

    _write(member_access, change, key, "adjust", str(side), str(by), states=(Duel.State.RUNNING,))


def pass_turn(member_access: MemberAccess, *, after: int | None, key: str) -> None:
    """Goes on to the next fighter without a check; a check without an answer is dropped."""

    def change(duel: Duel) -> None:
        if duel.turn != after:
            raise Conflict(MOVED_ON)
        duel.exchanges.filter(winner=0).delete()
        _pass_on(duel)
        _save(duel, "turn", "round")

    _write(member_access, change, key, "pass", str(after), states=(Duel.State.RUNNING,))


def close(member_access: MemberAccess, *, key: str) -> None:
    """Closes a duel, however far it has come."""

    def change(duel: Duel) -> None:
        duel.state, duel.ended_at = Duel.State.OVER, timezone.now()
        _save(duel, "state", "ended_at")
        duel.party.dueling = False
        duel.party.save(update_fields=["dueling"])

    _write(member_access, change, key, "close", states=tuple(Duel.State))


# --- parts of operations


def open_duel(party: Party) -> Duel | None:
    """The duel of a party that is not over; None for none."""
    duel = Duel.objects.filter(party=party).exclude(state=Duel.State.OVER).first()
    if duel:
        duel.party = party
    return duel


def _write(
    member_access: MemberAccess,
    change: Callable[[Duel], None],
    key: str,
    *content: str,
    states: Sequence[str],
) -> None:
    """Changes the open duel of a party under the party's lock. Conflict where it has moved on."""

    def save(membership: Member) -> None:
        row = open_duel(membership.party)
        if row is None:
            raise Conflict(MOVED_ON)
        duel = _locked(row)
        if duel.state not in states:
            raise Conflict(MOVED_ON)
        change(duel)
        save_change(duel.party)

    write(member_access.lock, save, form=party_form(member_access, key, "duel", *content))


def _act(
    who: Identity,
    duelist: Duelist,
    action: str,
    values: Mapping[str, tuple[str, ...]],
    then: Callable[[PlayLogEntry, Outcome], None],
    *,
    key: str,
) -> None:
    system = registry.get(duelist.duel.party.system)
    is_check = action != duel_rules(duelist.duel.party).initiative
    against = system.roll_request_fields(opposed_by=0) if is_check else {}
    character_access = CharacterAccess(who, duelist.character.public_id, plays=True)
    play.act(character_access, action=action, values={**values, **against}, key=key, then=then)


def _skill(duelist: Duelist, action: str) -> str:
    """The skill that was chosen; Refused for one that the sheet does not have."""
    try:
        stored = storage.load(duelist.character)
    except storage.CorruptRow as damaged:
        raise Refused({"skill": damaged.told}) from None
    state = stored.opened.play_state(stored.situation)
    skills = dict(duel_rules(duelist.duel.party).skills(state))
    if action not in skills:
        raise Refused({"skill": NO_SKILL})
    return action


def _locked(duel: Duel) -> Duel:
    """The duel, locked until the transaction ends: always the last lock."""
    rows = Duel.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("party").get(pk=duel.pk)


def _save(duel: Duel, *fields: str) -> None:
    if fields:
        duel.save(update_fields=list(fields))
    Duel.objects.filter(pk=duel.pk).update(version=F("version") + 1)


def _open(duel: Duel) -> Exchange | None:
    """The exchange in which somebody still has to roll."""
    rows = Exchange.objects.filter(duel=duel.pk, winner=0)
    return rows.select_related("actor", "foe").order_by("-pk").first()


def _dice(duel: Duel, side: int) -> int:
    return duel.first_dice if side == duels.FIRST else duel.second_dice


def _add(duel: Duel, side: int, by: int) -> None:
    """Dice more or fewer for a side: at least 0, at most as many as it can roll."""
    after = max(0, min(MOST_DICE, _dice(duel, side) + by))
    if side == duels.FIRST:
        duel.first_dice = after
    else:
        duel.second_dice = after


def ties_of(duelists: Sequence[Duelist]) -> int | None:
    """The side that wins ties: the players', where the other has none; None for neither."""
    players = {row.side for row in duelists if row.is_player}
    return players.pop() if len(players) == 1 else None


def _ties(duel: Duel) -> int | None:
    return ties_of(list(duel.duelists.select_related("character")))


def _pass_on(duel: Duel) -> None:
    """The turn goes on to the next in order; a new round after the last."""
    order = list(duel.duelists.in_order().values_list("pk", flat=True))
    at = order.index(duel.turn) if duel.turn in order else -1
    duel.round += at + 1 >= len(order)
    duel.turn = order[(at + 1) % len(order)] if order else None


def _rights(duel: Duel, outcome: Outcome, side: int) -> list[dict[str, Any]]:
    """What the Destiny Die of a check allows, and to whom."""
    rules = duel_rules(duel.party)
    face = duels.allowed(rules, outcome)
    if face is None:
        return []
    other = duels.SECOND if side == duels.FIRST else duels.FIRST
    owner = side if face == rules.own_face else other
    return [{"face": face, "side": owner, "used": "", "text": ""}]
