"""The context of a duel's page: the sides with their dice and odds, and the actions open to
each.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any

from rules import duel as duels
from rules import registry
from rules.dice.pools import percent
from rules.duel import Prize
from rules.forms.fields import Field
from rules.turn import TAKES_NO_ACTION
from sheets import form_data, storage
from sheets.duels import operations, writes
from sheets.duels.forms import BeginForm
from sheets.errors import Fault
from sheets.folders import by_folder
from sheets.models import Character, Duel, Duelist, Exchange, Member, Party

# How many checks of this duel the page shows, and how many duels that are over.
RECENT, EARLIER = 6, 10
# Of so many opponents outside folders the list stands open.
MOST_UNFOLDED = 8
LET_GO = {"none": "Let go"}
PARTY, FIGHT, ROSTER = "The party", "In the fight", "The roster"


@dataclass(frozen=True)
class Skill:
    """A skill that a check can be declared with: "skills.melee", Melee, 5D."""

    key: str
    name: str
    code: str


@dataclass(frozen=True)
class Fighter:
    """A duelist as one viewer sees it; `skills` and `fields` only for those who roll for it now."""

    row: Duelist
    playable: bool
    is_turn: bool
    skills: tuple[Skill, ...] = ()
    fields: tuple[Field, ...] = ()
    damaged: str = ""


@dataclass(frozen=True)
class Side:
    """A side: who fights on it, its dice, and its exact chance in the roll that ends the duel."""

    number: int
    fighters: tuple[Fighter, ...]
    dice: int
    exact: Fraction
    is_winner: bool
    playable: bool

    @property
    def names(self) -> str:
        """Its names in a row."""
        return ", ".join(fighter.row.name for fighter in self.fighters)

    @property
    def chance(self) -> str:
        """The chance as a page says it."""
        return percent(self.exact)

    @property
    def places(self) -> range:
        """A place for each die."""
        return range(self.dice)


@dataclass(frozen=True)
class Right:
    """A change that a Destiny Die allows, and that hasn't been used."""

    exchange: Exchange
    index: int
    face: int
    side: Side
    about: str


@dataclass(frozen=True)
class Candidate:
    """Someone who may be in a duel, by name, and the chosen side: 0 for none."""

    row: Character
    name: str
    side: int
    sides = ((0, "Out"), (duels.FIRST, "Side 1"), (duels.SECOND, "Side 2"))


@dataclass(frozen=True)
class CandidateGroup:
    """Candidates for a duel that stand together: a part of the party, or a `folder` of its
    roster.
    """

    name: str
    folder: str
    rows: tuple[Candidate, ...]

    @property
    def is_folded(self) -> bool:
        """True for those of the roster, which may be many."""
        return self.name == ROSTER

    @property
    def is_open(self) -> bool:
        """True if its candidates stand open at first: a few outside folders, and where one is
        chosen.
        """
        is_short = not self.folder and len(self.rows) <= MOST_UNFOLDED
        return is_short or any(one.side for one in self.rows)


@dataclass(frozen=True)
class EarlierDuel:
    """A duel that is over: who stood where, the totals of the roll that decided, "" without one,
    and what became of whom.
    """

    row: Duel
    sides: tuple[str, str]
    totals: str
    outcomes: tuple[tuple[str, str], ...]

    @property
    def winner(self) -> str:
        """The winning side; "" before there is one."""
        return self.sides[self.row.winner - 1] if self.row.winner else ""


