"""Pools whose dice are counted one by one: each that reaches the difficulty is a success, and a 1
may take one away. Exact chances, whatever the number of dice.

Which difficulty a roll has, and when a botch is told, is each game's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from rules.dice import pools

# Such dice have ten sides where nothing else is said.
SIDES = 10


class Count(NamedTuple):
    """What dice came to: the successes that are left, and whether it is a botch."""

    successes: int
    botch: bool


class Odds(NamedTuple):
    """In how many of `every` ways so many successes are left, and in how many it is a botch.

    A botch is one of the ways in which no success is left.
    """

    ways: tuple[int, ...]
    botch: int
    every: int


def count(faces: Iterable[int], difficulty: int, *, cancel: bool = True) -> Count:
    """The successes of dice as they fell. With `cancel` each 1 takes one away, and a 1 without a
    die that succeeded is a botch.
    """
    thrown = tuple(faces)
    reached = sum(1 for face in thrown if face >= difficulty)
    ones = thrown.count(1) if cancel else 0
    return Count(max(0, reached - ones), botch=bool(ones) and not reached)


@lru_cache(maxsize=1024)
def odds(dice: int, difficulty: int, *, sides: int = SIDES, cancel: bool = True) -> Odds:
    """How likely each number of successes is, of dice from difficulty 2 up. ValueError for fewer
    dice than none or too many, and for a difficulty that is always reached.
    """
    pools.check(dice)
    if difficulty < 2:
        raise ValueError(f"a difficulty is 2 or more, not {difficulty}")
    up = max(0, sides + 1 - difficulty)
    if not cancel:
        found = _powers(up, sides - up, dice)
        return Odds(found, 0, sides**dice)
    return Odds(_canceled(dice, up, sides - 1 - up), _botches(dice, sides - 1 - up), sides**dice)


def chance(
    dice: int, difficulty: int, needed: int = 1, *, sides: int = SIDES, cancel: bool = True
) -> Fraction:
    """The chance of at least so many successes."""
    found = odds(dice, difficulty, sides=sides, cancel=cancel)
    return Fraction(sum(found.ways[max(0, needed) :]), found.every)


def botch(dice: int, difficulty: int, *, sides: int = SIDES) -> Fraction:
    """The chance of a botch: a 1, and no die that succeeds."""
    found = odds(dice, difficulty, sides=sides)
    return Fraction(found.botch, found.every)


def chance_against(own: Odds, other: Odds, *, added: int = 0, needed: int = 1) -> Fraction:
    """The chance that, with so many successes `added`, at least `needed` are left when those of
    another pool are taken off.
    """
    below = (0, *accumulate(other.ways))
    won = sum(
        ways * below[max(0, min(len(other.ways), successes + added - needed + 1))]
        for successes, ways in enumerate(own.ways)
    )
    return Fraction(won, own.every * other.every)


def _canceled(dice: int, up: int, neither: int) -> tuple[int, ...]:
    """The ways to each number of successes left, of dice with so many faces that succeed, one that
    cancels, and so many that do neither.
    """
    found = [0] * (dice + 1)
    for ones in range(dice + 1):
        rest = dice - ones
        chosen = comb(dice, ones)
        for successes, ways in enumerate(_powers(up, neither, rest)):
            found[max(0, successes - ones)] += chosen * ways
    return tuple(found)


def _botches(dice: int, neither: int) -> int:
    """The ways in which no die succeeds and at least one shows a 1."""
    return int((neither + 1) ** dice - neither**dice)


@lru_cache(maxsize=1024)
def _powers(up: int, down: int, dice: int) -> tuple[int, ...]:
    """The ways in which 0, 1, 2 … of so many dice succeed."""
    return tuple(
        comb(dice, successes) * up**successes * down ** (dice - successes)
        for successes in range(dice + 1)
    )
