"""Dice that are counted one by one: successes, ones that cancel, botches, each with its exact
chance.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import successes
from rules.dice.successes import Count

POOLS = st.tuples(st.integers(0, 30), st.integers(2, 12), st.sampled_from([6, 10]))


@pytest.mark.parametrize(("dice", "difficulty", "sides"), [
    (0, 6, 10), (1, 6, 10), (2, 2, 10), (3, 6, 10), (4, 9, 10), (3, 11, 10), (5, 5, 6), (5, 2, 6),
])  # fmt: skip
@pytest.mark.parametrize("cancel", [True, False])
def test_the_odds_are_those_of_full_enumeration(
    dice: int,
    difficulty: int,
    sides: int,
    cancel: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    counted: Counter[int] = Counter()
    botched = 0
    for faces in product(range(1, sides + 1), repeat=dice):
        found = successes.count(faces, difficulty, cancel=cancel)
        counted[found.successes] += 1
        botched += found.botch
    odds = successes.odds(dice, difficulty, sides=sides, cancel=cancel)
    assert odds.ways == tuple(counted[left] for left in range(dice + 1))
    assert (odds.botch, odds.every) == (botched, sides**dice)


@given(POOLS)
def test_all_that_can_come_of_a_pool_is_certain(pool: tuple[int, int, int]) -> None:
    dice, difficulty, sides = pool
    for cancel in (True, False):
        odds = successes.odds(dice, difficulty, sides=sides, cancel=cancel)
        assert sum(odds.ways) == odds.every == sides**dice
        assert 0 <= odds.botch <= odds.ways[0]
        assert successes.chance(dice, difficulty, 0, sides=sides, cancel=cancel) == 1


@pytest.mark.parametrize(
    ("faces", "difficulty", "left"),
    [
        ((6, 9, 3), 6, Count(2, botch=False)),
        ((6, 9, 1), 6, Count(1, botch=False)),
        # A die succeeded, so that all its successes gone is a failure and no botch.
        ((6, 1, 1), 6, Count(0, botch=False)),
        ((5, 1, 3), 6, Count(0, botch=True)),
        ((5, 4, 3), 6, Count(0, botch=False)),
        ((), 6, Count(0, botch=False)),
    ],
)
def test_ones_cancel_and_alone_they_are_a_botch(
    faces: tuple[int, ...], difficulty: int, left: Count
) -> None:
    assert successes.count(faces, difficulty) == left


def test_where_ones_do_not_cancel_there_is_no_botch() -> None:
    assert successes.count((6, 1, 1), 6, cancel=False) == Count(1, botch=False)
    assert successes.count((1, 1), 6, cancel=False) == Count(0, botch=False)


def test_chances_worked_out_by_hand() -> None:
    # One die at 6: five faces of ten succeed, one is a botch.
    assert successes.chance(1, 6) == Fraction(1, 2)
    assert successes.botch(1, 6) == Fraction(1, 10)
    # Two dice at 6: both succeed, or one does and the other shows 2 to 5: 25 + 2 × 5 × 4 of 100.
    assert successes.chance(2, 6) == Fraction(65, 100)
    assert successes.chance(2, 6, 2) == Fraction(25, 100)
    # No success in 25 ways, of which 16 have no 1.
    assert successes.botch(2, 6) == Fraction(9, 100)
    assert successes.chance(3, 11) == 0


def test_against_another_pool_successes_are_taken_off() -> None:
    own, other = successes.odds(2, 6), successes.odds(1, 6)
    # 2 against any (25 × 10), 1 against none (40 × 5), of 1,000.
    assert successes.chance_against(own, other) == Fraction(25 * 10 + 40 * 5, 1000)
    assert successes.chance_against(own, other, added=1) == Fraction(
        25 * 10 + 40 * 10 + 35 * 5, 1000
    )
    assert successes.chance_against(own, other, needed=2) == Fraction(25 * 5, 1000)


def test_a_difficulty_that_every_face_reaches_is_refused() -> None:
    with pytest.raises(ValueError, match="a difficulty is 2 or more, not 1"):
        successes.odds(3, 1)
