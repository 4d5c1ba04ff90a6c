"""Dice that explode: one that shows its highest face is rolled again and added, without end.

A pool may hold both kinds: a wild die explodes and the dice beside it do not. Chances are exact,
though such a pool has no highest total.
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
    """A face as it fell. `again` says that the die was rolled again because it had exploded."""

    face: int
    again: bool


def roll(
    rng: Random, dice: int, *, exploding: int | None = None, sides: int = SIDES
) -> tuple[Fallen, ...]:
    """So many dice, each followed by what it showed when it was rolled again.

    The last `exploding` of them explode; all where that is None. ValueError for fewer dice than
    none or too many.
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
    """The chance that the total is at least the target, of dice of which the last `exploding`
    explode, or all.
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
    """The chance to show more than another pool whose dice do not explode, with so much `added` to
    what these dice show; with `ties` also to show as much.
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
    """What so many dice show on average: 4⅕ for each of six sides that explodes, 3½ for the
    others.
    """
    more = _exploding(dice, exploding)
    each = Fraction(sides * (sides + 1), 2 * (sides - 1))
    return pools.average(dice - more, sides=sides) + more * each


@lru_cache(maxsize=4096)
def _below(dice: int, target: int, exploding: int, sides: int) -> Fraction:
    """The chance of a total under the target.

    A die that explodes shows its highest face some times, and at last another one. With m of them
    k highest faces fall among them in C(m + k − 1, k) ways, each of 1/sides; what falls at last is
    a pool of dice with one side less.
    """
    reached = (0, *accumulate(_last_faces(dice - exploding, exploding, sides)))
    most = max(0, (target - 1) // sides) if exploding else 0
    # All over one denominator, so that only whole numbers are added.
    found = sum(
        (comb(exploding + again - 1, again) if again else 1)
        * sides ** (most - again)
        * reached[max(0, min(target - sides * again, len(reached) - 1))]
        for again in range(most + 1)
    )
    return Fraction(found, sides ** (dice + most))


@lru_cache(maxsize=256)
def _last_faces(plain: int, exploding: int, sides: int) -> tuple[int, ...]:
    """In how many ways so many plain dice, and others without their highest face, show each
    total.
    """
    found = list(pools.ways(plain, sides))
    for _ in range(exploding):
        runs = (0, *accumulate(found))
        most = len(runs) - 1
        found = [
            runs[min(most, total)] - runs[min(most, max(0, total - sides + 1))]
            for total in range(most + sides - 1)
        ]
    return tuple(found)


def _exploding(dice: int, exploding: int | None) -> int:
    pools.check(dice)
    if exploding is None:
        return dice
    if not 0 <= exploding <= dice:
        raise ValueError(f"of {dice} dice 0 to {dice} explode, not {exploding}")
    return exploding
