"""The rolls of a sheet with typed codes, with a character of no game."""

import pytest

from rules.figures import Figure, dice, total
from rules.kit.coded.play import CodedSheet, changed_pool, pools_now
from rules.kit.coded.sheet import typed_attacks
from rules.kit.play.marks import below_zero, not_switches
from rules.play import MarkChange
from rules.turn import Scope
from tests.rules.kit.coded.test_character import figure
from tests.rules.kit.test_sheets import CODES, carrier, damage

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
    attacks = typed_attacks(character, CODES)
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
        ("marks.least", "This is 0 or 1."),
        ("marks.by", "From 0."),
    ]


def test_a_code_without_changes_is_itself_and_says_that_pips_stay_where_dice_are_lost() -> None:
    pool = dice("Dodge", 3, pips=1, source="A book")
    assert changed_pool(pool, source="A book", pips_stay="Pips stay.") is pool
    less = changed_pool(pool, dice("wounded", -1), source="A book", pips_stay="Pips stay.")
    assert (less.code, less.source, less.ruling) == ("2D+1", "A book", "Pips stay.")
    more = changed_pool(pool, dice("scope", 1), source="A book", pips_stay="Pips stay.")
    assert (more.code, more.ruling) == ("4D+1", "")


def test_what_is_spared_stands_as_it_is_and_whoever_is_out_has_no_dice() -> None:
    checks, spared = {"dodge": dice("Dodge", 3)}, {"club": dice("Club", 2)}

    def now(pool: Figure, _scopes: tuple[Scope, ...]) -> Figure:
        return total(pool.label, pool, dice("wounded", -4), unit="D")

    found = pools_now(checks, spared, now)
    assert {key: pool.code for key, pool in found.items()} == {"dodge": "0D", "club": "2D"}
    gone = pools_now(checks, spared, now, out="dead", source="A book")
    assert {key: pool.why for key, pool in gone.items()} == {
        "dodge": "Dodge 3D - dead 3D",
        "club": "Club 2D - dead 2D",
    }
