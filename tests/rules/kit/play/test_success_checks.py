"""A check whose dice are counted one by one: its chances before it, and what came of it."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from rules.figures import Figure, number
from rules.kit.play import success_checks
from rules.kit.play.success_checks import SuccessCheck
from rules.play import Action, Alternative, Die
from tests.dice import Fixed

ACTION = Action("abilities.climb", "Climb")


class Climb(SuccessCheck):
    """A check of some game, which a rope makes a die more."""

    def __init__(self, dice: int, *, needed: int = 1, added: int = 0, out: str = "") -> None:
        self.dice, self.needed, self.added, self.out = dice, needed, added, out
        self.difficulty = number("Difficulty", 6)

    @property
    def pool(self) -> Figure:
        return number("Climb", self.dice)

    def refusal(self) -> str:
        return self.out

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        yield "a rope", Climb(self.dice + 1, needed=self.needed)
        yield "sleep", Climb(self.dice, out="Asleep.")


class Damage(Climb):
    """Dice whose ones do nothing."""

    cancels = False


def test_a_form_has_the_chance_of_the_successes_and_of_a_botch() -> None:
    form = Climb(2).form(ACTION, ())
    assert (form.exact, form.botch) == (Fraction(65, 100), Fraction(9, 100))
    assert form.results == {"hit": Fraction(65, 100), "botch": Fraction(9, 100)}
    assert (form.chance, form.needed) == ("65%", 1)
    assert form.target is not None
    assert form.target.value == 6
    # With three dice 240 + 300 + 75 + 125 of 1,000 ways: 1, 2, 2 beside a 1, and 3 successes.
    assert form.alternatives == (Alternative("a rope", "74%"),)


def test_successes_that_are_added_need_no_die() -> None:
    assert Climb(2, needed=2, added=1).chance() == Fraction(65, 100)
    assert Climb(1, needed=1, added=1).chance() == 1


def test_dice_whose_ones_do_nothing_never_botch() -> None:
    form = Damage(2).form(ACTION, ())
    assert (form.exact, form.botch) == (Fraction(3, 4), None)
    assert form.results == {"hit": Fraction(3, 4)}
    outcome = Damage(2).outcome(ACTION, Fixed(1, 1, sides=10))
    assert (outcome.total, outcome.botch, outcome.dice[0].kind) == (0, False, "")


@pytest.mark.parametrize(
    ("check", "why"),
    [
        (Climb(2, out="Asleep."), "Asleep."),
        (Climb(0), "No dice are left to roll."),
        (Climb(201), "Roll at most 200 dice."),
    ],
)
def test_what_cannot_be_rolled_says_why(check: Climb, why: str) -> None:
    assert check.barred() == why
    if check.dice != 2:
        assert check.chance() is None
        assert check.botch() is None


def test_what_came_of_it_says_the_successes_and_marks_each_die() -> None:
    outcome = Climb(4, needed=2).outcome(ACTION, Fixed(6, 1, 9, 10, sides=10))
    assert outcome.dice == (
        Die(6, "success", 10),
        Die(1, "cancel", 10),
        Die(9, "success", 10),
        Die(10, "success", 10),
    )
    assert (outcome.total, outcome.unit, outcome.needed) == (2, "successes", 2)
    assert (outcome.success, outcome.row, outcome.botch) == (True, "hit", False)
    assert outcome.said == ("2 successes at Difficulty 6, 2 needed: success",)


def test_a_one_without_a_success_is_a_botch() -> None:
    outcome = Climb(2).outcome(ACTION, Fixed(1, 5, sides=10))
    assert (outcome.total, outcome.success, outcome.row, outcome.botch) == (0, False, "botch", True)
    assert outcome.said == ("0 successes at Difficulty 6, 1 needed: botch",)


def test_against_somebody_else_the_successes_are_taken_off() -> None:
    outcome = Climb(3).outcome(ACTION, Fixed(6, 7, 8, sides=10))
    won = success_checks.against(outcome, 2, who="the guard")
    assert (won.total, won.unit, won.success, won.row) == (1, "success", True, "hit")
    assert won.said == ("3 against 2 of the guard: success",)
    lost = success_checks.against(outcome, 3, who="the guard")
    assert (lost.total, lost.success, lost.row) == (0, False, "")
