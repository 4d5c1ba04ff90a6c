"""The duel of a party for programs: how it stands, its rolls, and what its game master does."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

from django.http import Http404, HttpResponse

from rules import duel as duels
from sheets import access
from sheets.access import member_access
from sheets.api import duel_messages as messages
from sheets.api.resource import Call, Parameter, Resource, answer, operation
from sheets.duels import live, operations, page, prize, turns, writes
from sheets.duels.writes import DuelOperation
from sheets.errors import Conflict
from sheets.models import Duel, Duelist, Exchange, Member

NO_DUEL = "No duel is open in this party."
# The ETag of a duel that is over: nothing about it changes any more.
NO_TAG = '"over"'
FIGHTER = Parameter(
    "fighter", "A fighter of the duel, by its id there.", {"type": "integer", "minimum": 1}
)
ROLL = Parameter(
    "verb",
    "What is rolled: `initiative`, `check` or `answer` with a `skill`, or `end`.",
    {"type": "string", "enum": ["initiative", "check", "answer", "end"]},
)
LEAD = Parameter(
    "verb",
    "`phase` goes on in a new `place`; `more` and `fewer` add a die to a `side` or take one; `pass`"
    " goes on to the next fighter; `start` goes on without the missing initiative.",
    {"type": "string", "enum": ["phase", "more", "fewer", "pass", "start"]},
)


@operation(answer=messages.DuelAnswer, cached=True)
def read(call: Call, id: uuid.UUID) -> HttpResponse:
    """The open duel of your party: both sides with their dice and their exact odds.

    404 if none is open. `skills` are those of a fighter whom you roll for now.
    """
    membership, duel, tag = _open(call, id)
    if call.is_known(tag):
        return call.unchanged(tag)
    return _answer(membership, duel, tag)


@operation(
    answer=messages.DuelAnswer, body=messages.NewDuel, status=201, writes=True, others=(409,)
)
def begin(call: Call, id: uuid.UUID) -> HttpResponse:
    """Begin a duel between two sides, as the game master; everyone rolls initiative next."""
    membership = _membership(call, id, leading=True)
    sent = call.body(messages.NewDuel)
    operations.Begin(
        access.leading_access(call.request, id),
        place=sent.place,
        first=sent.first,
        second=sent.second,
        key=call.key,
    ).run()
    return _fresh(call, membership, status=201)


@operation(answer=messages.DuelAnswer, writes=True, others=(409,))
def close(call: Call, id: uuid.UUID) -> HttpResponse:
    """Close the open duel, however far it has come, as the game master."""
    membership = _membership(call, id, leading=True)
    operations.Close(access.leading_access(call.request, id), key=call.key).run()
    closed = Duel.objects.filter(party=membership.party).latest("pk")
    closed.party = membership.party
    return _answer(membership, closed, NO_TAG)


@operation(
    answer=messages.DuelAnswer,
    body=messages.DuelRoll,
    writes=True,
    parameters=(FIGHTER, ROLL),
    others=(409,),
)
def roll(call: Call, id: uuid.UUID, fighter: int, verb: str) -> HttpResponse:
    """Roll for a fighter: initiative, the check of its turn, its answer, or the end of the duel."""
    membership, duel, _ = _open(call, id)
    duelist = _mine(membership, duel, fighter)
    sent, who = call.body(messages.DuelRoll), call.request.visitor.identity
    values = {
        name: (value,) if isinstance(value, str) else tuple(value)
        for name, value in sent.fields.items()
    }
    shared: dict[str, Any] = {"action": sent.skill, "values": values, "key": call.key}
    deeds: dict[str, Callable[[], None]] = {
        "initiative": lambda: turns.roll_initiative(who, duelist, key=call.key),
        "check": lambda: turns.check(who, duelist, foe=sent.foe, **shared),
        "answer": lambda: turns.answer(who, duelist, **shared),
        "end": prize.End(member_access(call.request, id), duelist=duelist.pk, key=call.key).run,
    }
    if verb not in deeds:
        raise Http404
    deeds[verb]()
    return _fresh(call, membership)


@operation(
    answer=messages.DuelAnswer,
    body=messages.DuelPrize,
    writes=True,
    parameters=(FIGHTER,),
    others=(409,),
)
def choose(call: Call, id: uuid.UUID, fighter: int) -> HttpResponse:
    """Choose what happens to a fighter who lost, as whoever won: one of `prizes`, or `none`."""
    membership, duel, _ = _open(call, id)
    loser = duel.duelists.select_related("character").filter(pk=fighter).first()
    if loser is None or not page.plays_side(membership, duel, _other(loser.side)):
        raise Http404
    loser.duel = duel
    prize.choose_prize(loser, prize=call.body(messages.DuelPrize).prize, key=call.key)
    return _fresh(call, membership)


@operation(answer=messages.DuelAnswer, body=messages.DuelRight, writes=True, others=(409,))
def use(call: Call, id: uuid.UUID, exchange: int, index: int) -> HttpResponse:
    """Use what a Destiny Die allows, or let it go: one of `rights`."""
    membership, _, _ = _open(call, id)
    sent = call.body(messages.DuelRight)
    turns.UseRight(
        member_access(call.request, id),
        exchange=exchange,
        index=index,
        text=sent.text,
        takes=sent.take,
        may=lambda duel, side: page.plays_side(membership, duel, side),
        key=call.key,
    ).run()
    return _fresh(call, membership)


@operation(
    answer=messages.DuelAnswer,
    body=messages.DuelStep,
    writes=True,
    parameters=(LEAD,),
    others=(409,),
)
def lead(call: Call, id: uuid.UUID, verb: str) -> HttpResponse:
    """Take a step of the game master: the next phase, dice by hand, a turn that is passed."""
    membership = _membership(call, id, leading=True)
    leading, sent, key = (
        access.leading_access(call.request, id),
        call.body(messages.DuelStep),
        call.key,
    )
    steps: dict[str, DuelOperation] = {
        "phase": operations.NextPhase(leading, place=sent.place, key=key),
        "more": operations.Adjust(leading, side=sent.side, by=1, key=key),
        "fewer": operations.Adjust(leading, side=sent.side, by=-1, key=key),
        "pass": turns.PassTurn(leading, after=sent.after, key=key),
        "start": turns.StartWithout(leading, key=key),
    }
    if verb not in steps:
        raise Http404
    steps[verb].run()
    return _fresh(call, membership)


# --- parts of operations


def _membership(call: Call, id: uuid.UUID, *, leading: bool = False) -> Member:
    """The membership of the token's account; 404 for others, and in a game without duels."""
    if call.only:
        raise Http404
    get = access.get_leading_membership if leading else access.get_membership
    membership = get(call.request, id)
    writes.duel_rules(membership.party)
    return membership


