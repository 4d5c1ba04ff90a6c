"""Combat, Paths, and points in the tables of Star Wars Storytelling."""

from __future__ import annotations

from rules.systems.storytelling_d10.rulebook.book import rulebook
from tests.rules.systems.rows import members

BOOK = rulebook()
COMBAT = BOOK.combat
POINTS = BOOK.points


def test_health() -> None:
    assert members(COMBAT.levels, "penalty", "walk", "runs") == {
        "bruised": (0, None, True),
        "hurt": (-1, None, True),
        "injured": (-1, None, True),
        "wounded": (-2, None, False),
        "mauled": (-2, None, False),
        "crippled": (-5, 1, False),
        "incapacitated": (None, 0, False),
    }
    commoner = [row.id for row in COMBAT.levels.values() if row.commoner]
    assert commoner == ["injured", "mauled", "incapacitated"]


def test_aiming() -> None:
    assert members(COMBAT.aim_ranged, "difficulty", "damage") == {
        "head": (3, 4),
        "arms": (3, -1),
        "chest": (0, 0),
        "vitals": (2, 3),
        "legs": (2, 0),
        "eyes": (4, 3),
        "weapon": (3, 0),
    }
    assert members(COMBAT.aim_melee, "difficulty", "damage") == {
        "head": (3, 4),
        "arms": (0, -1),
        "chest": (2, 1),
        "vitals": (3, 3),
        "legs": (1, 0),
        "eyes": (4, 3),
        "weapon": (3, 0),
    }
    assert [(row.part, row.least) for row in COMBAT.aim_effects.values()] == [
        *(("head", least) for least in (3, 4, 5, 6)),
        *(("arms", least) for least in (1, 4, 6)),
        *(("chest", least) for least in (5, 7)),
        *(("vitals", least) for least in (None, 4, 5)),
        *(("legs", least) for least in (4, 6)),
        *(("eyes", least) for least in (2, 3, 4)),
        ("weapon", None),
    ]


def test_armor_evading_and_sources() -> None:
    assert members(COMBAT.armor_classes, "low", "high", "dice") == {
        "light": (1, 2, -1),
        "medium": (3, 4, -2),
        "heavy": (5, 6, -3),
    }
    assert members(COMBAT.evasions, "abilities") == {
        "firearms": ("athletics", "acrobatics"),
        "force": ("athletics", "acrobatics"),
        "brawl": ("dodge", "brawl"),
        "melee": ("dodge", "melee", "acrobatics"),
    }
    assert members(COMBAT.damage_sources, "ignores") == {
        "energy": (),
        "lightsaber": ("armor",),
        "disruptor": ("armor", "shield"),
        "ion": (),
        "other": (),
    }


def test_numbers_of_combat() -> None:
    assert members(COMBAT.numbers, "number") == {
        "difficulty": 6,
        "least-difficulty": 2,
        "most-difficulty": 10,
        "threshold-difficulty": 9,
        "threshold-less": 8,
        "initiative": 4,
        "unskilled": 2,
        "heuristics": 9,
        "opponent": 1,
        "opponents-most": 4,
        "evasion": 1,
        "power-roll": 6,
        "twilight": -1,
        "darkness": -2,
        "round-seconds": 2,
        "move-base": 20,
        "move-dexterity": 3,
        "move-divisor": 2,
        "run": 2,
        "lame": 4,
        "short": 2,
        "paraplegic": 1,
        "soak": 6,
        "damage": 6,
        "heal-lethal": 8,
        "heal-bashing": 5,
        "slow-healing": 2,
        "rest-hours": 8,
        "repair-shield": 9,
        "ion-living": 2,
        "reasoning": 3,
    }


def test_paths() -> None:
    for rows in (POINTS.light, POINTS.dark):
        assert [row.grade for row in rows.values()] == list(range(1, 11))
        assert len({row.mistake for row in rows.values()}) == 10


def test_uses_of_points() -> None:
    assert (len(POINTS.destiny), len(POINTS.power), len(POINTS.willpower)) == (9, 3, 2)
    once = [row.id for row in POINTS.destiny.values() if row.scene]
    assert once == ["willpower", "outstanding"]


def test_numbers_of_points() -> None:
    assert members(POINTS.numbers, "number") == {
        "path-most": 10,
        "path-difficulty": 6,
        "path-fail": 1,
        "path-botch": 2,
        "dark-lead": 2,
        "light-lead": 3,
        "light-on-light": -1,
        "dark-on-dark": -2,
        "dark-on-light": 4,
        "grade-lost": 3,
        "will-light": -2,
        "will-dark": 2,
        "destiny-successes": 3,
        "destiny-initiative": 5,
        "willpower-success": 1,
        "willpower-nature": 3,
        "willpower-demeanor": 1,
        "willpower-rest": 1,
        "power-gain": 1,
        "power-strong": 2,
        "power-recovery": 2,
    }
