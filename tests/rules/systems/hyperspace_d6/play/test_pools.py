"""The parts of a roll: every modifier a term, its target, and its chance."""

import pytest

from rules.character import Character
from rules.problems import RuleViolation
from rules.sheet.sections import Figures
from rules.turn import Effect, Turn
from tests.dice import Fixed
from tests.rules.systems.hyperspace_d6.play.examples import DAMAGE, SYSTEM, panel, resolve, somebody


@pytest.mark.parametrize(
    ("values", "why", "code"),
    [
        ({}, "DEX 4D + Blasters 1D", "5D"),
        ({"ways": "aim"}, "DEX 4D + Blasters 1D + aim 1D", "6D"),
        ({"used": "scope"}, "DEX 4D + Blasters 1D + Scope 2D", "7D"),
        ({"used": "scope", "ways": "aim"}, "DEX 4D + Blasters 1D + Scope 2D", "7D"),
        ({"bonus": "-1"}, "DEX 4D + Blasters 1D - conditions 1D", "4D"),
        ({"helpers": "2"}, "DEX 4D + Blasters 1D + 2 helpers 2D", "7D"),
        ({"points": "force-point"}, "2 × dice 5D", "10D"),
        ({"points": "character-point"}, "DEX 4D + Blasters 1D + Character Point 2D", "7D"),
        ({"points": "character-point force-point"}, "Blasters 10D + Character Point 2D", "12D"),
    ],
)
def test_every_modifier_is_a_term_of_the_pool(values: dict[str, str], why: str, code: str) -> None:
    found = panel(somebody(), "skills.blasters", **values)
    if "used" in values or "ways" in values:
        found = panel(somebody(), "weapons.blaster-pistol.attack", **values)
    assert (found.pool.why, found.pool.code) == (why, code)


def test_wounds_stun_and_further_actions_take_dice_from_checks_and_not_from_damage() -> None:
    hurt = somebody(marks={"wounds": 1, "stunned": 1})
    stun = Effect("stunned", "Stunned", -1, mark="stunned")
    turn = Turn({"actions": 2}, effects=(stun,))
    found = Character(SYSTEM, hurt).roll_form(turn, "skills.blasters", {})
    assert found.pool is not None
    assert found.pool.why == "DEX 4D + Blasters 1D - 1 wound 1D - stunned 1D - 2 actions 1D"
    damage = Character(SYSTEM, hurt).roll_form(turn, "weapons.blaster-pistol.damage", {})
    assert damage.pool is not None
    assert damage.pool.code == "3D"
    now = Character(SYSTEM, hurt).play_state(turn)
    assert now.pools["skills.blasters"].code == "2D"
    assert now.remarks == ("1 wound: −1D", "Next action: −1D", "Stunned: −1D to checks")


def test_the_moment_has_attacks_as_they_are_now_and_the_force_points_that_are_left() -> None:
    now = Character(SYSTEM, somebody(marks={"wounds": 1, "force_points": 0})).play_state({})
    assert now.pools["weapons.blaster-pistol.attack"].why == "DEX 4D + Blasters 1D - 1 wound 1D"
    assert now.pools["attacks.unarmed.attack"].code == "1D"
    assert "weapons.blaster-pistol.damage" not in now.pools
    assert now.pools["force_points"].text == "Force Points 0 = Force Points 1 - 1 spent"


def test_a_pool_without_dice_is_impossible_unless_a_point_or_a_helper_brings_one_back() -> None:
    hurt = somebody(marks={"wounds": 2})
    for values, barred in (
        ({}, True),
        ({"points": "force-point"}, True),
        ({"points": "character-point"}, False),
        ({"helpers": "1"}, False),
    ):
        found = panel(hurt, "skills.swim", **values)
        assert found.barred.startswith("0D: impossible.") is barred
    with pytest.raises(RuleViolation):
        resolve(hurt, "skills.swim", Fixed())


