"""Craft: the ships and vehicles that a game lists, how one is made, and what its crew does. A game
without them has none of this.
"""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from rules.figures import Figure
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.ledger.entries import Rebuild
from rules.ledger.rules import REBUILD, EntryKind, LedgerAction, LedgerState, nothing
from rules.opponents import OpponentRules
from rules.play import Attempt, C_contra, Cost
from rules.sheet.sections import Line

# Who acts aboard; a character of any game where it is left out.
if TYPE_CHECKING:
    P_contra = TypeVar("P_contra", contravariant=True, default=LedgerState)
else:
    P_contra = TypeVar("P_contra", contravariant=True)
# What a document holds instead of a character that is a craft.
CRAFT = "craft"
# What an action aboard needs besides the roll form: a target, or another craft to get around; an
# answer to a hit can do without one.
ATTACK, FACING, HIT = "attack", "facing", "hit"
# The field of a craft's harm that names the side which was struck.
SIDE = "section"


class Station(msgspec.Struct, frozen=True, gc=False):
    """A place aboard. `places` is how many people can be there, None for any number, and `lines`
    are the numbers of the craft that count there. `one` is the name of somebody there:
    "Gunner", and `card` what a printed card says in place of `does`.
    """

    id: str
    name: str
    does: str
    places: int | None = 1
    lines: tuple[Line, ...] = ()
    one: str = ""
    card: str = ""


class Side(msgspec.Struct, frozen=True, gc=False):
    """A side of a craft, on which others can be: "aft", Aft."""

    id: str
    name: str


class CrewAction(msgspec.Struct, frozen=True, gc=False):
    """An action that somebody at a station can take. `action` is one of the person, and `values`
    those of its form that follow from the craft: its dice, and what damage takes from them. With
    `by_craft` it is an action of the craft itself, without a roll of the person.

    `needs` is ATTACK, FACING, HIT or "". An action that helps the craft is done `onto` it. The
    numbers of a form that `adds_up` are shares of one sum. `ruling` says what of it is ours. `card`
    is how it is told on a printed card, where nobody's pool is known: "Gunnery + 2D Fire Control.
    Damage 6D." `first` are the fields of its form to show before all others. `cost` is what it
    takes of the turn of whoever does it, that is so many actions (`takes`), and one that is `rare`
    is folded away. `weapon` is the name of what it fires. `barred` says why the craft as it is now
    bars it, "" where it does not, and one that is done `despite` a craft that cannot act it never
    bars. `stands_in` is the name of the empty station of which it is, "" for one's own: "Gunner".
    """

    id: str
    name: str
    about: str
    action: str
    values: dict[str, tuple[str, ...]] = {}
    by_craft: bool = False
    needs: str = ""
    onto: bool = False
    adds_up: bool = False
    ruling: str = ""
    card: str = ""
    first: tuple[str, ...] = ()
    cost: Cost = 1
    takes: int = 1
    rare: bool = False
    weapon: str = ""
    barred: str = ""
    despite: bool = False
    stands_in: str = ""


def nobody_flies(_pilot: object, _craft: object) -> dict[str, int]:
    """A pilot changes nothing."""
    return {}


def any_pace(_craft: object, _weapon: str) -> tuple[int, int]:
    """A weapon fires as often as its gunner can."""
    return 1, 0


def nothing_told(_person: object, _takes: int) -> str:
    """Nothing is said of a turn."""
    return ""


def no_evade(_craft: object) -> Figure | None:
    """A craft has no number against attacks."""
    return None


