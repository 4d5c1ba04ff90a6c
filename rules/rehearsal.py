"""The first dice of an action, known before they are rolled: how many, with which sides, which of
them explode, and what they come to. For whoever rolls away from the engine and hands in the faces.

Nothing here knows a game. An action is resolved with dice that fall as they are told, and what is
found is checked against further rolls: where the engine and the description differ, there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import msgspec

from rules.dice.pools import MOST_DICE
from rules.forms.fields import Choice, Field, Number, Pick
from rules.forms.parsing import FormValues
from rules.play import Die, Outcome
from rules.problems import RuleViolation

AGAIN, SUCCESS, CANCEL = "again", "success", "cancel"
# Kinds that a face decides, and not the place of the die.
BY_FACE = ("", SUCCESS, CANCEL)
MOST_SIDES = 100
# More dice than any action rolls, and about how many options are tried of one field.
MOST_DRAWS, MOST_TRIED = 2 * MOST_DICE, 4
# Numbers that are tried in a field, to see whether the dice depend on it.
TRIED = (1, 7)

Faces = Callable[[int, int], int]
Resolve = Callable[[FormValues, Random], Outcome]
Roll = Callable[[Faces, FormValues], "tuple[Outcome, Rehearsal]"]


class FirstThrow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first dice of an action, in the order in which the engine asks for them.

    `dice` are the sides and the kind of each; the last `exploding` of them are rolled again while
    they show their highest face. `added` is what counts besides the dice, None where the result
    follows from more than these dice. With a `unit` ("success", "successes") faces in `counting`
    count one each, and faces in `canceling` take one away; without, faces are added up. `lasting`
    says that the action changes more than the log. Fields in `free` change nothing of this, those
    in `steady` nothing of the dice.
    """

    dice: tuple[tuple[int, str], ...]
    exploding: int = 0
    added: int | None = None
    unit: tuple[str, str] = ("", "")
    counting: tuple[int, ...] = ()
    canceling: tuple[int, ...] = ()
    lasting: bool = False
    free: tuple[str, ...] = ()
    steady: tuple[str, ...] = ()

    def fallen(self, faces: Faces) -> tuple[Die, ...]:
        """The dice with these faces, with those that are rolled again."""
        fallen: list[Die] = []
        draws = 0
        for place, (sides, kind) in enumerate(self.dice):
            face = faces(draws, sides)
            fallen.append(Die(face, kind, sides))
            draws += 1
            while place >= len(self.dice) - self.exploding and face == sides:
                face = faces(draws, sides)
                fallen.append(Die(face, AGAIN, sides))
                draws += 1
        return tuple(fallen)

    def counted(self, dice: tuple[Die, ...]) -> int:
        """The sum or the successes of these dice, without what is added."""
        if not self.unit[0]:
            return sum(die.face for die in dice)
        ones = sum(die.face in self.canceling for die in dice)
        return max(0, sum(die.face in self.counting for die in dice) - ones)

    def total(self, dice: tuple[Die, ...]) -> int | None:
        """The total of these dice, None where it follows from more than these."""
        if self.added is None:
            return None
        total = self.counted(dice) + self.added
        return max(0, total) if self.unit[0] else total


class _UnknownDraw(Exception):
    """Something else than a die was asked for, or more dice than any action rolls."""


class Rehearsal(Random):
    """Dice with the faces that a function of their place and their sides tells."""

    def __init__(self, faces: Faces) -> None:
        super().__init__(0)
        self.faces = faces
        self.drawn: list[tuple[int, int]] = []

    def randint(self, a: int, b: int) -> int:
        """The next face."""
        if a != 1 or len(self.drawn) >= MOST_DRAWS:
            raise _UnknownDraw
        face = self.faces(len(self.drawn), b)
        self.drawn.append((face, b))
        return face

    def random(self) -> float:
        """Never: only dice are told."""
        raise _UnknownDraw

    def getrandbits(self, _k: int, /) -> int:
        """Never: only dice are told."""
        raise _UnknownDraw


def _constant(face: int) -> Faces:
    """All dice show this face; the highest one never twice in a row."""
    return lambda place, sides: 2 if face >= sides and place % 2 else min(face, sides)


def _rising(place: int, sides: int) -> int:
    return 2 + place % (sides - 2)


def _falling(place: int, sides: int) -> int:
    return sides - 1 - place % (sides - 2)


def _mixed(place: int, sides: int) -> int:
    return 1 + (5 * place + 2) % sides


def _highest_first(place: int, sides: int) -> int:
    return 2 if place > MOST_DICE else sides


def first_throw(
    resolve: Resolve, values: FormValues, fields: tuple[Field, ...] = ()
) -> FirstThrow | None:
    """The first dice of an action with these values; None where it rolls none, or where what it
    rolls first depends on more than the number of its dice.
    """

    def roll(faces: Faces, sent: FormValues = values) -> tuple[Outcome, Rehearsal]:
        rehearsal = Rehearsal(faces)
        return resolve(sent, rehearsal), rehearsal

    try:
        throw = _dice_of(*roll(_rising), *roll(_highest_first))
        if throw is None:
            return None
        patterns = [*map(_constant, range(1, throw.dice[0][0] + 1)), _rising, _falling, _mixed]
        rolls = [roll(faces)[0] for faces in patterns]
        if not all(_agrees(throw, faces, one) for faces, one in zip(patterns, rolls, strict=True)):
            return None
        throw = _with_total(throw, rolls)
    except (_UnknownDraw, RuleViolation):
        return None
    return _with_fields(throw, fields, roll, values)


