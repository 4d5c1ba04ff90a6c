"""The tables of Empire Ascendant: every number of the source by hand, and slips that are found."""

import shutil
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules.kit.craft.tables import CraftTables
from rules.systems.empire_ascendant import rulebook as rulebooks
from rules.systems.empire_ascendant.rulebook import Rulebook, rulebook
from rules.tables import Numbers, Row, TableError

BOOK = rulebook()
OURS = {"Our own", "Our preset, not the source", "Our option, not the source", "Entered"}
SOURCE = "Empire Ascendant, "
SECTIONS = {
    "Difficulty Numbers",
    "Attribute and Skill Rolls",
    "General Rules for Knowledge Skills",
    "General Rules for Repairs",
    "Astrogation",
    "Astrogation Mishap",
    "Bargain",
    "Bribes",
    "Beast Riding",
    "Bureaucracy",
    "Command",
    "Computer Programming / Repair",
    "Con",
    "Demolitions",
    "Gambling",
    "Hide / Sneak",
    "Languages",
    "Stamina",
    "Streetwise",
    "Swimming",
    "Combat, Initiative",
    "Scaling",
    "Actions",
    "Facts",
    "Movement",
    "Prone",
    "Defenses",
    "Fire Combat",
    "Grenades",
    "Grenade Modifiers",
    "Damage",
    "Mooks",
    "Blasters Set to Stun",
    "First Aid with Medpacs",
    "Rejuvenation Tanks",
    "Natural Healing",
    "Vehicle Traits",
    "Crew Skills",
    "Vehicle Damage",
    "Starship Traits",
    "Ship Damage",
    "Chases",
    "Crashes",
    "Vehicle & Starship Combat, Initiative",
    "Speed Segment",
    "First Fire Segment",
    "Crew and Multiple Skill Use",
    "Torpedoes and Missiles",
    "Multi-Ship Combat",
    "Force Points",
    "Dark Side Points",
    "Lightsabers",
    "Initial Force Powers",
    "Learning Force Powers",
    "Extended Example of Force Powers",
}


def entries(found: Any = BOOK) -> Iterator[Row]:
    """Every row of every table."""
    if isinstance(found, Row):
        yield found
    elif isinstance(found, dict):
        for value in found.values():
            yield from entries(value)
    elif isinstance(found, tuple):
        for value in found:
            yield from entries(value)
    if hasattr(found, "__struct_fields__"):
        for name in found.__struct_fields__:
            yield from entries(getattr(found, name))


def numbers(rows: Any, *members: str) -> dict[str, Any]:
    """The members of each row by its id, the only one as it is."""
    rows = rows.values() if isinstance(rows, dict) else rows
    found = {row.id: tuple(getattr(row, name) for name in members) for row in rows}
    return {id: values[0] for id, values in found.items()} if len(members) == 1 else found


# --- how much there is


def test_there_is_as_much_of_everything_as_in_the_source() -> None:
    """Empire Ascendant, the lists counted by hand."""
    assert [
        len(rows)
        for rows in (
            BOOK.difficulties.knowledge,
            BOOK.travel.jumps,
            BOOK.travel.mishaps,
            BOOK.play.bargains,
            BOOK.harm.margins,
            BOOK.harm.levels,
            BOOK.combat.grenades,
            BOOK.combat.mooks,
            BOOK.force.deeds,
            BOOK.craft.margins,
            BOOK.craft.shields,
            BOOK.craft.range_damage,
            BOOK.craft.roles,
        )
    ] == [5, 4, 7, 7, 4, 5, 5, 2, 4, 5, 3, 3, 4]
    assert {name: len(table.rows) for name, table in BOOK.craft.hits.items()} == {
        "vehicle-light": 3,
        "vehicle-heavy": 2,
        "vehicle-severe": 6,
        "ship-light": 6,
        "ship-heavy": 6,
        "ship-severe": 6,
    }
    assert {id: (len(one.rows), len(one.modifiers)) for id, one in tables().items()} == {
        "information": (5, 0),
        "bureaucracy": (5, 3),
        "command": (5, 0),
        "computer": (5, 0),
        "con": (5, 2),
        "demolitions": (5, 0),
        "languages": (5, 0),
        "streetwise": (5, 3),
        "bribe": (5, 0),
        "repair": (3, 3),
        "astrogation": (2, 3),
    }
    assert [len(BOOK.difficulties.ladder), len(BOOK.difficulties.credits)] == [6, 7]
    assert [len(BOOK.combat.ranges), len(BOOK.combat.scales), len(BOOK.combat.facts)] == [4, 6, 5]
    assert [len(BOOK.traits.attributes), len(BOOK.traits.mini_six)] == [6, 4]
    assert [len(BOOK.traits.skills), len(BOOK.traits.force)] == [27, 3]
    assert [len(BOOK.play.gambles), len(BOOK.play.tries), len(BOOK.force.joins)] == [3, 3, 7]
    assert [len(BOOK.craft.traits), len(BOOK.craft.crew_skills)] == [12, 7]
    assert [len(BOOK.craft.chases), len(BOOK.craft.segments)] == [5, 4]
    assert [len(BOOK.craft.fire), len(BOOK.craft.many)] == [6, 7]
    assert [len(BOOK.combat.rounds), len(BOOK.combat.blasts)] == [4, 4]


