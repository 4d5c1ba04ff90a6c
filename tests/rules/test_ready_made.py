"""The ready-made characters: legal in every game, and as different as the people at one table."""

import json
from pathlib import Path

import pytest

from rules import registry
from rules.document import Document

FILES = sorted((Path(__file__).parents[2] / "fixtures" / "ready-made").glob("*.json"))
EIGHT = [file for file in FILES if b'"hyperspace-d6"' in file.read_bytes()]


@pytest.fixture(scope="module")
def eight() -> list[Document]:
    return [registry.read(file.read_bytes()) for file in EIGHT]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_ready_made_character_is_legal(file: Path) -> None:
    document = registry.read(file.read_bytes())
    assert registry.get(document.system).problems(document) == ()


def test_every_game_has_some() -> None:
    systems = {registry.read(file.read_bytes()).system for file in FILES}
    assert systems == set(registry.all_systems())


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
