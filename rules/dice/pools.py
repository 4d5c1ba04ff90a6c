"""Pools of dice that are added up: rolls, exact chances, and chances as text.

Dice have six sides by default. `exploding.py` has exploding dice, `successes.py` dice that count
successes.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from random import Random


def percent(chance: Fraction) -> str:
    """A chance as text: "41%". A chance that is not certain is never shown as 0 or 100.

    >>> percent(Fraction(1, 1000))
    'under 1%'
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    tenths = chance * 100
    if tenths < 1:
        return "under 1%"
    return "over 99%" if tenths > 99 else f"{round(tenths)}%"


def exact(dice: int, *, target: int | None, opposed: int, added: int = 0) -> Fraction | None:
    """The chance to reach a target with `added` added to the dice, or without a target to reach the
    total of `other` dice. None without dice, with too many, or with nothing to reach. A tie goes to
    the player.

    >>> exact(2, target=7, opposed=0)
    Fraction(7, 12)
    """
    if not 0 < dice <= MOST_DICE:
        return None
    if target is not None:
        return chance(dice, target - added)
    if opposed:
        return chance_against(dice, opposed, ties=True, added=added)
    return None


def shown(chance: Fraction | None) -> str:
    """A chance as text, "" for None.

    >>> shown(None)
    ''
    """
    return "" if chance is None else percent(chance)


def average_text(dice: int, added: int = 0) -> str:
    """The average total of dice with `added`, in halves: "10½".

    >>> average_text(3)
    '10½'
    """
    whole, half = divmod(average(max(0, dice)) + added, 1)
    return f"{whole}½" if half else f"{whole}"


SIDES = 6
# The most dice in a pool: nobody rolls more, and the cost of the odds grows with them.
MOST_DICE = 200


def roll(rng: Random, dice: int, *, sides: int = SIDES) -> tuple[int, ...]:
    """The faces of `dice` dice, in the order rolled. ValueError for a negative number, or too
    many.
    """
    check(dice)
    return tuple(rng.randint(1, sides) for _ in range(dice))


@lru_cache(maxsize=2 * MOST_DICE)
def ways(dice: int, sides: int = SIDES) -> tuple[int, ...]:
    """The number of ways to roll each total, from 0 to sides × dice.

    Each die adds the sum of the `sides` values before: a difference of running sums.

    >>> ways(2)
    (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    """
    check(dice)
    if dice == 0:
        return (1,)
    runs = (0, *accumulate(ways(dice - 1, sides)))
    most = len(runs) - 1
    return tuple(
        runs[min(most, total)] - runs[min(most, max(0, total - sides))]
        for total in range(sides * dice + 1)
    )


def chance(dice: int, target: int, *, sides: int = SIDES) -> Fraction:
    """The chance of a total of at least the target. No dice show 0.

    >>> chance(2, 11)
    Fraction(1, 12)
    """
    counts = ways(dice, sides)
    return Fraction(sum(counts[max(0, target) :]), sides**dice)


def chance_against(
    dice: int, other: int, *, ties: bool, added: int = 0, sides: int = SIDES
) -> Fraction:
    """The chance of a higher total than another pool, with `added` added to this total; with
    `ties`, equal totals count too.

    >>> chance_against(1, 1, ties=True)
    Fraction(7, 12)
    """
    own, other_ways = ways(dice, sides), ways(other, sides)
    below = (0, *accumulate(other_ways))
    reach = added + (1 if ties else 0)
    won = sum(
        count * below[max(0, min(len(other_ways), total + reach))]
        for total, count in enumerate(own)
        if count
    )
    return Fraction(won, sides ** (dice + other))


def average(dice: int, *, sides: int = SIDES) -> Fraction:
    """The average total: 3½ per six-sided die.

    >>> average(3)
    Fraction(21, 2)
    """
    return Fraction((sides + 1) * dice, 2)


def check(dice: int) -> None:
    """ValueError for a negative number of dice, or too many."""
    if not 0 <= dice <= MOST_DICE:
        raise ValueError(f"a pool has 0 to {MOST_DICE} dice, not {dice}")