# --- numbers to reach


def tables() -> dict[str, rulebooks.Table]:
    return BOOK.difficulties.tables


def test_the_ladder() -> None:
    assert numbers(BOOK.difficulties.ladder, "low", "high", "number") == {
        "very-easy": (3, 5, 5),
        "easy": (6, 10, 10),
        "moderate": (11, 15, 15),
        "difficult": (16, 20, 20),
        "very-difficult": (21, 30, 30),
        "heroic": (31, None, 31),
    }


@pytest.mark.parametrize(
    ("id", "rows"),
    [
        (
            "information",
            {
                "anyone": 5,
                "common": 10,
                "not-widely-known": 15,
                "specialised": 20,
                "top-secret": 30,
            },
        ),
        (
            "bureaucracy",
            {
                "all": 5,
                "almost-anyone": 10,
                "who-qualifies": 15,
                "somewhat-restricted": 20,
                "extremely-restricted": 30,
            },
        ),
        (
            "command",
            {
                "every-reason": 5,
                "some-reason": 10,
                "no-reason": 15,
                "suspicious": 20,
                "distrust": 30,
            },
        ),
        ("computer", {"public": 5, "easy": 10, "private": 15, "secret": 20, "top-secret": 30}),
        ("con", {"grandma": 5, "teenager": 10, "stormtrooper": 15, "customs": 15, "jabba": 30}),
        (
            "demolitions",
            {
                "very-flimsy": 5,
                "flimsy": 10,
                "average": 15,
                "lightly-armored": 20,
                "heavily-armored": 30,
            },
        ),
        (
            "languages",
            {"phrase": 5, "sentence": 10, "moderate": 15, "complex": 20, "technical": 30},
        ),
        (
            "streetwise",
            {
                "very-common": 5,
                "common": 10,
                "moderate": 15,
                "difficult": 20,
                "very-difficult": 30,
            },
        ),
        ("bribe", {"judge": 5, "maitre-d": 10, "planetary": 15, "imperial": 20, "naval": 30}),
        ("repair", {"light": 10, "heavy": 20, "severe": 30}),
        ("astrogation", {"nav-computer": 15, "no-computer": 30}),
    ],
)
def test_a_table_of_numbers_to_reach(id: str, rows: dict[str, int]) -> None:
    found = numbers(tables()[id].rows, "number")
    assert found == rows
    assert list(found) == list(rows)


def test_what_is_added_to_these_numbers() -> None:
    modified = {id: one.modifiers for id, one in tables().items() if one.modifiers}
    assert {id: numbers(rows, "number") for id, rows in modified.items()} == {
        "bureaucracy": {"unusual": 10, "poorly-funded": 10, "antagonistic": 10},
        "con": {"distrusts": 10, "risky": 10},
        "streetwise": {"martial-law": 10, "stranger": 10, "narc": 10},
        "repair": {"facility": -10, "tools": 0, "none": 10},
        "astrogation": {"ship-light": 2, "ship-heavy": 5, "hyperdrive-hit": 10},
    }


def test_a_modifier_names_the_case_that_adds_nothing_unless_one_of_them_is_chosen() -> None:
    for id, table in tables().items():
        for row in table.modifiers:
            assert bool(row.otherwise) == (id != "repair"), row.id


def test_which_traits_roll_against_which_table() -> None:
    assert {id: one.traits for id, one in tables().items()} == {
        "information": ("KNO", "survival"),
        "bureaucracy": ("bureaucracy",),
        "command": ("command",),
        "computer": ("computer-programming-repair",),
        "con": ("con",),
        "demolitions": ("demolitions",),
        "languages": ("languages",),
        "streetwise": ("streetwise",),
        "bribe": ("bargain",),
        "repair": (),
        "astrogation": ("astrogation",),
    }


def test_a_skill_names_the_table_that_names_it() -> None:
    for skill in BOOK.traits.skills.values():
        named = [id for id, one in tables().items() if skill.id in one.traits]
        assert named == ([skill.table] if skill.table else []), skill.id


def test_what_a_bribe_adds_by_its_size() -> None:
    assert numbers(BOOK.difficulties.credits, "least", "number") == {
        "1": (1, 15),
        "10": (10, 5),
        "100": (100, 0),
        "1000": (1000, -5),
        "10000": (10000, -10),
        "100000": (100000, -15),
        "1000000": (1000000, -20),
    }


def test_what_a_knowledge_roll_tells() -> None:
    assert numbers(BOOK.difficulties.knowledge, "number") == {
        "ignorant": 5,
        "layman": 10,
        "broad": 15,
        "detailed": 20,
        "comprehensive": 30,
    }


# --- traits


