"""The stash of a party for programs: what is in it, what was done, and what its members do."""

from __future__ import annotations

import uuid

import msgspec
from django.http import Http404, HttpResponse

from sheets import access, form_data
from sheets.api.messages import Id, Taken
from sheets.api.parties import not_for_one_character
from sheets.api.resource import Call, Parameter, Resource, answer, operation
from sheets.errors import Refused
from sheets.models import Character, Member, StashAct
from sheets.parties.stash import operations, page
from sheets.parties.stash.changes import hands
from sheets.parties.stash.page import MOST_ACTS
from sheets.storage import CorruptRow, worked_out
from sheets.writes import Operation

VERB = Parameter(
    "verb",
    "`put` in what a `character` carries (`things` by their ids in its gear), `take` out for a"
    " `character` (`things` by their ids in the stash), `add` what was found (an `entry`, or"
    " `money`), `remove` for good (one of the `things`), `undo` an `act`.",
    {"type": "string", "enum": ["put", "take", "add", "remove", "undo"]},
)
NO_ITEM = "Name things of the stash by their ids, which are numbers."
ONE_ITEM = "Name one thing to remove."


class StashThing(msgspec.Struct, frozen=True):
    """A thing in a stash, or in the gear of a character. Of money `unit` is what one is called."""

    id: str
    name: str
    unit: str
    quantity: int


class StashCarrier(msgspec.Struct, frozen=True):
    """A character that you act for, and what it could put in."""

    id: Id
    name: str
    gear: list[StashThing]


class StashLine(msgspec.Struct, frozen=True):
    """Something that was done with the stash."""

    act: int
    description: str
    at: str
    by: str
    is_undone: bool


class StashAnswer(msgspec.Struct, frozen=True):
    """All that a party owns together, the characters that you act for, and the newest acts."""

    things: list[StashThing]
    characters: list[StashCarrier]
    acts: list[StashLine]


class StashStep(Taken, frozen=True):
    """The values of a step: see its verb. `entry` is an entry of the ledger that brings an item."""

    character: uuid.UUID | None = None
    things: dict[str, int] = msgspec.field(default_factory=dict)
    entry: dict[str, str] = msgspec.field(default_factory=dict)
    money: int = 0
    act: int = 0


@operation(answer=StashAnswer)
def read(call: Call, id: uuid.UUID) -> HttpResponse:
    """The stash of a party of yours."""
    not_for_one_character(call)
    return _answer(access.get_membership(call.request, id))


@operation(answer=StashAnswer, body=StashStep, writes=True, parameters=(VERB,), others=(409,))
def step(call: Call, id: uuid.UUID, verb: str) -> HttpResponse:
    """Change the stash of a party of yours, and read it."""
    not_for_one_character(call)
    who = access.member_access(call.request, id)
    who.check()
    _operation(call, who, verb).run()
    return _answer(access.get_membership(call.request, id))


def _operation(call: Call, who: access.MemberAccess, verb: str) -> Operation[Member, str]:
    sent, key = call.body(StashStep), call.key
    match verb:
        case "put":
            return operations.PutIn(who, character=sent.character, things=sent.things, key=key)
        case "take":
            things = _rows(sent)
            return operations.TakeOut(who, character=sent.character, things=things, key=key)
        case "add":
            return operations.Add(who, members=sent.entry, money=sent.money, key=key)
        case "remove":
            rows = list(_rows(sent).items())
            if len(rows) != 1:
                raise Refused({"things": ONE_ITEM})
            ((item, quantity),) = rows
            return operations.Remove(who, item=item, quantity=quantity, key=key)
        case "undo":
            return operations.Undo(who, act=sent.act, key=key)
    raise Http404


def _rows(sent: StashStep) -> dict[int, int]:
    """The quantities by row. Raises Refused for an id that is no number."""
    numbers = {id: form_data.number(id) for id in sent.things}
    if None in numbers.values():
        raise Refused({"things": NO_ITEM})
    return {int(id): quantity for id, quantity in sent.things.items()}


def _answer(membership: Member) -> HttpResponse:
    acts = StashAct.objects.newest(membership.party_id)[:MOST_ACTS]
    return answer(
        StashAnswer(
            things=[
                StashThing(str(row.pk), row.name, row.unit, row.quantity)
                for row in page.rows(membership.party)
            ],
            characters=[_carrier(row) for row in hands(membership).whole()],
            acts=[
                StashLine(
                    act=act.pk,
                    description=act.description,
                    at=act.at.isoformat(timespec="seconds"),
                    by=act.by,
                    is_undone=act.undone_at is not None,
                )
                for act in acts
            ],
        )
    )


def _carrier(row: Character) -> StashCarrier:
    """A character with its gear; with none where it cannot be read."""
    try:
        portables = worked_out(row, lambda opened: opened.portables)
    except CorruptRow:
        portables = ()
    gear = [StashThing(one.id, one.name, one.unit, one.quantity) for one in portables]
    return StashCarrier(str(row.public_id), row.name, gear)


held = Resource(GET=read)
moved = Resource(POST=step)
