"""The numbers to reach in Empire Ascendant, and the traits that are rolled against them."""

from __future__ import annotations

import pytest

from rules.systems.empire_ascendant.rulebook.book import rulebook
from tests.rules.systems.rows import members

BOOK = rulebook()


def test_the_ladder() -> None:
    assert members(BOOK.play.difficulties, "low", "high", "number") == {
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
    found = members(BOOK.targets[id].rows, "number")
    assert found == rows
    assert list(found) == list(rows)


def test_what_is_added_to_these_numbers() -> None:
    modified = {id: one.modifiers for id, one in BOOK.targets.items() if one.modifiers}
    assert {id: members(rows, "number") for id, rows in modified.items()} == {
        "bureaucracy": {"unusual": 10, "poorly-funded": 10, "antagonistic": 10},
        "con": {"distrusts": 10, "risky": 10},
        "streetwise": {"martial-law": 10, "stranger": 10, "narc": 10},
        "repair": {"facility": -10, "tools": 0, "none": 10},
        "astrogation": {"ship-light": 2, "ship-heavy": 5, "hyperdrive-hit": 10},
    }


def test_a_modifier_names_the_case_that_adds_nothing_unless_one_of_them_is_chosen() -> None:
    for id, table in BOOK.targets.items():
        for row in table.modifiers:
            assert bool(row.otherwise) == (id != "repair"), row.id


def test_which_traits_roll_against_which_table() -> None:
    assert {id: one.traits for id, one in BOOK.targets.items()} == {
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


def test_what_a_bribe_adds_by_its_size() -> None:
    assert members(BOOK.difficulties.credits, "least", "number") == {
        "1": (1, 15),
        "10": (10, 5),
        "100": (100, 0),
        "1000": (1000, -5),
        "10000": (10000, -10),
        "100000": (100000, -15),
        "1000000": (1000000, -20),
    }


def test_what_a_knowledge_roll_tells() -> None:
    assert members(BOOK.difficulties.knowledge, "number") == {
        "ignorant": 5,
        "layman": 10,
        "broad": 15,
        "detailed": 20,
        "comprehensive": 30,
    }


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
    assert members(BOOK.traits.stand_ins, "covers") == {
        "MIG": ("STR",),
        "AGI": ("DEX", "MEC"),
        "WIT": ("KNO", "TEC"),
        "CHA": ("PER",),
    }
