"""Rows of `vehicles.toml`, in which a game declares its craft."""

from typing import Final, Literal

import msgspec

from rules.play import Cost
from rules.tables import Row

CODE: Final = "code"
DICE: Final = "dice"
NUMBER: Final = "number"
ATTACK, DAMAGE = "attack", "damage"


class CraftKind(Row, frozen=True, kw_only=True):
    """A kind of craft. `values` are what actions name of it: the skill that steers, its scale."""

    values: dict[str, str] = msgspec.field(default_factory=dict)


class NumberRow(Row, frozen=True, kw_only=True):
    """A number of every craft: a dice "code", whole "dice", or a "number", from `least` to `most`,
    under the heading of its `group`. A kind may call it otherwise (`names`). One that is `needed`
    is more than 0.
    """

    unit: Literal["code", "dice", "number"] = "code"
    group: str = "Numbers"
    least: int = 0
    most: int = 50
    needed: bool = False
    names: dict[str, str] = msgspec.field(default_factory=dict)


class MarkRow(Row, frozen=True, kw_only=True):
    """A mark, which changes at the table, from 0 to `most`. Each takes `amount` dice from the
    numbers that it `takes`; one that counts `once` takes them only once. A mark counted in `rounds`
    loses one with each round, and one of the `scene` ends with it. `says` is told of a craft that
    has it. A mark that can be `repaired` can also be set by hand. As many as the craft
    has weapons come to the mark that it `amounts_to`.
    """

    most: int | None = None
    takes: tuple[str, ...] = ()
    amount: int = 1
    once: bool = False
    rounds: bool = False
    scene: bool = False
    repaired: bool = False
    amounts_to: str = ""
    says: str = ""


class WeaponForm(Row, frozen=True, kw_only=True):
    """A form of weapons. Each fires once in `every` rounds; 0 for as often as its gunner can.
    `beside` stands beside its damage: ", ion".
    """

    every: int = 0
    beside: str = ""


class StationRow(Row, frozen=True, kw_only=True):
    """A place aboard: how many `places` it has, 0 for any number, or one for each weapon. It is
    there if the craft has the number `needs`, and a crew of at least `crew`. `numbers` are those
    that count there, `one` is who is there, and `card` what a printed card says.
    """

    places: int = 1
    each_weapon: bool = False
    needs: str = ""
    crew: int = 0
    numbers: tuple[str, ...] = ()
    one: str = ""
    card: str = ""


class ActionRow(Row, frozen=True, kw_only=True):
    """An action at some stations, with the members of `rules.craft.CrewAction`. Its values name
    what they take from the craft in braces: "{hull}", "{kind[skill]}", and for an action with
    `each_weapon` "{weapon.damage}". It takes the `number` that it names, and is not there `unless`
    a mark is not set. The craft gives its `dice` to the roll. `first` are the fields that are shown
    before all others. `cost` is what it takes of a turn, 0 for a free one; one that is `rare` is
    folded away. Where no rounds are played its values are those of `alone` besides: what other
    actions of the round would take from it. A craft that cannot act bars it, unless it is done
    `despite` that.
    """

    stations: tuple[str, ...]
    action: str
    values: dict[str, str] = msgspec.field(default_factory=dict)
    alone: dict[str, str] = msgspec.field(default_factory=dict)
    each_weapon: bool = False
    needs: Literal["attack", "facing", "hit", ""] = ""
    number: str = ""
    dice: str = ""
    onto: bool = False
    adds_up: bool = False
    unless: str = ""
    by_craft: bool = False
    despite: bool = False
    card: str = ""
    first: tuple[str, ...] = ()
    cost: Cost = 1
    rare: bool = False


class Shot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The attack and the damage of a craft whose crew has no names: the procedures, and their
    values, where "{crew}" are the dice of the crew. Nothing is fired with the mark `unless`.
    """

    attack: str = ""
    attack_values: dict[str, str] = {}
    damage: str = ""
    damage_values: dict[str, str] = {}
    unless: str = ""


class CraftTables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file. `pilot` is the station that steers, `hazard` the action about rocks and mines,
    and `maneuver` the same as an action of the craft, usually at `hazard_at`. `answer` is the
    action of the craft after a hit, and `answered` are the values of its harm where that works.
    `skill` is what hits with its weapons; `aim` names the number that counts there, "" for none,
    and then `difficulty` is what a shot is rolled at. Without a `shot` its weapons are rolled as
    the game says.
    The document names its kind in `kind_field`, and that a weapon is of the second form in
    `form_switch`; "" where it names the form. `usual_kind` is the kind of a craft without one, ""
    for the first. Who steers `stands_in` for everybody who is not there. `nameless` is said of a
    craft without a name.
    A reaction takes `reaction` actions of the turn.
    `squad` is the least and the most craft of a group, empty for none. `crew_dice` are those of
    opponents without names. `rulings` are "typed" and "crew".
    """

    about: str
    weapons_hint: str
    weapon_unit: Literal["code", "dice", "number"] = CODE
    kind_field: str = "kind"
    kind_called: str = "kind of craft"
    usual_kind: str = ""
    form_switch: str = ""
    nameless: str = "Give your craft a name."
    stands_in: bool = False
    most_damage: int = 50
    pilot: str
    hazard: str
    maneuver: str = ""
    answer: str = ""
    answered: dict[str, str] = {}
    hazard_at: int = 15
    skill: str
    aim: str = ""
    difficulty: int = 0
    squad: tuple[int, ...] = ()
    squad_name: str = "squad"
    reaction: int = 0
    crew_dice: int = 0
    crew_turn: tuple[str, ...] = ()
    shot: Shot = Shot()
    source: str
    rulings: dict[str, str]
    kinds: dict[str, CraftKind]
    numbers: dict[str, NumberRow]
    marks: dict[str, MarkRow]
    forms: dict[str, WeaponForm]
    stations: dict[str, StationRow]
    actions: dict[str, ActionRow]
