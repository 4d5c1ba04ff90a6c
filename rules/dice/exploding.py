"""Exploding dice: a die that shows its highest face is rolled again, without limit, and all its
faces count.

A pool may mix both kinds: a wild die explodes while the other dice do not. Chances are exact,
although such a pool has no highest total.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from random import Random
from typing import NamedTuple

from rules.dice import pools
from rules.dice.pools import SIDES


class Fallen(NamedTuple):
    """One rolled face. `again` marks a reroll of a die that exploded."""

    face: int
    again: bool


def roll(
    rng: Random, dice: int, *, exploding: int | None = None, sides: int = SIDES
) -> tuple[Fallen, ...]:
    """The faces of `dice` dice, each followed by its rerolls.

    The last `exploding` dice explode, or all if that is None. ValueError for a negative number of
    dice, or too many.
    """
    plain = dice - _exploding(dice, exploding)
    fallen: list[Fallen] = []
    for place in range(dice):
        face = rng.randint(1, sides)
        fallen.append(Fallen(face, again=False))
        while face == sides and place >= plain:
            face = rng.randint(1, sides)
            fallen.append(Fallen(face, again=True))
    return tuple(fallen)


def chance(dice: int, target: int, *, exploding: int | None = None, sides: int = SIDES) -> Fraction:
    """The chance of a total of at least the target. The last `exploding` dice explode, or all.

    >>> chance(1, 7)
    Fraction(1, 6)
    """
    return 1 - _below(dice, target, _exploding(dice, exploding), sides)


def chance_against(
    dice: int,
    other: int,
    *,
    ties: bool,
    added: int = 0,
    exploding: int | None = None,
    sides: int = SIDES,
) -> Fraction:
    """The chance of a higher total than another pool whose dice do not explode, with `added` added
    to this total; with `ties`, equal totals count too.

    >>> chance_against(1, 1, ties=False)
    Fraction(4, 9)
    """
    own = _exploding(dice, exploding)
    need = (0 if ties else 1) - added
    won = sum(
        count * chance(dice, total + need, exploding=own, sides=sides)
        for total, count in enumerate(pools.ways(other, sides))
        if count
    )
    return Fraction(won, sides**other)


def average(dice: int, *, exploding: int | None = None, sides: int = SIDES) -> Fraction:
    """The average total: 4⅕ for a six-sided die that explodes, 3½ for one that does not.

    >>> average(1)
    Fraction(21, 5)
    """
    more = _exploding(dice, exploding)
    each = Fraction(sides * (sides + 1), 2 * (sides - 1))
    return pools.average(dice - more, sides=sides) + more * each


@lru_cache(maxsize=4096)
def _below(dice: int, target: int, exploding: int, sides: int) -> Fraction:
    """The chance of a total below the target.

    An exploding die shows its highest face k times, then another face. With m such dice, k highest
    faces in all can fall in C(m + k − 1, k) ways, each with chance 1/sides^k; the last faces are a
    pool of dice with one side fewer.
    """
    reached = (0, *accumulate(_last_faces(dice - exploding, exploding, sides)))
    most = max(0, (target - 1) // sides) if exploding else 0
    # One common denominator, so that only whole numbers are added.
    below = sum(
        (comb(exploding + again - 1, again) if again else 1)
        * sides ** (most - again)
        * reached[max(0, min(target - sides * again, len(reached) - 1))]
        for again in range(most + 1)
    )
    return Fraction(below, sides ** (dice + most))


@lru_cache(maxsize=256)
def _last_faces(plain: int, exploding: int, sides: int) -> tuple[int, ...]:
    """The number of ways in which the plain dice, and the others without their highest face, show
    each total.
    """
    counts = list(pools.ways(plain, sides))
    for _ in range(exploding):
        runs = (0, *accumulate(counts))
        most = len(runs) - 1
        counts = [
            runs[min(most, total)] - runs[min(most, max(0, total - sides + 1))]
            for total in range(most + sides - 1)
        ]
    return tuple(counts)


def _exploding(dice: int, exploding: int | None) -> int:
    pools.check(dice)
    if exploding is None:
        return dice
    if not 0 <= exploding <= dice:
        raise ValueError(f"of {dice} dice 0 to {dice} explode, not {exploding}")
    return exploding
