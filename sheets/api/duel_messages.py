"""The types of requests and answers about duels."""

import uuid
from typing import Annotated

import msgspec

from sheets.api.messages import FieldTexts

DuelNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
DuelPlace = Annotated[str, msgspec.Meta(max_length=200)]
DuelText = Annotated[str, msgspec.Meta(max_length=300)]


class DuelSkill(msgspec.Struct, frozen=True):
    """A skill that a check can be declared with, and its dice now."""

    id: str
    name: str
    code: str


class DuelFighter(msgspec.Struct, frozen=True):
    """A fighter of a duel. `is_own` says that your account rolls for it; `skills` are those that it
    can roll now. `prize` is what the winner chose for it, "" for nothing yet.
    """

    id: int
    name: str
    is_own: bool
    score: int | None
    prize: str
    skills: list[DuelSkill]


class DuelSide(msgspec.Struct, frozen=True):
    """A side of a duel, 1 or 2: its dice, and its exact chance from 0 to 1 if it ended now."""

    side: int
    dice: int
    chance: float
    fighters: list[DuelFighter]


class DuelExchange(msgspec.Struct, frozen=True):
    """A check that waits for its answer; `total` is null where a tie is to be rolled again."""

    actor: int
    foe: int
    skill: str
    name: str
    total: int | None


class DuelRightRow(msgspec.Struct, frozen=True):
    """A change that a Destiny Die allows one of your sides, and that hasn't been used."""

    exchange: int
    index: int
    side: int
    face: int
    does: str


class DuelPrizeRow(msgspec.Struct, frozen=True):
    """A prize that a winner can choose from a loser."""

    id: str
    name: str
    does: str


class DuelAnswer(msgspec.Struct, frozen=True):
    """A duel. `state` is "waiting" for initiative, "running", or "decided", with the side that won.
    `turn` is the fighter whose turn it is, and `rolls` are the dice of both sides that decided.
    """

    place: str
    phase: int
    round: int
    state: str
    turn: int | None
    winner: int | None
    sides: list[DuelSide]
    exchange: DuelExchange | None
    rights: list[DuelRightRow]
    rolls: list[list[int]]
    prizes: list[DuelPrizeRow]


class NewDuel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new duel: where, and who stands on each side, by the ids of their characters."""

    first: list[uuid.UUID]
    second: list[uuid.UUID]
    place: DuelPlace = ""


class DuelRoll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll in a duel: with which skill, against whom, and the fields of its form."""

    skill: str = ""
    foe: DuelNumber | None = None
    fields: FieldTexts = {}


class DuelPrize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The prize taken from a fighter who lost: an id of `prizes`, or "none"."""

    prize: str


class DuelRight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The use of a Destiny Die: `take` takes a die from the other side, `text` says what
    changes.
    """

    take: bool
    text: DuelText = ""


class DuelStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a game master's step: a place, a side, or the fighter whose turn it is."""

    place: DuelPlace = ""
    side: DuelNumber = 0
    after: DuelNumber | None = None
