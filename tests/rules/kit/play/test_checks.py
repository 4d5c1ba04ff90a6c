"""A check: its dice, its chance, what one choice more would do, and what came of it."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from rules.figures import Figure, bonus, dice, number
from rules.kit.play.checks import (
    Check,
    against_code,
    compared,
    dice_outcome,
    refuse,
    settled,
    shown,
    too_many,
    without_dice,
)
from rules.play import Action, Alternative, Die, FollowUp, Outcome
from rules.problems import Problem, RuleViolation
from tests.dice import Fixed

ACTION = Action("skills.climb", "Climb")


class Climb(Check):
    """A check of some game, in which a rope is one die more."""

    wins_ties = True

    def __init__(self, count: int, *, out: str = "", target: int | None = None) -> None:
        self.count, self.out = count, out
        self.target = None if target is None else number("Easy", target)
        self.against: tuple[int, int] | None = None

    @property
    def pool(self) -> Figure:
        return dice("Climb", self.count)

    @property
    def no_dice(self) -> str:
        return "Rest first."

    def refusal(self) -> str:
        return self.out

    def variants(self) -> Iterator[tuple[str, Check]]:
        target = self.target.value if self.target else None
        yield "a rope", Climb(self.count + 1, target=target)
        yield "sleep", Climb(self.count, out="Asleep.", target=target)


def test_a_form_has_the_dice_the_chance_and_what_one_choice_more_would_do() -> None:
    form = Climb(1, target=5).form(ACTION, ())
    assert form.pool is not None
    assert form.pool.code == "1D"
    assert (form.chance, form.exact) == ("33%", Fraction(1, 3))
    # 30 of the 36 ways in which two dice fall show 5 and more.
    assert form.alternatives == (Alternative("a rope", "83%"),)
    assert form.barred == ""


def test_a_pool_says_what_it_comes_to_on_average_unless_it_cannot_be_rolled() -> None:
    assert Climb(3).average() == "10½ on average"
    assert Climb(0).average() == ""


def test_a_total_can_be_reached_by_dice_alone_or_without_any() -> None:
    assert Climb(1).reach(5) == Fraction(1, 3)
    assert [Climb(0).reach(least) for least in (0, 1)] == [1, 0]


def test_what_is_added_counts_toward_the_target() -> None:
    check = Climb(1, target=5)
    check.added = bonus("cover", 2)
    assert check.chance() == Fraction(2, 3)


@pytest.mark.parametrize(("ties", "chance"), [(True, Fraction(21, 36)), (False, Fraction(15, 36))])
def test_an_equal_total_is_enough_where_a_game_says_so(ties: bool, chance: Fraction) -> None:  # noqa: FBT001 # a parameter of the test
    check = Climb(1)
    check.wins_ties, check.against = ties, (1, 0)
    assert check.chance() == chance


def test_pips_against_a_check_count() -> None:
    check = Climb(1)
    check.against = (1, 1)
    assert check.chance() == Fraction(15, 36)


def test_there_is_no_chance_against_nothing() -> None:
    form = Climb(2).form(ACTION, ())
    assert (form.exact, form.chance, form.alternatives) == (None, "", ())


@pytest.mark.parametrize(
    ("check", "barred"),
    [
        (Climb(2), ""),
        (Climb(2, out="Asleep."), "Asleep."),
        (Climb(0), "0D: impossible. Rest first."),
        (Climb(0, out="Asleep."), "Asleep."),
        (Climb(200), ""),
        (Climb(201), "Roll at most 200D."),
    ],
)
def test_a_check_says_why_it_cannot_be_rolled(check: Climb, barred: str) -> None:
    assert check.barred() == barred
    assert bool(check.form(ACTION, ()).barred) is bool(barred)


@pytest.mark.parametrize("count", [-1, 0, 201])
def test_there_is_no_chance_without_dice_or_with_too_many(count: int) -> None:
    assert Climb(count, target=5).chance() is None


def test_fewer_dice_than_none_are_shown_as_none() -> None:
    assert [shown(dice("Climb", count)).code for count in (-2, 0, 3)] == ["0D", "0D", "3D"]
    assert shown(dice("Climb", 0, pips=2)).code == "0D"
    assert shown(dice("Climb", 1, pips=2)).code == "1D+2"


def test_the_dead_have_no_dice() -> None:
    found = without_dice({"skills.climb": dice("Climb", 3, pips=1)}, "dead", source="Damage")
    assert found["skills.climb"].code == "0D"
    assert [term.label for term in found["skills.climb"].terms] == ["Climb", "dead"]


def test_more_than_200_dice_are_refused() -> None:
    assert too_many(dice("Climb", 200)) == ""
    refuse("skills.climb", too_many(dice("Climb", 200)))
    with pytest.raises(RuleViolation) as caught:
        refuse("skills.climb", too_many(dice("Climb", 201)))
    assert caught.value.problems == (Problem("barred", "skills.climb", "Roll at most 200D."),)


def test_a_total_that_equals_the_target_is_enough() -> None:
    assert compared(15, "Moderate", 15) == "15 against Moderate 15: success"
    assert compared(14, "Moderate", 15) == "14 against Moderate 15: failure"
    assert compared(9, "Dodge", 10, won="a hit", lost="a miss") == "9 against Dodge 10: a miss"


@pytest.mark.parametrize(
    ("success", "follows"), [(True, "damage"), (None, "damage"), (False, "again")]
)
def test_what_follows_depends_on_success(success: bool | None, follows: str) -> None:  # noqa: FBT001 # a parameter of the test
    outcome = Outcome(
        "shoot", "Shoot", "check", hit=FollowUp("damage", "Roll"), miss=FollowUp("again", "Again")
    )
    after = settled(outcome, rolled=12, success=success, messages=("12",))
    assert (after.total, after.success, after.follows) == (12, success, follows)


class Blast(Climb):
    """A check whose last die explodes."""

    @property
    def exploding(self) -> int:
        return 1


def test_dice_that_explode_have_their_own_chance_and_go_on() -> None:
    # A 6 and then a 2 and more: 5 of 36. Without explosions 8 cannot be reached with one die.
    assert Blast(1, target=8).chance() == Fraction(5, 36)
    check = Blast(2)
    check.against = (1, 0)
    # One plain die and one that explodes show at least 2; against one die a tie wins.
    assert check.chance() == 1 - Fraction(1 + 3 + 6 + 10, 216)
    assert Blast(2).roll(Fixed(6, 6, 3)) == (Die(6), Die(6), Die(3, "again"))
    assert Climb(2).roll(Fixed(6, 6)) == (Die(6), Die(6))


def test_dice_and_pips_are_what_a_roll_comes_to() -> None:
    found = dice_outcome(
        dice("Climb", 2, pips=1), (Die(4), Die(3)), action="skills.climb", name="Climb"
    )
    assert (found.total, found.added, found.code, found.kind) == (8, 1, "2D+1", "check")


def test_a_check_without_dice_is_not_thrown() -> None:
    assert Climb(2).throw(Fixed(2, 5), action="skills.climb", name="Climb").total == 7
    with pytest.raises(RuleViolation):
        Climb(0).throw(Fixed(), action="skills.climb", name="Climb")


@pytest.mark.parametrize(
    ("face", "success", "said"),
    [
        (3, True, ("8 against their 1D+2 5: success",)),
        (6, None, ("8 against their 1D+2 8: nobody wins", "Ours.")),
    ],
)
def test_of_equal_totals_with_a_code_none_wins(
    face: int,
    success: bool | None,  # noqa: FBT001 # a parameter of the test
    said: tuple[str, ...],
) -> None:
    rolled = Outcome("skills.climb", "Climb", "check", total=8)
    found = against_code(rolled, (1, 2), Fixed(face), tie="Ours.")
    assert (found.success, found.said) == (success, said)
