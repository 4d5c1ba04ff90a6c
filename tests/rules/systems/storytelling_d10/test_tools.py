"""Tables behind the Storyteller's tools, each cell as it is printed."""

from fractions import Fraction
from itertools import pairwise

import pytest

from rules import registry
from rules.character import Character
from rules.opponents import WHO
from rules.play import Attempt
from rules.systems.storytelling_d10.play import craft, tools, vehicles
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.conversions import nearest

HOURS = """
12 18 24 48 72 96 120 144 168
24 6 24 36 60 84 96 120 144
48 24 12 24 48 72 96 120 96
72 36 24 18 24 48 72 96 72
96 60 48 24 24 24 48 72 96
120 84 72 48 24 36 24 48 72
144 96 96 72 48 24 48 24 60
168 120 120 96 72 48 24 12 120
192 144 96 72 60 72 96 120 48
"""
# Dice, difficulty, shields, damage, health levels, dice of a collision, squares of a tractor beam.
SIZES = {
    "death-star": (-8, 2, -3, 4, 7, 9, None),
    "battle-station": (-7, 2, -3, 3, 7, 8, 10),
    "cruiser": (-4, 2, -2, 3, 7, 7, 8),
    "frigate": (-3, 2, -2, 2, 7, 6, 6),
    "space-transport": (-3, 1, -1, 2, 7, 5, 5),
    "colossal": (-2, 1, -1, 1, 7, 4, 4),
    "gargantuan": (-2, 1, 0, 1, 3, 3, 3),
    "huge": (-1, 1, 0, 1, 3, 2, 2),
    "large": (-1, 0, 0, 0, 2, 1, None),
    "medium": (0, 0, 0, 0, 2, 0, None),
    "small": (1, 0, 0, 0, 2, 0, None),
    "tiny": (1, -1, 1, -1, 1, 0, None),
    "diminutive": (2, -1, 2, -2, 1, 0, None),
    "fine": (3, -1, 3, -3, 1, 0, None),
}


def test_every_way_takes_its_hours_and_its_successes() -> None:
    regions = list(rulebook().travel.regions)
    printed = [[int(cell) for cell in line.split()] for line in HOURS.split("\n") if line]
    for start, line in zip(regions, printed, strict=True):
        for end, cell in zip(regions, line, strict=True):
            assert tools.hours(start, end, Fraction(1), same_quadrant=False) == cell
            steps = abs(regions.index(start) - regions.index(end))
            assert tools.region_successes(start, end) == max(1, steps)
    slow = tools.hours("mid-rim", "outer-rim", Fraction(3), same_quadrant=True)
    assert slow == Fraction(24 * 3, 2)


def test_complications_go_from_nothing_to_what_the_charts_allow() -> None:
    rows = rulebook().travel.complications
    for id, row in rows.items():
        assert (len(row.adds), row.adds[0], row.adds[-1]) == (10, 0, int(id))
        assert list(row.adds) == sorted(row.adds)
    assert rows["1"].adds == (0,) * 5 + (1,) * 5
    assert rows["5"].adds[:4] == (0, 0, 1, 1)
    assert rows["5"].adds[7:] == (5, 5, 5)


def test_every_size_is_as_printed() -> None:
    found = {
        id: (
            row.dice, row.difficulty, row.shields, row.damage, len(row.health), row.collision,
            row.tractor,
        )
        for id, row in rulebook().craft.sizes.items()
    }  # fmt: skip
    assert found == SIZES


def test_guns_reach_as_far_as_printed() -> None:
    found = {id: row.bands for id, row in rulebook().craft.space_ranges.items()}
    assert found == {
        "blaster-cannon": ("0–1", "2", "3–4", "5–8"),
        "ion-cannon": ("0–2", "3–4", "5–10", "11–20"),
        "laser-cannon": ("0–1", "2", "3–5", "6–10"),
        "missile": ("0–3", "4–6", "7–15", "16–30"),
        "point-defense": ("0–1", "2", "3–5", "6–10"),
        "turbolaser": ("0–4", "5–8", "9–20", "21–40"),
    }


# The squares from which each band begins, and the first that is too far.
FARTHEST = {
    "blaster-cannon": (0, 2, 3, 5, 9),
    "ion-cannon": (0, 3, 5, 11, 21),
    "laser-cannon": (0, 2, 3, 6, 11),
    "missile": (0, 4, 7, 16, 31),
    "point-defense": (0, 2, 3, 6, 11),
    "turbolaser": (0, 5, 9, 21, 41),
}


