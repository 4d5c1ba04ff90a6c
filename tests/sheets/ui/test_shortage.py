"""The lacking amount of a currency, in words."""

import pytest

from sheets.ui.components import shortage


@pytest.mark.parametrize(
    ("short", "unit", "words"),
    [
        (1, "Character Points", "1 Character Point short"),
        (1, "credits", "1 credit short"),
        (1, "experience", "1 experience short"),
        (1250, "credits", "1,250 credits short"),
    ],
)
def test_one_is_lacking_in_the_singular(short: int, unit: str, words: str) -> None:
    assert shortage(short, unit) == f'<span class="short">{words}</span>'
