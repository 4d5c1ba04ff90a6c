"""Dice that fell on a device: they are used in their order, and no others in their place."""

import pytest

from sheets.errors import Refused
from sheets.play.drawn_dice import Drawn, DrawnDice
from tests.dice import Fixed


def test_faces_that_fell_are_given_to_dice_of_their_sides_and_then_the_site_rolls() -> None:
    dice = DrawnDice([(4, 6), (9, 10), (6, 6)], Fixed(2, 5))
    assert [dice.randint(1, sides) for sides in (6, 6, 10, 6)] == [4, 6, 9, 2]
    assert dice.mark == "Rolled offline, with 1 more die rolled when it was sent."
    assert dice.randint(1, 6) == 5
    assert dice.mark == "Rolled offline, with 2 more dice rolled when it was sent."


def test_the_log_says_what_of_the_dice_was_not_needed() -> None:
    dice = DrawnDice([(4, 6), (1, 6)], Fixed())
    assert dice.randint(1, 6) == 4
    assert dice.mark == "Rolled offline, with 1 die not needed."
    assert dice.randint(1, 6) == 1
    assert dice.mark == "Rolled offline."


@pytest.mark.parametrize("face", [(0, 6), (7, 6), (-1, 10), (1, 1), (5, 1000)])
def test_a_face_that_no_die_shows_is_refused(face: tuple[int, int]) -> None:
    with pytest.raises(Refused, match="No die falls like this"):
        Drawn(((3, 6), face)).check()


def test_more_dice_than_a_roll_can_have_are_refused() -> None:
    Drawn(((3, 6),) * 1000).check()
    with pytest.raises(Refused, match="at most 1,000 dice"):
        Drawn(((3, 6),) * 1001).check()
