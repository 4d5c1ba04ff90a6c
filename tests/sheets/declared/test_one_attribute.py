"""The paper of a game with one attribute: its skills share the width."""

from pathlib import Path

import pytest

from rules import registry
from sheets import printing
from sheets.printing import PrintOptions
from tests.one_attribute import made
from tests.sheets.printing import pdf_readers

# A skill of each column.
SKILLS = {"coded": ("Fight", "Heal", "Talk"), "dotted": ("Climb", "Mend", "Talk")}


@pytest.mark.parametrize("like", list(SKILLS))
@pytest.mark.parametrize("fillable", [False, True], ids=["plain", "form"])
def test_the_skills_of_one_attribute_stand_in_three_columns(
    like: str,
    fillable: bool,  # noqa: FBT001 (a parameter of the test)
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, document = made(like, tmp_path)
    games = {**registry.all_systems(), game.slug: game}
    monkeypatch.setattr(registry, "all_systems", lambda: games)
    pdf = printing.sheet_pdf(document, PrintOptions(fillable=fillable))
    wide, _, found = pdf_readers.words(pdf)[0]
    lefts = [min(x for x, _, _, _, word in found if word == name) for name in SKILLS[like]]
    assert lefts[0] < wide / 6
    assert [round(left - lefts[0]) for left in lefts] == [0, 179, 358]
    assert pdf_readers.out_of_place(pdf) == []
