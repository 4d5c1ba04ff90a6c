"""Outcomes as they are put together."""

from msgspec.structs import replace

from rules.kit.play.outcomes import compared, extra, faces, marked, text
from rules.play import Die, MarkChange, Outcome
from tests.dice import Fixed

OUTCOME = Outcome("climb", "Climb", "check", said=("7.",), shifts=(MarkChange("tired", 1),))


def test_sentences_and_marks_are_added_and_members_replaced() -> None:
    found = text(OUTCOME, "You slip.", "", shifts=(marked("dead"),), row="fall")
    assert found.said == ("7.", "You slip.")
    assert found.shifts == (MarkChange("tired", 1), MarkChange("dead", 1, most=1))
    assert found.row == "fall"


def test_dice_that_a_rule_adds_are_extra_and_a_six_does_not_explode() -> None:
    thrown = extra(Fixed(6, 2), 2)
    assert thrown == (Die(6, "extra"), Die(2, "extra"))
    assert faces(thrown) == 8


def test_a_total_stands_beside_its_number() -> None:
    rolled = replace(OUTCOME, total=14, target=15, against="Moderate", success=False)
    assert compared(rolled) == "14 against Moderate 15: failure"
    assert compared(replace(rolled, total=15), "a hit", "a miss") == "15 against Moderate 15: a hit"
    assert compared(replace(rolled, success=None)) == "To reach: Moderate 15"
    assert compared(replace(OUTCOME, total=14)) == "14"
