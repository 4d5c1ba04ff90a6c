"""The types of requests and answers about encounters."""

import uuid
from typing import Annotated, Literal

import msgspec

from sheets.api.messages import Account, ActionField, ActionForm, FieldTexts, Id

Row = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
ShortText = Annotated[str, msgspec.Meta(max_length=200)]
FolderName = Annotated[str, msgspec.Meta(max_length=80)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class EncounterRow(msgspec.Struct, frozen=True):
    """An encounter in a list. `state` is "prepared", "running" or "over"."""

    id: Id
    name: str
    place: str
    folder: str
    state: str


class Encounters(msgspec.Struct, frozen=True):
    """Encounters, the newest first."""

    encounters: list[EncounterRow]


class NewEncounter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new encounter: the party's characters are in it, with `ship` also its ship."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    place: ShortText = ""
    ship: bool = False
    folder: FolderName = ""


class RosterRow(msgspec.Struct, frozen=True):
    """An opponent or craft. `kind` is "opponent" or "craft". `folder` is where one is that a party
    keeps, "" for none.
    """

    id: str
    name: str
    kind: str
    folder: str = ""


class Roster(msgspec.Struct, frozen=True):
    """The opponents and craft that a party keeps, each with its UUID, and those of the book, which
    are `listed` with an id of their own.
    """

    kept: list[RosterRow]
    listed: list[RosterRow]


class NewOpponent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One that joins the roster: the id of one that is listed."""

    listed: ShortText


class Folder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The folder of an opponent or craft, "" for none."""

    folder: FolderName


class FightNamed(msgspec.Struct, frozen=True):
    """A range band of a fight, or a circumstance that a combatant can be in, such as cover."""

    id: str
    name: str


class FightWeapon(msgspec.Struct, frozen=True):
    """A weapon or other attack of a combatant, with its dice now."""

    id: str
    name: str
    code: str
    damage: str


class StationAction(msgspec.Struct, frozen=True):
    """An action at a station, with its dice now and what it takes of the turn. `blocked` says why
    it can't be done, "" where it can.
    """

    id: str
    name: str
    code: str
    takes: str
    blocked: str


class Combatant(msgspec.Struct, frozen=True):
    """A combatant. `is_own` says that your account plays it; only then there are a `character` to
    act as, `attacks`, and an `account` of the turn. `rolls` are the dice of the initiative that it
    is asked for, "" for who is not asked or not your own. `place` counts the range bands, `members`
    a group; `craft` is the one it is aboard of, by its id here, and `station` what it can do there.
    """

    id: int
    name: str
    side: str
    is_own: bool
    is_hidden: bool
    condition: str
    is_out: bool
    score: int | None
    rolls: str
    place: int
    circumstances: list[str]
    members: int | None
    holds: str
    character: Id | None
    craft: int | None
    remarks: list[str]
    attacks: list[FightWeapon]
    station: list[StationAction]
    account: Account


class FightDefense(msgspec.Struct, frozen=True):
    """A defense: the value of the field `defense`, and its name with its dice. `blocked` says why
    it can't be rolled, "" where it can; without the field the first that can is rolled.
    """

    defense: str
    name: str
    blocked: str


class FightAttack(msgspec.Struct, frozen=True):
    """An attack on one target. `result` is it in words; `steps` are what your account can do about
    it now, with `fields` and `defenses` to choose from, and `foreseen` says what it would do.
    `answers` are the combatants aboard who can answer the hit, each by `answer` with `by`.
    """

    id: int
    attacker: int
    target: int
    weapon: str
    state: str
    result: str
    is_hidden: bool
    is_undone: bool
    steps: list[str]
    defenses: list[FightDefense]
    fields: list[ActionField]
    foreseen: list[str]
    answers: list[int]


class EncounterAnswer(msgspec.Struct, frozen=True):
    """An encounter as your account sees it, its combatants in order. `turn` is whose turn it is, by
    its id; `attacks` are the newest, and all that wait for somebody. `waiting` are the combatants
    who still have to roll initiative.
    """

    id: Id
    name: str
    place: str
    state: str
    round: int
    turn: int | None
    waiting: list[int]
    hides_numbers: bool
    bands: list[FightNamed]
    circumstances: list[FightNamed]
    combatants: list[Combatant]
    attacks: list[FightAttack]


class Lead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game master's step in an encounter. `add`: `characters`, `count` of each, `hidden`, or
    `ally`. `start`: who `starts` without a roll. `roll`: for those of one `side`, "party" or
    "opponents", "" for everyone. `next`: `after` whose turn. `numbers`: `hide`.
    """

    characters: list[uuid.UUID] = []
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    hidden: bool = False
    ally: bool = False
    starts: list[Row] = []
    side: Literal["", "party", "opponents"] = ""
    after: Row | None = None
    hide: bool = False


class Steered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game master's change to a combatant. `describe`: `name` and `hidden`. `put`: `place`, or
    `circumstances`. `split`: `count` of a group. `merge`: `into` another.
    """

    name: Annotated[str, msgspec.Meta(max_length=120)] = ""
    hidden: bool = False
    place: Row | None = None
    circumstances: list[ShortText] | None = None
    count: Count = 1
    into: Row = 0


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step, with the values of its fields."""

    fields: FieldTexts = {}


class FightTarget(msgspec.Struct, frozen=True):
    """One whom an attack can be aimed at: the number to reach, null where it is hidden or rolled
    (`defends`), the chance in words, and whether it is too `far`.
    """

    combatant: int
    number: int | None
    chance: str
    defends: bool
    far: bool


class AttackForm(msgspec.Struct, frozen=True):
    """The form before an attack: `wrong` says why it can't be made so, "" where it can, and `says`
    what follows from the targets.
    """

    attack: str
    most: int
    targets: list[FightTarget]
    form: ActionForm | None
    wrong: str
    says: list[str]


class NewAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attack: with what, at whom, and whether behind the screen, as a game master."""

    attack: ShortText
    targets: Annotated[list[Row], msgspec.Meta(max_length=60)]
    hidden: bool = False
    fields: FieldTexts = {}
