"""The ready-made characters of the rules sheet: five to play, each for something of the rules."""

import json
from pathlib import Path

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.sheet.sections import Thing, Things

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
    damage = Character(GAME, read("caldo-morrun")).numbers["damage"]
    assert damage == {
        "base": 10,
        "stunned": "under 10",
        "wounded": "10–19",
        "incapacitated": "20–29",
        "mortally-wounded": "30+",
        "boxes": 3,
    }


def test_the_courier_has_the_defense_of_the_source() -> None:
    numbers = Character(GAME, read("tey-marrick")).numbers
    assert numbers["skills"]["dodge"] == "3D+2"
    assert numbers["worn"] == "blast-vest"
    assert numbers["defense"] == 13


def test_the_courier_was_given_things_and_corrected() -> None:
    numbers = Character(GAME, read("tey-marrick")).numbers
    assert numbers["force_points"] == 2
    assert numbers["skills"]["con"] == "5D"
    assert "gear.medpac" not in {thing.key for thing in things(read("tey-marrick"))}
    assert "gear.harbor-pass-in-another-name" in {
        thing.key for thing in things(read("tey-marrick"))
    }


def test_one_keeps_to_the_preset_and_grew_by_its_prices(five: list[Document]) -> None:
    assert [one.name for one in five if one.build.preset] == ["Hanneke Vor"]
    numbers = Character(GAME, read("hanneke-vor")).numbers
    assert numbers["skills"]["dodge"] == "4D"
    assert numbers["character_points"] == 5
    assert numbers["defense"] == 15
    assert {"item": "boarding-pistol", "attack": "3D+1", "damage": "4D"} in numbers["weapons"]


def test_one_has_a_weapon_that_adds_to_strength() -> None:
    (ax, hook) = Character(GAME, read("brugga-tal")).numbers["weapons"]
    assert ax == {"item": "docker-s-ax", "attack": "5D+1", "damage": "5D+1"}
    assert hook == {"item": "cargo-hook", "attack": "5D+2", "damage": "4D+2"}


def test_one_begins_with_more_than_the_usual_force_point() -> None:
    assert Character(GAME, read("ilmi-sarro")).numbers["force_points"] == 2


def things(document: Document) -> tuple[Thing, ...]:
    gear = Character(GAME, document).sheet.section("gear")
    assert isinstance(gear, Things)
    return gear.things


FILES = sorted((Path(__file__).parents[3] / "fixtures" / "ready-made").glob("*.json"))
EIGHT = [file for file in FILES if b'"hyperspace-d6"' in file.read_bytes()]


@pytest.fixture(scope="module")
def eight() -> list[Document]:
    return [registry.read(file.read_bytes()) for file in EIGHT]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_ready_made_character_is_legal(file: Path) -> None:
    document = registry.read(file.read_bytes())
    assert Character(registry.get(document.system), document).problems == ()


def test_every_game_of_the_program_has_some() -> None:
    systems = {registry.read(file.read_bytes()).system for file in FILES}
    assert systems == set(registry.built_in())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_is_called_as_its_character(file: Path) -> None:
    name = json.loads(file.read_text(encoding="utf-8"))["name"]
    assert file.stem == name.lower().replace(" ", "-")


@pytest.mark.parametrize("file", EIGHT, ids=lambda file: file.stem)
def test_everything_about_a_ready_made_character_is_told(file: Path) -> None:
    build = registry.read(file.read_bytes()).build
    assert all((build.concept, build.pronouns, build.appearance, build.personality))
    assert build.edge.note
    assert build.burden.note
    assert build.gear


def test_there_are_eight_of_eight_species_professions_edges_and_burdens(
    eight: list[Document],
) -> None:
    builds = [document.build for document in eight]
    assert len(builds) == 8
    for chosen in (
        {build.species for build in builds},
        {build.profession for build in builds},
        {build.edge.id for build in builds},
        {build.burden.id for build in builds},
        {build.concept for build in builds},
    ):
        assert len(chosen) == 8


def test_one_is_a_jedi_with_a_granted_saber_of_design_and_crystal(eight: list[Document]) -> None:
    jedi = [one.build for one in eight if one.build.profession.startswith("jedi-")]
    assert len(jedi) == 1
    sabers = [gear for gear in jedi[0].gear if gear.id == "lightsaber"]
    assert [(bool(one.design), bool(one.crystal), one.granted) for one in sabers] == [
        (True, True, True)
    ]


def test_one_is_a_droid(eight: list[Document]) -> None:
    assert sum(one.build.species.startswith("droid-") for one in eight) == 1


def test_nobody_was_given_anything_else(eight: list[Document]) -> None:
    granted = [gear.id for one in eight for gear in one.build.gear if gear.granted]
    assert granted == ["lightsaber"]
    assert [one.build.starting_credits for one in eight] == [None] * 8