def test_the_27_skills_under_their_attributes() -> None:
    found: dict[str, list[str]] = {id: [] for id in BOOK.traits.attributes}
    for skill in BOOK.traits.skills.values():
        found[skill.attribute].append(skill.name)
    assert found == {
        "DEX": ["Brawling Parry", "Dodge", "Heavy Weapons", "Lightsaber", "Melee Parry"],
        "KNO": ["Bureaucracy", "Languages", "Streetwise", "Survival"],
        "MEC": [
            "Astrogation",
            "Beast Riding",
            "Repulsorlift Operation",
            "Starship Gunnery",
            "Starship Pilot",
            "Starship Shields",
            "Walker Operation",
        ],
        "PER": ["Bargain", "Command", "Con", "Gambling", "Hide/Sneak", "Search"],
        "STR": ["Stamina", "Swimming"],
        "TEC": ["Computer Programming/Repair", "Demolitions", "Medicine"],
    }


def test_three_links_are_printed_and_the_others_are_our_ruling() -> None:
    printed = [skill.id for skill in BOOK.traits.skills.values() if not skill.placed]
    assert printed == ["survival", "stamina", "medicine"]


def test_an_id_is_the_printed_name_in_lower_case_with_hyphens() -> None:
    for id, skill in BOOK.traits.skills.items():
        assert id == skill.name.lower().replace(" ", "-").replace("/", "-")


def test_other_names_of_skills() -> None:
    assert {row.name: row.skills for row in BOOK.traits.aliases.values()} == {
        "First Aid": ("medicine",),
        "Gunnery": ("starship-gunnery", "heavy-weapons"),
        "Shield Operation": ("starship-shields",),
        "Piloting": ("starship-pilot", "repulsorlift-operation", "walker-operation"),
        "Hide": ("hide-sneak",),
        "Sneak": ("hide-sneak",),
        "Computer Programming": ("computer-programming-repair",),
        "Computer Repair": ("computer-programming-repair",),
    }


def test_the_four_of_mini_six_stand_in_for_the_six() -> None:
    assert numbers(BOOK.traits.mini_six, "covers") == {
        "MIG": ("STR",),
        "AGI": ("DEX", "MEC"),
        "WIT": ("KNO", "TEC"),
        "CHA": ("PER",),
    }


