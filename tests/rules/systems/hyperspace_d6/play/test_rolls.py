"""The outcome of a roll: its dice, a point on it, the action that follows."""

import pytest

from rules.character import Character
from rules.problems import RuleViolation
from tests.dice import Fixed
from tests.rules.systems.hyperspace_d6.play.examples import DAMAGE, SYSTEM, panel, resolve, somebody


def test_a_check_is_its_dice_with_the_destiny_die_first() -> None:
    outcome = resolve(somebody(), "skills.deceive", Fixed(1, 4, 5, 3), ladder="15")
    assert [(die.face, die.kind) for die in outcome.dice] == [
        (1, "destiny"),
        (4, ""),
        (5, ""),
        (3, ""),
    ]
    assert (outcome.total, outcome.success) == (13, False)
    assert outcome.said == ("13 against Moderate 15: failure",)
    assert outcome.asks == "What goes wrong?"


def test_a_point_after_the_roll_adds_its_dice_and_is_one_entry() -> None:
    document = somebody()
    seen = resolve(document, "skills.deceive", Fixed(2, 4, 5, 3), ladder="15")
    assert seen.point
    after = Character(SYSTEM, document).add_point({}, seen, Fixed(1, 1))
    assert (after.total, after.success) == (16, True)
    assert [die.kind for die in after.dice[-2:]] == ["point", "point"]
    assert [(entry.cp, entry.note) for entry in after.entries] == [(1, "Deceive")]
    with pytest.raises(RuleViolation):
        Character(SYSTEM, document).add_point({}, after, Fixed(1, 1))
    with pytest.raises(RuleViolation):
        Character(SYSTEM, document).add_point({"character_point": 1}, seen, Fixed(1, 1))


def test_an_opposed_roll_throws_both_and_a_tie_goes_to_the_player() -> None:
    outcome = resolve(somebody(), "skills.deceive", Fixed(3, 3, 3, 3, 6, 6), opposed="2")
    assert (outcome.total, outcome.target, outcome.success) == (12, 12, True)


def test_a_hit_leads_to_its_damage_and_a_miss_to_none() -> None:
    hit = resolve(somebody(), "weapons.blaster-pistol.attack", Fixed(5, 5, 5, 5, 5), defense="20")
    assert hit.follows == "weapons.blaster-pistol.damage"
    miss = resolve(somebody(), "weapons.blaster-pistol.attack", Fixed(1, 1, 1, 1, 1), defense="20")
    assert miss.follows == ""


def test_a_point_that_makes_a_miss_a_hit_leads_to_its_damage() -> None:
    key = "weapons.blaster-pistol"
    miss = resolve(somebody(), f"{key}.attack", Fixed(2, 3, 3, 3, 3), defense="20")
    hit = Character(SYSTEM, somebody()).add_point({}, miss, Fixed(3, 3))
    assert (miss.follows, hit.success, hit.follows) == ("", True, f"{key}.damage")
    still = Character(SYSTEM, somebody()).add_point({}, miss, Fixed(1, 1))
    assert (still.success, still.follows) == (False, "")


def test_a_point_on_automatic_fire_leads_to_the_damage_of_automatic_fire() -> None:
    armed = somebody(gear=[{"id": "heavy-blaster-rifle"}])
    key = "weapons.heavy-blaster-rifle"
    miss = resolve(armed, f"{key}.attack", Fixed(4, 4, 4, 4), defense="20", ways="auto-fire")
    hit = Character(SYSTEM, armed).add_point({}, miss, Fixed(3, 3))
    assert (hit.success, hit.follows) == (True, f"{key}.damage?ways=auto-fire")


def test_automatic_fire_is_remembered_though_the_force_doubled_its_dice() -> None:
    armed = somebody(gear=[{"id": "heavy-blaster-rifle"}])
    key = "weapons.heavy-blaster-rifle"
    sent = {"defense": ("30",), "ways": ("auto-fire",), "points": ("force-point",)}
    miss = Character(SYSTEM, armed).resolve({}, f"{key}.attack", sent, Fixed(*[3] * 8))
    assert (miss.code, miss.success, miss.follows) == ("8D", False, "")
    hit = Character(SYSTEM, armed).add_point({"force_point": 1}, miss, Fixed(3, 3))
    assert (hit.total, hit.success) == (30, True)
    assert (hit.follows, hit.follows_name) == (f"{key}.damage?ways=auto-fire", "Roll damage")


