"""Dice that explode: exact chances without a highest total, and rolls that go on after the highest
face.
"""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import exploding, pools
from rules.dice.exploding import Fallen
from tests.dice import Fixed


def one(sides: int, below: int, *, explodes: bool) -> dict[int, Fraction]:
    """The chance of each total of one die, rolled out face by face up to a total."""
    found: dict[int, Fraction] = {}
    base, left = 0, Fraction(1)
    while True:
        for face in range(1, sides + 1):
            if not (explodes and face == sides):
                found[base + face] = left / sides
        if not explodes or base > below:
            return found
        base, left = base + sides, left / sides


def enumerated(plain: int, more: int, *, sides: int, target: int) -> Fraction:
    """The chance to reach a target, from every face that every die may show below it."""
    totals = {0: Fraction(1)}
    for place in range(plain + more):
        after: dict[int, Fraction] = {}
        die = one(sides, target, explodes=place >= plain)
        for total, chance in totals.items():
            for face, its in die.items():
                after[total + face] = after.get(total + face, Fraction(0)) + chance * its
        totals = after
    return 1 - sum((chance for total, chance in totals.items() if total < target), Fraction(0))


@pytest.mark.parametrize("sides", [2, 6, 10])
@pytest.mark.parametrize(("plain", "more"), [(0, 0), (0, 1), (1, 1), (0, 3), (2, 1), (3, 0)])
def test_the_chance_is_that_of_every_face_rolled_out(sides: int, plain: int, more: int) -> None:
    for target in range(-1, 4 * sides):
        found = exploding.chance(plain + more, target, exploding=more, sides=sides)
        assert found == enumerated(plain, more, sides=sides, target=target), target


@pytest.mark.parametrize(
    ("dice", "target", "chance"),
    [
        # Any 6, and then anything: 6 is reached by 7 and more only.
        (1, 6, Fraction(1, 6)),
        (1, 7, Fraction(1, 6)),
        (1, 8, Fraction(5, 36)),
        (1, 12, Fraction(1, 36)),
        (1, 13, Fraction(1, 36)),
        # Without a 6 two dice show 2 to 10; 35 of 36 ways are no double 1.
        (2, 3, Fraction(35, 36)),
        (0, 1, Fraction(0)),
        (0, 0, Fraction(1)),
    ],
)
def test_the_chance_to_reach_a_number(dice: int, target: int, chance: Fraction) -> None:
    assert exploding.chance(dice, target) == chance


def test_dice_that_do_not_explode_are_as_any_others() -> None:
    for target in range(20):
        assert exploding.chance(3, target, exploding=0) == pools.chance(3, target)


@given(dice=st.integers(1, 30), target=st.integers(-5, 120), sides=st.sampled_from([2, 4, 6, 10]))
def test_one_more_die_shows_any_face_and_after_the_highest_is_as_it_was(
    dice: int, target: int, sides: int
) -> None:
    def reach(count: int, total: int) -> Fraction:
        return exploding.chance(count, total, sides=sides)

    others = sum(reach(dice - 1, target - face) for face in range(1, sides))
    assert reach(dice, target) == (others + reach(dice, target - sides)) / sides
    assert reach(dice, target) >= exploding.chance(dice, target, exploding=0, sides=sides)
    assert 0 < reach(dice, target) <= 1


@pytest.mark.parametrize("ties", [True, False])
def test_the_chance_against_others_is_the_sum_over_all_that_they_show(ties: bool) -> None:  # noqa: FBT001 # a parameter of the test
    found = exploding.chance_against(2, 2, ties=ties, added=1, exploding=1)
    sums = {total: ways for total, ways in enumerate(pools.ways(2)) if ways}
    expected = sum(
        Fraction(ways, 36) * enumerated(1, 1, sides=6, target=total - 1 + (0 if ties else 1))
        for total, ways in sums.items()
    )
    assert found == expected
    assert exploding.chance_against(3, 2, ties=ties, exploding=0) == pools.chance_against(
        3, 2, ties=ties
    )


def test_a_die_that_shows_its_highest_face_is_rolled_again_at_once() -> None:
    assert exploding.roll(Fixed(6, 6, 2, 3), 2) == (
        Fallen(6, again=False),
        Fallen(6, again=True),
        Fallen(2, again=True),
        Fallen(3, again=False),
    )


def test_of_a_pool_with_a_wild_die_that_one_alone_explodes() -> None:
    assert exploding.roll(Fixed(6, 6, 4), 2, exploding=1) == (
        Fallen(6, again=False),
        Fallen(6, again=False),
        Fallen(4, again=True),
    )


def test_what_it_shows_on_average() -> None:
    assert exploding.average(1) == Fraction(21, 5)
    assert exploding.average(3, exploding=1) == Fraction(7) + Fraction(21, 5)
    assert exploding.average(1, sides=10) == Fraction(55, 9)


def test_a_pool_that_nobody_rolls_is_refused() -> None:
    with pytest.raises(ValueError, match="0 to 200 dice"):
        exploding.roll(Random(1), 201)
    with pytest.raises(ValueError, match="of 2 dice 0 to 2 explode, not 3"):
        exploding.chance(2, 5, exploding=3)
