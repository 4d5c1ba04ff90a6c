"""Vehicles and starships in the tables of Empire Ascendant."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rules.systems.empire_ascendant.rulebook.book import rulebook
from tests.rules.systems.rows import members

BOOK = rulebook()


def test_what_a_hit_on_a_craft_comes_to() -> None:
    assert members(BOOK.craft.margins, "low", "high") == {
        "shields-blown": (0, 3),
        "lightly-damaged": (4, 8),
        "heavily-damaged": (9, 12),
        "severely-damaged": (13, 15),
        "destroyed": (16, None),
    }
    assert members(BOOK.craft.levels, "rank", "table") == {
        "none": (0, ""),
        "shields-blown": (0, ""),
        "controls-ionized": (0, ""),
        "lightly-damaged": (1, "light"),
        "heavily-damaged": (2, "heavy"),
        "severely-damaged": (3, "severe"),
        "destroyed": (4, ""),
    }


# Each row: 1D from and to, and what is hit how badly.
GUNNER = "its gunner takes {}D damage, or its Fire Control loses {}D"
HITS = {
    "vehicle_light": {
        "maneuverability": (1, 3, "Maneuverability loses 1D"),
        "weapon": (4, 4, GUNNER.format(1, 1)),
        "speed": (5, 6, "Speed loses 1D"),
    },
    "vehicle_heavy": {
        "maneuverability": (1, 3, "Maneuverability loses 2D"),
        "speed": (4, 6, "Speed loses 2D"),
    },
    "vehicle_severe": {
        "powerplant": (1, 1, "It crashes, or rolls to a stop"),
        "powerplant-again": (2, 2, "It crashes, or rolls to a stop"),
        "generator": (3, 3, "blows up in 1D rounds"),
        "weapons": (4, 4, "Every weapon is dead"),
        "breaking-up": (5, 5, "crashes in 1D rounds"),
        "explodes": (6, 6, "crashes and explodes: Destroyed"),
    },
    "ship_light": {
        "maneuverability": (1, 1, "Maneuverability loses 1D"),
        "weapon": (2, 2, GUNNER.format(1, 1)),
        "weapon-out": (3, 3, "A weapon stops working"),
        "hyperdrive": (4, 4, "Astrogation is 10 harder"),
        "shields": (5, 5, "Shields lose 1D"),
        "speed": (6, 6, "Speed loses 1D"),
    },
    "ship_heavy": {
        "maneuverability": (1, 1, "Maneuverability loses 2D"),
        "weapon-out": (2, 2, "A weapon stops working"),
        "weapon": (3, 3, GUNNER.format(3, 2)),
        "hyperdrive": (4, 4, "Astrogation is 10 harder"),
        "shields": (5, 5, "Shields lose 2D"),
        "speed": (6, 6, "Speed loses 2D"),
    },
    "ship_severe": {
        "dead-in-space": (1, 1, "can't move anymore"),
        "generator": (2, 2, "in 1D rounds the ship blows up"),
        "hyperdrives": (3, 3, "Both hyperdrives are scrap"),
        "weapons": (4, 4, "Every weapon is dead"),
        "breaking-up": (5, 5, "has 1D rounds to get out"),
        "explodes": (6, 6, "explodes: Destroyed"),
    },
}


@pytest.mark.parametrize("name", HITS)
def test_which_system_is_hit(name: str) -> None:
    rows = getattr(BOOK.craft, name).values()
    assert [row.id for row in rows] == list(HITS[name])
    for row, (low, high, words) in zip(rows, HITS[name].values(), strict=True):
        assert (row.low, row.high) == (low, high), row.id
        assert words in row.does, row.id


@pytest.mark.parametrize(
    ("rows", "low", "high"),
    [
        (BOOK.travel.mishaps, 2, 12),
        (BOOK.harm.margins, 0, None),
        (BOOK.craft.margins, 0, None),
        (BOOK.play.difficulties, 3, None),
        *((getattr(BOOK.craft, name), 1, 6) for name in HITS),
    ],
)
def test_no_result_falls_between_two_rows(rows: Any, low: int, high: int | None) -> None:
    spans = list(rows.values()) if isinstance(rows, dict) else rows
    assert (spans[0].low, spans[-1].high) == (low, high)
    for before, after in pairwise(spans):
        assert after.low == before.high + 1, after.id


def test_shields_and_damage_by_range_and_what_else_counts_in_space() -> None:
    craft = BOOK.craft
    assert members(craft.shields, "number") == {"long": 10, "medium": 15, "short": 20}
    assert members(craft.range_damage, "dice") == {"short": 0, "medium": -1, "long": -2}
    assert craft.bail_out == 15
    assert (
        "−1D to Maneuverability, Shields, Speed and Fire Control for this round and the next"
        in (craft.levels["controls-ionized"].does)
    )
    assert "each at −1D" in craft.chases["crash"].does
    assert (craft.nearest, craft.torpedo_range) == ("short", "short")


def test_who_works_what() -> None:
    assert members(BOOK.craft.crew_skills, "craft", "name") == {
        "vehicle-repulsorlift-operation": ("vehicle", "Repulsorlift Operation"),
        "vehicle-walker-operation": ("vehicle", "Walker Operation"),
        "vehicle-heavy-weapons": ("vehicle", "Heavy Weapons"),
        "vehicle-starship-shields": ("vehicle", "Starship Shields"),
        "ship-starship-pilot": ("ship", "Starship Pilot"),
        "ship-starship-gunnery": ("ship", "Starship Gunnery"),
        "ship-starship-shields": ("ship", "Starship Shields"),
    }
    assert list(BOOK.craft.roles) == ["pilot", "copilot", "gunner", "shield-operator"]
