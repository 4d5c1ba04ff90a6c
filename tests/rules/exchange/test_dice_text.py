"""Dice as text, read back."""

import re

import pytest

from rules.exchange import dice_text

ADDED = re.compile(r"(?:/roll )?(\d+)d6([+-]\d+)?")
COUNTED = re.compile(r"(?:/roll )?(\d+)d10(?: t|>|cs>=)(\d+) ?(?:f1|df=1)")


@pytest.mark.parametrize("spelled", dice_text.SPELLINGS.values(), ids=lambda one: one.id)
def test_dice_are_read_back(spelled: dice_text.Spelling) -> None:
    for dice in (1, 4, 17):
        for more in (-3, 0, 2):
            match = ADDED.fullmatch(dice_text.added(spelled, dice, more))
            assert match, spelled.id
            assert (int(match[1]), int(match[2] or 0)) == (dice, more)
        match = COUNTED.fullmatch(dice_text.counted(spelled, dice, 7))
        assert match, spelled.id
        assert (int(match[1]), int(match[2])) == (dice, 7)
    assert dice_text.added(spelled, 0, 2) == dice_text.counted(spelled, 0, 6) == ""


def test_the_spellings_are_those_of_the_programs() -> None:
    spellings = dice_text.SPELLINGS
    assert dice_text.added(spellings["plain"], 4, 2) == "4d6+2"
    assert dice_text.added(spellings["discord"], 4, 2) == "/roll 4d6+2"
    assert dice_text.counted(spellings["roll20"], 6, 7) == "/roll 6d10>7f1"
    assert dice_text.counted(spellings["foundry"], 6, 7) == "/roll 6d10cs>=7df=1"
    assert dice_text.spelling("nothing").id == "plain"
