"""The four boxes: which damage marks which, how many marks they take, what marks cannot be."""

import pytest

from rules.character import Character
from rules.document import Document
from rules.sheet.sections import Figures, Line, Track
from tests.dice import Fixed
from tests.rules.systems.rules_sheet_d6.examples import SYSTEM, moved, resolve, soldier


def test_a_strength_of_3d_has_the_ranges_of_the_source_and_three_marks_a_box() -> None:
    track = Character(SYSTEM, soldier(marks={"wounds": 2})).sheet.section("harm")
    assert isinstance(track, Track)
    assert [(level.name, level.reach, level.boxes, level.marked) for level in track.levels] == [
        ("Stunned", "under 10", 3, 0),
        ("Wounded", "10–19", 3, 2),
        ("Incapacitated", "20–29", 3, 0),
        ("Mortally wounded", "30+", 3, 0),
    ]
    assert track.note == "Damage rolled (no Soak in this game)"


def test_pips_of_strength_move_the_ranges_and_not_the_marks() -> None:
    track = Character(SYSTEM, soldier(attributes={"STR": "3D+2"})).sheet.section("harm")
    assert isinstance(track, Track)
    assert [(level.reach, level.boxes) for level in track.levels] == [
        ("under 12", 3),
        ("12–23", 3),
        ("24–35", 3),
        ("36+", 3),
    ]


def test_without_strength_no_box_has_a_range() -> None:
    track = Character(SYSTEM, soldier(attributes={"STR": ""})).sheet.section("harm")
    assert isinstance(track, Track)
    assert [(level.reach, level.boxes) for level in track.levels] == [
        ("", 0),
        ("–", 0),
        ("–", 0),
        ("–", 0),
    ]


@pytest.mark.parametrize(
    ("damage", "mark"),
    [
        ("9", "stuns"),
        ("10", "wounds"),
        ("19", "wounds"),
        ("20", "incapacitated"),
        ("29", "incapacitated"),
        ("30", "mortal"),
        ("200", "mortal"),
    ],
)
def test_a_hit_is_one_mark_in_one_box(damage: str, mark: str) -> None:
    assert moved(resolve(soldier(), "harm", Fixed(), damage=damage)) == {mark: 1}


def test_filling_a_box_again_after_healing_gives_another_mark() -> None:
    healed = soldier(marks={"wounds": 2, "incapacitated": 1})
    outcome = resolve(healed, "harm", Fixed(), damage="15")
    assert moved(outcome) == {"wounds": 1, "incapacitated": 1}


def test_the_mark_that_a_full_box_gives_may_fill_the_next() -> None:
    almost = soldier(marks={"wounds": 2, "incapacitated": 2})
    outcome = resolve(almost, "harm", Fixed(), damage="15")
    assert moved(outcome) == {"wounds": 1, "incapacitated": 1, "mortal": 1}


def test_the_mark_that_a_full_box_gives_goes_past_one_that_is_full() -> None:
    almost = soldier(marks={"wounds": 2, "incapacitated": 3})
    outcome = resolve(almost, "harm", Fixed(), damage="15")
    assert moved(outcome) == {"wounds": 1, "mortal": 1}


def test_one_step_a_hit_ends_in_the_next_box_though_it_is_full_then() -> None:
    almost = soldier(marks={"wounds": 2, "incapacitated": 2}, house={"one_step_a_hit": True})
    outcome = resolve(almost, "harm", Fixed(), damage="15")
    assert moved(outcome) == {"wounds": 1, "incapacitated": 1}
    assert "Incapacitated is full." in outcome.said
    assert any(said.startswith("With one step a hit, a box") for said in outcome.said)


def test_a_mark_says_how_far_it_goes() -> None:
    (shift,) = resolve(soldier(), "harm", Fixed(), damage="15").shifts
    assert (shift.by, shift.least, shift.most) == (1, 0, 3)


@pytest.mark.parametrize(
    ("marks", "where"),
    [
        ({"stuns": 4}, "marks.stuns"),
        ({"wounds": 4}, "marks.wounds"),
        ({"incapacitated": 4}, "marks.incapacitated"),
        ({"mortal": 4}, "marks.mortal"),
        ({"wounds": -1}, "marks.wounds"),
        ({"unconscious": 2}, "marks.unconscious"),
        ({"consumed": -1}, "marks.consumed"),
        ({"force_spent": 2}, "marks.force_spent"),
        ({"force_spent": -1}, "marks.force_spent"),
        ({"dark_side_points": -1}, "marks.dark_side_points"),
    ],
)
def test_marks_that_cannot_be_are_named(marks: dict[str, int], where: str) -> None:
    found = [
        one for one in Character(SYSTEM, soldier(marks=marks)).problems if one.code == "bad-mark"
    ]
    assert [one.where for one in found] == [where]


def test_full_boxes_and_a_spent_force_point_are_no_fault() -> None:
    marks = {"stuns": 3, "wounds": 3, "incapacitated": 3, "mortal": 3, "unconscious": 1}
    document = soldier(marks={**marks, "force_spent": 1, "dark_side_points": 9, "consumed": 1})
    assert [one for one in Character(SYSTEM, document).problems if one.code == "bad-mark"] == []


def test_whoever_a_single_wound_would_kill_is_warned_on_the_sheet() -> None:
    frail = {line.key: line for line in defense_lines(soldier(attributes={"STR": "1D+2"}))}
    assert frail["boxes"].note == "one wound kills"
    spared = soldier(attributes={"STR": "1D"}, house={"one_step_a_hit": True})
    for document in (spared, soldier()):
        assert all("death" not in line.note for line in defense_lines(document))


def defense_lines(document: Document) -> tuple[Line, ...]:
    section = Character(SYSTEM, document).sheet.section("defense")
    assert isinstance(section, Figures)
    return section.lines
