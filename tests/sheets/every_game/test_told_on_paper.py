"""A print names whoever is out, as the screen does, in every game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import registry
from sheets import printing
from sheets.printing import PrintOptions
from tests.sheets.every_game.characters import by_chance

OUT = [
    ("hyperspace-d6", {"dead": 1}, "Dead"),
    ("hyperspace-d6", {"unconscious": 1}, "Unconscious"),
    ("rules-sheet-d6", {"unconscious": 1}, "Unconscious"),
    ("empire-ascendant", {"dead": 1}, "Dead"),
    ("empire-ascendant", {"unconscious": 1}, "Unconscious"),
    ("storytelling-d10", {"dead": 1}, "Dead"),
]


def printed(game: str, marks: dict[str, int], *, state: bool = True) -> str:
    """The print of a character with these marks."""
    document = by_chance(game)
    marked = replace(document, marks=replace(document.marks, **marks))
    return printing.sheet_job(registry.open(marked), PrintOptions(state=state)).html


@pytest.mark.parametrize(("game", "marks", "word"), OUT)
def test_a_print_as_things_stand_names_whoever_is_out(
    game: str, marks: dict[str, int], word: str
) -> None:
    marked, usual = printed(game, marks), printed(game, {})
    assert word in marked
    assert marked != usual
    assert printed(game, marks, state=False) == printed(game, {}, state=False)
