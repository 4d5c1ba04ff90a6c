"""Traits, creation, and experience in the tables of Star Wars Storytelling."""

from __future__ import annotations

from collections import Counter

from rules.systems.storytelling_d10.rulebook.book import rulebook
from tests.rules.systems.rows import members

BOOK = rulebook()
TRAITS = BOOK.traits
MERITS = BOOK.merits


def test_attributes() -> None:
    groups = {
        "physical": ["strength", "dexterity", "stamina"],
        "social": ["charisma", "manipulation", "appearance"],
        "mental": ["perception", "intelligence", "wits"],
    }
    assert list(TRAITS.attribute_groups) == list(groups)
    of_groups = {
        group: [row.id for row in TRAITS.attributes.values() if row.group == group]
        for group in groups
    }
    assert of_groups == groups


def test_abilities() -> None:
    groups = {
        "talents": "alertness athletics acrobatics brawl dodge empathy expression intimidation"
        " leadership persuasion subterfuge",
        "skills": "animal-ken appraise astrogate crafts computer demolition diplomacy disguise"
        " enigmas firearms gamble investigation medicine meditation melee performance pilot repair"
        " ride security stealth survival",
        "knowledges": "business engineering history politics science streetwise tactics technology"
        " lore-jedi lore-planets lore-sith lore-species lore-wilderness",
    }
    of_groups = {group: list(rows) for group, rows in TRAITS.abilities_of.items()}
    assert of_groups == {group: names.split() for group, names in groups.items()}
    assert {group: len(rows) for group, rows in of_groups.items()} == {
        "talents": 11,
        "skills": 22,
        "knowledges": 13,
    }
    assert members(TRAITS.ability_groups, "untrained") == {
        "talents": 6,
        "skills": 8,
        "knowledges": None,
    }


def test_usual_attributes() -> None:
    usual = {
        "dexterity": "athletics acrobatics brawl dodge crafts firearms melee pilot ride security"
        " stealth",
        "charisma": "expression leadership persuasion animal-ken performance",
        "manipulation": "intimidation subterfuge diplomacy",
        "perception": "alertness empathy investigation meditation survival",
        "wits": "disguise gamble",
    }
    expected = {id: attribute for attribute, ids in usual.items() for id in ids.split()}
    for ability in TRAITS.abilities.values():
        assert ability.attribute == expected.get(ability.id, "intelligence"), ability.id


def test_weapon_skills() -> None:
    assert list(TRAITS.firearms) == [
        "blaster-pistols",
        "blaster-rifles",
        "heavy-weapons",
        "archaic-weapons",
        "gunnery",
        "special",
    ]
    assert list(TRAITS.melee) == [
        "simple-weapons",
        "vibroblades",
        "swords",
        "pole-arms",
        "axes",
        "missile-weapons",
        "special",
    ]
    own = [row.id for rows in (TRAITS.firearms, TRAITS.melee) for row in rows.values() if row.own]
    assert own == ["special", "special"]
    assert [row.id for row in TRAITS.abilities.values() if row.combat] == [
        "brawl",
        "dodge",
        "firearms",
        "melee",
    ]


def test_creation() -> None:
    assert BOOK.creation.attribute_points == (6, 4, 3)
    assert BOOK.creation.ability_points == (11, 7, 4)
    assert members(BOOK.creation.numbers, "number") == {
        "attribute-start": 1,
        "attribute-most": 5,
        "ability-most-new": 3,
        "ability-most": 5,
        "power": 1,
        "power-most": 10,
        "willpower-more": 1,
        "willpower-most": 10,
        "merit-points": 3,
        "flaw-points-most": 6,
        "force-knowledges": 0,
        "light-side": 0,
        "dark-side": 0,
        "experience": 0,
        "languages": 8,
        "own-lores": 3,
        "saga-level": 17,
        "saga-feature": 6,
    }


def test_prices() -> None:
    assert members(BOOK.creation.prices, "points", "times") == {
        "ability": (3, 0),
        "raise-attribute": (0, 4),
        "raise-ability": (0, 2),
        "raise-knowledge": (0, 2),
        "willpower": (0, 1),
        "spoken": (2, 0),
        "written": (2, 0),
        "technique": (2, 0),
        "force-ability": (3, 0),
        "merit": (0, 3),
    }


def test_switches() -> None:
    assert list(BOOK.party.switches) == [
        "force_at_creation",
        "first_force_dot_two",
        "no_flaws",
        "breach_own",
        "random_obstacles",
        "gravity_cost",
        "split_results",
        "makashi_aimed",
        "group_initiative",
    ]
    assert list(BOOK.party.homebrew) == ["merits", "flaws", "force_abilities"]


def test_starting_ideas() -> None:
    ideas = BOOK.archetypes.archetypes.values()
    assert len(ideas) == 12
    for idea in ideas:
        assert set(idea.attribute_order) == set(TRAITS.attribute_groups)
        assert set(idea.ability_order) == set(TRAITS.ability_groups)
        cost = sum(MERITS.merits[id].low for id in idea.merits)
        gained = sum(MERITS.flaws[id].low for id in idea.flaws)
        assert cost <= 3 + gained, idea.id
        groups = Counter(TRAITS.abilities[id].group for id in idea.abilities)
        for group, points in zip(idea.ability_order, (11, 7, 4), strict=True):
            assert groups[group] * 3 >= points, (idea.id, group)
        if idea.force_abilities:
            assert "force-sensitivity" in idea.merits