def context(
    membership: Member,
    duel: Duel | None,
    *,
    seen: str,
    fault: Fault | None = None,
    begun: BeginForm | None = None,
) -> dict[str, Any]:
    """The page of a duel as a member sees it; without a duel, for game masters the form of one,
    with what was chosen in it where a duel was refused (`begun`).
    """
    rules = writes.duel_rules(membership.party)
    shared: dict[str, Any] = {
        "membership": membership,
        "duel": duel,
        "seen": seen,
        "wrong": str(fault or ""),
        "key": form_data.new_key,
        "rules": rules,
    }
    if duel is None:
        begun = begun or BeginForm()
        candidates = _candidates(membership.party, begun.sides) if membership.leads else []
        earlier = _earlier(membership, rules.prizes)
        count = sum(len(group.rows) for group in candidates)
        shared |= {"candidates": candidates, "can_begin": count > 1, "earlier": earlier}
        return {**shared, "typed_place": begun.data.get("place", "")}
    exchanges = list(
        duel.exchanges.filter(phase=duel.phase)
        .select_related("actor", "foe")
        .order_by("-pk")[:RECENT]
    )
    waiting = next((exchange for exchange in exchanges if exchange.is_open), None)
    sides = _sides(membership, duel, waiting)
    fighters = [fighter for side in sides for fighter in side.fighters]
    current = next((fighter for fighter in fighters if fighter.is_turn), None)
    return {
        **shared,
        "sides": sides,
        "fighters": fighters,
        "current": current,
        "exchange": waiting,
        "past": [exchange for exchange in exchanges if not exchange.is_open],
        "checks": current if _checks(duel, waiting, current) else None,
        "answers": _answering(fighters, waiting),
        "foes": [
            fighter for fighter in fighters if current and fighter.row.side != current.row.side
        ],
        "ends": duel.is_running and waiting is None and current is not None and current.playable,
        "rights": _rights(duel, exchanges, sides) if duel.is_running else [],
        "last_roll": _last_roll(duel, rules.tie),
        "losers": _losers(membership, duel, sides),
        "prizes": rules.prizes,
        "chosen": _chosen(duel, sides, rules.prizes),
    }


def _sides(membership: Member, duel: Duel, waiting: Exchange | None) -> tuple[Side, Side]:
    rows = list(
        duel.duelists.in_order().select_related("character").prefetch_related("character__entries")
    )
    for row in rows:
        row.duel = duel
    ties = writes.ties_of(rows)
    odds = duels.odds(duel.first_dice, duel.second_dice, ties=ties)
    first, second = (
        Side(
            number=number,
            fighters=tuple(
                _fighter(membership, duel, row, waiting) for row in rows if row.side == number
            ),
            dice=dice,
            exact=chance,
            is_winner=duel.winner == number,
            playable=any(plays(membership, row) for row in rows if row.side == number),
        )
        for number, dice, chance in (
            (duels.FIRST, duel.first_dice, odds.first),
            (duels.SECOND, duel.second_dice, odds.second),
        )
    )
    return first, second


def plays(membership: Member, row: Duelist) -> bool:
    """True if a member rolls for a duelist: players for their own characters, game masters for
    everyone.
    """
    is_own = membership.is_kept and row.character.owner_id == membership.owner_id
    return membership.leads or (is_own and row.is_player)


def _fighter(membership: Member, duel: Duel, row: Duelist, waiting: Exchange | None) -> Fighter:
    playable, is_turn = plays(membership, row), duel.is_running and duel.turn == row.pk
    answers = waiting is not None and waiting.waits_for_answer and waiting.foe_id == row.pk
    rolls = answers or (is_turn and (waiting is None or not waiting.waits_for_answer))
    if not (playable and rolls and duel.is_running):
        return Fighter(row, playable, is_turn)
    try:
        stored = storage.load(row.character)
        state = storage.attempted(row.character, lambda: stored.opened.play_state(stored.situation))
    except storage.CorruptRow as damaged:
        return Fighter(row, playable, is_turn, damaged=damaged.told)
    known = writes.duel_rules(duel.party).skills(state)
    skills = tuple(Skill(key, name, state.pools[key].code) for key, name in known)
    return Fighter(row, playable, is_turn, skills, _fields(stored, skills))


def _fields(stored: storage.StoredCharacter, skills: tuple[Skill, ...]) -> tuple[Field, ...]:
    """The fields of a check besides the skill and whom it is against: points, modifiers."""
    if not skills:
        return ()
    requests = registry.get(stored.row.system).play.requests
    fixed = {**requests.fields(opposed_by=0), **TAKES_NO_ACTION}
    form = stored.opened.roll_form(stored.situation, skills[0].key, fixed)
    folded = {id for fold in form.folds for id in fold.fields}
    return tuple(field for field in form.fields if field.id not in fixed and field.id not in folded)


def _checks(duel: Duel, waiting: Exchange | None, current: Fighter | None) -> bool:
    """True if the viewer rolls the check of this turn now."""
    is_free = waiting is None or not waiting.waits_for_answer
    return duel.is_running and is_free and current is not None and current.playable


def _answering(fighters: list[Fighter], waiting: Exchange | None) -> Fighter | None:
    """The fighter who answers a check now, if the viewer rolls for them."""
    if waiting is None or not waiting.waits_for_answer:
        return None
    foe = next((fighter for fighter in fighters if fighter.row.pk == waiting.foe_id), None)
    return foe if foe and foe.playable else None


