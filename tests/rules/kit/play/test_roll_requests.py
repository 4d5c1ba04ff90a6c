"""Roll requests of a GM, and two players' checks against each other."""

import pytest

from rules.dice import codes
from rules.kit.play.roll_requests import RollRequests
from rules.play import Outcome
from rules.problems import Problem, RuleViolation


def nobody() -> str:
    return "Nobody wins."


REQUESTS = RollRequests(number=200, dice=30, helpers=5, tie=nobody)


@pytest.mark.parametrize(
    ("target", "helpers", "opposed_by", "fields"),
    [
        (15, 0, None, {"ladder": ("",), "target": ("15",), "opposed": ("",)}),
        (15, 2, None, {"ladder": ("",), "target": ("15",), "opposed": ("",), "helpers": ("2",)}),
        (None, 0, 3, {"opposed": ("3",)}),
        (None, 0, 0, {"ladder": ("",), "target": ("",), "opposed": ("0",)}),
        (None, 0, None, {}),
    ],
)
def test_a_request_lays_down_what_a_check_is_held_against(
    target: int | None, helpers: int, opposed_by: int | None, fields: dict[str, tuple[str, ...]]
) -> None:
    found = REQUESTS.fields(target=target, helpers=helpers, opposed_by=opposed_by)
    assert found == fields


def test_dice_are_written_as_the_game_reads_them() -> None:
    requests = RollRequests(number=200, dice=30, tie=nobody, written=codes.written)
    found = requests.fields(target=None, helpers=0, opposed_by=3)
    assert found == {"opposed": ("3D",)}


def test_each_number_out_of_bounds_is_named() -> None:
    with pytest.raises(RuleViolation) as caught:
        REQUESTS.fields(target=201, helpers=6, opposed_by=-1)
    assert caught.value.problems == (
        Problem("bad-value", "target", "Type a whole number from 0 to 200."),
        Problem("bad-value", "helpers", "Type a whole number from 0 to 5."),
        Problem("bad-value", "opposed", "Type a whole number from 0 to 30."),
    )


def test_a_game_without_helpers_says_so() -> None:
    alone = "Everybody rolls alone."
    requests = RollRequests(number=200, dice=30, tie=nobody, nobody_helps=alone)
    with pytest.raises(RuleViolation) as caught:
        requests.fields(target=10, helpers=1, opposed_by=None)
    assert caught.value.problems == (Problem("bad-value", "helpers", "Everybody rolls alone."),)


@pytest.mark.parametrize(
    ("first", "second", "winner", "said"),
    [
        (17, 12, 0, "Stealth 17 beats Search 12 by 5."),
        (9, 10, 1, "Search 10 beats Stealth 9 by 1."),
        (14, 14, None, "14 each. Nobody wins."),
    ],
)
def test_the_higher_total_wins(first: int, second: int, winner: int | None, said: str) -> None:
    found = REQUESTS.opposed(
        Outcome("skills.stealth", "Stealth", "check", total=first),
        Outcome("skills.search", "Search", "check", total=second),
    )
    assert (found.winner, found.said) == (winner, said)
