"""A duel: two sides, each with a growing pool of dice, and one roll that ends it.

Whoever's turn it is makes a check against somebody of the other side; whoever wins it adds a die to
their side's pool. At any turn a side can end the duel: both roll all their dice, and the higher
total wins.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Generic

import msgspec

from rules.dice import pools
from rules.play import Attempt, C_contra, Outcome, PlayState

FIRST, SECOND = 1, 2
SIDES = (FIRST, SECOND)


class Prize(msgspec.Struct, frozen=True, gc=False):
    """An effect that a winner can choose for a loser: "wound", Wound them."""

    id: str
    name: str
    does: str = ""


class DuelRules(msgspec.Struct, Generic[C_contra], frozen=True, gc=False):
    """A game's rules of duels.

    `initiative` is the action that everyone rolls for the order. Each side has `dice` of six sides
    at the beginning. `skills(state)` are the pools that a turn can be declared with, by key with
    their names; `usual` is the one of most turns. `rights` are what a face of the Destiny Die
    allows: for the own side where `own_face`, for the other side where `other_face`. `prizes` are
    what the winner can choose, and `prize(attempt, id)` is what one of them does to a loser.
    `order`, `ending` and `tie` say in a sentence how turns are ordered, how a duel ends, and what a
    tie is.
    """

    initiative: str
    dice: int
    skills: Callable[[PlayState], tuple[tuple[str, str], ...]]
    prizes: tuple[Prize, ...]
    prize: Callable[[Attempt[C_contra], str], Outcome]
    usual: str = ""
    own_face: int = 6
    other_face: int = 1
    rights: Mapping[int, str] = {}
    order: str = ""
    ending: str = ""
    tie: str = ""


class Odds(msgspec.Struct, frozen=True, gc=False):
    """The chance of the first side, and of the second, to win the roll that ends a duel. They add
    up to 1.
    """

    first: Fraction
    second: Fraction


class FinalRoll(msgspec.Struct, frozen=True, gc=False):
    """The roll that ends a duel: the faces of both sides, all rolls of a tie in order, and the side
    that wins.
    """

    rolls: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    winner: int

    @property
    def totals(self) -> tuple[int, int]:
        """The totals of the roll that decided."""
        first, second = self.rolls[-1]
        return sum(first), sum(second)


def odds(first: int, second: int, *, ties: int | None = None) -> Odds:
    """The exact odds of pools of so many dice. `ties` is the side that wins a tie; without one a
    tie is rolled again. ValueError where neither side has a die.
    """
    wins = pools.chance_against(first, second, ties=ties == FIRST)
    loses = pools.chance_against(second, first, ties=ties == SECOND)
    decided = wins + loses
    if not decided:
        msg = "Neither side has a die."
        raise ValueError(msg)
    return Odds(wins / decided, loses / decided)


def final_roll(rng: Random, first: int, second: int, *, ties: int | None = None) -> FinalRoll:
    """Rolls all dice of both sides, again while they tie and nobody wins ties. ValueError where
    neither side has a die.
    """
    odds(first, second, ties=ties)
    rolls = []
    while True:
        faces = pools.roll(rng, first), pools.roll(rng, second)
        rolls.append(faces)
        own_total, other_total = sum(faces[0]), sum(faces[1])
        if own_total != other_total:
            return FinalRoll(tuple(rolls), FIRST if own_total > other_total else SECOND)
        if ties is not None:
            return FinalRoll(tuple(rolls), ties)


def allowed(rules: DuelRules, outcome: Outcome) -> int | None:
    """The face of the Destiny Die of a check where that allows something, None for nothing."""
    face = next((die.face for die in outcome.dice if die.kind == "destiny"), None)
    return face if face in (rules.own_face, rules.other_face) else None
