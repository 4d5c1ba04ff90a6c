"""Building a character: another preset, the party's powers, what chance makes."""

import json
from random import Random

import pytest

from rules import registry
from rules.document import Document
from rules.forms.fields import Choice
from rules.problems import RuleViolation
from rules.sheet.sections import Things

GAME = registry.get("empire-ascendant")
SIX = ("3D+1", "2D+2", "3D", "4D", "2D", "3D")


def typed() -> Document:
    document = GAME.set_field(GAME.empty(), field="attributes", values=SIX)
    return GAME.set_field(document, field="skills", values=("Brawling", "STR", "4D"))


def test_another_preset_moves_codes_to_those_that_stand_in() -> None:
    """Might is Strength, Agility Dexterity, Wit Knowledge, Charm Perception."""
    four = GAME.set_field(typed(), field="preset", values=("mini-six",))
    assert GAME.field_values(four, "attributes") == ("2D", "3D+1", "2D+2", "4D")
    assert GAME.field_values(four, "skills") == ("Brawling", "MIG", "4D")
    assert GAME.numbers(four)["skills"]["demolitions"] == "2D+2"
    six = GAME.set_field(four, field="preset", values=("weg",))
    assert GAME.field_values(six, "attributes") == (
        "3D+1",
        "2D+2",
        "3D+1",
        "4D",
        "2D",
        "2D+2",
    )


def test_with_mini_six_a_weapon_may_be_used_with_an_attribute_of_the_six() -> None:
    four = GAME.set_field(typed(), field="preset", values=("mini-six",))
    row = ("Knife", "melee", "DEX", "STR+1", "5", "1")
    armed = GAME.set_field(four, field="weapons", values=row)
    assert GAME.numbers(armed)["weapons"] == [
        {"item": "knife", "attack": "3D+1", "damage": "2D+1", "difficulty": 5}
    ]


def test_a_power_of_the_party_fills_in_what_a_row_leaves_out() -> None:
    house = GAME.take_house({})
    values = {"name": ("Night Eyes",), "skills": ("sense",), "prerequisites": ("2",)}
    house = GAME.set_homebrew(house, "powers", values)
    assert [one.id for one in GAME.homebrew_items(house)] == ["night-eyes"]
    document = GAME.set_field(GAME.empty(), field="force_skills", values=("", "1D", ""))
    document = GAME.set_field(document, field="powers", values=("Night eyes", "", "0", "", ""))
    there = GAME.in_house(document, house)
    assert GAME.numbers(there)["powers"] == [
        {"power": "night-eyes", "skills": "sense", "learning": 15}
    ]
    assert GAME.in_house(there, GAME.take_house({})).house.powers == house.powers


def test_two_powers_of_one_name_are_refused() -> None:
    house = GAME.set_homebrew(GAME.take_house({}), "powers", {"name": ("Night Eyes",)})
    with pytest.raises(RuleViolation):
        GAME.set_homebrew(house, "powers", {"name": ("night eyes",)})


def test_chance_gives_the_force_to_those_who_have_it() -> None:
    document = GAME.set_field(GAME.empty(), field="template", values=("Force user in hiding",))
    made = GAME.random(Random(1), document)
    assert GAME.numbers(made)["force_skills"] == {"control": "1D"}
    assert GAME.numbers(made)["picks_left"] == {"control": 0}
    smuggler = GAME.set_field(GAME.empty(), field="template", values=("Smuggler",))
    assert GAME.numbers(GAME.random(Random(1), smuggler))["force_skills"] == {}


@pytest.mark.parametrize("preset", ["weg", "mini-six"])
@pytest.mark.parametrize("seed", range(8))
def test_chance_keeps_to_the_preset(preset: str, seed: int) -> None:
    document = GAME.set_field(GAME.empty(), field="preset", values=(preset,))
    assert GAME.problems(GAME.random(Random(seed), document)) == ()


def test_taking_armor_off_says_what_soak_loses_by_pips() -> None:
    document = GAME.set_field(typed(), field="armor", values=("Padded vest", "1D+2"))
    document = GAME.set_field(document, field="worn", values=("Padded vest",))
    [group] = GAME.offers(document, "carried")
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
    gear = GAME.sheet(registry.read(text)).section("gear")
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
    steps = GAME.steps(registry.read(text), only="attributes")
    fields = next(step.fields for step in steps if step.id == "attributes")
    choice = next(field for field in fields if field.id == "preset")
    assert isinstance(choice, Choice)
    changes = {option.id: option.changes for option in choice.options}
    assert changes["weg"] == ()
    assert [change.label for change in changes["mini-six"]] != []
