"""Hyperspace, haggling, and repairs in the tables of Empire Ascendant."""

from __future__ import annotations

from rules.systems.empire_ascendant.rulebook.book import rulebook
from tests.rules.systems.rows import members

BOOK = rulebook()


def test_how_long_a_jump_takes_to_work_out() -> None:
    times = {
        "precalculated": ("One round,",),
        "well-traveled": ("One minute.", "every round at twice the number"),
        "unfamiliar": ("1D hours.", "every minute at twice the number"),
        "blind": ("A whole day",),
    }
    assert list(BOOK.travel.jumps) == list(times)
    for id, words in times.items():
        for word in words:
            assert word in BOOK.travel.jumps[id].does, id


def test_what_a_trip_is_made_of() -> None:
    travel = BOOK.travel
    assert (travel.backup_least, travel.backup) == (10, 15)
    assert (travel.gas_cloud_dice, travel.asteroids_dice) == (2, 2)
    assert (travel.hour_saved, travel.hour_extra, travel.hurried) == (1, -1, 2)


def test_mishaps_by_two_dice() -> None:
    assert members(BOOK.travel.mishaps, "low", "high") == {
        "cut-out-damaged": (2, 2),
        "radiation": (3, 4),
        "cut-out": (5, 6),
        "off-course": (7, 8),
        "mynocks": (9, 9),
        "close-call": (10, 10),
        "collision": (11, 12),
    }
    travel = BOOK.travel
    assert (travel.mishap_dice, travel.mishap_least, travel.mishap_most) == (2, 1, 9)
    assert (travel.radiation_dice_a_point, travel.collision_survival) == (1, 15)


def test_haggling() -> None:
    assert members(BOOK.table.bargains, "winner", "times", "percent") == {
        "half": ("you", 3, 50),
        "three-quarters": ("you", 2, 75),
        "discount": ("you", 1, 90),
        "normal": ("", 1, 100),
        "markup": ("they", 1, 110),
        "half-more": ("they", 2, 150),
        "double": ("they", 3, 200),
    }


def test_three_tries_to_repair() -> None:
    assert members(BOOK.table.tries, "time") == {
        "first": "15 minutes",
        "second": "1 more day",
        "third": "2 more days",
    }
    assert BOOK.table.repair_tries == 3
    assert list(BOOK.table.repaired) == ["repaired", "again", "failed"]


def test_what_takes_dice() -> None:
    play = BOOK.table
    assert (BOOK.play.action, play.fact, play.fatigued) == (-1, -1, -1)
    assert members(BOOK.harm.levels, "wound", "dice") == {
        "stunned": (0, -1),
        "wounded": (1, -1),
        "severely-wounded": (2, -2),
        "incapacitated": (3, None),
        "mortally-wounded": (4, None),
    }
    assert (play.detected, play.initiative_dice) == (2, 1)
