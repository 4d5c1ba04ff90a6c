"""The turns of a duel: initiative, checks against each other, and what a Destiny Die allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules import duel as duels
from rules.play import Outcome
from sheets.access import MemberAccess
from sheets.duels.writes import (
    MOVED_ON,
    act,
    add_dice,
    change_duel,
    dice_of,
    duel_rules,
    locked_duel,
    open_exchange,
    pass_on,
    save_duel,
    skill_of,
    ties_in,
)
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import (
    Duel,
    Duelist,
    Exchange,
    Identity,
    PlayLogEntry,
)

NO_FOE = "Choose an opponent on the other side."
OPEN = "This turn's check isn't answered yet."
USED = "This was decided already."


def roll_initiative(who: Identity, duelist: Duelist, *, key: str) -> None:
    """Rolls initiative for one of them; the last one starts the turns. One who has it keeps it."""
    rules = duel_rules(duelist.duel.party)

    def then(_line: PlayLogEntry, outcome: Outcome) -> None:
        locked = locked_duel(duelist.duel)
        rows = list(locked.duelists.select_related("character").order_by("pk"))
        own = next((row for row in rows if row.pk == duelist.pk), None)
        if own is None or own.score is not None or not locked.is_waiting:
            raise Conflict(MOVED_ON)
        own.score, own.edge = outcome.total, len(outcome.dice)
        if all(row.score is not None for row in rows):
            _start_turns(locked, rows)
        Duelist.objects.bulk_update(rows, ["score", "edge", "rank"])
        save_duel(locked, "state", "round", "turn")

    act(who, duelist, rules.initiative, {}, then, key=key)


def start_without(member_access: MemberAccess, *, key: str) -> None:
    """Starts the turns although somebody has not rolled initiative: they go last."""

    def change(duel: Duel) -> None:
        rows = list(duel.duelists.select_related("character").order_by("pk"))
        for row in rows:
            row.score = row.score or 0
        _start_turns(duel, rows)
        Duelist.objects.bulk_update(rows, ["score", "rank"])
        save_duel(duel, "state", "round", "turn")

    change_duel(member_access, change, key, "start", states=(Duel.State.WAITING,))


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
    unanswered = open_exchange(duelist.duel)

    def then(line: PlayLogEntry, outcome: Outcome) -> None:
        locked = locked_duel(duelist.duel)
        exchange = open_exchange(locked)
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
        save_duel(locked)

    if unanswered is not None and unanswered.total is None:
        action = unanswered.action
    act(who, duelist, skill_of(duelist, action), values, then, key=key)


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
        locked = locked_duel(duelist.duel)
        exchange = open_exchange(locked)
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
            exchange.winner = ties_in(locked) or 0
        if exchange.winner:
            add_dice(locked, exchange.winner, 1)
            pass_on(locked)
        else:
            exchange.ties += 1
            exchange.entry = exchange.answer = exchange.total = None
        exchange.save()
        save_duel(locked, "first_dice", "second_dice", "turn", "round")

    act(who, duelist, skill_of(duelist, action), values, then, key=key)


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
            moved = 1 if dice_of(duel, other) else 0
            add_dice(duel, other, -moved)
            add_dice(duel, right["side"], moved)
        row.rights[index] = {**right, "used": "taken" if takes else "left", "text": text}
        row.save(update_fields=["rights"])
        save_duel(duel, "first_dice", "second_dice")

    content = ("right", str(exchange), str(index), text, str(takes))
    change_duel(member_access, change, key, *content, states=(Duel.State.RUNNING,))


def pass_turn(member_access: MemberAccess, *, after: int | None, key: str) -> None:
    """Goes on to the next fighter without a check; a check without an answer is dropped."""

    def change(duel: Duel) -> None:
        if duel.turn != after:
            raise Conflict(MOVED_ON)
        duel.exchanges.filter(winner=0).delete()
        pass_on(duel)
        save_duel(duel, "turn", "round")

    change_duel(member_access, change, key, "pass", str(after), states=(Duel.State.RUNNING,))


def _rights(duel: Duel, outcome: Outcome, side: int) -> list[dict[str, Any]]:
    """What the Destiny Die of a check allows, and to whom."""
    rules = duel_rules(duel.party)
    face = duels.allowed(rules, outcome)
    if face is None:
        return []
    other = duels.SECOND if side == duels.FIRST else duels.FIRST
    owner = side if face == rules.own_face else other
    return [{"face": face, "side": owner, "used": "", "text": ""}]
