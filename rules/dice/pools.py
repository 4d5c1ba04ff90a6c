"""Pools of dice that are added up: rolled, their exact chances, and chances in print.

Dice have six sides where nothing else is said. Dice that explode stand in `exploding.py`, dice that
are counted one by one in `successes.py`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from random import Random


def percent(chance: Fraction) -> str:
    """A chance in print: "41 %"; what is not quite certain is never 0 or 100."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    tenths = chance * 100
    if tenths < 1:
        return "under 1 %"
    return "over 99 %" if tenths > 99 else f"{round(tenths)} %"


def exact(dice: int, *, target: int | None, opposed: int, added: int = 0) -> Fraction | None:
    """The chance to reach a target with what is `added` to the dice, or to reach what so many other
    dice show where there is none; None for no dice or too many, or nothing to reach. A tie goes to
    the player.
    """
    if not 0 < dice <= MOST_DICE:
        return None
    if target is not None:
        return chance(dice, target - added)
    if opposed:
        return chance_against(dice, opposed, ties=True, added=added)
    return None


def shown(chance: Fraction | None) -> str:
    """A chance in print, "" where there is none."""
    return "" if chance is None else percent(chance)


def average_text(dice: int, added: int = 0) -> str:
    """What so many dice show on average with what is added to them, in halves: "10½"."""
    whole, half = divmod(average(max(0, dice)) + added, 1)
    return f"{whole}½" if half else f"{whole}"


SIDES = 6
# More dice than this are refused: nobody rolls them, and their odds grow without end.
MOST_DICE = 200


def roll(rng: Random, dice: int, *, sides: int = SIDES) -> tuple[int, ...]:
    """So many dice, in the order in which they fell. ValueError for fewer than none or too many."""
    check(dice)
    return tuple(rng.randint(1, sides) for _ in range(dice))


@lru_cache(maxsize=2 * MOST_DICE)
def ways(dice: int, sides: int = SIDES) -> tuple[int, ...]:
    """In how many ways so many dice show each total, from 0 up to their sides × dice.

    Each die adds the sum of as many before as it has sides: a difference of running sums.
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
    """The chance that the total is at least the target. No dice show 0."""
    found = ways(dice, sides)
    return Fraction(sum(found[max(0, target) :]), sides**dice)


def chance_against(
    dice: int, other: int, *, ties: bool, added: int = 0, sides: int = SIDES
) -> Fraction:
    """The chance to show more than another pool, with so much `added` to what these dice show; with
    `ties` also to show as much.
    """
    own, theirs = ways(dice, sides), ways(other, sides)
    below = (0, *accumulate(theirs))
    reach = added + (1 if ties else 0)
    won = sum(
        count * below[max(0, min(len(theirs), total + reach))]
        for total, count in enumerate(own)
        if count
    )
    return Fraction(won, sides ** (dice + other))


def average(dice: int, *, sides: int = SIDES) -> Fraction:
    """What so many dice show on average: 3½ each where they have six sides."""
    return Fraction((sides + 1) * dice, 2)


def check(dice: int) -> None:
    """ValueError for fewer dice than none, or more than are rolled."""
    if not 0 <= dice <= MOST_DICE:
        raise ValueError(f"a pool has 0 to {MOST_DICE} dice, not {dice}")
