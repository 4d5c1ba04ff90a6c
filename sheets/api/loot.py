"""The loot of a fight, for a game master's programs: they read and take it."""

from __future__ import annotations

import uuid

import msgspec
from django.http import HttpResponse

from sheets import access
from sheets.api.encounters import fighting_membership
from sheets.api.messages import Taken
from sheets.api.resource import Call, Resource, answer, operation
from sheets.encounters import answers, loot
from sheets.encounters.reading import fight_of


class LootThing(msgspec.Struct, frozen=True):
    """So many of a thing that the fallen still carry, and who they are."""

    id: str
    name: str
    quantity: int
    carried_by: str


class LootAnswer(msgspec.Struct, frozen=True):
    """All that the fallen of a fight still carry."""

    things: list[LootThing]


class LootStep(Taken, frozen=True):
    """The number taken of each of the `things`, by its id: into the `hands` of a character of the
    party that is named there under the same id, else to the stash.
    """

    things: dict[str, int]
    hands: dict[str, uuid.UUID] = msgspec.field(default_factory=dict)


@operation(answer=LootAnswer)
def read(call: Call, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """The loot that the fallen of a fight that you lead still carry."""
    return _answer(call, id, encounter)


@operation(answer=LootAnswer, body=LootStep, writes=True, others=(409,))
def take(call: Call, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Take what the fallen carry, for the stash or for characters, and read what is left."""
    fighting_membership(call, id, leading=True)
    sent = call.body(LootStep)
    loot.TakeLoot(
        access.leading_access(call.request, id),
        id=encounter,
        things=sent.things,
        hands={thing: str(character) for thing, character in sent.hands.items()},
        key=call.key,
    ).run()
    return _answer(call, id, encounter)


def _answer(call: Call, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    membership = fighting_membership(call, id, leading=True)
    fight = fight_of(membership, answers.visible(membership, encounter))
    things = [
        LootThing(one.id, one.thing.name, one.quantity, one.whose) for one in loot.loot_of(fight)
    ]
    return answer(LootAnswer(things))


left = Resource(GET=read, POST=take)