# --- hyperspace


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
    assert numbers(BOOK.travel.mishaps, "low", "high") == {
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


# --- haggling and repairs


def test_haggling() -> None:
    assert numbers(BOOK.play.bargains, "winner", "times", "percent") == {
        "half": ("you", 3, 50),
        "three-quarters": ("you", 2, 75),
        "discount": ("you", 1, 90),
        "normal": ("", 1, 100),
        "markup": ("they", 1, 110),
        "half-more": ("they", 2, 150),
        "double": ("they", 3, 200),
    }


def test_three_tries_to_repair() -> None:
    assert numbers(BOOK.play.tries, "time") == {
        "first": "15 minutes",
        "second": "1 more day",
        "third": "2 more days",
    }
    assert BOOK.play.repair_tries == 3
    assert list(BOOK.play.repaired) == ["repaired", "again", "failed"]


def test_what_takes_dice() -> None:
    play = BOOK.play
    assert (play.action, play.fact, play.fatigued) == (-1, -1, -1)
    assert numbers(BOOK.harm.levels, "wound", "dice") == {
        "stunned": (0, -1),
        "wounded": (1, -1),
        "severely-wounded": (2, -2),
        "incapacitated": (3, None),
        "mortally-wounded": (4, None),
    }
    assert (play.detected, play.initiative_dice) == (2, 1)


# --- combat


def test_ranges_and_what_changes_an_attack() -> None:
    combat = BOOK.combat
    assert numbers(combat.ranges, "number") == {
        "point-blank": 5,
        "short": 10,
        "medium": 15,
        "long": 20,
    }
    assert (combat.cover, combat.prone, combat.prone_not_at) == (5, 5, "point-blank")
    assert (combat.per_die, combat.full_dodge) == (3, 10)


def test_the_printed_dodge_of_a_scale_is_three_for_each_die() -> None:
    assert numbers(BOOK.combat.scales, "dice", "dodge") == {
        "character": (0, 0),
        "speeder": (2, 6),
        "walker": (4, 12),
        "starfighter": (6, 18),
        "capital-ship": (12, 36),
        "planetary": (24, 72),
    }
    assert BOOK.combat.scale_defense == 3


def test_what_an_attack_is_held_against() -> None:
    assert numbers(BOOK.combat.forms, "against", "number") == {
        "ranged": ("dodge", "range"),
        "melee": ("melee-parry", "difficulty"),
        "brawling": ("brawling-parry", "difficulty"),
        "grenade": ("", "range"),
    }
    assert list(BOOK.combat.defenses) == ["dodge", "brawling-parry", "melee-parry"]


def test_moving_and_facts() -> None:
    combat = BOOK.combat
    assert (combat.move, combat.run, combat.crawl) == (5, 2, 2)
    assert (combat.move_least, combat.move_most) == (1, 99)
    assert list(combat.facts) == ["draw", "load", "stun", "run", "crawl"]


def test_grenades_and_mooks() -> None:
    combat = BOOK.combat
    assert numbers(combat.grenades, "dice", "blocked") == {
        "enclosed": (1, False),
        "flimsy": (-1, False),
        "hard": (-2, False),
        "full": (0, True),
        "vacuum": (-1, False),
    }
    assert (combat.blast_dice, combat.scatter_dice, combat.scatter_meters_dice) == (4, 1, 3)
    assert combat.detonite_dice == 1
    assert numbers(combat.mooks, "falls_at") == {"minion": "", "henchman": "wounded"}


# --- harm


def test_what_a_hit_comes_to() -> None:
    assert numbers(BOOK.harm.margins, "low", "high") == {
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


# --- the Force


def test_what_a_force_point_brings_back() -> None:
    assert numbers(BOOK.force.deeds, "dark", "due", "more") == {
        "wrong": (1, 0, 0),
        "unheroic": (0, 0, 0),
        "heroic": (0, 1, 0),
        "dramatic": (0, 1, 1),
    }


def test_numbers_of_the_force() -> None:
    force = BOOK.force
    assert (force.explodes, force.dark_side_dice, force.dark_bonus) == (6, 1, 1)
    assert (force.picks, force.learning, force.learning_a_prerequisite) == (3, 5, 5)
    assert list(force.temptations) == ["accept", "refuse"]
    assert list(force.joins) == [
        "control",
        "sense",
        "alter",
        "control+sense",
        "control+alter",
        "sense+alter",
        "control+sense+alter",
    ]
    assert list(force.learning_rolls) == ["PER", "stamina", "KNO", "lightsaber"]


# --- craft


def test_what_a_hit_on_a_craft_comes_to() -> None:
    assert numbers(BOOK.craft.margins, "low", "high") == {
        "shields-blown": (0, 3),
        "lightly-damaged": (4, 8),
        "heavily-damaged": (9, 12),
        "severely-damaged": (13, 15),
        "destroyed": (16, None),
    }
    assert numbers(BOOK.craft.levels, "rank", "table") == {
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
    "vehicle-light": {
        "maneuverability": (1, 3, "Maneuverability loses 1D"),
        "weapon": (4, 4, GUNNER.format(1, 1)),
        "speed": (5, 6, "Speed loses 1D"),
    },
    "vehicle-heavy": {
        "maneuverability": (1, 3, "Maneuverability loses 2D"),
        "speed": (4, 6, "Speed loses 2D"),
    },
    "vehicle-severe": {
        "powerplant": (1, 1, "It crashes, or rolls to a stop"),
        "powerplant-again": (2, 2, "It crashes, or rolls to a stop"),
        "generator": (3, 3, "blows up in 1D rounds"),
        "weapons": (4, 4, "Every weapon is dead"),
        "breaking-up": (5, 5, "crashes in 1D rounds"),
        "explodes": (6, 6, "crashes and explodes: Destroyed"),
    },
    "ship-light": {
        "maneuverability": (1, 1, "Maneuverability loses 1D"),
        "weapon": (2, 2, GUNNER.format(1, 1)),
        "weapon-out": (3, 3, "A weapon stops working"),
        "hyperdrive": (4, 4, "Astrogation is 10 harder"),
        "shields": (5, 5, "Shields lose 1D"),
        "speed": (6, 6, "Speed loses 1D"),
    },
    "ship-heavy": {
        "maneuverability": (1, 1, "Maneuverability loses 2D"),
        "weapon-out": (2, 2, "A weapon stops working"),
        "weapon": (3, 3, GUNNER.format(3, 2)),
        "hyperdrive": (4, 4, "Astrogation is 10 harder"),
        "shields": (5, 5, "Shields lose 2D"),
        "speed": (6, 6, "Speed loses 2D"),
    },
    "ship-severe": {
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
    rows = BOOK.craft.hits[name].rows
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
        (BOOK.difficulties.ladder, 3, None),
        *((table.rows, 1, 6) for table in BOOK.craft.hits.values()),
    ],
)
def test_no_result_falls_between_two_rows(rows: Any, low: int, high: int | None) -> None:
    spans = list(rows.values()) if isinstance(rows, dict) else rows
    assert (spans[0].low, spans[-1].high) == (low, high)
    for before, after in pairwise(spans):
        assert after.low == before.high + 1, after.id


def test_shields_and_damage_by_range_and_what_else_counts_in_space() -> None:
    craft = BOOK.craft
    assert numbers(craft.shields, "number") == {"long": 10, "medium": 15, "short": 20}
    assert numbers(craft.range_damage, "dice") == {"short": 0, "medium": -1, "long": -2}
    assert (craft.bail_out, craft.system_dice) == (15, 1)
    assert (
        "−1D to Maneuverability, Shields, Speed and Fire Control for this round and the next"
        in (craft.levels["controls-ionized"].does)
    )
    assert "each at −1D" in craft.chases["crash"].does
    assert (craft.nearest, craft.torpedo_range) == ("short", "short")


def test_who_works_what() -> None:
    assert numbers(BOOK.craft.crew_skills, "craft", "name") == {
        "vehicle-repulsorlift-operation": ("vehicle", "Repulsorlift Operation"),
        "vehicle-walker-operation": ("vehicle", "Walker Operation"),
        "vehicle-heavy-weapons": ("vehicle", "Heavy Weapons"),
        "vehicle-starship-shields": ("vehicle", "Starship Shields"),
        "ship-starship-pilot": ("ship", "Starship Pilot"),
        "ship-starship-gunnery": ("ship", "Starship Gunnery"),
        "ship-starship-shields": ("ship", "Starship Shields"),
    }
    assert list(BOOK.craft.roles) == ["pilot", "copilot", "gunner", "shield-operator"]


# --- creation and growing


def test_the_two_presets_in_pips() -> None:
    assert numbers(
        BOOK.creation.presets,
        "attributes",
        "attribute_sum",
        "attribute_least",
        "attribute_most",
        "skill_sum",
        "skill_most",
    ) == {
        "weg": (("DEX", "KNO", "MEC", "PER", "STR", "TEC"), 54, 0, None, 21, 6),
        "mini-six": (("MIG", "AGI", "WIT", "CHA"), 36, 3, 12, 21, 6),
    }
    creation = BOOK.creation
    assert (creation.force_points, creation.force_points_some) == (1, 2)
    assert creation.scale == "character"


def test_prices() -> None:
    costs = BOOK.advancement
    assert (costs.skill, costs.attribute) == (1, 10)
    assert (costs.force_first_die, costs.learn) == (10, 5)


def test_what_a_party_decides() -> None:
    assert list(BOOK.party.options) == ["preset", "compounding_hurry", "mishap_past_nine"]
    assert list(BOOK.party.homebrew) == ["powers"]


def test_what_comes_from_the_original_game_is_marked_as_ours() -> None:
    for row in (*BOOK.creation.presets.values(), *BOOK.traits.mini_six.values()):
        assert row.source == "Our preset, not the source"
    assert BOOK.party.choices["preset"].source == "Our preset, not the source"
    for id in ("raise-skill", "raise-attribute", "first-die", "raise-force"):
        assert BOOK.advancement.entries[id].source == "Our preset, not the source"
    assert BOOK.advancement.sources["pip"] == "Our preset, not the source"


# --- words


def test_every_row_says_where_the_source_has_it_and_the_source_has_it_there() -> None:
    seen = set()
    for row in entries():
        assert row.source.startswith(SOURCE) or row.source in OURS, row.id
        if row.source.startswith(SOURCE):
            seen |= set(row.source.removeprefix(SOURCE).split("; "))
    topics = BOOK.reference.topics.values()
    for topic in topics:
        assert topic.source.startswith(SOURCE) or topic.source in OURS, topic.id
        if topic.source.startswith(SOURCE):
            seen |= set(topic.source.removeprefix(SOURCE).split("; "))
    assert seen == SECTIONS


def test_what_a_row_does_is_a_sentence() -> None:
    for row in entries():
        assert not row.does or row.does.endswith((".", "!", "?")), row.id
        assert row.name[:1] == row.name[:1].upper(), row.id


# What rows say in words alone: the numbers and terms of the source, which no code uses.
SAID = {
    "difficulties.knowledge": {
        "ignorant": "that's about all",
        "layman": "any outsider",
        "broad": "small advantage",
        "detailed": "moderate advantage",
        "comprehensive": "major advantage",
    },
    "play.bargains": {
        "half": "three times over: half the price",
        "three-quarters": "twice over: a quarter off",
        "discount": "up to a tenth off",
        "normal": "A tie",
        "markup": "up to a tenth more",
        "half-more": "twice over: half as much again",
        "double": "three times over: twice the price",
    },
    "play.gambles": {
        "chance": "No skill helps",
        "skill": "Equal totals are a draw",
        "cheating": "several cheaters roll off",
    },
    "travel.mishaps": {
        "cut-out-damaged": "Moderate repair",
        "radiation": "longer or shorter by 1D for each point",
        "cut-out": "brand-new route",
        "off-course": "at random",
        "mynocks": "1D days longer",
        "close-call": "the escape pods, the nav computer, a gun",
        "collision": "Survival against a Moderate number; whoever fails rolls Stamina every round",
    },
    "combat.facts": {
        "draw": "holster",
        "load": "power pack",
        "stun": "switch",
        "run": "twice your move",
        "crawl": "Lying down",
    },
    "combat.rounds": {
        "declare": "all their actions, or a Full Dodge",
        "roll": "1D. Low numbers go first",
        "first-actions": "In that order",
        "more-actions": "until nobody has an action left",
    },
    "combat.grenades": {
        "enclosed": "10 by 10 by 10 meters",
        "flimsy": "like a window",
        "hard": "a door, or a slit",
        "full": "can't reach them",
        "vacuum": "No air",
    },
    "combat.blasts": {
        "throw": "1D says which way it bounces and 3D how many meters",
        "range": "how far each is from the grenade",
        "hit": "rolls 4D against that range and their defense",
        "damage": "as from any weapon",
    },
    "harm.levels": {
        "stunned": "−1D to everything but damage and Soak, for the rest of this round and all",
        "wounded": "lose what's left of the round. −1D",
        "severely-wounded": "−2D. Wounded once more, you're Incapacitated",
        "incapacitated": "out cold",
        "mortally-wounded": "Roll 2D every round; if it's less than the rounds so far",
    },
    "harm.healing": {
        "first-aid": "nobody gets more than one a day. Treating yourself costs another −1D",
        "bacta": "hours, days, or weeks, depending on how badly",
        "natural": "Once a day, roll Strength",
    },
    "force.deeds": {
        "wrong": "a Dark Side Point takes its place",
        "unheroic": "The point is gone",
        "heroic": "comes back when the adventure ends",
        "dramatic": "comes back and brings another",
    },
    "force.temptations": {
        "accept": "+1D for each",
        "refuse": "goes up one level",
    },
    "force.learning_rolls": {
        "PER": "touch the mind",
        "stamina": "strengthen the body or move things",
        "KNO": "change others",
        "lightsaber": "Lightsaber Combat",
    },
    "craft.traits": {
        "vehicle-speed": "Chases",
        "vehicle-maneuverability": "line of fire",
        "vehicle-body": "Its Soak",
        "vehicle-shields": "Added to Body Strength",
        "vehicle-fire-control": "Added to the gunner's roll",
        "vehicle-damage": "rolls when it hits",
        "ship-speed": "Chases",
        "ship-maneuverability": "line of fire",
        "ship-hull": "Its Soak",
        "ship-shields": "Added to Hull",
        "ship-fire-control": "Added to the gunner's Starship Gunnery",
        "ship-damage": "rolls when it hits",
    },
    "craft.levels": {
        "none": "",
        "shields-blown": "One die of shields",
        "controls-ionized": "this round and the next",
        "lightly-damaged": "any number of times",
        "heavily-damaged": "Any more light or heavy damage makes it severe",
        "severely-damaged": "Any more damage, even light, destroys it",
        "destroyed": "Survival against 15",
    },
    "craft.chases": {
        "start": "Short, Medium or Long",
        "roll": "A tie changes nothing",
        "escape": "wins at Long range",
        "ram": "At Short range",
        "crash": "each at −1D",
    },
    "craft.segments": {
        "declare": "Every crew",
        "speed": "past Long the fight is over",
        "first-fire": "Gunners fire, pilots evade, shields go up",
        "more-fire": "The same again",
    },
    "craft.fire": {
        "attack": "plus Fire Control",
        "evade": "on top of the number of every shot at it",
        "shields": "10 at Long, 15 at Medium, 20 at Short",
        "damage": "1D at Medium range and 2D at Long",
        "soak": "Hull, plus Shields if they went up",
        "torpedo": "Short range only",
    },
    "craft.roles": {
        "pilot": "Each is an action of its own",
        "copilot": "Speed if the pilot didn't or can't",
        "gunner": "the one weapon they sit at, any number of times",
        "shield-operator": "always a reaction",
    },
    "craft.many": {
        "lone": "runs from all of them or closes in on one",
        "others": "one range farther away",
        "pursued": "one Speed roll, and each pursuer rolls against that",
        "dogfights": "separate dogfights",
        "joining": "starts there at Long",
        "engaged": "can't fire at or chase",
        "fled": "can't attack anyone",
    },
}


@pytest.mark.parametrize("place", SAID)
def test_what_a_row_says_in_words_alone(place: str) -> None:
    rows = BOOK.rows(place)
    assert list(rows) == list(SAID[place])
    for id, words in SAID[place].items():
        assert words in rows[id].does, id


def figures() -> Iterator[tuple[str, Numbers]]:
    for name in Rulebook.__struct_fields__:
        table = getattr(BOOK, name)
        if isinstance(table, Numbers):
            yield name, table


def test_a_ruling_says_that_it_is_ours() -> None:
    every = [ruling for _, table in figures() for ruling in table.rulings.values()]
    every += [row.ruling for row in entries() if row.ruling]
    every += [topic.ruling for topic in BOOK.reference.topics.values() if topic.ruling]
    assert len(every) > 60
    for ruling in every:
        assert ruling.endswith(" Our ruling."), ruling


def test_every_ruling_is_told_in_the_reference() -> None:
    told = {place for topic in BOOK.reference.topics.values() for place in topic.ruled}
    assert told == {f"{name}.{id}" for name, table in figures() for id in table.rulings}


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("no-air", "10 at first, then 15, 20, and 30 from there on"),
        ("astrogation-roll", "15 with a nav computer"),
        ("astrogation-roll", "30 without"),
        ("backup", "times 10 to 15"),
        ("hours", "add 2D hours; through a star cluster or an asteroid field, 2D hours"),
        ("mishap", "Missed by 1 to 9"),
        ("move", "5 meters are free"),
        ("full-dodge", "+10 Dodge for the round"),
        ("cover", "is 5 harder to shoot, a prone one 5"),
        ("scale-example", "Walker has 4D, Capital Ship 12D"),
        ("first-aid", "15 stabilizes"),
        ("rescue", "has to reach 15"),
        ("force-points", "shows a 6"),
        ("first-powers", "brings 3 powers"),
        ("picks-example", "so 2 and 2 are left"),
        ("learning-power", "against 5, plus 5 for each prerequisite: two of them make 15"),
        ("bailing-out", "Survival against 15"),
    ],
)
def test_a_topic_has_its_numbers_from_the_tables(id: str, words: str) -> None:
    assert words in BOOK.reference.topics[id].does.format_map(BOOK.values)


