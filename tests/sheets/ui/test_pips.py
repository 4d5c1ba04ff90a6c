"""Codes with pips wherever pools are told as less, ordered, or held side by side."""

from rules.figures import dice, number
from rules.forms.fields import Change, Option
from rules.sheet.sections import Track
from sheets.history import tags
from sheets.ui import sections
from sheets.ui.comparison import comparison
from sheets.ui.roll_links import lost
from tests.sheets import imaginary_game

DODGE = dice("Dodge", 4, pips=2)


def test_what_is_lost_just_now_is_told_in_dice_and_in_points() -> None:
    assert lost(DODGE, dice("Dodge", 3, pips=2)) == "1D"
    assert lost(DODGE, dice("Dodge", 4)) == "2"
    assert lost(DODGE, dice("Dodge", 2, pips=1)) == "2D and 1"
    assert lost(DODGE, DODGE) == ""
    assert lost(DODGE, dice("Dodge", 8, pips=4)) == ""


def test_options_are_compared_by_dice_and_pips() -> None:
    found = (
        Option("a", "A", profile=(dice("STR", 3, pips=2),), changes=(_change("3D+2", "4D"),)),
        Option("b", "B", profile=(dice("STR", 3),), changes=(_change("3D+2", "4D+1"),)),
    )
    strength, stamina = comparison(found, "", ())
    assert ["(most)" in cell for cell in strength[1]] == [True, False]
    assert ["(most)" in cell for cell in stamina[1]] == [False, True]


def test_options_are_compared_by_fractions_too() -> None:
    for less, more in (("11½", "12"), ("5 3/16 m", "5¼ m"), ("9", "1,200"), ("−2", "−1½")):
        found = (
            Option("a", "A", changes=(_change("1", less),)),
            Option("b", "B", changes=(_change("1", more),)),
        )
        stamina = comparison(found, "", ())[-1]
        assert ["(most)" in cell for cell in stamina[1]] == [False, True], (less, more)


def _change(before: str, after: str) -> Change:
    return Change("Stamina", before, after, better=True)


def test_what_was_moved_has_its_sign_and_its_pips() -> None:
    assert tags.signed(number("Character Points", -1200)) == "−1,200"
    assert tags.signed(dice("Stamina", 0, pips=1)) == "+0D+1"


def test_the_bar_and_the_silhouette_keep_pips() -> None:
    sheet = imaginary_game.sheet()
    assert [(line.label, line.code) for line in sections.bar_lines(sheet)] == [
        ("Guard", "13"),
        ("Marks per box", "3"),
    ]
    html = sections.silhouette(sheet)
    assert '<span class="unseen">3D+1</span><span class="label">DEX</span>' in html


def test_a_track_of_several_boxes_is_told_from_one_with_a_single_row_of_them() -> None:
    harm = imaginary_game.sheet().section("harm")
    assert isinstance(harm, Track)
    assert sections.is_boxed(harm)
    assert not sections.is_boxed(imaginary_game.one_row(harm))
