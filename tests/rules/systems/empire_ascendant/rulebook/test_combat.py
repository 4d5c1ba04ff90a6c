"""Combat, harm, and the Force in the tables of Empire Ascendant."""

from __future__ import annotations

from rules.systems.empire_ascendant.rulebook.book import rulebook
from tests.rules.systems.rows import members

BOOK = rulebook()


def test_ranges_and_what_changes_an_attack() -> None:
    combat = BOOK.combat
    assert members(combat.ranges, "number") == {
        "point-blank": 5,
        "short": 10,
        "medium": 15,
        "long": 20,
    }
    assert (combat.cover, combat.prone, combat.prone_not_at) == (5, 5, "point-blank")
    assert (combat.per_die, combat.full_dodge) == (3, 10)


def test_the_printed_dodge_of_a_scale_is_three_for_each_die() -> None:
    assert members(BOOK.combat.scales, "dice", "dodge") == {
        "character": (0, 0),
        "speeder": (2, 6),
        "walker": (4, 12),
        "starfighter": (6, 18),
        "capital-ship": (12, 36),
        "planetary": (24, 72),
    }
    assert BOOK.combat.scale_defense == 3


def test_what_an_attack_is_held_against() -> None:
    assert members(BOOK.combat.forms, "against", "number") == {
        "ranged": ("dodge", "range"),
        "melee": ("melee-parry", "difficulty"),
        "brawling": ("brawling-parry", "difficulty"),
        "grenade": ("", "range"),
    }
    assert list(BOOK.combat.defenses) == ["dodge", "brawling-parry", "melee-parry"]


def test_moving_and_facts() -> None:
    combat = BOOK.combat
    assert (combat.move, combat.crawl) == (5, 2)
    figures = BOOK.figures
    assert (figures["move"].number, figures["run"].times, figures["crawl"].number) == (
        combat.move,
        [2, "move"],
        combat.crawl,
    )
    assert (figures["move"].typed.least, figures["move"].typed.most) == (1, 99)
    assert list(combat.facts) == ["draw", "load", "stun", "run", "crawl"]


def test_grenades_and_mooks() -> None:
    combat = BOOK.combat
    assert members(combat.grenades, "dice", "blocked") == {
        "enclosed": (1, False),
        "flimsy": (-1, False),
        "hard": (-2, False),
        "full": (0, True),
        "vacuum": (-1, False),
    }
    assert (combat.blast_dice, combat.scatter_dice, combat.scatter_meters_dice) == (4, 1, 3)
    assert combat.detonite_dice == 1
    assert members(combat.mooks, "falls_at") == {"minion": "", "henchman": "wounded"}


def test_what_a_hit_comes_to() -> None:
    assert members(BOOK.harm.margins, "low", "high") == {
        "stunned": (0, 3),
        "wounded": (4, 8),
        "incapacitated": (9, 12),
        "mortally-wounded": (13, None),
    }
    assert list(BOOK.harm.stuns) == ["none", "knocked-out"]


def test_what_keeps_alive_and_heals() -> None:
    harm = BOOK.harm
    assert (harm.stunned_rounds, harm.knocked_out_dice, harm.dying_dice) == (2, 2, 2)
    assert (harm.stabilise, harm.self_dice, harm.bacta_dice) == (15, -1, 2)
    assert (harm.rescue_dice, harm.rescue_first, harm.rescue_second) == (-1, 10, 15)
    assert harm.no_air == (10, 15, 20, 30)


def test_what_a_force_point_brings_back() -> None:
    assert members(BOOK.force.deeds, "dark", "due", "more") == {
        "wrong": (1, 0, 0),
        "unheroic": (0, 0, 0),
        "heroic": (0, 1, 0),
        "dramatic": (0, 1, 1),
    }


def test_numbers_of_the_force() -> None:
    force, powers = BOOK.force, BOOK.powers
    assert (force.explodes, force.dark_side_dice, force.dark_bonus) == (6, 1, 1)
    assert (powers.picks, powers.learning, powers.a_prerequisite) == (3, 5, 5)
    assert list(force.temptations) == ["accept", "refuse"]
    assert list(powers.joins) == [
        "control",
        "sense",
        "alter",
        "control+sense",
        "control+alter",
        "sense+alter",
        "control+sense+alter",
    ]
    assert list(force.learning_rolls) == ["PER", "stamina", "KNO", "lightsaber"]