def test_every_topic_can_be_filled_in() -> None:
    for topic in BOOK.reference.topics.values():
        for text in (topic.does, topic.ruling):
            assert "{" not in text.format_map(BOOK.values), topic.id
        assert topic.does.endswith((".", "!", "?")), topic.id


def test_the_chapters_of_the_reference() -> None:
    assert [chapter.name for chapter in BOOK.reference.chapters.values()] == [
        "Difficulties",
        "Skills and their tables",
        "Astrogation",
        "Combat",
        "Harm and healing",
        "The Force",
        "Vehicles and starships",
        "Our rulings",
    ]


def test_every_part_stands_in_one_chapter_and_every_topic_under_a_heading_with_some() -> None:
    reference = BOOK.reference
    placed = [part for chapter in reference.chapters.values() for part in chapter.parts]
    assert len(placed) == len(set(placed))
    assert set(placed) == {*reference.headings, *reference.listings}
    assert {topic.part for topic in reference.topics.values()} == set(reference.headings)


def test_every_row_that_a_player_reads_is_in_a_listing_once() -> None:
    listed = [
        row for one in BOOK.reference.listings.values() for row in BOOK.rows(one.rows).values()
    ]
    assert len(listed) == len({id(row) for row in listed})
    unlisted = {id(row): row for row in entries()}
    for row in listed:
        unlisted.pop(id(row))
    # What is told in a topic, is a choice of a form, or belongs to archetypes.
    told = (
        BOOK.craft.hits,
        BOOK.traits.mini_six,
        BOOK.play.repaired,
        BOOK.force.temptations,
        BOOK.force.joins,
        BOOK.party.homebrew,
        BOOK.archetypes.archetypes,
        BOOK.archetypes.weapons,
        BOOK.archetypes.armor,
        BOOK.archetypes.powers,
    )
    for rows in told:
        for row in rows.values():
            unlisted.pop(id(row))
    assert unlisted == {}


