"""A figure's value and its explanation come from the same terms."""

from fractions import Fraction

import msgspec
import pytest

from rules import figures
from rules.figures import (
    Figure,
    at_least,
    best,
    bonus,
    constant,
    dice,
    divided,
    dots,
    halved,
    instead,
    number,
    pool,
    times,
    total,
)

DEX = total(
    "DEX", dice("Twilek", 2, source="Species"), dice("Spy", 1, source="Professions"), unit="D"
)
AGILITY = total("Agility", dice("picked", 1, source="Skills"), unit="D")
NOTHING = total("Agility", unit="D")


def test_a_sum_reads_as_it_is_added_up() -> None:
    figure = total(
        "Dodge", constant("base", 10), pool("Agility", DEX, AGILITY), bonus("Heavy Armor", -2)
    )
    assert figure.value == 12
    assert figure.why == "10 + DEX 3D + Agility 1D - 2 Heavy Armor"
    assert figure.text == "Dodge 12 = 10 + DEX 3D + Agility 1D - 2 Heavy Armor"


def test_what_adds_nothing_is_left_out() -> None:
    figure = total("Dodge", constant("base", 10), pool("Agility", DEX, NOTHING), bonus("Vest", 0))
    assert figure.value == 13
    assert figure.why == "10 + DEX 3D"


def test_a_sum_of_nothing_is_0() -> None:
    assert NOTHING.value == 0
    assert NOTHING.why == "0"


def test_a_sum_may_begin_below_nothing() -> None:
    figure = total("Change", bonus("Great Saber", -1), constant("", 3))
    assert figure.value == 2
    assert figure.why == "-1 Great Saber + 3"


def test_a_pool_tells_attribute_and_skill_apart() -> None:
    figure = pool("Agility", DEX, AGILITY)
    assert (figure.value, figure.code, figure.parts) == (4, "4D", (3, 1))
    assert figure.why == "DEX 3D + Agility 1D"


def test_what_is_no_pool_has_one_part() -> None:
    assert DEX.parts == (3, 0)


def test_a_price_is_a_product() -> None:
    figure = times("cost", constant("", 3), number("new dice", 4))
    assert figure.text == "cost 12 = 3 × new dice 4"


def test_a_floor_is_said() -> None:
    figure = at_least("Force Points", number("FOR", 0), 1)
    assert figure.text == "Force Points 1 = FOR 0, at least 1"
    assert at_least("Force Points", number("FOR", 2), 1).value == 2


def test_a_replaced_sum_is_said() -> None:
    figure = instead("Credits", bonus("Fortune", 1200), constant("start", 750))
    assert figure.value == 1200
    assert figure.why == "1,200 Fortune, instead of 750"


def test_the_best_of_several_is_the_highest() -> None:
    figure = best("Defense", [number("Dodge", 12), number("Parry", 14)])
    assert figure.value == 14
    assert figure.why == "best of Dodge 12, Parry 14"


def test_a_half_is_rounded_down() -> None:
    figure = halved("Half", number("damage", 7))
    assert figure.value == 3
    assert figure.why == "half of damage 7, rounded down"


def test_numbers_are_printed_with_their_unit_and_thousands() -> None:
    assert dice("Blasters", 4).code == "4D"
    assert number("Credits", 1200).code == "1,200"


def test_a_fact_says_its_source() -> None:
    assert dice("Twilek", 2, source="HyperspaceD6, Species").why == "HyperspaceD6, Species"


def test_rulings_are_gathered_once_each_from_all_terms() -> None:
    ours = dice("Crossguard", 1, ruling="Our ruling.")
    figure = total("Both", ours, total("again", ours, ruling="Another."), ruling="First.")
    assert figure.rulings() == ("First.", "Our ruling.", "Another.")


def test_rows_hold_every_term_with_what_stands_behind_it_and_its_source() -> None:
    figure = total(
        "Dodge",
        constant("every character", 10, source="Defenses"),
        pool("Agility", DEX, AGILITY),
        bonus("Heavy Armor", -2, source="Weapons & Armor"),
    )
    rows = [row for row in figure.rows() if row.depth == 0]
    assert [(row.amount, row.label, row.detail) for row in rows] == [
        ("10", "every character", ""),
        ("+3D", "DEX", "Twilek 2D + Spy 1D"),
        ("+1D", "Agility", "picked 1D"),
        ("−2", "Heavy Armor", ""),
    ]
    assert (rows[0].source, rows[3].source) == ("Defenses", "Weapons & Armor")


def test_rows_come_down_to_the_facts_with_their_sources() -> None:
    """Every number answers why: the species' dice say that they are the species'."""
    figure = total("Dodge", constant("every character", 10, source="Defenses"), DEX)
    facts = {(row.label, row.source) for row in figure.rows()}
    assert {("every character", "Defenses"), ("Twilek", "Species"), ("Spy", "Professions")} <= facts


def test_dice_with_pips_are_written_with_them() -> None:
    assert figures.dice("Blaster", 3, pips=2).code == "3D+2"
    assert figures.dice("Blaster", 4).code == "4D"


