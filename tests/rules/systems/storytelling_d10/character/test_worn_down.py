"""Armor and shields that have lost points soak with what is left, and the sheet says so."""

import pytest

from rules.sheet.sections import Figures
from tests.rules.systems.storytelling_d10.test_fight import jedi

BUILD = {
    "attributes": {"stamina": 3},
    "armor": [{"name": "Battle armor", "rating": 4}],
    "shields": [{"name": "Buckler", "rating": 3}],
    "worn": "Battle armor",
    "shield": "Buckler",
}


def leading(**marks: int) -> dict[str, tuple[int, str]]:
    """The soaks at the head of the sheet, with how each comes about."""
    sheet = jedi(build=BUILD, marks=marks).sheet
    lead = next(part for part in sheet.sections if isinstance(part, Figures))
    lines = {line.key: line.figure for line in lead.lines}
    return {key: (lines[key].value, lines[key].why) for key in ("armor", "shield")}


@pytest.mark.parametrize(
    ("marks", "armor", "shield"),
    [
        ({}, (4, "Entered"), (3, "Entered")),
        ({"armor_lost": 1}, (3, "Battle armor 4 - 1 lost"), (3, "Entered")),
        ({"shield_lost": 2}, (4, "Entered"), (1, "Buckler 3 - 2 lost")),
        ({"armor_lost": 9}, (0, "Battle armor 4 - 4 lost"), (3, "Entered")),
    ],
)
def test_the_sheet_says_what_is_left_to_soak_with(
    marks: dict[str, int], armor: tuple[int, str], shield: tuple[int, str]
) -> None:
    assert leading(**marks) == {"armor": armor, "shield": shield}