def _open(call: Call, id: uuid.UUID) -> tuple[Member, Duel, str]:
    """The membership, the open duel, and its ETag; 404 without a duel, Conflict for a write."""
    membership = _membership(call, id)
    seen = live.duel_state(call.request.visitor.identity, id)
    duel = writes.open_duel(membership.party)
    if duel is None and call.operation.writes:
        raise Conflict(NO_DUEL)
    if duel is None:
        raise Http404
    return membership, duel, f'"{seen}"'


def _fresh(call: Call, membership: Member, *, status: int = 200) -> HttpResponse:
    """The duel as it is after a write."""
    party = membership.party
    party.refresh_from_db(fields=["dueling", "version"])
    seen = live.duel_state(call.request.visitor.identity, party.public_id)
    duel = writes.open_duel(party)
    if duel is None:
        raise Conflict(NO_DUEL)
    return _answer(membership, duel, f'"{seen}"', status=status)


def _mine(membership: Member, duel: Duel, fighter: int) -> Duelist:
    """A fighter whom the token's account rolls for; 404 for others."""
    duelist = page.duelist_of(membership, duel, fighter)
    if duelist is None:
        raise Http404
    return duelist


def _other(side: int) -> int:
    return duels.SECOND if side == duels.FIRST else duels.FIRST


def _answer(membership: Member, duel: Duel, tag: str, *, status: int = 200) -> HttpResponse:
    shown = page.context(membership, duel, seen="")
    exchange: Exchange | None = shown["exchange"]
    last = shown["last_roll"]
    content = messages.DuelAnswer(
        place=duel.place,
        phase=duel.phase,
        round=duel.round,
        state=duel.state,
        turn=duel.turn if duel.is_running else None,
        winner=duel.winner or None,
        sides=[_side(side) for side in shown["sides"]],
        exchange=_exchange(exchange) if exchange else None,
        rights=list(_rights(shown["rights"])),
        rolls=[last["first"], last["second"]] if last else [],
        prizes=[
            messages.DuelPrizeRow(prize.id, prize.name, prize.does) for prize in shown["prizes"]
        ],
    )
    return answer(content, status=status, headers={"ETag": tag})


def _side(side: page.Side) -> messages.DuelSide:
    return messages.DuelSide(
        side=side.number,
        dice=side.dice,
        chance=float(side.exact),
        fighters=[
            messages.DuelFighter(
                id=fighter.row.pk,
                name=fighter.row.name,
                is_own=fighter.playable,
                score=fighter.row.score,
                prize=fighter.row.prize,
                skills=[
                    messages.DuelSkill(skill.key, skill.name, skill.code)
                    for skill in fighter.skills
                ],
            )
            for fighter in side.fighters
        ],
    )


def _exchange(row: Exchange) -> messages.DuelExchange:
    return messages.DuelExchange(
        actor=row.actor_id, foe=row.foe_id, skill=row.action, name=row.name, total=row.total
    )


def _rights(rights: list[page.Right]) -> Iterator[messages.DuelRightRow]:
    for right in rights:
        yield messages.DuelRightRow(
            exchange=right.exchange.pk,
            index=right.index,
            side=right.side.number,
            face=right.face,
            does=right.about,
        )


duel = Resource(GET=read, POST=begin, DELETE=close)
rolled = Resource(POST=roll)
prized = Resource(PUT=choose)
righted = Resource(POST=use)
led = Resource(POST=lead)