@pytest.mark.parametrize("gun", FARTHEST)
def test_each_band_of_a_gun_adds_its_difficulty_from_its_first_square_to_its_last(gun: str) -> None:
    starts = FARTHEST[gun]
    for more, (first, after) in enumerate(pairwise(starts)):
        for squares in (first, after - 1):
            values = {"weapon": (gun,), "squares": (str(squares),), "size": ("colossal",)}
            form = Character(
                registry.get("storytelling-d10"), registry.get("storytelling-d10").empty()
            ).roll_form({}, "vehicle-attack", values)
            assert form.target is not None
            assert (form.target.value, form.barred) == (6 + more, ""), squares
    values = {"weapon": (gun,), "squares": (str(starts[-1]),)}
    assert (
        "reaches"
        in Character(registry.get("storytelling-d10"), registry.get("storytelling-d10").empty())
        .roll_form({}, "vehicle-attack", values)
        .barred
    )


def test_a_gunner_in_a_fight_without_a_dot_in_firearms_rolls_dexterity_alone_but_harder() -> None:
    rules = registry.get("storytelling-d10")
    gunner = Character(rules, rules.empty())
    assert gunner.roll_form({}, "vehicle-attack", {}).pool is None
    form = gunner.roll_form({}, "vehicle-attack", {"band": ("short",)})
    assert (form.pool.value if form.pool else 0) == gunner.state.value("dexterity") == 1
    assert form.target is not None
    why = "Difficulty 10 = Difficulty 6 + 2 no dot in Firearms + 2 no skill in Gunnery"
    assert form.target.text == why


def test_a_pilot_without_a_dot_steers_with_dexterity_alone_but_harder() -> None:
    rules = registry.get("storytelling-d10")
    craft_rules, document = rules.craft, rules.empty()
    assert craft_rules is not None
    freighter = registry.open(craft_rules.document({WHO: ("light-freighter",)}))
    pilot = Character(rules, document)
    turn = craft_rules.crew.flown(Attempt(pilot.state, {}), Attempt(freighter.state, {}))
    assert (turn["pilot"], turn["untrained"]) == (1, 2)
    form = freighter.roll_form(turn, "hazard", {})
    assert form.target is not None
    assert "2 no dot in Pilot" in form.target.text


@pytest.mark.parametrize(
    ("hit_points", "armor"),
    [
        (0, 0), (39, 0), (40, 1), (149, 1), (150, 2), (330, 3), (580, 4), (900, 5), (1290, 6),
        (1750, 7), (2280, 8), (2880, 9), (3550, 10), (4289, 10), (4290, 11), (5099, 11),
        (5100, 12), (5979, 12), (5980, 13),
    ],
)  # fmt: skip
def test_armor_by_hit_points_goes_on_past_the_table(hit_points: int, armor: int) -> None:
    assert tools.craft_armor(hit_points) == armor


def test_dice_of_guns_are_those_of_the_examples() -> None:
    examples = [(3, 10, 2, 1), (5, 10, 2, 2), (9, 10, 5, 9)]
    for dice, sides, times, gun in examples:
        assert nearest(dice * sides * times, rulebook().saga.numbers["gunnery"].number) == gun


def test_squads_and_batteries_lower_what_is_printed() -> None:
    assert [craft.squad_fire(ships) for ships in range(7)] == [
        (0, 0), (0, 0), (1, 0), (1, 1), (2, 1), (2, 1), (3, 2),
    ]  # fmt: skip
    assert [craft.battery_fire(guns) for guns in (1, 4, 5, 9, 10, 25)] == [0, 0, 1, 1, 2, 5]


def test_every_effect_of_the_guide_has_a_price() -> None:
    book = rulebook().saga
    for id, row in book.merit_effects.items():
        assert tools.price(id, requirement=False) == int(row.worth)
        assert tools.price(id, requirement=True) == max(1, int(row.worth) - 1)


def test_difficulty_classes_become_successes() -> None:
    classes = [(10, 1), (15, 1), (16, 2), (20, 2), (25, 3), (30, 4), (31, 5), (40, 5)]
    assert [tools.saga_successes(dc) for dc, _ in classes] == [count for _, count in classes]


def test_a_turn_keeps_what_is_not_declared_anew() -> None:
    system = registry.get("storytelling-d10")
    one = system.empty()
    turn = Character(system, one).declare({}, {"actions": ("3",)})
    assert turn == {"actions": 3}
    turn = Character(system, one).declare(turn, {"battle": ("yes",)})
    assert turn == {"actions": 3, "rounds": 1}
    assert Character(system, one).declare(turn, {"actions": ("1",)}) == {"actions": 1, "rounds": 1}
    assert Character(system, one).declare(turn, {"battle": ("no",)}) == {"actions": 3, "rounds": 0}


def test_craft_are_of_every_size_and_their_guns_of_every_range_in_space() -> None:
    tables, craft_rows = vehicles.DECLARED.tables, rulebook().craft
    assert {id: row.name for id, row in tables.kinds.items()} == {
        id: row.name for id, row in craft_rows.sizes.items()
    }
    forms = {id: row.name for id, row in tables.forms.items() if id != "any"}
    assert forms == {id: row.name for id, row in craft_rows.space_ranges.items()}