def test_no_two_terms_have_the_same_id() -> None:
    terms = list(BOOK.reference.topics)
    for listing in BOOK.reference.listings.values():
        terms += [f"{listing.prefix}-{id}".lower() for id in BOOK.rows(listing.rows)]
    assert sorted(terms) == sorted(set(terms))


# --- archetypes


def test_archetypes_to_pick_from() -> None:
    found = BOOK.archetypes
    assert len(found.archetypes) == 15
    for row in found.archetypes.values():
        assert len(row.skills) >= 7, row.id
        assert len(row.leans) == 3, row.id
        assert row.weapons, row.id
        assert row.gear, row.id
        assert row.does, row.id
        for name, attribute in row.skills.items():
            known = [one for one in BOOK.traits.skills.values() if one.name == name]
            assert all(one.attribute == attribute for one in known), (row.id, name)


def test_an_archetype_can_use_its_weapons() -> None:
    """The skill of each weapon is an attribute, or typed: then it stands under the attribute."""
    found = BOOK.archetypes
    for row in found.archetypes.values():
        for name in row.weapons:
            skill = found.weapons[name].skill
            known = {*row.skills, *BOOK.traits.attributes, "Blaster"}
            assert skill in known, (row.id, name)


def test_a_weapon_of_melee_has_a_difficulty_and_no_other_has() -> None:
    for weapon in BOOK.archetypes.weapons.values():
        assert (weapon.difficulty is not None) == (weapon.form == "melee"), weapon.id