def test_fewer_dice_than_none_are_shown_as_none() -> None:
    hurt = somebody(marks={"wounds": 4})
    figure = Character(SYSTEM, hurt).play_state({}).pools["skills.swim"]
    assert (figure.code, figure.text) == ("0D", "Swim 0D = Swim -2D, at least 0")


@pytest.mark.parametrize(
    ("values", "target", "chance"),
    [
        ({"defense": "14"}, "Dodge 14 = theirs 14", "85%"),
        ({"defense": "14", "shelter": "cover"}, "Dodge 19 = theirs 14 + cover 5", "40%"),
        (
            {"defense": "14", "shelter": "cover extreme"},
            "Dodge 24 = theirs 14 + cover 5 + extreme range 5",
            "6%",
        ),
        ({"defense": "14", "instead": "16"}, "Parry 16 = theirs 16", "69%"),
        ({"defense": "14", "instead": "12"}, "Dodge 14 = theirs 14", "85%"),
    ],
)
def test_an_attack_is_held_against_the_better_defense_with_its_shelter(
    values: dict[str, str], target: str, chance: str
) -> None:
    found = panel(somebody(), "weapons.blaster-pistol.attack", **values)
    assert (found.target.text, found.chance) == (target, chance)


def test_what_one_choice_more_would_do_is_said_beside_the_chance() -> None:
    found = panel(somebody(), "skills.deceive", ladder="10")
    assert found.pool.code == "4D"
    assert found.chance == "90%"
    assert [(other.name, other.chance) for other in found.alternatives] == [
        ("a Character Point", "over 99%"),
        ("a Force Point", "over 99%"),
        ("one more helper", "98%"),
    ]


def test_a_pistol_that_was_given_auto_fire_has_it() -> None:
    plain = somebody()
    assert "ways" not in [field.id for field in panel(plain, DAMAGE).fields]
    given = {"kind": "upgrade", "item": "blaster-pistol", "aspect": "feature"}
    upgraded = (
        Character(SYSTEM, plain)
        .enter(SYSTEM.ledger_rules.entry({**given, "feature": "auto-fire", "cp": "0"}))
        .document
    )
    found = panel(upgraded, DAMAGE, ways="auto-fire")
    assert found.pool.why == "Damage 3D + Auto-Fire 1D"
    attack = panel(upgraded, "weapons.blaster-pistol.attack", ways="auto-fire")
    assert attack.pool.why == "DEX 4D + Blasters 1D - Auto-Fire 1D"


@pytest.mark.parametrize(
    ("action", "values", "where"),
    [
        ("skills.juggling", {}, "skills.juggling"),
        ("weapons.spoon.attack", {}, "weapons.spoon.attack"),
        ("skills.deceive", {"ladder": "many"}, "ladder"),
        ("skills.deceive", {"helpers": "-1"}, "helpers"),
        ("skills.deceive", {"bonus": "9" * 5000}, "bonus"),
        ("harm", {"damage": "-3"}, "damage"),
        ("harm", {"damage": "9" * 5000}, "damage"),
    ],
)
def test_what_cannot_be_rolled_says_where(action: str, values: dict[str, str], where: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        panel(somebody(), action, **values)
    assert [problem.where for problem in caught.value.problems] == [where]


@pytest.mark.parametrize(
    ("left", "note"),
    [
        ({}, "doubles the dice"),
        ({"force_points": 1}, "doubles the dice"),
        ({"force_points": 0}, "0 left; doubles the dice"),
    ],
)
def test_what_is_left_of_the_force_points_is_said_once_some_are_spent(
    left: dict[str, int], note: str
) -> None:
    points = Character(SYSTEM, somebody(marks=left)).sheet.section("points")
    assert isinstance(points, Figures)
    assert {line.key: line.note for line in points.lines}["force_points"] == note


def test_the_defense_that_may_replace_another_is_named_with_what_it_takes() -> None:
    fields = panel(somebody(), "weapons.blaster-pistol.attack").fields
    labels = [field.label for field in fields if field.id in ("defense", "instead")]
    assert labels == ["Their Dodge", "Their Parry (lightsaber)"]