def test_pips_are_added_beside_the_dice_and_points_read_as_points() -> None:
    blaster = figures.dice("Blaster", 4, pips=1)
    now = figures.total(
        "Blaster", blaster, figures.dice("wounded", -1), figures.points("stuns", -2), unit="D"
    )
    assert now.text == "Blaster 3D-1 = Blaster 4D+1 - wounded 1D - 2 stuns"
    assert [row.amount for row in now.rows()] == ["4D+1", "−1D", "−2"]


def test_three_pips_make_a_die_only_where_they_are_carried() -> None:
    terms = (figures.dice("typed", 3, pips=2), figures.points("raised", 1))
    assert figures.carried("Blaster", *terms).text == "Blaster 4D = typed 3D+2 + 1 raised"
    assert figures.total("Blaster", *terms, unit="D").code == "3D+3"


def test_pips_are_doubled_with_the_dice() -> None:
    doubled = figures.times(
        "x", figures.constant("", 2), figures.dice("Blaster", 4, pips=2), unit="D"
    )
    assert doubled.code == "8D+4"
    assert doubled.why == "2 × Blaster 4D+2"


def test_dice_are_ordered_by_what_they_come_to_on_average() -> None:
    codes = [figures.dice("a", 3, pips=2), figures.dice("b", 4), figures.dice("c", 3)]
    assert [figure.label for figure in sorted(codes, key=lambda one: one.weight)] == ["c", "a", "b"]
    assert figures.best("best", codes).code == "4D"


def test_a_floor_takes_the_pips_with_it() -> None:
    low = figures.at_least("x", figures.dice("y", -1, pips=2), 0)
    assert low.code == "0D"


def test_dice_in_place_of_others_show_what_is_more_than_those() -> None:
    blaster = figures.instead("Blaster", figures.dice("typed", 4), figures.dice("DEX", 3, pips=1))
    assert blaster.parts == (3, 1)
    assert blaster.why == "typed 4D, instead of 3D+1"


def test_an_average_counts_halves_of_dice_and_leaves_pips_out() -> None:
    dodge = figures.dice("Dodge", 3, pips=2)
    shown = figures.average("Dodge dice", dodge, halves=7)
    assert shown.value == 10
    assert shown.why == "3½ × Dodge 3D+2, rounded down"
    defense = figures.total("Defense", shown, figures.bonus("pips", 2))
    assert defense.text == "Defense 12 = 10 Dodge dice + 2 pips"


def pace(agility: int, by: int = 2) -> Figure:
    run = times("Agility", constant("", 3), dots("Agility", agility))
    return divided("Pace", total("", constant("", 20), run), by, unit="m")


@pytest.mark.parametrize(
    ("agility", "by", "code", "plain"),
    [
        (1, 2, "11½ m", 11.5),
        (2, 2, "13 m", 13),
        (1, 4, "5¾ m", 5.75),
        (1, 16, "1 7/16 m", 1.4375),
        (-7, 2, "-½ m", -0.5),
    ],
)
def test_what_is_divided_stays_exact(agility: int, by: int, code: str, plain: float) -> None:
    assert pace(agility, by).code == code
    assert pace(agility, by).plain == plain


def test_a_quotient_says_how_it_comes_about() -> None:
    assert pace(1).text == "Pace 11½ m = (20 + Agility 3) ÷ 2"
    assert [(row.amount, row.label) for row in pace(1).rows()] == [
        ("23", ""),
        ("20", ""),
        ("+3", "Agility"),
        ("3", ""),
        ("× 1", "Agility"),
        ("÷ 2", ""),
    ]


def test_parts_of_a_number_add_up_to_whole_ones() -> None:
    both = total("Both", pace(1), pace(1), constant("", 1))
    assert (both.value, both.part, both.code) == (24, None, "24")
    assert total("More", pace(1), pace(1, 4)).exact == Fraction(69, 4)
    assert times("Twice", constant("", 2), pace(1)).exact == 23
    assert times("Thrice", constant("", 3), pace(1)).code == "34½"


def test_a_part_stays_with_the_best_the_least_and_what_replaces() -> None:
    assert best("Best", (pace(1), number("Ten", 10))).code == "11½ m"
    assert at_least("Least", pace(1), 5).code == "11½ m"
    assert at_least("Least", pace(1), 20).code == "20 m"
    assert instead("Pace", pace(1), number("Usual", 10)).text == (
        "Pace 11½ m = Pace 11½, instead of 10"
    )
    assert pace(1).weight > 11


def test_dots_and_dice_that_are_counted_print_as_numbers() -> None:
    sneak = pool("Sneak", dots("Agility", 3), dots("Sneak", 2))
    assert (sneak.unit, sneak.code, sneak.parts) == ("d10", "5", (3, 2))
    assert sneak.text == "Sneak 5 = Agility 3 + Sneak 2"
    assert dots("Agility", 3).code == "3"


def test_figures_with_parts_can_be_written_down() -> None:
    assert msgspec.json.decode(msgspec.json.encode(pace(1)), type=Figure) == pace(1)