def test_who_has_the_force_picks_three_powers_for_each_skill() -> None:
    found = BOOK.archetypes
    gifted = [row for row in found.archetypes.values() if row.force]
    assert [row.id for row in gifted] == ["force-user", "wanderer"]
    for row in gifted:
        for skill in row.force:
            using = [id for id in row.powers if skill in found.powers[id].skills.split("+")]
            assert len(using) == 3, row.id


def test_names_and_words_are_many() -> None:
    words = BOOK.archetypes
    for texts in (words.first, words.last):
        assert len(set(texts)) == len(texts) >= 28
    for texts in (words.looks, words.wants):
        assert len(set(texts)) == len(texts) == 8


# --- slips

BROKEN = [
    ("traits.toml", 'attribute = "KNO"', 'attribute = "KNW"', "traits.toml: bureaucracy.attribute"),
    ("traits.toml", 'table = "con"', 'table = "cons"', "traits.toml: con.table"),
    ("traits.toml", 'covers = ["PER"]', 'covers = ["STR"]', "traits.toml: mini_six.covers"),
    ("traits.toml", 'skills = ["medicine"]', 'skills = ["medic"]', "traits.toml: first-aid.skills"),
    ("traits.toml", 'id = "sense"', 'id = "senses"', "traits.toml: force"),
    ("difficulties.toml", "number = 15", 'number = "15"', "difficulties.toml: moderate.number"),
    ("difficulties.toml", "number = 30", "numbr = 30", "difficulties.toml: very-difficult"),
    ("difficulties.toml", '["KNO", "survival"]', '["KNO", "surviva"]',
     "difficulties.toml: information.traits"),
    ("difficulties.toml", 'id = "jabba"', 'id = "customs"', "difficulties.toml: con.rows"),
    ("difficulties.toml", 'id = "risky"', 'id = "distrusts"', "difficulties.toml: con.modifiers"),
    ("travel.toml", "backup = 15", "backups = 15", "travel.toml"),
    ("play.toml", 'winner = "you"', 'winner = "me"', "play.toml: half.winner"),
    ("combat.toml", 'against = "dodge"', 'against = "dogde"', "combat.toml: ranged.against"),
    ("combat.toml", 'falls_at = "wounded"', 'falls_at = "wound"', "combat.toml: henchman.falls_at"),
    ("combat.toml", 'prone_not_at = "point-blank"', 'prone_not_at = "close"',
     "combat.toml: prone_not_at"),
    ("combat.toml", 'id = "melee-parry"', 'id = "parry"', "combat.toml: melee.against"),
    ("harm.toml", 'id = "incapacitated"', 'id = "out"', "harm.toml: margins"),
    ("force.toml", 'id = "stamina"', 'id = "stamna"', "force.toml: learning_rolls"),
    ("force.toml", '"sense+alter"', '"sense+altar"', "force.toml: sense+altar"),
    ("craft.toml", 'table = "light"', 'table = "lite"', "craft.toml: lightly-damaged.table"),
    ("creation.toml", '"MIG", "AGI"', '"MIG", "AGL"', "creation.toml: mini-six.attributes"),
    ("archetypes.toml", '["flight-leathers"]', '["leathers"]', "archetypes.toml: smuggler.armor"),
    ("archetypes.toml", 'form = "ranged"', 'form = "range"',
     "archetypes.toml: holdout-blaster.form"),
    ("reference/chapters.toml", '["rolling", "ladder"', '["rolling", "laddr"',
     "reference/chapters.toml: difficulties.parts"),
    ("reference/chapters.toml", 'rows = "combat.ranges"', 'rows = "combat.range"',
     "reference/chapters.toml: ranges.rows"),
    ("reference/chapters.toml", 'member = "reach"', 'member = "span"',
     "reference/chapters.toml: ladder.columns"),
    ("reference/playing.toml", 'ruled = ["harm.drowning"]', 'ruled = ["harm.drown"]',
     "the topics: drowning.ruled"),
    ("reference/playing.toml", 'see = ["skills-swimming"]', 'see = ["swimming"]',
     "the topics: drowning.see"),
    ("reference/character.toml", 'part = "points"', 'part = "point"',
     "character.toml: force-points.part"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "right", "wrong", "named"), BROKEN)
