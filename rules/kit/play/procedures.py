"""Procedures: actions that are not a roll of the sheet, each one object; and the table that finds
any action by its id.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from rules.figures import Figure
from rules.kit.play.checks import refuse
from rules.play import Action, ActionGroup, Attempt, Cost, Outcome, RollForm
from rules.problems import Problem, RuleViolation

# A game's character, and its type of rolls of the sheet.
C_contra = TypeVar("C_contra", contravariant=True)
R = TypeVar("R")
NOTHING = "This roll or action doesn't exist."
# The roll form of an action; its outcome.
FormMaker = Callable[[Attempt[C_contra], Action], RollForm]
Resolve = Callable[[Attempt[C_contra], Random], Outcome]


@dataclass(frozen=True, slots=True)
class Procedure(Generic[C_contra]):
    """One action that is not a roll of the sheet, as the engine makes it of its row.

    `offer` returns the action before anything is typed, with its pool and why it is barred; None if
    this character does not have it. `form` is its roll form, and `resolve` its outcome if it is not
    barred. Each takes an `Attempt`: the character, the turn, and the values of the form. `cost` is
    what it takes of a turn.
    """

    id: str
    offer: Callable[[Attempt[C_contra]], Action | None]
    form: FormMaker[C_contra]
    resolve: Resolve[C_contra]
    cost: Cost = 0


@dataclass(frozen=True, slots=True)
class ProcedureGroup(Generic[C_contra]):
    """Procedures under a heading, in display order. Without `needs_character` they are tools of the
    game master; those that are `rare` are folded away.
    """

    id: str
    name: str
    procedures: tuple[Procedure[C_contra], ...]
    needs_character: bool = True
    rare: bool = False


class Rollable(msgspec.Struct, frozen=True, gc=False):
    """A roll of the sheet: a "check" or "damage". `trait` is its trait, `weapon` the item used, and
    `damage_key` the damage roll that follows an attack, "" for none.
    """

    key: str
    name: str
    kind: str
    pool: Figure
    trait: str = ""
    weapon: Any = None
    damage_key: str = ""

    @property
    def is_attack(self) -> bool:
        """True if it is an attack."""
        return self.kind == "check" and (self.weapon is not None or bool(self.damage_key))


@dataclass(frozen=True, slots=True)
class Rolls(Generic[C_contra, R]):
    """The rolls of the sheet: `find` one by its key, its `form`, and `roll` it."""

    find: Callable[[C_contra, str], R | None]
    form: Callable[[Attempt[C_contra], R], RollForm]
    roll: Callable[[Attempt[C_contra], R, Random], Outcome]


@dataclass(frozen=True, slots=True)
class RollKind(Generic[C_contra, R]):
    """The form and the roll of one kind of rolls ("check", "damage")."""

    form: Callable[[Attempt[C_contra], R], RollForm]
    roll: Callable[[Attempt[C_contra], R, Random], Outcome]


def rolls_by_kind(
    find: Callable[[C_contra, str], R | None],
    kind: Callable[[R], str],
    kinds: Mapping[str, RollKind[C_contra, R]],
) -> Rolls[C_contra, R]:
    """Rolls that `find` finds by key; each has the form and the roll of its kind."""

    def form(attempt: Attempt[C_contra], roll_of_kind: R) -> RollForm:
        return kinds[kind(roll_of_kind)].form(attempt, roll_of_kind)

    def roll(attempt: Attempt[C_contra], roll_of_kind: R, rng: Random) -> Outcome:
        return kinds[kind(roll_of_kind)].roll(attempt, roll_of_kind, rng)

    return Rolls(find, form, roll)


def nothing_listed(_attempt: object) -> tuple[ActionGroup, ...]:
    """Every roll stands on the sheet as a number."""
    return ()


@dataclass(frozen=True, slots=True)
class ActionTable(Generic[C_contra, R]):
    """Every action of a game: the rolls of the sheet, and the procedures. `listed` are the rolls of
    what stands on the sheet as a text alone.
    """

    rolls: Rolls[C_contra, R]
    groups: tuple[ProcedureGroup[C_contra], ...]
    listed: Callable[[Attempt[C_contra]], tuple[ActionGroup, ...]] = nothing_listed

    def actions(self, attempt: Attempt[C_contra]) -> tuple[ActionGroup, ...]:
        """The rolls that are listed, and the procedures of this character in their groups, without
        empty groups.
        """
        groups = (
            ActionGroup(
                group.id,
                group.name,
                tuple(_offers(group, attempt)),
                group.needs_character,
                group.rare,
            )
            for group in self.groups
        )
        return tuple(group for group in (*self.listed(attempt), *groups) if group.actions)

    def form(self, attempt: Attempt[C_contra], action: str) -> RollForm:
        """The roll form of an action; RuleViolation for an unknown one."""
        if rollable := self.rolls.find(attempt.character, action):
            return self.rolls.form(attempt, rollable)
        procedure, offered = self._known(attempt, action)
        return procedure.form(attempt, offered)

    def resolve(self, attempt: Attempt[C_contra], action: str, rng: Random) -> Outcome:
        """The outcome of an action; RuleViolation if it is unknown or barred."""
        if rollable := self.rolls.find(attempt.character, action):
            return self.rolls.roll(attempt, rollable, rng)
        procedure, offered = self._known(attempt, action)
        refuse(action, offered.barred)
        return procedure.resolve(attempt, rng)

    def _known(self, attempt: Attempt[C_contra], action: str) -> tuple[Procedure[C_contra], Action]:
        unanswered = Attempt(attempt.character, attempt.situation)
        for group in self.groups:
            for procedure in group.procedures:
                if procedure.id == action and (offered := procedure.offer(unanswered)):
                    return procedure, offered
        raise RuleViolation([Problem("unknown-action", action, NOTHING)])


def _offers(group: ProcedureGroup[C_contra], attempt: Attempt[C_contra]) -> Iterator[Action]:
    for procedure in group.procedures:
        if offered := procedure.offer(attempt):
            yield offered
