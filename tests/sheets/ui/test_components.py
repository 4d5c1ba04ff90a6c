"""The dice code and the other small marks of a page."""

from rules.figures import Figure, dice, number, pool
from rules.forms.fields import Change
from sheets.ui import components
from sheets.ui.explain import Explainer
from tests.sheets import imaginary_game

DECEIVE = pool("Deceive", dice("PER", 5), dice("Deceive", 2))


def test_a_dice_code_tells_the_dice_of_the_attribute_from_those_of_the_skill() -> None:
    assert components.dice(DECEIVE) == (
        '<span class="dice still"><span class="pips" aria-hidden="true"><i>□□□□□</i>■■</span>'
        '<span class="code">7D</span></span>'
    )


def test_dice_that_would_come_on_top_are_marked_and_counted() -> None:
    assert "<i>□□</i><b>⊞</b>" in components.dice(dice("Pilot", 2), 1)
    assert ">3D<" in components.dice(dice("Pilot", 2), 1)


def test_no_dice_are_soft_and_a_plain_number_has_no_squares() -> None:
    assert components.dice(dice("FOR", 0)) == (
        '<span class="dice still"><span class="code none">0D</span></span>'
    )
    assert "pips" not in components.dice(number("Credits", 7))


def test_so_many_dice_that_they_could_not_be_counted_are_printed_only() -> None:
    assert "■" not in components.dice(pool("Brawl", dice("STR", 9), dice("Brawl", 9)))


def test_pips_stand_behind_the_dice() -> None:
    assert components.dice(pool("Dodge", dice("DEX", 3, pips=1), dice("Dodge", 1))) == (
        '<span class="dice still"><span class="pips" aria-hidden="true"><i>□□□</i>■</span>'
        '<span class="code">4D+1</span></span>'
    )
    assert '<span class="code">0D+2</span>' in components.dice(dice("Luck", 0, pips=2))


def test_points_that_are_lost_have_a_minus_sign_too() -> None:
    assert components.printed(dice("Dodge", 3, pips=-2)) == "3D−2"
    assert components.shown("3D-1, then 12D-2") == "3D−1, then 12D−2"
    assert components.shown("R2D-4 has a D-20 and BD-1") == "R2D-4 has a D-20 and BD-1"


def test_a_silhouette_marks_the_best_by_dice_and_pips_and_tells_each_code_whole() -> None:
    html = components.profile([dice("DEX", 3, pips=1), dice("KNO", 3), dice("STR", 3, pips=2)])
    assert '<span class="stack high" aria-hidden="true">□□□</span><span class="code">3D+2<' in html
    assert html.count("high") == 1
    assert '<span class="code">3<span class="unseen">D</span></span>' in html


def test_a_debt_has_a_minus_sign_and_a_hyphen_stays_one() -> None:
    assert components.printed(Figure("Credits", -4800)) == "−4,800"
    assert components.shown("Auto-Fire: -1D on Blasters") == "Auto-Fire: −1D on Blasters"


def test_a_change_says_from_what_to_what_and_never_becomes_markup() -> None:
    shown = components.change(Change("<i>Dodge</i>", "13", "12", better=False))
    assert shown == (
        '<span class="change">&lt;i&gt;Dodge&lt;/i&gt; <b>13</b> <b class="harm">12</b></span>'
    )


def test_a_silhouette_marks_the_highest_stack_and_shows_an_empty_one() -> None:
    shown = components.profile((dice("DEX", 3), dice("KNO", 0)))
    assert '<span class="stack high" aria-hidden="true">□□□</span>' in shown
    assert '<span class="stack" aria-hidden="true">⬚</span>' in shown


def test_ids_fit_into_selectors() -> None:
    assert components.slot("gear.Mother's vest") == "gear-Mother-s-vest"


def test_a_long_name_may_break_after_a_slash() -> None:
    explainer = Explainer(imaginary_game.sheet(), "explain")
    assert explainer.link(DECEIVE, "Computer Programming/Repair & more") == (
        "<span>Computer Programming/<wbr>Repair &amp; more</span>"
    )


def test_initials_are_those_of_the_ends_of_a_name() -> None:
    names = {"Vessa Korr": "VK", "V7-Jot": "VJ", "élan": "É", "Bo of Low Harbor (copy)": "BH"}
    assert {name: components.monogram(name) for name in names} == names
    assert components.monogram("") == components.monogram("…") == "?"