def test_a_slip_in_a_table_is_found_when_it_is_read(
    file: str, right: str, wrong: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(rulebooks.FOLDER, tmp_path / "tables")
    broken = tmp_path / "tables" / file
    text = broken.read_text(encoding="utf-8")
    assert right in text
    broken.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    monkeypatch.setattr(rulebooks, "FOLDER", tmp_path / "tables")
    with pytest.raises(TableError) as caught:
        rulebook.__wrapped__()
    assert str(caught.value).startswith(named)


def test_every_file_in_the_folder_is_read_and_every_key_of_it() -> None:
    """A key at the top of a file that no struct has would be a figure that nobody uses."""
    files = {file.name: file for file in rulebooks.FOLDER.glob("*.toml")}
    procedures = tomllib.loads(files.pop("procedures.toml").read_text(encoding="utf-8"))
    assert set(procedures) == {"group", "procedure", "questions"}
    vehicles = tomllib.loads(files.pop("vehicles.toml").read_text(encoding="utf-8"))
    assert set(vehicles) <= set(CraftTables.__struct_fields__)
    of_craft = tomllib.loads(files.pop("vehicle_play.toml").read_text(encoding="utf-8"))
    assert set(of_craft) == {"group", "procedure"}
    steps = tomllib.loads(files.pop("steps.toml").read_text(encoding="utf-8"))
    assert set(steps) == {"step"}
    assert [row["id"] for row in steps["step"]] == [
        "attributes", "skills", "force", "gear", "defense",
    ]  # fmt: skip
    convention = tomllib.loads(files.pop("convention.toml").read_text(encoding="utf-8"))
    assert set(convention) == {
        "award", "picks", "columns", "card", "important", "homes", "settings", "themes", "levels",
    }  # fmt: skip
    assert {file.removesuffix(".toml") for file in files} == set(Rulebook.__struct_fields__) - {
        "reference"
    }
    for name, file in files.items():
        known = set(getattr(BOOK, name.removesuffix(".toml")).__struct_fields__)
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        assert set(data) == known, name
    reference = {file.name for file in (rulebooks.FOLDER / "reference").iterdir()}
    assert reference == {"chapters.toml", *rulebooks.TOPICS}