def test_a_roll_held_against_nothing_is_its_dice_and_no_more_is_said() -> None:
    outcome = resolve(somebody(), "skills.deceive", Fixed(2, 4, 5, 3))
    assert (outcome.total, outcome.success, outcome.said) == (14, None, ())
    attack = resolve(somebody(), "weapons.blaster-pistol.attack", Fixed(2, 4, 5, 3, 3))
    assert (attack.said, attack.follows) == ((), "weapons.blaster-pistol.damage")


def test_a_point_on_a_defense_keeps_what_was_added_to_it() -> None:
    document = somebody(house={"active_defense": True})
    sent = {"target": ("15",), "shelter": ("cover",)}
    hit = Character(SYSTEM, document).resolve({}, "defend.blasters", sent, Fixed(2, 2, 2, 2))
    assert (hit.total, hit.success, hit.follows_name) == (13, False, "Take the hit")
    assert hit.why == "DEX 4D; to the total 5 cover"
    after = Character(SYSTEM, document).add_point({}, hit, Fixed(1, 1))
    assert (after.total, after.success, after.follows) == (15, True, "")


def test_damage_has_no_destiny_die_and_is_halved_or_doubled_by_scale() -> None:
    key = DAMAGE
    plain = resolve(somebody(), key, Fixed(6, 1, 4))
    assert (plain.total, [die.kind for die in plain.dice], plain.asks) == (11, ["", "", ""], "")
    assert resolve(somebody(), key, Fixed(6, 1, 4), target_scale="speeder").total == 5
    assert resolve(somebody(), key, Fixed(6, 1, 4), scale="speeder").total == 22


def test_a_point_is_held_against_each_of_several_targets() -> None:
    armed = somebody(gear=[{"id": "heavy-blaster-rifle"}])
    key = "weapons.heavy-blaster-rifle"
    sent = {"ways": ("auto-fire",), "defense": ("20",), "defense-2": ("17",)}
    miss = Character(SYSTEM, armed).resolve({}, f"{key}.attack", sent, Fixed(4, 4, 4, 4))
    assert (miss.target, miss.success, miss.said[0]) == (17, False, "16 hits 0 of 2")
    hit = Character(SYSTEM, armed).add_point({}, miss, Fixed(1, 2))
    assert hit.said == (
        "19 hits 1 of 2",
        "Target 1, Dodge 20: a miss",
        "Target 2, Dodge 17: a hit",
    )
    assert (hit.success, hit.follows) == (True, f"{key}.damage?ways=auto-fire")


def test_outside_of_rounds_each_check_has_its_own_point_also_once_it_was_seen() -> None:
    document, situation = somebody(), dict[str, int]()
    for _ in range(2):
        seen = Character(SYSTEM, document).resolve(
            situation, "skills.deceive", {}, Fixed(2, 4, 5, 3)
        )
        after = Character(SYSTEM, document).add_point(situation, seen, Fixed(1, 1))
        situation |= after.situation
    assert situation == {}


def test_a_point_can_make_a_medpac_help_somebody_else_but_not_twice() -> None:
    doctor = somebody(skills=["blasters", "medicine", "stamina"])
    sent = {"whom": ("somebody",)}
    miss = Character(SYSTEM, doctor).resolve({}, "medpac", sent, Fixed(1, 2, 2, 2))
    assert (miss.success, miss.onto.action) == (False, "")
    after = Character(SYSTEM, doctor).add_point({}, miss, Fixed(2, 2))
    assert (after.success, after.onto.action, after.shifts) == (True, "treated?total=11", ())
    hit = Character(SYSTEM, doctor).resolve({}, "medpac", sent, Fixed(4, 4, 4, 4))
    again = Character(SYSTEM, doctor).add_point({}, hit, Fixed(2, 2))
    assert (again.success, again.onto.action) == (True, "")


def test_a_defense_of_0_stays_in_its_field() -> None:
    form = panel(somebody(), "weapons.blaster-pistol.attack", defense="0")
    assert next(field.values for field in form.fields if field.id == "defense") == ("0",)
