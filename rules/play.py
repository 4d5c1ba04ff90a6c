"""Actions in play, declared: the actions, the roll form before each, and the outcome after it. No
HTML and no clock; randomness only through an rng that is passed in.

`Actions` is the interface: the possible actions, the choices before one of them with their exact
chance, and an outcome: the dice, their result, and the marks, entries and turn state to save. The
caller saves all of these, or none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

import msgspec

from rules.figures import Figure
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.ledger.rules import LedgerState
from rules.problems import Problem, RuleViolation
from rules.turn import ROUNDS, Effect, Turn

# The character of a game, as it is replayed, for what has one and for what takes one; of any game
# where it is left out.
if TYPE_CHECKING:
    C_co = TypeVar("C_co", covariant=True, default=LedgerState)
    C_contra = TypeVar("C_contra", contravariant=True, default=LedgerState)
else:
    C_co = TypeVar("C_co", covariant=True)
    C_contra = TypeVar("C_contra", contravariant=True)
# The account of a turn (`rules.turn.Turn`) as the numbers in it: actions declared, points spent.
# Kept beside the document and no part of it; what a name means is each system's own.
TurnState = Mapping[str, int]
# What an action takes of a turn: so many actions, 0 for a free one; a move; or a reaction.
Cost = int | Literal["move", "reaction"]

# The roll-form field that names the character an action is done to: empty for nobody else, SOMEBODY
# for someone unnamed. The site may offer known characters by name.
WHOM, SOMEBODY = "whom", "somebody"
# The value of a roll form that says how many actions of the turn the roll takes: that of an action
# aboard, whatever the roll takes elsewhere.
TAKES = "takes"
NO_ACTION = "This game has no such action."
NO_POINTS = "This game has no points to spend on a roll."


@dataclass(frozen=True, slots=True)
class Attempt(Generic[C_co]):
    """An action that a character attempts, or could attempt: the character, the state of the turn,
    and the values of the roll form, empty before it is filled in.
    """

    character: C_co
    situation: TurnState
    values: FormValues = field(default_factory=dict)

    def during(self, **situation: int) -> Attempt[C_co]:
        """The same attempt in a turn with these changes."""
        return replace(self, situation=self.turn.with_numbers({**self.situation, **situation}))

    @property
    def turn(self) -> Turn:
        """The account of the turn."""
        return Turn.of(self.situation)

    def counted(self, cost: int) -> int:
        """The actions of the turn that something takes: none outside of rounds."""
        return cost if self.situation.get(ROUNDS) else 0


class Action(msgspec.Struct, frozen=True, gc=False):
    """One action. `id` is the key of the figure that is rolled ("skills.agility",
    "weapons.blaster-pistol.damage"), or the name of a procedure ("rest"). `pool` is the present
    dice pool. `barred` says why the action is blocked now, whatever the form says; a blocked action
    that is `idle` needs no mention (no wounds: no treatment). An action that `asks` has a form with
    fields; any other is done at once.
    """

    id: str
    name: str
    about: str = ""
    pool: Figure | None = None
    barred: str = ""
    asks: bool = False
    idle: bool = False


class ActionGroup(msgspec.Struct, frozen=True, gc=False):
    """Actions under a heading. Without `needs_character` they are the game master's tools, which
    work with an empty document; those that are `rare` are folded away.
    """

    id: str
    name: str
    actions: tuple[Action, ...]
    needs_character: bool = True
    rare: bool = False


class Alternative(msgspec.Struct, frozen=True, gc=False):
    """The chance with one more choice: "a Character Point", 63 %."""

    name: str
    chance: str


class Fold(msgspec.Struct, frozen=True, gc=False):
    """Optional fields of a roll form, by their ids, folded together under a name: the second target
    of an attack.
    """

    name: str
    fields: tuple[str, ...]


class RollForm(msgspec.Struct, frozen=True, gc=False):
    """The form before an action, with the values so far.

    `pool` is the dice pool with every modifier as a term; `added` is added to the total, None for
    nothing; `target` is the target number, None for none. `chance` is the exact chance as text ("41
    %"), "" for none; with several targets it is the chance to hit the easiest one, and `foreseen`
    has that of each. `foreseen` describes the result where no dice are rolled. `barred` says why
    the action is blocked. `folds` are rarely used fields. `onto` is the matching action of another
    character that it can be done to. `takes` is its share of the turn: "2nd action, −1D".

    For scripts: `exact` is the chance as a number, None for none, and `results` the chance of each
    result by its row, if there are several. `needed` is the number of successes to reach, in games
    that count successes, and `botch` the chance of a botch, None in games without one.
    """

    action: Action
    fields: tuple[Field, ...]
    pool: Figure | None = None
    added: Figure | None = None
    target: Figure | None = None
    chance: str = ""
    alternatives: tuple[Alternative, ...] = ()
    foreseen: tuple[str, ...] = ()
    barred: str = ""
    folds: tuple[Fold, ...] = ()
    onto: str = ""
    exact: Fraction | None = None
    results: dict[str, Fraction] = {}
    needed: int | None = None
    botch: Fraction | None = None
    takes: str = ""


class Die(msgspec.Struct, frozen=True, gc=False):
    """One die as it fell. `kind` marks special dice: "", "destiny", "point"; "again" is the reroll
    of a die that exploded, "extra" a die that a rule adds; in games that count successes, "success"
    counts and "cancel" takes one away.
    """

    face: int
    kind: str = ""
    sides: int = 6


class MarkChange(msgspec.Struct, frozen=True, gc=False):
    """A change of a mark by an amount, relative to its value when it is saved; the mark stays
    within its bounds.

    `most` of None is no upper bound. A mark that is not stored has the value `full`.
    """

    mark: str
    by: int
    least: int = 0
    most: int | None = None
    full: int = 0


class FollowUp(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A further action after a success or a failure, and the text of its link
    ("weapons.blaster-pistol.damage", "Roll damage").
    """

    action: str = ""
    name: str = ""


class Held(msgspec.Struct, frozen=True, gc=False):
    """One of several targets: its name ("Target 2"), what it defends with ("Dodge"), and the target
    number.
    """

    name: str
    against: str
    target: int


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of an action, saved as it is.

    `dice` are the dice as they fell, `total` is their sum with what was `added`; `why` explains
    pool and addition. `success` is None without a target. `said` are its sentences, most important
    first; `asks` is a question for the player who rolled ("What goes wrong?"). `shifts`, `entries`
    and `situation` are to be saved: changes of marks, ledger entries, and changes of the turn's
    numbers. It takes `cost` actions of the turn, or `begins_turn`; `effects` are all that last
    then, None where none begins or ends.
    `hit` and `miss` are what follows success and failure; `follows` and `follows_name` are the one
    that applies. `point` says that a point may still be spent on the roll. `each` are the targets,
    if there are several; then `target` is the lowest. `does` describes the effect on those hit.
    `whom` is the character it was done to, "" for the acting one (see `WHOM`), and `onto` what
    follows for that one: an action of theirs, and a text for their player. `row` is the id of the
    result, if there are several; `botch` marks the worst failure, in games that have it. `unit` is
    what `total` counts, "" for the sum of dice: "successes", of which `needed` are enough. `edge`
    decides between equal totals, in games that say how. `taken` is what harm came to, as everybody
    may read it: "60 taken: destroyed".
    """

    action: str
    name: str
    kind: str
    dice: tuple[Die, ...] = ()
    total: int = 0
    added: int = 0
    code: str = ""
    why: str = ""
    target: int | None = None
    against: str = ""
    success: bool | None = None
    said: tuple[str, ...] = ()
    asks: str = ""
    shifts: tuple[MarkChange, ...] = ()
    entries: tuple[Any, ...] = ()
    situation: dict[str, int] = {}
    cost: int = 0
    begins_turn: bool = False
    effects: tuple[Effect, ...] | None = None
    hit: FollowUp = FollowUp()
    miss: FollowUp = FollowUp()
    follows: str = ""
    follows_name: str = ""
    point: bool = False
    each: tuple[Held, ...] = ()
    does: str = ""
    whom: str = ""
    onto: FollowUp = FollowUp()
    row: str = ""
    botch: bool = False
    needed: int | None = None
    unit: str = ""
    edge: int = 0
    taken: str = ""

    @property
    def margin(self) -> int | None:
        """The total less the one number that it was to reach: −2 misses by 2. None where there is
        no such number, or where something else decided.
        """
        goal = self.needed if self.unit else self.target
        if goal is None or self.success is None or self.each or self.botch:
            return None
        margin = self.total - goal
        return margin if (margin >= 0) == self.success else None


class OpposedResult(msgspec.Struct, frozen=True, gc=False):
    """The result of two opposed outcomes: the winner is 0 for the first, 1 for the second, None for
    neither; and a sentence about it.
    """

    winner: int | None
    said: str


class PlayState(msgspec.Struct, frozen=True, gc=False):
    """The state at the table: every current pool of the sheet, by key, and its penalties.

    `remarks` are conditions with their effect ("2 wounds: −2D"); `controls` are the fields of the
    turn (the number of actions).
    """

    pools: dict[str, Figure]
    remarks: tuple[str, ...]
    controls: tuple[Field, ...]


def shifted(marks: Mapping[str, int | None], shift: MarkChange) -> int:
    """The value of a mark after a change."""
    now = marks.get(shift.mark)
    moved = (shift.full if now is None else now) + shift.by
    moved = max(shift.least, moved)
    return moved if shift.most is None else min(shift.most, moved)


class Actions(Protocol[C_contra]):
    """Every action of a game: the groups of those available, the roll form before one, and its
    outcome. RuleViolation for an unknown action, or a value that cannot be read.
    """

    def actions(self, attempt: Attempt[C_contra], /) -> tuple[ActionGroup, ...]:
        """The actions available now, besides rolls of the sheet's traits."""

    def form(self, attempt: Attempt[C_contra], action: str, /) -> RollForm:
        """The form of an action, with the dice and the exact odds for the values so far."""

    def resolve(self, attempt: Attempt[C_contra], action: str, rng: Random, /) -> Outcome:
        """The outcome of an action; RuleViolation if it is blocked. Writes nothing."""


class NoActions:
    """The actions of a game without any."""

    def actions(self, _attempt: object, /) -> tuple[ActionGroup, ...]:
        """None."""
        return ()

    def form(self, _attempt: object, action: str, /) -> RollForm:
        """Refuse every action."""
        raise RuleViolation([Problem("unknown-action", action, NO_ACTION)])

    def resolve(self, _attempt: object, action: str, _rng: Random, /) -> Outcome:
        """Refuse every action."""
        raise RuleViolation([Problem("unknown-action", action, NO_ACTION)])


NO_ACTIONS = NoActions()


class Requests(Protocol):
    """A game's answers to a GM's roll requests. A GM may request any trait of a sheet."""

    def fields(
        self, *, target: int | None = None, helpers: int = 0, opposed_by: int | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The values that a request fixes in the roll form of a check: the target number; the
        number of helpers; the opponent's dice, 0 where the opponent is another player, who rolls.
        RuleViolation, by field, for an impossible value.
        """

    def opposed(self, first: Outcome, second: Outcome, /) -> OpposedResult:
        """The result of two players' checks against each other."""


class NoRequests:
    """The roll requests of a game without rolls."""

    def fields(self, **_numbers: int | None) -> dict[str, tuple[str, ...]]:
        """None."""
        return {}

    def opposed(self, first: Outcome, _second: Outcome, /) -> OpposedResult:
        """Refuse every comparison."""
        raise RuleViolation([Problem("unknown-action", first.action, NO_ACTION)])


NO_REQUESTS = NoRequests()
