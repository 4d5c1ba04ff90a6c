"""Dice of any kind and number of sides, and what they come to: seen, heard, and as plain text."""

from typing import Any

from rules.play import Die, Held, Outcome
from sheets.play.tags import announced, faces, heard, margin, rolled_total
from sheets.play_log import text

EXPLODED = (Die(6), Die(6, "again"), Die(2, "again"), Die(3))
COUNTED = (
    Die(8, "success", sides=10),
    Die(3, sides=10),
    Die(1, "cancel", sides=10),
    Die(10, "success", sides=10),
)


def test_a_die_that_is_rolled_again_stands_after_the_one_that_exploded() -> None:
    assert faces(EXPLODED) == (
        '<span class="faces" aria-hidden="true"><span class="die">⚅</span>'
        '<span class="die again">⚅</span><span class="die again">⚁</span>'
        '<span class="die">⚂</span></span>'
        '<span class="unseen">dice 6; rolled again 6, 2; dice 3</span>'
    )


def test_dice_of_ten_sides_show_numbers_and_no_drawn_faces() -> None:
    found = faces(COUNTED)
    assert '<span class="die success numbered">8</span>' in found
    assert '<span class="die numbered">3</span>' in found
    assert '<span class="die cancel numbered">1</span>' in found
    assert heard(COUNTED) == "dice 8, 3, 1, 10"


def test_what_is_counted_and_a_botch_are_said() -> None:
    one = Outcome("x", "Climb", "check", dice=COUNTED, total=1, unit="success")
    assert rolled_total(one) == (
        '<span class="line-total"><span class="unseen">, together </span>1 '
        "<small>success</small></span>"
    )
    assert announced(one) == "Climb. dice 8, 3, 1, 10. 1 success."
    botched = Outcome("x", "Climb", "check", dice=(Die(1, sides=10),), botch=True, unit="successes")
    assert '<b class="botch harm">Botch</b> ' in rolled_total(botched)
    assert announced(botched) == "Climb. dice 1. Botch. 0 successes."


def test_plain_text_has_a_sign_for_each_kind_of_die() -> None:
    assert text.faces(EXPLODED) == "6 >6 >2 3"
    assert text.faces(COUNTED) == "=8 3 !1 =10"
    assert text.legend(["", "again"]) == "Dice rolled again have a >.\n"
    assert text.legend(["destiny", "point"]) == (
        "The Destiny Die has a *, the dice of a point a +.\n"
    )
    assert text.legend(["point"]) == "The dice of a point have a +.\n"


def attack(total: int, **parts: Any) -> Outcome:
    return Outcome(
        **{"action": "weapons.x.attack", "name": "X", "kind": "check", **parts}, total=total
    )


HIT, MISS = {"target": 12, "success": True}, {"target": 12, "success": False}
SEARCH = {"action": "skills.search"}


def test_a_roll_says_by_how_much_it_hit_or_missed() -> None:
    assert margin(attack(15, **HIT)) == "Hit by 3"
    assert margin(attack(12, **HIT)) == "Just hit"
    assert margin(attack(10, **MISS)) == "Missed by 2"
    assert margin(attack(17, **HIT, **SEARCH)) == "Success by 5"
    assert margin(attack(12, **HIT, **SEARCH)) == "Just made it"
    assert margin(attack(11, **MISS, **SEARCH)) == "Failed by 1"


def test_successes_are_told_beside_those_that_are_needed() -> None:
    counted = {"unit": "successes", "needed": 2}
    assert margin(attack(3, **HIT, **counted)) == "Hit by 1"
    assert margin(attack(1, **MISS, **counted)) == "Missed by 1"


def test_no_margin_is_told_where_no_one_number_decides() -> None:
    several = (Held("Target 1", "Dodge", 9), Held("Target 2", "Dodge", 12))
    assert margin(attack(15)) == ""
    assert margin(attack(14, **HIT, each=several)) == ""
    assert margin(attack(0, **MISS, unit="successes", needed=1, botch=True)) == ""
    assert margin(attack(8, **HIT)) == ""  # a hit by another rule


def test_a_die_of_its_own_is_marked_at_its_best_and_its_worst() -> None:
    shown = [faces((Die(face, "destiny"),)) for face in (6, 1, 3)]
    assert '<span class="die destiny lead best">⚅</span>' in shown[0]
    assert '<span class="die destiny lead worst">⚀</span>' in shown[1]
    assert '<span class="die destiny lead">⚂</span>' in shown[2]
    assert "lead" not in faces((Die(6, "point"), Die(1, "extra"), *COUNTED))
