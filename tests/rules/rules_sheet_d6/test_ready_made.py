"""The ready-made characters of the rules sheet: five to play, each for something of the rules."""

from pathlib import Path

import pytest

from rules import registry
from rules.document import Document
from rules.sheet import Thing, Things

GAME = registry.get("rules-sheet-d6")
FOLDER = Path(__file__).parents[3] / "fixtures" / "ready-made"


def read(name: str) -> Document:
    return registry.read((FOLDER / f"{name}.json").read_bytes())


@pytest.fixture(scope="module")
def five() -> list[Document]:
    every = [registry.read(file.read_bytes()) for file in FOLDER.glob("*.json")]
    return [one for one in every if one.system == GAME.slug]


def test_there_are_five_and_each_is_told(five: list[Document]) -> None:
    assert len(five) == 5
    for one in five:
        assert one.build.template
        assert one.build.description
        assert one.build.weapons
        assert one.build.gear
    assert len({one.build.template for one in five}) == 5


def test_none_of_them_has_a_mark(five: list[Document]) -> None:
    assert all(one.marks == GAME.empty().marks for one in five)


def test_the_soldier_has_the_four_numbers_of_the_source() -> None:
    damage = GAME.numbers(read("caldo-morrun"))["damage"]
    assert damage == {
        "base": 10,
        "stunned": "under 10",
        "wounded": "10–19",
        "incapacitated": "20–29",
        "mortally-wounded": "30+",
        "boxes": 3,
    }


def test_the_courier_has_the_defense_of_the_source() -> None:
    numbers = GAME.numbers(read("tey-marrick"))
    assert numbers["skills"]["dodge"] == "3D+2"
    assert numbers["worn"] == "blast-vest"
    assert numbers["defense"] == 13


def test_the_courier_was_given_things_and_corrected() -> None:
    numbers = GAME.numbers(read("tey-marrick"))
    assert numbers["force_points"] == 2
    assert numbers["skills"]["con"] == "5D"
    assert "gear.medpac" not in {thing.key for thing in things(read("tey-marrick"))}
    assert "gear.harbor-pass-in-another-name" in {
        thing.key for thing in things(read("tey-marrick"))
    }


def test_one_keeps_to_the_preset_and_grew_by_its_prices(five: list[Document]) -> None:
    assert [one.name for one in five if one.build.preset] == ["Hanneke Vor"]
    numbers = GAME.numbers(read("hanneke-vor"))
    assert numbers["skills"]["dodge"] == "4D"
    assert numbers["character_points"] == 5
    assert numbers["defense"] == 15
    assert {"item": "boarding-pistol", "attack": "3D+1", "damage": "4D"} in numbers["weapons"]


def test_one_has_a_weapon_that_adds_to_strength() -> None:
    (ax, hook) = GAME.numbers(read("brugga-tal"))["weapons"]
    assert ax == {"item": "docker-s-ax", "attack": "5D+1", "damage": "5D+1"}
    assert hook == {"item": "cargo-hook", "attack": "5D+2", "damage": "4D+2"}


def test_one_begins_with_more_than_the_usual_force_point() -> None:
    assert GAME.numbers(read("ilmi-sarro"))["force_points"] == 2


def things(document: Document) -> tuple[Thing, ...]:
    gear = GAME.sheet(document).section("gear")
    assert isinstance(gear, Things)
    return gear.things
