"""Procedures: the actions that are no number of the sheet, each one object; and the table that
finds an action by its id, whether it is a procedure or stands on the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

import msgspec

from rules.forms.fields import Number
from rules.forms.parsing import FormValues
from rules.kit.answers import number_field, read_number, required
from rules.kit.checks import refuse
from rules.play import Action, ActionGroup, Outcome, RollForm, TurnState
from rules.problems import Problem, RuleViolation

# A game's character, and what it rolls for a key of the sheet.
C = TypeVar("C")
R = TypeVar("R")
NOTHING = "There is nothing like that to roll or to do."


# The roll form of a procedure, and its outcome.
Form = Callable[[C, TurnState, Action, FormValues], RollForm]
Resolve = Callable[[C, TurnState, FormValues, Random], Outcome]


@dataclass(frozen=True, slots=True)
class Procedure(Generic[C]):
    """One action that is no number of the sheet.

    `offer` answers with the action as things stand, with its pool and what bars it; None where this
    character has no such action. `form` is its roll form, and `resolve` its outcome once it is not
    barred.
    """

    id: str
    offer: Callable[[C, TurnState], Action | None]
    form: Form[C]
    resolve: Resolve[C]


@dataclass(frozen=True, slots=True)
class ProcedureGroup(Generic[C]):
    """Procedures under a heading, in the order in which they are shown. Without `needs_character`
    they are tools of the game master.
    """

    id: str
    name: str
    procedures: tuple[Procedure[C], ...]
    needs_character: bool = True


@dataclass(frozen=True, slots=True)
class Rolls(Generic[C, R]):
    """The rolls of the sheet: `find` one by its key, its `form`, and to `roll` it."""

    find: Callable[[C, str], R | None]
    form: Callable[[C, TurnState, R, FormValues], RollForm]
    roll: Callable[[C, TurnState, R, FormValues, Random], Outcome]


@dataclass(frozen=True, slots=True)
class RollKind(Generic[C, R]):
    """How rolls of one kind ("check", "damage") are asked for and rolled."""

    form: Callable[[C, TurnState, R, FormValues], RollForm]
    roll: Callable[[C, TurnState, R, FormValues, Random], Outcome]


def rolls_by_kind(
    find: Callable[[C, str], R | None],
    kind: Callable[[R], str],
    kinds: Mapping[str, RollKind[C, R]],
) -> Rolls[C, R]:
    """Rolls that `find` finds by a key, each rolled as its kind is."""

    def form(character: C, situation: TurnState, found: R, values: FormValues) -> RollForm:
        return kinds[kind(found)].form(character, situation, found, values)

    def roll(
        character: C, situation: TurnState, found: R, values: FormValues, rng: Random
    ) -> Outcome:
        return kinds[kind(found)].roll(character, situation, found, values, rng)

    return Rolls(find, form, roll)


@dataclass(frozen=True, slots=True)
class ActionTable(Generic[C, R]):
    """Every action of a game: the rolls of the sheet, and the procedures."""

    rolls: Rolls[C, R]
    groups: tuple[ProcedureGroup[C], ...]

    def actions(self, character: C, situation: TurnState) -> tuple[ActionGroup, ...]:
        """The procedures that this character has, as things stand; a group without any is left
        out.
        """
        found = (
            ActionGroup(
                group.id,
                group.name,
                tuple(_offers(group, character, situation)),
                group.needs_character,
            )
            for group in self.groups
        )
        return tuple(group for group in found if group.actions)

    def form(self, character: C, situation: TurnState, action: str, values: FormValues) -> RollForm:
        """The roll form of an action; RuleViolation where there is no such action."""
        if found := self.rolls.find(character, action):
            return self.rolls.form(character, situation, found, values)
        procedure, offered = self._known(character, situation, action)
        return procedure.form(character, situation, offered, values)

    def resolve(
        self, character: C, situation: TurnState, action: str, values: FormValues, rng: Random
    ) -> Outcome:
        """The outcome of an action; RuleViolation where there is none, or it is barred."""
        if found := self.rolls.find(character, action):
            return self.rolls.roll(character, situation, found, values, rng)
        procedure, offered = self._known(character, situation, action)
        refuse(action, offered.barred)
        return procedure.resolve(character, situation, values, rng)

    def _known(
        self, character: C, situation: TurnState, action: str
    ) -> tuple[Procedure[C], Action]:
        for group in self.groups:
            for procedure in group.procedures:
                if procedure.id == action and (offered := procedure.offer(character, situation)):
                    return procedure, offered
        raise RuleViolation([Problem("unknown-action", action, NOTHING)])


def _offers(group: ProcedureGroup[C], character: C, situation: TurnState) -> Iterator[Action]:
    for procedure in group.procedures:
        if offered := procedure.offer(character, situation):
            yield offered


def plain_form(
    _character: object, _situation: TurnState, action: Action, _values: FormValues
) -> RollForm:
    """The roll form of an action that asks nothing."""
    return RollForm(action, (), barred=action.barred)


def foreseen_form(said: Callable[[C, TurnState], Iterable[str]]) -> Form[C]:
    """The roll form of an action that asks nothing, with what it would do."""

    def form(character: C, situation: TurnState, action: Action, _values: FormValues) -> RollForm:
        foreseen = () if action.barred else tuple(said(character, situation))
        return RollForm(action, (), foreseen=foreseen, barred=action.barred)

    return form


class NumberField(msgspec.Struct, frozen=True):
    """A whole number from 0 that is typed before an action; `missing` is said where it lacks."""

    id: str
    label: str
    highest: int
    missing: str

    def read(self, values: FormValues) -> int | None:
        """The number that was typed, None for none yet; RuleViolation for what is none."""
        return read_number(values, self.id, 0, self.highest)

    def need(self, values: FormValues) -> int:
        """The same; RuleViolation where nothing was typed."""
        return required(self.read(values), self.id, self.missing)

    def field(self, value: int | None) -> Number:
        """The field with what was typed."""
        return number_field(self.id, self.label, value, 0, self.highest)


def of_number(
    action: Action,
    barred: Callable[[C, TurnState], str],
    number: NumberField,
    foreseen: Callable[[C, int], Iterable[str]],
    resolve: Callable[[C, int], Outcome],
) -> Procedure[C]:
    """A procedure for which one number is typed: the damage that was rolled, somebody's total.
    `foreseen` says what it would do, and `resolve` does it.
    """

    def form(character: C, _situation: TurnState, offered: Action, values: FormValues) -> RollForm:
        found = number.read(values)
        fields = (number.field(found),)
        if found is None or offered.barred:
            return RollForm(offered, fields, barred=offered.barred)
        return RollForm(offered, fields, foreseen=tuple(foreseen(character, found)))

    def done(character: C, _situation: TurnState, values: FormValues, _rng: Random) -> Outcome:
        return resolve(character, number.need(values))

    return fixed(action, barred, done, form)


def fixed(
    action: Action,
    barred: Callable[[C, TurnState], str],
    resolve: Resolve[C],
    form: Form[C] = plain_form,
) -> Procedure[C]:
    """A procedure whose action reads the same for everybody; `barred` says why it cannot be done
    now, "" where it can.
    """

    def offer(character: C, situation: TurnState) -> Action:
        return msgspec.structs.replace(action, barred=barred(character, situation))

    return Procedure(action.id, offer, form, resolve)
