"""Building a character: another preset, the party's powers, what chance makes."""

import json
from random import Random

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.forms.fields import Choice
from rules.problems import RuleViolation
from rules.sheet.sections import Things

GAME = registry.get("empire-ascendant")
SIX = ("3D+1", "2D+2", "3D", "4D", "2D", "3D")


def typed() -> Document:
    document = GAME.fields.write(GAME.empty(), "attributes", SIX)
    return GAME.fields.write(document, "skills", ("Brawling", "STR", "4D"))


def test_another_preset_moves_codes_to_those_that_stand_in() -> None:
    """Might is Strength, Agility Dexterity, Wit Knowledge, Charm Perception."""
    four = GAME.fields.write(typed(), "preset", ("mini-six",))
    assert GAME.fields.values(four, "attributes") == ("2D", "3D+1", "2D+2", "4D")
    assert GAME.fields.values(four, "skills") == ("Brawling", "MIG", "4D")
    assert Character(GAME, four).numbers["skills"]["demolitions"] == "2D+2"
    six = GAME.fields.write(four, "preset", ("weg",))
    assert GAME.fields.values(six, "attributes") == (
        "3D+1",
        "2D+2",
        "3D+1",
        "4D",
        "2D",
        "2D+2",
    )


def test_with_mini_six_a_weapon_may_be_used_with_an_attribute_of_the_six() -> None:
    four = GAME.fields.write(typed(), "preset", ("mini-six",))
    row = ("Knife", "melee", "DEX", "STR+1", "5", "1")
    armed = GAME.fields.write(four, "weapons", row)
    assert Character(GAME, armed).numbers["weapons"] == [
        {"item": "knife", "attack": "3D+1", "damage": "2D+1", "difficulty": 5}
    ]


def test_a_power_of_the_party_fills_in_what_a_row_leaves_out() -> None:
    house = GAME.house.read({})
    values = {"name": ("Night Eyes",), "skills": ("sense",), "prerequisites": ("2",)}
    house = GAME.house.save(house, "powers", values)
    assert [one.id for one in GAME.house.items(house)] == ["night-eyes"]
    document = GAME.fields.write(GAME.empty(), "force_skills", ("", "1D", ""))
    document = GAME.fields.write(document, "powers", ("Night eyes", "", "0", "", ""))
    there = GAME.house.moved(document, house)
    assert Character(GAME, there).numbers["powers"] == [
        {"power": "night-eyes", "skills": "sense", "learning": 15}
    ]
    assert GAME.house.moved(there, GAME.house.read({})).house.powers == house.powers


def test_two_powers_of_one_name_are_refused() -> None:
    house = GAME.house.save(GAME.house.read({}), "powers", {"name": ("Night Eyes",)})
    with pytest.raises(RuleViolation):
        GAME.house.save(house, "powers", {"name": ("night eyes",)})


def test_chance_gives_the_force_to_those_who_have_it() -> None:
    document = GAME.fields.write(GAME.empty(), "template", ("Force user in hiding",))
    made = GAME.random(Random(1), document)
    assert Character(GAME, made).numbers["force_skills"] == {"control": "1D"}
    assert Character(GAME, made).numbers["picks_left"] == {"control": 0}
    smuggler = GAME.fields.write(GAME.empty(), "template", ("Smuggler",))
    assert Character(GAME, GAME.random(Random(1), smuggler)).numbers["force_skills"] == {}


@pytest.mark.parametrize("preset", ["weg", "mini-six"])
@pytest.mark.parametrize("seed", range(8))
def test_chance_keeps_to_the_preset(preset: str, seed: int) -> None:
    document = GAME.fields.write(GAME.empty(), "preset", (preset,))
    assert Character(GAME, GAME.random(Random(seed), document)).problems == ()


def test_taking_armor_off_says_what_soak_loses_by_pips() -> None:
    document = GAME.fields.write(typed(), "armor", ("Padded vest", "1D+2"))
    document = GAME.fields.write(document, "worn", ("Padded vest",))
    [group] = Character(GAME, document).offers("carried")
    [change] = group.offers[0].changes
    assert (change.label, change.before, change.after, change.better) == (
        "Soak",
        "3D+2",
        "2D",
        False,
    )


def test_armor_that_adds_only_pips_says_so() -> None:
    armor = [{"name": "Leathers", "soak": "0D+1"}, {"name": "Plate", "soak": "1D+2"}]
    text = json.dumps(
        {
            "format": "hyperspace-character/1",
            "system": GAME.slug,
            "name": "Tavi Oron",
            "build": {"armor": armor},
        }
    )
    gear = Character(GAME, registry.read(text)).sheet.section("gear")
    assert isinstance(gear, Things)
    assert [thing.detail for thing in gear.things] == ["Soak +1 pip", "Soak +1D+2"]


def test_a_preset_is_previewed_with_a_weapon_that_only_its_attributes_can_use() -> None:
    text = json.dumps(
        {
            "format": "hyperspace-character/1",
            "system": GAME.slug,
            "name": "Tavi Oron",
            "build": {
                "attributes": {"DEX": "3D", "STR": "4D"},
                "weapons": [{"name": "Club", "form": "melee", "skill": "MIG", "damage": "STR+1D"}],
            },
        }
    )
    steps = Character(GAME, registry.read(text)).steps(only="attributes")
    fields = next(step.fields for step in steps if step.id == "attributes")
    choice = next(field for field in fields if field.id == "preset")
    assert isinstance(choice, Choice)
    changes = {option.id: option.changes for option in choice.options}
    assert changes["weg"] == ()
    assert [change.label for change in changes["mini-six"]] != []
