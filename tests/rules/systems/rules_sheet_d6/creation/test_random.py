"""Characters by chance in the rules sheet: legal with the preset and without, and fitting."""

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import msgspec

from rules import registry
from rules.character import Character
from rules.document import FORMAT, Document
from tests.rules.systems.rules_sheet_d6.examples import SYSTEM

SEEDS = 300
PIPS = {"": 0, "+1": 1, "+2": 2}


def read(build: dict[str, Any], house: dict[str, Any] | None = None) -> Document:
    plain = {"format": FORMAT, "system": SYSTEM.slug, "name": "", "build": build}
    return registry.read(json.dumps({**plain, "house": house or {}}))


def pips(code: str) -> int:
    whole, _, rest = code.partition("D")
    return 3 * int(whole) + PIPS[rest]


@cache
def many() -> tuple[Document, ...]:
    return tuple(SYSTEM.random(Random(seed)) for seed in range(SEEDS))


def test_every_seed_makes_a_legal_character_with_the_preset_and_without() -> None:
    preset = SYSTEM.house.read({"preset": True})
    for one in many():
        assert Character(SYSTEM, one).problems == ()
        assert Character(SYSTEM, SYSTEM.house.moved(one, preset)).problems == ()
        assert not one.build.preset


def test_eighteen_dice_go_to_attributes_from_2d_to_4d() -> None:
    for one in many():
        codes = [pips(code) for code in one.build.attributes.values()]
        assert (len(codes), sum(codes)) == (6, 54)
        assert all(6 <= code <= 12 for code in codes)


def test_seven_dice_go_to_five_to_nine_skills_and_2d_at_the_most_to_one() -> None:
    counts = Counter(len(one.build.skills) for one in many())
    assert set(counts) == {5, 6, 7, 8, 9}
    for one in many():
        base = {id: pips(code) for id, code in one.build.attributes.items()}
        more = [pips(skill.code) - base[skill.attribute] for skill in one.build.skills]
        assert sum(more) == 21
        assert all(1 <= added <= 6 for added in more)


def test_everybody_is_told_and_carries_a_weapon_that_they_can_use() -> None:
    for one in many():
        assert one.name
        assert one.build.template
        assert one.build.description
        assert one.build.gear
        weapons = Character(SYSTEM, one).numbers["weapons"]
        assert weapons
        assert all(weapon["attack"] and weapon["damage"] for weapon in weapons)
        assert {armor.name for armor in one.build.armor} <= {one.build.worn}


def test_names_and_callings_differ() -> None:
    assert len({one.name for one in many()}) > 200
    assert len({one.build.template for one in many()}) == 14


def test_what_was_typed_is_kept_and_the_rest_fits_around_it() -> None:
    build: dict[str, Any] = {
        "template": "Lighthouse keeper",
        "preset": True,
        "attributes": {"KNO": "4d+1", "STR": "2D"},
        "skills": [{"name": "Lamps", "code": "4D", "attribute": "TEC"}, {"name": "Dodge"}],
        "weapons": [{"name": "Boat hook", "damage": "STR+2"}, {"name": "Flare gun"}],
    }
    for seed in range(60):
        made = SYSTEM.random(Random(seed), read(build))
        assert made.build.template == "Lighthouse keeper"
        assert (made.build.attributes["KNO"], made.build.attributes["STR"]) == ("4d+1", "2D")
        assert made.build.skills[0].name == "Lamps"
        assert made.build.skills[1].name == "Dodge"
        assert [weapon.skill for weapon in made.build.weapons] == ["DEX", "Blaster"]
        assert Character(SYSTEM, made).problems == (), seed


def test_what_is_left_of_the_presets_sums_is_given_to_what_is_empty() -> None:
    """4D is the most that chance gives to an attribute of itself; here there is but one to take
    6D."""
    attributes = {"DEX": "3D", "KNO": "3D", "MEC": "2D", "PER": "2D", "STR": "2d"}
    skills = [{"name": "Dodge", "attribute": "DEX", "code": "4D"}]
    typed = read({"preset": True, "attributes": attributes, "skills": skills})
    made = SYSTEM.random(Random(3), typed)
    assert Character(SYSTEM, made).problems == ()
    assert made.build.attributes == {**attributes, "TEC": "6D"}
    assert made.build.skills[0].code == "4D"


def test_codes_that_were_typed_do_not_grow_into_the_presets_sum() -> None:
    attributes = dict.fromkeys(("DEX", "KNO", "MEC", "PER", "STR"), "3D") | {"TEC": "2D"}
    made = SYSTEM.random(Random(3), read({"preset": True, "attributes": attributes}))
    assert made.build.attributes == attributes
    assert [problem.code for problem in Character(SYSTEM, made).problems] == ["preset-attributes"]


def test_without_the_preset_codes_that_were_typed_stay_as_they_are() -> None:
    attributes = dict.fromkeys(("DEX", "KNO", "MEC", "PER", "STR", "TEC"), "5D")
    skills = [{"name": "Dodge", "attribute": "DEX", "code": "9D"}]
    made = SYSTEM.random(Random(3), read({"attributes": attributes, "skills": skills}))
    assert made.build.attributes == attributes
    assert [(skill.name, skill.code) for skill in made.build.skills] == [("Dodge", "9D")]
    assert Character(SYSTEM, made).problems == ()


def test_skills_made_anew_leave_no_weapon_without_its_skill() -> None:
    for seed, one in enumerate(many()[:80]):
        after = SYSTEM.random(Random(seed + 1), one, step="skills", anew=True)
        assert Character(SYSTEM, after).problems == ()
        assert after.build.weapons == one.build.weapons
        assert after.build.attributes == one.build.attributes
        assert after.build.skills != one.build.skills


def test_the_player_and_the_preset_are_never_decided_by_chance() -> None:
    document = msgspec.structs.replace(read({"preset": True}), player="Mo", name="Vale")
    for step in ("", "who", "attributes", "skills", "gear"):
        for anew in (False, True):
            made = SYSTEM.random(Random(2), document, step=step, anew=anew)
            assert made.player == "Mo"
            assert made.build.preset
