"""Creation, growing, and archetypes in the tables of Empire Ascendant."""

from __future__ import annotations

from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.rulebook.book import FormedSampleWeapon, rulebook
from tests.rules.systems.rows import members

BOOK = rulebook()


def test_the_two_presets_in_pips() -> None:
    assert GAME.presets is not None
    assert members(
        GAME.presets.rows,
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
    assert (BOOK.points["force_points"].start, BOOK.force.points_some) == (1, 2)
    assert BOOK.combat.scale == "character"


def test_prices() -> None:
    costs = BOOK.advancement
    assert (costs.skill, costs.attribute) == (1, 10)
    assert (BOOK.powers.first_die, BOOK.powers.learn) == (10, 5)


def test_what_a_party_optionss() -> None:
    assert list(BOOK.party.options) == ["preset", "compounding_hurry", "mishap_past_nine"]
    assert list(BOOK.party.homebrew) == ["powers"]


def test_what_comes_from_the_original_game_is_marked_as_ours() -> None:
    for row in (*BOOK.creation.presets.values(), *BOOK.traits.stand_ins.values()):
        assert row.source == "Our preset, not the source"
    assert BOOK.party.choices["preset"].source == "Our preset, not the source"
    for id in ("raise-skill", "raise-attribute", "first-die", "raise-force"):
        assert BOOK.table.entries[id].source == "Our preset, not the source"
    assert BOOK.advancement.sources["pip"] == "Our preset, not the source"


def test_archetypes_to_pick_from() -> None:
    found = BOOK.templates
    assert len(found.templates) == 15
    for row in found.templates.values():
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
    found = BOOK.templates
    for row in found.templates.values():
        for name in row.weapons:
            skill = found.weapons[name].skill
            known = {*row.skills, *BOOK.traits.attributes, "Blaster"}
            assert skill in known, (row.id, name)


def test_a_weapon_of_melee_has_a_difficulty_and_no_other_has() -> None:
    for weapon in BOOK.templates.weapons.values():
        assert isinstance(weapon, FormedSampleWeapon)
        assert (weapon.difficulty is not None) == (weapon.form == "melee"), weapon.id


def test_who_has_the_force_picks_three_powers_for_each_skill() -> None:
    found = BOOK.templates
    gifted = [row for row in found.templates.values() if row.power_skills]
    assert [row.id for row in gifted] == ["force-user", "wanderer"]
    for row in gifted:
        for skill in row.power_skills:
            using = [id for id in row.powers if skill in BOOK.powers.powers[id].skills.split("+")]
            assert len(using) == 3, row.id


def test_names_and_words_are_many() -> None:
    words = BOOK.templates
    for texts in (words.first, words.last):
        assert len(set(texts)) == len(texts) >= 28
    for texts in (words.looks, words.wants):
        assert len(set(texts)) == len(texts) == 8