def _rights(duel: Duel, exchanges: list[Exchange], sides: tuple[Side, Side]) -> list[Right]:
    """The changes that Destiny Dice allow the viewer's sides."""
    rules = writes.duel_rules(duel.party)
    return [
        Right(exchange, index, right["face"], sides[right["side"] - 1], rules.rights[right["face"]])
        for exchange in exchanges
        for index, right in enumerate(exchange.rights)
        if not right["used"] and sides[right["side"] - 1].playable
    ]


def _last_roll(duel: Duel, tie: str) -> dict[str, Any] | None:
    """The roll that decided, with the totals, and what a tie is, where one was rolled."""
    if not duel.winner or not duel.rolls:
        return None
    roll = duel.rolls[-1]
    first, second = roll["faces"][-1]
    totals = (sum(first), sum(second))
    told = tie if len(roll["faces"]) > 1 or len(set(totals)) == 1 else ""
    return {**roll, "first": first, "second": second, "totals": totals, "tie": told}


def _losers(membership: Member, duel: Duel, sides: tuple[Side, Side]) -> list[Fighter]:
    """For whom the viewer chooses what the winner does to them."""
    if not duel.is_decided:
        return []
    winners, losers = sides if sides[0].is_winner else sides[::-1]
    if not (membership.leads or winners.playable):
        return []
    return [fighter for fighter in losers.fighters if not fighter.row.prize]


def _chosen(
    duel: Duel, sides: tuple[Side, Side], prizes: tuple[Prize, ...]
) -> list[tuple[str, str]]:
    """The chosen prizes: each loser's name with the name of the prize."""
    names = {prize.id: prize.name for prize in prizes} | LET_GO
    return [
        (fighter.row.name, names.get(fighter.row.prize, fighter.row.prize))
        for side in sides
        for fighter in side.fighters
        if duel.is_decided and fighter.row.prize
    ]


def _candidates(party: Party, sides: Mapping[uuid.UUID, int]) -> list[CandidateGroup]:
    """The candidates for a duel: the party, the opponents in its running fight, then its roster by
    folders; each with the side chosen for it.
    """
    groups: dict[str, list[Character]] = {PARTY: [], FIGHT: [], ROSTER: []}
    for row in operations.candidates(party):
        whose = PARTY if row.roster_id is None else FIGHT if row.combatants.all() else ROSTER
        groups[whose].append(row)
    folders = by_folder(groups.pop(ROSTER), attrgetter("folder"))
    parts = [(name, "", rows) for name, rows in groups.items() if rows]
    parts += [(ROSTER, folder, rows) for folder, rows in folders]
    return [
        CandidateGroup(
            name,
            folder,
            tuple(
                Candidate(row, operations.name_of(row), sides.get(row.public_id, 0)) for row in rows
            ),
        )
        for name, folder, rows in parts
    ]


def _earlier(membership: Member, prizes: tuple[Prize, ...]) -> list[EarlierDuel]:
    """The newest duels that are over."""
    names = {prize.id: prize.name for prize in prizes} | LET_GO
    rows = membership.party.duels.filter(state=Duel.State.OVER).prefetch_related("duelists")
    earlier = []
    for row in rows.order_by("-pk")[:EARLIER]:
        duelists = sorted(row.duelists.all(), key=lambda duelist: duelist.pk)
        first, second = (
            ", ".join(duelist.name for duelist in duelists if duelist.side == side)
            for side in (1, 2)
        )
        roll = _last_roll(row, "")
        totals = f"{roll['totals'][0]} to {roll['totals'][1]}" if roll else ""
        outcomes = tuple(
            (duelist.name, names.get(duelist.prize, duelist.prize))
            for duelist in duelists
            if duelist.prize
        )
        earlier.append(EarlierDuel(row, (first, second), totals, outcomes))
    return earlier


def duelist_of(membership: Member, duel: Duel, id: int | None) -> Duelist | None:
    """A duelist whom the member rolls for; None for others."""
    row = duel.duelists.select_related("character").filter(pk=id).first() if id else None
    if row is None or not plays(membership, row):
        return None
    row.duel = duel
    return row


def plays_side(membership: Member, duel: Duel, side: int) -> bool:
    """True if a member rolls for anyone on a side."""
    rows = duel.duelists.filter(side=side).select_related("character")
    return any(plays(membership, row) for row in rows)
