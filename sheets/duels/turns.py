"""The turns of a duel: initiative, checks against each other, and what a Destiny Die allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules import duel as duels
from rules.play import Outcome
from sheets.duels.writes import (
    MOVED_ON,
    DuelOperation,
    DuelRoll,
    add_dice,
    check_values,
    dice_of,
    duel_rules,
    open_exchange,
    pass_on,
    roll_access,
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
)

NO_FOE = "Choose an opponent on the other side."
OPEN = "This turn's check isn't answered yet."
USED = "This was decided already."


class RollInitiative(DuelRoll):
    """Rolls initiative for one of them; the last one starts the turns. One who has it keeps it."""

    def change(self, duel: Duel) -> None:
        rows = list(duel.duelists.select_related("character").order_by("pk"))
        own = next((row for row in rows if row.pk == self.duelist.pk), None)
        if own is None or own.score is not None or not duel.is_waiting:
            raise Conflict(MOVED_ON)
        own.score, own.edge = self.outcome.total, len(self.outcome.dice)
        if all(row.score is not None for row in rows):
            _start_turns(duel, rows)
        Duelist.objects.bulk_update(rows, ["score", "edge", "rank"])
        save_duel(duel, "state", "round", "turn")


def roll_initiative(who: Identity, duelist: Duelist, *, key: str) -> None:
    """Rolls initiative for one of them."""
    action = duel_rules(duelist.duel.party).initiative
    access = roll_access(who, duelist)
    RollInitiative(access, duelist=duelist, action=action, values={}, key=key).run()


class StartWithout(DuelOperation):
    """Starts the turns although somebody has not rolled initiative: they go last."""

    verb = "start"
    states = (Duel.State.WAITING,)

    def change(self, duel: Duel) -> None:
        rows = list(duel.duelists.select_related("character").order_by("pk"))
        for row in rows:
            row.score = row.score or 0
        _start_turns(duel, rows)
        Duelist.objects.bulk_update(rows, ["score", "rank"])
        save_duel(duel, "state", "round", "turn")


def _start_turns(duel: Duel, rows: list[Duelist]) -> None:
    """Puts everyone in order, players before others at the same score, then by dice."""
    rows.sort(key=lambda row: (-(row.score or 0), not row.is_player, -row.edge, row.pk))
    for rank, row in enumerate(rows):
        row.rank = rank
    duel.state, duel.round, duel.turn = Duel.State.RUNNING, 1, rows[0].pk


class Check(DuelRoll):
    """The check of a turn, against somebody of the other side; after a tie the same check again."""

    foe: int | None

    def change(self, duel: Duel) -> None:
        exchange, side = open_exchange(duel), self.duelist.side
        if not duel.is_running or duel.turn != self.duelist.pk:
            raise Conflict(MOVED_ON)
        if exchange is not None and exchange.total is not None:
            raise Conflict(OPEN)
        if exchange is None:
            others = duel.duelists.exclude(side=side).in_order()
            target = others.filter(pk=self.foe).first() if self.foe else others.first()
            if target is None:
                raise Refused({"foe": NO_FOE})
            exchange = Exchange(
                duel=duel, phase=duel.phase, round=duel.round, actor=self.duelist, foe=target
            )
        exchange.action, exchange.name = self.outcome.action, self.outcome.name
        exchange.entry, exchange.total = self.entry, self.outcome.total
        exchange.rights = [right for right in exchange.rights if right["used"]]
        exchange.rights += _rights(duel, self.outcome, side)
        exchange.save()
        save_duel(duel)


def check(
    who: Identity,
    duelist: Duelist,
    *,
    action: str,
    foe: int | None,
    values: Mapping[str, tuple[str, ...]],
    key: str,
) -> None:
    """The check of a turn (`Check`)."""
    unanswered = open_exchange(duelist.duel)
    if unanswered is not None and unanswered.total is None:
        action = unanswered.action
    Check(
        roll_access(who, duelist),
        duelist=duelist,
        foe=foe,
        action=skill_of(duelist, action),
        values=check_values(duelist, values),
        key=key,
    ).run()


class Answer(DuelRoll):
    """The answer to a check: the higher total adds a die, and the turn goes on. A tie that nobody
    wins is rolled again.
    """

    def change(self, duel: Duel) -> None:
        exchange, outcome = open_exchange(duel), self.outcome
        is_asked = exchange is not None and exchange.foe_id == self.duelist.pk
        if exchange is None or not is_asked or exchange.entry is None or exchange.total is None:
            raise Conflict(MOVED_ON)
        exchange.answer, exchange.answer_total = self.entry, outcome.total
        exchange.answer_name = outcome.name
        exchange.rights += _rights(duel, outcome, self.duelist.side)
        if outcome.total != exchange.total:
            is_actors = exchange.total > outcome.total
            exchange.winner = exchange.actor.side if is_actors else self.duelist.side
        else:
            exchange.winner = ties_in(duel) or 0
        if exchange.winner:
            add_dice(duel, exchange.winner, 1)
            pass_on(duel)
        else:
            exchange.ties += 1
            exchange.entry = exchange.answer = exchange.total = None
        exchange.save()
        save_duel(duel, "first_dice", "second_dice", "turn", "round")


def answer(
    who: Identity,
    duelist: Duelist,
    *,
    action: str,
    values: Mapping[str, tuple[str, ...]],
    key: str,
) -> None:
    """The answer to a check (`Answer`)."""
    Answer(
        roll_access(who, duelist),
        duelist=duelist,
        action=skill_of(duelist, action),
        values=check_values(duelist, values),
        key=key,
    ).run()


class UseRight(DuelOperation):
    """Uses what a Destiny Die allows, or lets it go: what changes, and a die from the other side.
    `may` says whether whoever asks plays for a side.
    """

    verb = "right"
    states = (Duel.State.RUNNING,)
    exchange: int
    index: int
    text: str
    takes: bool
    may: Callable[[Duel, int], bool]

    def change(self, duel: Duel) -> None:
        row = duel.exchanges.filter(pk=self.exchange).first()
        if row is None or not 0 <= self.index < len(row.rights):
            raise NoSuchRow
        right = row.rights[self.index]
        if not self.may(duel, right["side"]):
            raise NoSuchRow
        if right["used"]:
            raise Conflict(USED)
        if self.takes:
            other_side = duels.SECOND if right["side"] == duels.FIRST else duels.FIRST
            moved = 1 if dice_of(duel, other_side) else 0
            add_dice(duel, other_side, -moved)
            add_dice(duel, right["side"], moved)
        used = "taken" if self.takes else "left"
        row.rights[self.index] = {**right, "used": used, "text": self.text}
        row.save(update_fields=["rights"])
        save_duel(duel, "first_dice", "second_dice")


class PassTurn(DuelOperation):
    """Goes on to the next fighter without a check; a check without an answer is dropped."""

    verb = "pass"
    states = (Duel.State.RUNNING,)
    after: int | None

    def change(self, duel: Duel) -> None:
        if duel.turn != self.after:
            raise Conflict(MOVED_ON)
        duel.exchanges.filter(winner=0).delete()
        pass_on(duel)
        save_duel(duel, "turn", "round")


def _rights(duel: Duel, outcome: Outcome, side: int) -> list[dict[str, Any]]:
    """The change that the Destiny Die of a check allows, with the side it is for; [] without
    one.
    """
    rules = duel_rules(duel.party)
    face = duels.allowed(rules, outcome)
    if face is None:
        return []
    other_side = duels.SECOND if side == duels.FIRST else duels.FIRST
    owner = side if face == rules.own_face else other_side
    return [{"face": face, "side": owner, "used": "", "text": ""}]
