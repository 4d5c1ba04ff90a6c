"""Pools of dice: exact chances, and rolls that are fair."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rules.dice import pools


@pytest.mark.parametrize("dice", range(7))
def test_the_ways_are_those_of_full_enumeration(dice: int) -> None:
    counted = Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))
    assert pools.ways(dice) == tuple(counted[total] for total in range(6 * dice + 1))


@pytest.mark.parametrize(
    ("dice", "target", "expected"),
    [
        (1, 4, Fraction(1, 2)),
        (2, 7, Fraction(21, 36)),
        (2, 2, Fraction(1)),
        (2, 12, Fraction(1, 36)),
        (2, 13, Fraction(0)),
        (3, 11, Fraction(1, 2)),
        (3, 15, Fraction(20, 216)),
        (0, 0, Fraction(1)),
        (0, 1, Fraction(0)),
        (4, -3, Fraction(1)),
    ],
)
def test_the_chance_to_reach_a_number(dice: int, target: int, expected: Fraction) -> None:
    assert pools.chance(dice, target) == expected


def test_the_chance_against_another_pool_is_that_of_full_enumeration() -> None:
    for own, other in ((1, 1), (2, 1), (2, 3), (3, 3)):
        mine = [sum(faces) for faces in product(range(1, 7), repeat=own)]
        theirs = [sum(faces) for faces in product(range(1, 7), repeat=other)]
        more = sum(a > b for a in mine for b in theirs)
        same = sum(a == b for a in mine for b in theirs)
        every = 6 ** (own + other)
        assert pools.chance_against(own, other, ties=False) == Fraction(more, every)
        assert pools.chance_against(own, other, ties=True) == Fraction(more + same, every)
        for added in (-40, -5, -1, 1, 5, 40):
            won = Fraction(sum(a + added >= b for a in mine for b in theirs), every)
            assert pools.chance_against(own, other, ties=True, added=added) == won


def test_a_pool_without_dice_shows_nothing_and_beats_nothing() -> None:
    assert pools.roll(Random(1), 0) == ()
    assert pools.chance_against(0, 1, ties=True) == 0
    assert pools.chance_against(0, 0, ties=True) == 1


@pytest.mark.parametrize("dice", [-1, 201])
def test_a_pool_that_nobody_rolls_is_refused(dice: int) -> None:
    with pytest.raises(ValueError, match="0 to 200 dice"):
        pools.roll(Random(1), dice)
    with pytest.raises(ValueError, match="0 to 200 dice"):
        pools.chance(dice, 10)


def test_a_million_dice_in_large_pools_agree_with_its_odds() -> None:
    rng, rolls = Random(20), 50_000
    reached = sum(sum(pools.roll(rng, 20)) >= 70 for _ in range(rolls))
    expected = float(pools.chance(20, 70))
    deviation = (expected * (1 - expected) / rolls) ** 0.5
    assert abs(reached / rolls - expected) < 4 * deviation


def chi_squared(counted: Counter[int]) -> float:
    """The distance of so many faces from all alike."""
    expected = sum(counted.values()) / 6
    return sum((counted[face] - expected) ** 2 / expected for face in range(1, 7))


def test_a_million_dice_and_their_destiny_dice_are_fair_at_the_level_of_99_9_percent() -> None:
    rng, every, destiny = Random(6), Counter[int](), Counter[int]()
    for _ in range(250_000):
        faces = pools.roll(rng, 4)
        every.update(faces)
        destiny[faces[0]] += 1  # the first die of a check is its Destiny Die
    # Five degrees of freedom.
    assert chi_squared(every) < 20.515
    assert chi_squared(destiny) < 20.515


@pytest.mark.parametrize(("dice", "sides"), [(1, 10), (2, 10), (3, 4), (2, 2)])
def test_dice_may_have_any_number_of_sides(dice: int, sides: int) -> None:
    counted = Counter(sum(faces) for faces in product(range(1, sides + 1), repeat=dice))
    assert pools.ways(dice, sides) == tuple(counted[total] for total in range(sides * dice + 1))
    for target in range(sides * dice + 2):
        above = sum(ways for total, ways in counted.items() if total >= target)
        assert pools.chance(dice, target, sides=sides) == Fraction(above, sides**dice)
    assert pools.average(dice, sides=sides) == Fraction((sides + 1) * dice, 2)
    assert all(1 <= face <= sides for face in pools.roll(Random(3), 40, sides=sides))
