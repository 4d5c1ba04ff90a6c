"""Pools that count successes: each die that reaches the difficulty is a success, and a 1 may cancel
one. Chances are exact for any number of dice.

The difficulty of a roll, and whether a botch counts, is each game's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from rules.dice import pools

# Such dice have ten sides by default.
SIDES = 10


class Count(NamedTuple):
    """The result of a roll: the successes left, and whether it is a botch."""

    successes: int
    botch: bool


class Odds(NamedTuple):
    """The number of ways, out of `every`, to each number of successes left, and to a botch.

    A botch is one of the ways that leave no success.
    """

    ways: tuple[int, ...]
    botch: int
    every: int


def count(faces: Iterable[int], difficulty: int, *, cancel: bool = True) -> Count:
    """The successes of rolled faces. With `cancel` each 1 cancels one, and a 1 without any
    successful die is a botch.

    >>> count((10, 8, 1), 6)
    Count(successes=1, botch=False)
    """
    thrown = tuple(faces)
    reached = sum(1 for face in thrown if face >= difficulty)
    ones = thrown.count(1) if cancel else 0
    return Count(max(0, reached - ones), botch=bool(ones) and not reached)


@lru_cache(maxsize=1024)
def odds(dice: int, difficulty: int, *, sides: int = SIDES, cancel: bool = True) -> Odds:
    """The odds of each number of successes, for difficulty 2 and up. ValueError for a negative
    number of dice, too many, or a difficulty that every die reaches.

    >>> odds(1, 6)
    Odds(ways=(5, 5), botch=1, every=10)
    """
    pools.check(dice)
    if difficulty < 2:
        raise ValueError(f"a difficulty is 2 or more, not {difficulty}")
    up = max(0, sides + 1 - difficulty)
    if not cancel:
        counts = _powers(up, sides - up, dice)
        return Odds(counts, 0, sides**dice)
    return Odds(_canceled(dice, up, sides - 1 - up), _botches(dice, sides - 1 - up), sides**dice)


def chance(
    dice: int, difficulty: int, needed: int = 1, *, sides: int = SIDES, cancel: bool = True
) -> Fraction:
    """The chance of at least `needed` successes.

    >>> chance(1, 6)
    Fraction(1, 2)
    """
    counts = odds(dice, difficulty, sides=sides, cancel=cancel)
    return Fraction(sum(counts.ways[max(0, needed) :]), counts.every)


def botch(dice: int, difficulty: int, *, sides: int = SIDES) -> Fraction:
    """The chance of a botch: a 1, and no successful die.

    >>> botch(1, 6)
    Fraction(1, 10)
    """
    counts = odds(dice, difficulty, sides=sides)
    return Fraction(counts.botch, counts.every)


def chance_against(own: Odds, other: Odds, *, added: int = 0, needed: int = 1) -> Fraction:
    """The chance that at least `needed` successes are left, with `added` added to them and those of
    another pool subtracted.

    >>> chance_against(odds(1, 6), odds(1, 6))
    Fraction(1, 4)
    """
    below = (0, *accumulate(other.ways))
    won = sum(
        ways * below[max(0, min(len(other.ways), successes + added - needed + 1))]
        for successes, ways in enumerate(own.ways)
    )
    return Fraction(won, own.every * other.every)


def _canceled(dice: int, up: int, neither: int) -> tuple[int, ...]:
    """The number of ways to each number of successes left: `up` faces succeed, one cancels,
    `neither` do nothing.
    """
    counts = [0] * (dice + 1)
    for ones in range(dice + 1):
        rest = dice - ones
        chosen = comb(dice, ones)
        for successes, ways in enumerate(_powers(up, neither, rest)):
            counts[max(0, successes - ones)] += chosen * ways
    return tuple(counts)


def _botches(dice: int, neither: int) -> int:
    """The number of ways without a successful die and with at least one 1."""
    return int((neither + 1) ** dice - neither**dice)


@lru_cache(maxsize=1024)
def _powers(up: int, down: int, dice: int) -> tuple[int, ...]:
    """The number of ways in which 0, 1, 2 … dice succeed."""
    return tuple(
        comb(dice, successes) * up**successes * down ** (dice - successes)
        for successes in range(dice + 1)
    )