def _dice_of(
    outcome: Outcome, rehearsal: Rehearsal, highest: Outcome, _: Rehearsal
) -> FirstThrow | None:
    """The dice as they stand in an outcome, if they were the first ones asked for."""
    fallen = [(die.face, die.sides) for die in outcome.dice]
    if not fallen or rehearsal.drawn[: len(fallen)] != fallen:
        return None
    kinds = [die.kind if die.kind not in BY_FACE else "" for die in outcome.dice]
    # Of dice that all show their highest face, the first one that explodes takes all the rest.
    again = next((at for at, die in enumerate(highest.dice) if die.kind == AGAIN), None)
    exploding = 0 if again is None else len(fallen) - (again - 1)
    dice = tuple((sides, kind) for (_face, sides), kind in zip(fallen, kinds, strict=True))
    return FirstThrow(dice, max(0, exploding), lasting=_lasts(outcome))


def _agrees(throw: FirstThrow, faces: Faces, outcome: Outcome) -> bool:
    """True if these dice stand first in the outcome that they make."""
    foretold = throw.fallen(faces)
    fallen = outcome.dice[: len(foretold)]
    return list(map(_fell, foretold)) == list(map(_fell, fallen))


def _with_total(throw: FirstThrow, rolls: list[Outcome]) -> FirstThrow:
    """The same with what it comes to, if the totals of all these rolls follow from their dice."""
    units = {one.unit for one in rolls}
    if units != {""}:
        kinds = {die.face: die.kind for one in rolls for die in one.dice}
        if any(kinds[die.face] != die.kind for one in rolls for die in one.dice):
            return throw
        throw = msgspec.structs.replace(
            throw,
            unit=_units(units),
            counting=tuple(face for face, kind in sorted(kinds.items()) if kind == SUCCESS),
            canceling=tuple(face for face, kind in sorted(kinds.items()) if kind == CANCEL),
        )
    most = max(rolls, key=lambda one: one.total)
    added = most.total - throw.counted(most.dice)
    known = msgspec.structs.replace(throw, added=added)
    return known if all(known.total(one.dice) == one.total for one in rolls) else throw


def _with_fields(
    throw: FirstThrow, fields: tuple[Field, ...], roll: Roll, values: FormValues
) -> FirstThrow:
    """The same with the fields that change nothing of it, and those that leave the dice as they
    are.
    """
    here = _tried(roll, values)
    if here is None:
        return throw
    free: list[str] = []
    steady: list[str] = []
    for field in fields:
        tried = (_tried(roll, {**values, field.id: sent}) for sent in _others(field))
        others: list[_Tried] = []
        for other in filter(None, tried):
            others.append(other)
            if not _dice_are_as(other, here):
                break
        else:
            if others:
                (free if all(other == here for other in others) else steady).append(field.id)
    return msgspec.structs.replace(throw, free=tuple(free), steady=tuple(steady))


def _units(units: set[str]) -> tuple[str, str]:
    """The unit of one and of several: "success" and "successes"."""
    one, many = min(units, key=len), max(units, key=len)
    if one == many:
        one = many.removesuffix("es") if many.endswith("sses") else many.removesuffix("s")
    return one, many


def _others(field: Field) -> Iterator[tuple[str, ...]]:
    """Other values that a field can have."""
    if isinstance(field, Choice | Pick):
        ids = [option.id for option in field.options if not option.barred]
        yield from ((id,) for id in ids[:: max(1, len(ids) // MOST_TRIED)])
    elif isinstance(field, Number):
        yield from ((str(max(field.lowest, min(field.highest, number))),) for number in TRIED)


class _Tried(NamedTuple):
    """The results of some rolls: their dice, their totals, and True if any changes more than the
    log.
    """

    dice: tuple[tuple[Die, ...], ...]
    totals: tuple[tuple[int, str], ...]
    lasting: bool


def _tried(roll: Roll, values: FormValues) -> _Tried | None:
    """The result of an action with other values; None where those can't be."""
    try:
        rolls = [roll(faces, values)[0] for faces in (_mixed, _constant(MOST_SIDES))]
    except (_UnknownDraw, RuleViolation):
        return None
    return _Tried(
        tuple(one.dice for one in rolls),
        tuple((one.total, one.unit) for one in rolls),
        any(_lasts(one) for one in rolls),
    )


def _dice_are_as(one: _Tried, other: _Tried) -> bool:
    """True if both roll the same dice, whatever these count."""
    return [list(map(_fell, dice)) for dice in one.dice] == [
        list(map(_fell, dice)) for dice in other.dice
    ]


def _fell(die: Die) -> tuple[int, int, bool]:
    return die.face, die.sides, die.kind == AGAIN


def _lasts(outcome: Outcome) -> bool:
    """True if it changes more than the log."""
    return bool(outcome.shifts or outcome.entries or outcome.situation)
