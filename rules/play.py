"""Actions in play, declared: the actions, the roll form before each, and the outcome after it. No
HTML, no clock; randomness only through an rng that is passed in.

A system answers `actions(document, situation)` with the actions that are possible now,
`roll_form(…)` with the choices before one of them and its exact chance, and `resolve(…)` with an
outcome: the dice, their result, and the marks, entries and turn state to save. Whoever stores the
character saves these together with the outcome, or none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from rules.figures import Figure
from rules.forms.fields import Field
from rules.forms.parsing import FormValues

C = TypeVar("C")
# What lasts for a turn or a round: actions declared, points spent. Flat small integers by name,
# kept beside the document and no part of it; what a name means is each system's own.
TurnState = Mapping[str, int]

# The roll-form field that names the character an action is done to: empty for nobody else, SOMEBODY
# for someone unnamed. The site may offer known characters by name.
WHOM, SOMEBODY = "whom", "somebody"


@dataclass(frozen=True, slots=True)
class Attempt(Generic[C]):
    """An action that a character attempts, or could: who acts, the state of the turn, and the
    values of the roll form, none before it was filled in.
    """

    character: C
    situation: TurnState
    values: FormValues = field(default_factory=dict)

    def during(self, **situation: int) -> Attempt[C]:
        """The same attempt in a turn whose state differs in these names."""
        return replace(self, situation={**self.situation, **situation})


class Action(msgspec.Struct, frozen=True, gc=False):
    """One thing to do. `id` is the key of the figure that is rolled ("skills.agility",
    "weapons.blaster-pistol.damage"), or the name of a procedure ("rest"). `pool` is what would be
    rolled as things stand; `barred` says why it cannot be done now, whatever is decided before it.
    What is barred and `idle` nobody misses now: no wounds, no treatment. What `asks` nothing is
    done by naming it.
    """

    id: str
    name: str
    about: str = ""
    pool: Figure | None = None
    barred: str = ""
    asks: bool = False
    idle: bool = False


class ActionGroup(msgspec.Struct, frozen=True, gc=False):
    """Actions under a heading. Without `needs_character` they are the game master's tools: an empty
    document will do for them.
    """

    id: str
    name: str
    actions: tuple[Action, ...]
    needs_character: bool = True


class Alternative(msgspec.Struct, frozen=True, gc=False):
    """What one choice more would do to the chance: "a Character Point", 63 %."""

    name: str
    chance: str


class Fold(msgspec.Struct, frozen=True, gc=False):
    """Optional fields of a roll form, by their ids, folded together under a name: the second target
    of an attack.
    """

    name: str
    fields: tuple[str, ...]


class RollForm(msgspec.Struct, frozen=True, gc=False):
    """What is decided before an action, with what is decided so far.

    `pool` are the dice that would be rolled, every modifier a term; `added` what is added to what
    they show, None for nothing; `target` what that is held against, None where nothing is. `chance`
    is exact, in print ("41 %"), "" where there is none to speak of; of several targets it is that
    of whoever is hit most easily, and `foreseen` has that of each. `foreseen` says what would come
    of it where no dice decide. `barred` says why it cannot be done. `folds` are those of the fields
    that few need. `onto` is the action that it comes to for somebody else it can be done to.

    For scripts, which read no print: `exact` is the chance as a number, None where there is none,
    and `results` has that of each result by its row, where an action has several. `needed` are the
    successes to reach where a game counts them, and `botch` is the chance to botch, None where a
    game knows no botch.
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


class Die(msgspec.Struct, frozen=True, gc=False):
    """One die as it fell. `kind` tells apart what looks apart: "", "destiny", "point"; "again" is a
    die rolled again because it exploded, "extra" one that a rule adds; of dice that are counted one
    by one a "success" counts, and a "cancel" takes one away.
    """

    face: int
    kind: str = ""
    sides: int = 6


class MarkChange(msgspec.Struct, frozen=True, gc=False):
    """A mark moved by so much, relative to what it is when it is written; it stays within bounds.

    `most` of None is no bound above. A mark that is not said stands at `full`.
    """

    mark: str
    by: int
    least: int = 0
    most: int | None = None
    full: int = 0


class FollowUp(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What follows once an action came off, or did not: a further action that lies near, with the
    words that lead to it ("weapons.blaster-pistol.damage", "Roll damage").
    """

    action: str = ""
    name: str = ""


class Held(msgspec.Struct, frozen=True, gc=False):
    """One of several that a roll is held against: who ("Target 2"), what ("Dodge"), how much."""

    name: str
    against: str
    target: int


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What came of an action, to be kept as it is.

    `dice` as they fell, `total` what they come to with what was `added`; `why` says how pool and
    addition came about. `success` is None where nothing was held against it. `said` are its
    sentences, most important first; `asks` is a question to be answered in words by whoever rolled
    ("What goes wrong?"). `shifts`, `entries` and `situation` are what it asks for: marks moved,
    entries of the ledger, and what the turn holds from now on. `hit` and `miss` are what follows
    from success and from failure, whichever it turns out to be; `follows` and `follows_name` are
    the one of them that did. `point` says that a point may still be spent on it. `each` are those
    that it is held against where there are several; then `target` is the lowest of them. `does`
    says what it does to those that it hits. `whom` is who it was done to, "" for whoever did it
    (see `WHOM`), and `onto` what comes of it for them: an action of theirs, and words that say so
    to whoever plays them. `row` is the id of the result that it came to, where an action has
    several; `botch` says that it failed as badly as a roll can, where a game knows that. `unit` is
    what `total` counts, "" for what dice show: "successes", of which `needed` are enough.
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


class OpposedResult(msgspec.Struct, frozen=True, gc=False):
    """Two outcomes held against each other: 0 where the first has won, 1 where the second has, None
    where nobody has; and what there is to say of it.
    """

    winner: int | None
    said: str


class PlayState(msgspec.Struct, frozen=True, gc=False):
    """How things stand: every pool of the sheet as it is rolled now, by key, and why it is less.

    `remarks` are the conditions that weigh on it ("2 wounds: −2D"); `controls` are the fields of
    the turn (how many actions).
    """

    pools: dict[str, Figure]
    remarks: tuple[str, ...]
    controls: tuple[Field, ...]


def shifted(marks: Mapping[str, int | None], shift: MarkChange) -> int:
    """What a mark is after a shift."""
    now = marks.get(shift.mark)
    moved = (shift.full if now is None else now) + shift.by
    moved = max(shift.least, moved)
    return moved if shift.most is None else min(shift.most, moved)
