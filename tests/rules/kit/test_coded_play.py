"""What of a sheet with typed codes is rolled, with a character of no game."""

import pytest

from rules.kit.coded_play import CodedSheet
from rules.kit.marks import below_zero, not_switches
from rules.kit.sheets import typed_attacks
from rules.play import MarkChange
from tests.rules.kit.test_coded_character import figure
from tests.rules.kit.test_sheets import carrier, damage

SHEET = CodedSheet(figure, damage)


@pytest.mark.parametrize(
    ("key", "name", "kind", "code"),
    [
        ("attributes.STR", "Strength", "check", "3D+2"),
        ("skills.brawl", "Brawl", "check", "4D+1"),
        ("weapons.club.attack", "Club", "check", "4D+1"),
        ("weapons.club.damage", "Club, damage", "damage", "1D"),
    ],
)
def test_what_stands_on_the_sheet_is_rolled_by_its_key(
    key: str, name: str, kind: str, code: str
) -> None:
    found = SHEET.find(carrier(), key)
    assert found is not None
    assert (found.name, found.kind, found.pool.code) == (name, kind, code)


@pytest.mark.parametrize(
    "key", ["attributes.LUCK", "skills.sing", "weapons.spear.attack", "weapons.rope.attack", "x"]
)
def test_nothing_else_is_rolled(key: str) -> None:
    assert SHEET.find(carrier(), key) is None


def test_an_attack_leads_to_its_damage() -> None:
    found = SHEET.find(carrier(), "weapons.club.attack")
    assert found is not None
    assert (found.is_attack, found.damage_key) == (True, "weapons.club.damage")


def test_every_pool_of_the_sheet_is_there_at_once() -> None:
    character = carrier()
    attacks = typed_attacks(character, figure, damage)
    assert {key: pool.code for key, pool in SHEET.checks(character, attacks).items()} == {
        "attributes.STR": "3D+2",
        "attributes.WIT": "2D",
        "skills.brawl": "4D+1",
        "skills.track": "2D",
        "weapons.club.attack": "4D+1",
    }
    assert list(SHEET.damages(character, attacks)) == ["weapons.club.damage"]


def test_marks_that_cannot_be_are_named() -> None:
    marks = MarkChange("", -2, least=2)
    found = [*not_switches(marks, ("least", "full")), *below_zero(marks, {"by": "From 0."})]
    assert [(one.where, one.message) for one in found] == [
        ("marks.least", "This mark is 0 or 1."),
        ("marks.by", "From 0."),
    ]
