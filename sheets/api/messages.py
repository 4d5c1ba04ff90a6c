"""The types of requests and answers of the API's operations."""

from typing import Annotated, Any

import msgspec

from rules.turn import Turn as OpenTurn
from sheets.api.problem import Fault

Id = Annotated[str, msgspec.Meta(description="A UUID.")]
FieldTexts = Annotated[
    dict[str, str | list[str]],
    msgspec.Meta(description="The fields of a roll form by id, each with its value or values."),
]


class Taken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what is sent: unknown members are refused."""


class Game(msgspec.Struct, frozen=True):
    """A game, and the kinds of entries that its ledger takes."""

    id: str
    name: str
    edition: str
    about: str
    credit: str
    license: str
    entries: dict[str, str]


class Games(msgspec.Struct, frozen=True):
    """All games."""

    systems: list[Game]


class CharacterRow(msgspec.Struct, frozen=True):
    """A character in a list. `state` is "draft", "finished" or "archived"."""

    id: Id
    name: str
    system: str
    state: str
    is_own: bool
    party: Id | None
    version: int
    changed: str


class Characters(msgspec.Struct, frozen=True):
    """Characters, the last changed first; `next` leads to more of them."""

    characters: list[CharacterRow]
    next: str | None = None


class NewCharacter(msgspec.Struct, frozen=True):
    """A character that was created. It is finished where its document is legal."""

    id: Id
    state: str
    version: int


class FigureText(msgspec.Struct, frozen=True):
    """A number of a sheet: as the game writes it, and how it comes about."""

    name: str
    value: str
    why: str


class TakenAction(msgspec.Struct, frozen=True):
    """An action that was done in this turn: its id, how many actions it took, and its line."""

    action: str
    cost: int
    line: int


class LastingEffect(msgspec.Struct, frozen=True):
    """An effect that lasts: `dice` on `on` ("checks", "attacks", "damage"), for `turns`, null until
    the scene ends. It counts once `waits` is 0. `text` is the same in words.
    """

    id: str
    text: str
    dice: int
    on: str
    turns: int | None
    waits: int


class Account(msgspec.Struct, frozen=True):
    """The actions done in a turn, and the effects that last."""

    taken: list[TakenAction] = []
    effects: list[LastingEffect] = []


def account(turn: OpenTurn) -> Account:
    """The account of a turn."""
    return Account(
        [TakenAction(one.action, one.cost, one.entry) for one in turn.taken],
        [
            LastingEffect(one.id, one.told(), one.dice, one.on, one.turns, one.waits)
            for one in turn.effects
        ],
    )


class SheetAnswer(msgspec.Struct, frozen=True):
    """A sheet: its numbers as the game's own format has them, every figure with its explanation,
    what is open or wrong, and what the turn at the table holds.
    """

    id: Id
    name: str
    system: str
    state: str
    numbers: dict[str, Any]
    figures: dict[str, FigureText]
    problems: list[Fault]
    turn: dict[str, int]
    account: Account


class Entered(msgspec.Struct, frozen=True):
    """Entries that were made, by position, and the version of the character then."""

    positions: list[int]
    version: int


class LedgerEntries(msgspec.Struct, frozen=True):
    """The ledger as the document has it. An entry's position is its place in the list, from 0."""

    entries: list[dict[str, Any]]


class ActionRow(msgspec.Struct, frozen=True):
    """Something that can be done at the table. `blocked` says why it can't be done now."""

    id: str
    name: str
    group: str
    code: str | None
    blocked: str


class Actions(msgspec.Struct, frozen=True):
    """Everything that can be done at the table now, rolls of the sheet's traits first."""

    actions: list[ActionRow]


class ActionField(msgspec.Struct, frozen=True):
    """A field of a roll form: its kind, its values now, and what it takes where that is a list."""

    id: str
    label: str
    kind: str
    values: list[str]
    options: list[str] = []


class ActionForm(msgspec.Struct, frozen=True):
    """The form before an action, with the dice and the exact chance so far. `chance` is from 0 to
    1, and null where there is none; `chances` is that of each result, where there are several.
    `foreseen` says what it would do, and `takes` is its share of the turn, in words.
    """

    action: str
    name: str
    code: str | None
    target: int | None
    needed: int | None
    blocked: str
    chance: float | None
    chances: dict[str, float]
    fields: list[ActionField]
    foreseen: list[str]
    takes: str


class Act(Taken, frozen=True):
    """The choices made before an action."""

    fields: FieldTexts = {}


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log: what was rolled or done, and by how much marks moved with it. `refusal`
    says why you can't undo it, "" if you can.
    """

    number: int
    action: str
    name: str
    kind: str
    at: str
    by: str
    code: str
    dice: list[int]
    total: int
    target: int | None
    success: bool | None
    messages: list[str]
    asks: str
    marks: dict[str, int]
    undone: bool
    refusal: str = ""


class Done(msgspec.Struct, frozen=True):
    """The result of an action: its line in the log, and the marks and the turn after it: its
    numbers, and its account.
    """

    line: LogLine
    marks: dict[str, int | None]
    turn: dict[str, int]
    account: Account


class Turn(msgspec.Struct, frozen=True):
    """The numbers of the turn at the table, and its account."""

    turn: dict[str, int]
    account: Account


class Log(msgspec.Struct, frozen=True):
    """Lines of the log, the newest first; `next` leads to older ones."""

    lines: list[LogLine]
    next: str | None = None


class Marks(msgspec.Struct, frozen=True):
    """Marks as they stand. One that is null stands at its full value."""

    marks: dict[str, int | None]


Step = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]


class MoveMarks(Taken, frozen=True):
    """By how much marks move from where they stand: {"wounds": 1}. Moves of several programs at
    once all count.
    """

    move: Annotated[dict[str, Step], msgspec.Meta(min_length=1)]


class PartyRow(msgspec.Struct, frozen=True):
    """A party in a list. `role` is "gm", "co-gm" or "player"."""

    id: Id
    name: str
    system: str
    role: str


class Parties(msgspec.Struct, frozen=True):
    """The parties of the account."""

    parties: list[PartyRow]


class MemberRow(msgspec.Struct, frozen=True):
    """A member of a party."""

    name: str
    role: str


class PartyAnswer(msgspec.Struct, frozen=True):
    """A party as its game master sees it: members, house rules, characters."""

    id: Id
    name: str
    system: str
    house: dict[str, Any]
    members: list[MemberRow]
    characters: list[CharacterRow]


class ChapterRow(msgspec.Struct, frozen=True):
    """A chapter of a game's rules, in a list."""

    id: str
    name: str
    group: str
    about: str


class Reference(msgspec.Struct, frozen=True):
    """A game, and the chapters of its rules."""

    system: Game
    chapters: list[ChapterRow]
