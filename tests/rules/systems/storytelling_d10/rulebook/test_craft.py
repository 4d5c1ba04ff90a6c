"""Craft, hyperspace, and conversions from Saga Edition in the tables of Star Wars Storytelling."""

from __future__ import annotations

from collections import Counter

from rules.systems.storytelling_d10.rulebook.book import rulebook
from tests.rules.systems.rows import members

BOOK = rulebook()
CRAFT = BOOK.craft
TRAVEL = BOOK.travel
SAGA = BOOK.saga


def test_sizes() -> None:
    found = members(CRAFT.sizes, "dice", "difficulty", "shields", "damage", "collision", "tractor")
    assert found == {
        "death-star": (-8, 2, -3, 4, 9, None),
        "battle-station": (-7, 2, -3, 3, 8, 10),
        "cruiser": (-4, 2, -2, 3, 7, 8),
        "frigate": (-3, 2, -2, 2, 6, 6),
        "space-transport": (-3, 1, -1, 2, 5, 5),
        "colossal": (-2, 1, -1, 1, 4, 4),
        "gargantuan": (-2, 1, 0, 1, 3, 3),
        "huge": (-1, 1, 0, 1, 2, 2),
        "large": (-1, 0, 0, 0, 1, None),
        "medium": (0, 0, 0, 0, 0, None),
        "small": (1, 0, 0, 0, 0, None),
        "tiny": (1, -1, 1, -1, 0, None),
        "diminutive": (2, -1, 2, -2, 0, None),
        "fine": (3, -1, 3, -3, 0, None),
    }
    assert [row.meters for row in CRAFT.sizes.values()] == [
        "3,000 and more",
        "1,001–3,000",
        "501–1,000",
        "101–500",
        "51–100",
        "19.3–50",
        "9.7–19.2",
        "4.9–9.6",
        "2.4–4.8",
        "1.4–2.3",
        "0.7–1.3",
        "0.4–0.6",
        "0.2–0.3",
        "0.1 and less",
    ]
    assert [len(row.health) for row in CRAFT.sizes.values()] == [7] * 6 + [3] * 2 + [2] * 3 + [
        1
    ] * 3
    assert len(CRAFT.tractors) == 7


def test_space_ranges() -> None:
    assert members(CRAFT.space_ranges, "bands") == {
        "blaster-cannon": ("0–1", "2", "3–4", "5–8"),
        "ion-cannon": ("0–2", "3–4", "5–10", "11–20"),
        "laser-cannon": ("0–1", "2", "3–5", "6–10"),
        "missile": ("0–3", "4–6", "7–15", "16–30"),
        "point-defense": ("0–1", "2", "3–5", "6–10"),
        "turbolaser": ("0–4", "5–8", "9–20", "21–40"),
    }
    assert [row.id for row in CRAFT.space_ranges.values() if row.heavy] == ["missile", "turbolaser"]
    assert [row.number for row in CRAFT.bands.values()] == [0, 1, 2, 3]


def test_turns_and_armor_of_craft() -> None:
    turns = members(CRAFT.quick_turns, "number")
    assert turns == {"45": 5, "90": 6, "135": 7, "180": 8}
    assert members(CRAFT.maneuvers, "difficulties", "move") == {
        "quick-turn": ((), 0),
        "about-face": ((9,), 1),
        "loop": ((), 12),
        "quick-loop": ((9,), 2),
    }
    below = [40, 150, 330, 580, 900, 1290, 1750, 2280, 2880, 3550, 4290]
    assert [(row.below, row.armor) for row in CRAFT.hit_points.values()] == list(
        zip(below, range(11), strict=True)
    )


def test_numbers_of_craft() -> None:
    assert members(CRAFT.numbers, "number") == {
        "copilot": 2,
        "heavy-rounds": 3,
        "heavy-small": 3,
        "against-people": 10,
        "backward-divisor": 10,
        "backward-space": 1,
        "gravity": 2,
        "turn-degrees": 45,
        "obstacle": 2,
        "obstacle-divisor": 2,
        "bump-divisor": 4,
        "bump-control": 6,
        "pursuit-target": 6,
        "pursuit-follower": 7,
        "pursuit-ground": 5,
        "pursuit-space": 1,
        "pursuit-damage": -1,
        "landing": 6,
        "docking": 6,
        "docking-forced": 7,
        "docking-unseen": 8,
        "skim": 5,
        "skim-large": 7,
        "skim-small": 8,
        "squad": 6,
        "squad-unlike": 1,
        "squad-most": 6,
        "squad-divisor": 2,
        "squad-damage-ships": 3,
        "battery": 5,
        "tractor-resist": 4,
        "tractor-break": 6,
        "destruction-minutes": 10,
        "destruction-from": 5,
        "destruction-dice": -2,
        "destruction-seconds": 20,
        "armor-step": 70,
    }


def test_charts() -> None:
    assert members(TRAVEL.chart_data, "difficulty", "complication") == {
        "day": (4, "1"),
        "week": (5, "2"),
        "month": (6, "3"),
        "older": (7, "4"),
        "none": (8, "5"),
    }
    assert members(TRAVEL.complications, "adds") == {
        "1": (0, 0, 0, 0, 0, 1, 1, 1, 1, 1),
        "2": (0, 0, 0, 1, 1, 1, 2, 2, 2, 2),
        "3": (0, 0, 1, 1, 1, 2, 2, 3, 3, 3),
        "4": (0, 0, 1, 1, 2, 2, 3, 3, 4, 4),
        "5": (0, 0, 1, 1, 2, 3, 4, 5, 5, 5),
    }
    assert members(TRAVEL.numbers, "number") == {"device": -1, "same-region": 1, "quadrant": 2}


def test_travel_times() -> None:
    hours = {
        "deep-core": "12 18 24 48 72 96 120 144 168",
        "core-worlds": "24 6 24 36 60 84 96 120 144",
        "colonies": "48 24 12 24 48 72 96 120 96",
        "inner-rim": "72 36 24 18 24 48 72 96 72",
        "expansion-region": "96 60 48 24 24 24 48 72 96",
        "mid-rim": "120 84 72 48 24 36 24 48 72",
        "outer-rim": "144 96 96 72 48 24 48 24 60",
        "wild-space": "168 120 120 96 72 48 24 12 120",
        "unknown-regions": "192 144 96 72 60 72 96 120 48",
    }
    assert {id: " ".join(map(str, row.hours)) for id, row in TRAVEL.regions.items()} == hours
    assert len(hours) == 9


def test_saga() -> None:
    assert members(SAGA.saga_successes, "high", "successes") == {
        "15": (15, 1),
        "20": (20, 2),
        "25": (25, 3),
        "30": (30, 4),
        "35": (None, 5),
    }
    assert members(SAGA.numbers, "number") == {
        "dice": 6,
        "gunnery": 50,
        "range-halves": 3,
        "double-range": 2,
        "armor": 2,
        "armor-dexterity": 5,
        "armor-least": 1,
        "shield": 5,
        "craft-shield": 50,
        "bonus": 2,
        "space-move": 2,
        "least-vehicle-damage": 30,
        "requirement-less": 1,
    }


def test_merit_guide() -> None:
    assert [row.number for row in SAGA.merit_guide.values()] == [1, 2, 3, 4, 5]
    counts = Counter(row.worth for row in SAGA.merit_effects.values())
    assert counts == {"1": 1, "2": 6, "3": 7, "4": 4, "5": 1}
