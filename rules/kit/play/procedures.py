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
C = TypeVar("C")
R = TypeVar("R")
NOTHING = "This roll or action doesn't exist."
# The roll form of an action; its outcome.
FormMaker = Callable[[Attempt[C], Action], RollForm]
Resolve = Callable[[Attempt[C], Random], Outcome]


@dataclass(frozen=True, slots=True)
class Procedure(Generic[C]):
    """One action that is not a roll of the sheet, as the engine makes it of its row.

    `offer` returns the action before anything is typed, with its pool and why it is barred; None if
    this character does not have it. `form` is its roll form, and `resolve` its outcome if it is not
    barred. Each takes an `Attempt`: the character, the turn, and the values of the form. `cost` is
    what it takes of a turn.
    """

    id: str
    offer: Callable[[Attempt[C]], Action | None]
    form: FormMaker[C]
    resolve: Resolve[C]
    cost: Cost = 0


@dataclass(frozen=True, slots=True)
class ProcedureGroup(Generic[C]):
    """Procedures under a heading, in display order. Without `needs_character` they are tools of the
    game master; those that are `rare` are folded away.
    """

    id: str
    name: str
    procedures: tuple[Procedure[C], ...]
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
class Rolls(Generic[C, R]):
    """The rolls of the sheet: `find` one by its key, its `form`, and `roll` it."""

    find: Callable[[C, str], R | None]
    form: Callable[[Attempt[C], R], RollForm]
    roll: Callable[[Attempt[C], R, Random], Outcome]


@dataclass(frozen=True, slots=True)
class RollKind(Generic[C, R]):
    """The form and the roll of one kind of rolls ("check", "damage")."""

    form: Callable[[Attempt[C], R], RollForm]
    roll: Callable[[Attempt[C], R, Random], Outcome]


def rolls_by_kind(
    find: Callable[[C, str], R | None],
    kind: Callable[[R], str],
    kinds: Mapping[str, RollKind[C, R]],
) -> Rolls[C, R]:
    """Rolls that `find` finds by key; each has the form and the roll of its kind."""

    def form(attempt: Attempt[C], roll_of_kind: R) -> RollForm:
        return kinds[kind(roll_of_kind)].form(attempt, roll_of_kind)

    def roll(attempt: Attempt[C], roll_of_kind: R, rng: Random) -> Outcome:
        return kinds[kind(roll_of_kind)].roll(attempt, roll_of_kind, rng)

    return Rolls(find, form, roll)


def nothing_listed(_attempt: object) -> tuple[ActionGroup, ...]:
    """Every roll stands on the sheet as a number."""
    return ()


@dataclass(frozen=True, slots=True)
class ActionTable(Generic[C, R]):
    """Every action of a game: the rolls of the sheet, and the procedures. `listed` are the rolls of
    what stands on the sheet as a text alone.
    """

    rolls: Rolls[C, R]
    groups: tuple[ProcedureGroup[C], ...]
    listed: Callable[[Attempt[C]], tuple[ActionGroup, ...]] = nothing_listed

    def actions(self, attempt: Attempt[C]) -> tuple[ActionGroup, ...]:
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

    def form(self, attempt: Attempt[C], action: str) -> RollForm:
        """The roll form of an action; RuleViolation for an unknown one."""
        if rollable := self.rolls.find(attempt.character, action):
            return self.rolls.form(attempt, rollable)
        procedure, offered = self._known(attempt, action)
        return procedure.form(attempt, offered)

    def resolve(self, attempt: Attempt[C], action: str, rng: Random) -> Outcome:
        """The outcome of an action; RuleViolation if it is unknown or barred."""
        if rollable := self.rolls.find(attempt.character, action):
            return self.rolls.roll(attempt, rollable, rng)
        procedure, offered = self._known(attempt, action)
        refuse(action, offered.barred)
        return procedure.resolve(attempt, rng)

    def _known(self, attempt: Attempt[C], action: str) -> tuple[Procedure[C], Action]:
        unanswered = Attempt(attempt.character, attempt.situation)
        for group in self.groups:
            for procedure in group.procedures:
                if procedure.id == action and (offered := procedure.offer(unanswered)):
                    return procedure, offered
        raise RuleViolation([Problem("unknown-action", action, NOTHING)])


def _offers(group: ProcedureGroup[C], attempt: Attempt[C]) -> Iterator[Action]:
    for procedure in group.procedures:
        if offered := procedure.offer(attempt):
            yield offered
