"""Dice codes: read as players type them, written as books print them."""

import pytest

from rules.dice import codes
from rules.problems import InvalidDocument


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3D+2", (3, 2)),
        ("3d+2", (3, 2)),
        ("4D", (4, 0)),
        (" 4 d + 1 ", (4, 1)),
        ("3D6+2", (3, 2)),
        ("0D", (0, 0)),
        ("2D+0", (2, 0)),
        ("12D", (12, 0)),
        ("50D", (50, 0)),
    ],
)
def test_a_code_is_read_as_players_type_it(text: str, code: tuple[int, int]) -> None:
    assert codes.read(text) == code


@pytest.mark.parametrize(
    "text", ["", "3", "D", "D+2", "3D+", "+2", "3D2", "3D++2", "three", "3D+2D", "½D", "3D+2\n1"]
)
def test_what_is_no_code_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(InvalidDocument, match=r"Write it like 3D, 3D\+1 or 3D\+2"):
        codes.read(text)


@pytest.mark.parametrize(("text", "right"), [("3D+3", "4D"), ("3D+5", "4D+2"), ("4D-1", "3D+2")])
def test_pips_that_make_a_die_are_refused_with_the_code_they_make(text: str, right: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        codes.read(text)
    assert caught.value.message.endswith(f": {right}")


def test_more_dice_than_anybody_has_are_refused() -> None:
    with pytest.raises(InvalidDocument, match="at most 50D are read"):
        codes.read("51D")


def test_codes_are_written_with_their_pips_or_without() -> None:
    assert codes.written(3, 2) == "3D+2"
    assert codes.written(4) == "4D"
    assert codes.written(8, 4) == "8D+4"
    assert codes.written(4, -1) == "4D-1"


def test_three_pips_are_carried_into_a_die() -> None:
    assert codes.carry(3, 4) == (4, 1)
    assert codes.carry(4, -1) == (3, 2)
    assert codes.in_pips(3, 2) == 11
    assert codes.of_pips(11) == (3, 2)