class CrewRules(msgspec.Struct, Generic[P_contra, C_contra], frozen=True, gc=False):
    """The rules of a game about the people aboard a craft.

    `stations(craft)` are its places, of which `pilot` is the one that steers. `actions(craft,
    station, held)` are what can be done there; `held` are the stations somebody is at. `flown` are
    the changes of the craft's turn with that pilot, `crewed(dice)` those with a crew of opponents
    who have so many dice in all that they do, at most `most_dice`. `evade(craft)` is the number to
    hit it, `sides` are those that can be struck, and `opposed(craft)` the values of a maneuver's
    form that follow from the craft against which it is made. `maneuver` is such a maneuver of a
    crew without names, an action of the craft. `answer` is how such a crew answers a hit, and
    `answered` are the values of the craft's harm where that worked, whoever did it. `hazard(craft)`
    is what the pilot does about rocks and mines, usually at `hazard_at`. `pace(craft, weapon)` is
    how many weapons of that name there are, and of how many rounds each fires in one, 0 for no
    limit. `lines` are what its crew has to see of a craft in a fight, and `shares` those of its
    sides. `ruling` says what of all this is ours. `turn` are the names in a craft's turn that its
    crew decides. `takes(person, actions)` is what so many actions are of the turn of somebody
    aboard, for a button, and `unable` why they cannot take them. `out(craft)` is why nobody can act
    with the craft.
    """

    stations: Callable[[C_contra], tuple[Station, ...]]
    actions: Callable[[Attempt[C_contra], str, Collection[str]], tuple[CrewAction, ...]]
    pilot: str
    hazard: Callable[[Attempt[C_contra]], CrewAction]
    maneuver: str = ""
    answer: str = ""
    answered: FormValues = {}
    ruling: str = ""
    turn: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    hazard_at: int = 15
    crew_dice: int = 0
    most_dice: int = 20
    flown: Callable[[Attempt[P_contra], Attempt[C_contra]], dict[str, int]] = nobody_flies
    crewed: Callable[[int], dict[str, int]] = lambda _dice: {}
    evade: Callable[[Attempt[C_contra]], Figure | None] = no_evade
    opposed: Callable[[Attempt[C_contra]], FormValues] = lambda _craft: {}
    pace: Callable[[C_contra, str], tuple[int, int]] = any_pace
    lines: Callable[[C_contra], tuple[Line, ...]] = lambda _craft: ()
    shares: Callable[[C_contra], tuple[Line, ...]] = lambda _craft: ()
    takes: Callable[[Attempt[P_contra], int], str] = nothing_told
    unable: Callable[[Attempt[P_contra], int], str] = nothing_told
    out: Callable[[C_contra], str] = lambda _craft: ""


class Upgrade(msgspec.Struct, frozen=True, gc=False):
    """An improvement of a craft: its name with what it changes ("Mobility 3D → 4D"), and what is
    typed of it. `price` is None until that is known.
    """

    id: str
    name: str
    price: Figure | None = None
    fields: tuple[Field, ...] = ()


class UpgradeRules(msgspec.Struct, Generic[P_contra, C_contra], frozen=True, gc=False):
    """The improvement of craft with points that characters put together.

    `offers(craft)` are the improvements, and `chosen(craft, id, values)` is one of them with what
    was typed, RuleViolation by field; `entry(craft, id, values)` is that in the craft's ledger.
    `pool(craft)` are the points that it has, `points(person)` those of a character. `pay_in` is the
    entry of the craft for points of somebody, and `spend` the one of that person; `unit` names so
    many points.
    """

    offers: Callable[[C_contra], tuple[Upgrade, ...]]
    chosen: Callable[[C_contra, str, FormValues], Upgrade]
    entry: Callable[[C_contra, str, FormValues], Any]
    pool: Callable[[C_contra], Figure]
    points: Callable[[P_contra], Figure]
    pay_in: Callable[[int, str], Any]
    spend: Callable[[int, str], Any]
    unit: Callable[[int], str]


# A mark before a change, and after it.
MarkChanged = tuple[int | None, int | None]


class CraftEdit(Rebuild, frozen=True, kw_only=True, tag="edit"):
    """The numbers of a craft, entered anew; its note says which. `marks` are those that changed
    with them: a smaller craft has room for less damage. `several` is the same in the entries that
    edit several copies at once, and are undone at once; "" in others.
    """

    marks: dict[str, MarkChanged] = msgspec.field(default_factory=dict)
    several: str = ""


def edit_kind(check: LedgerAction = nothing) -> EntryKind:
    """The kind of such entries; `check` is what refuses one."""
    return msgspec.structs.replace(
        REBUILD,
        name="Edited",
        title=lambda _craft, entry: entry.note or "Its numbers were edited",
        check=check,
    )


def changed_marks(before: Any, after: Any) -> dict[str, MarkChanged]:
    """The marks that differ, by name."""
    names = after.__struct_fields__
    both = {name: (getattr(before, name), getattr(after, name)) for name in names}
    return {name: pair for name, pair in both.items() if pair[0] != pair[1]}


def marks_back(marks: Any, edit: CraftEdit) -> object:
    """The marks once an edit is undone: those that it changed are as before, unless something else
    has changed them since.
    """
    back = {
        name: before
        for name, (before, after) in edit.marks.items()
        if getattr(marks, name, None) == after
    }
    return msgspec.structs.replace(marks, **back)


class CraftRules(OpponentRules, frozen=True, gc=False):
    """The making of a game's craft: `listed()` are those of the book with their kinds, and
    `document(values)` makes one from the values of the form `fields`. `typed(craft)` are the values
    of that form for a craft as it is, None for one whose numbers are the book's, and `lowered` are
    sentences about marks that changed with them. `crew` is what its people do, `upgrades` how it is
    improved.
    """

    typed: Callable[[Any], FormValues | None] = lambda _craft: None
    lowered: Callable[[Mapping[str, MarkChanged]], tuple[str, ...]] = lambda _marks: ()
    crew: CrewRules[Any, Any] | None = None
    upgrades: UpgradeRules[Any, Any] | None = None
