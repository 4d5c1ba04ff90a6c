"""Dice of any kind and number of sides, and what they come to: seen, heard, and as plain text."""

from rules.play import Die, Outcome
from sheets.play.tags import announced, faces, heard, rolled_total
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
