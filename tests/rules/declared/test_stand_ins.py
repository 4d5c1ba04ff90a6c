"""A declared game with a preset of two attributes, one of which stands in for two of three; and
with another name for a skill.
"""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules import contract
from rules.character import Character
from rules.contract.subject import Subject
from rules.declared import lint, load_game, starter
from rules.document import Document
from rules.game import Game
from tests.rules.declared.test_presets import CREATION
from tests.rules.declared.test_soak import changed

TRAITS = """
[[stand_in]]
id = "LIMBS"
name = "Limbs"
does = "Whatever the body does."
covers = ["MIGHT", "WITS"]

[[alias]]
id = "brawl"
name = "Brawl"
skills = ["fight"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = starter.write("mire", "coded", tmp_path)
    few = 'attributes = "9D"\nof = ["LIMBS", "HEART"]'
    (made / "creation.toml").write_text(
        CREATION.replace('attributes = "9D"', few).replace('_most = "4D"', '_most = "7D"'),
        encoding="utf-8",
    )
    with (made / "traits.toml").open("a", encoding="utf-8") as file:
        file.write(TRAITS)
    return made


@pytest.fixture
def mire(folder: Path) -> Game[Any]:
    return load_game(folder)


def soldier(game: Game[Any], **build: Any) -> Document:
    """Limbs 5D and Heart 4D, of the hill folk."""
    usual = {"preset": "green", "attributes": {"LIMBS": "5D", "HEART": "4D"}, "folk": "hill"}
    members = {"format": "hyperspace-character/1", "system": "mire", "name": "Robin"}
    return game.read(msgspec.json.encode({**members, "build": {**usual, **build}}))


def test_skills_and_figures_rest_on_what_stands_in(mire: Game[Any]) -> None:
    robin = Character(mire, soldier(mire))
    assert list(robin.numbers["attributes"].items()) == [("LIMBS", "5D"), ("HEART", "4D")]
    assert robin.numbers["skills"]["fight"] == "5D"
    usual = Character(mire, soldier(mire, preset="", attributes={"MIGHT": "5D", "WITS": "5D"}))
    toughness = [one.numbers["numbers"]["toughness"] for one in (robin, usual)]
    assert toughness[0] == toughness[1]
    defense = [one.numbers["numbers"]["defense"] for one in (robin, usual)]
    assert defense[0] == defense[1]


def test_another_name_of_a_skill_is_that_skill(mire: Game[Any]) -> None:
    skills = [{"name": "Brawl", "code": "6D"}]
    weapons = [{"name": "Club", "skill": "Brawl", "damage": "MIGHT+1D"}]
    robin = Character(mire, soldier(mire, skills=skills, weapons=weapons))
    assert robin.numbers["skills"]["fight"] == "6D"
    assert [one["attack"] for one in robin.numbers["weapons"]] == ["6D"]
    assert [one["damage"] for one in robin.numbers["weapons"]] == ["6D"]


def test_chance_and_the_choice_of_a_preset_keep_to_its_attributes(mire: Game[Any]) -> None:
    green = Character(mire, mire.empty()).set_field("preset", ("green",))
    build = mire.random_build(green.document)
    document = green.document
    for step in ("who", "attributes", "skills", "gear"):
        document = build.fill(Random(4), document, step=step, anew=False)
    made = Character(mire, document)
    assert list(document.build.attributes) == ["LIMBS", "HEART"]
    assert [one.message for one in made.problems] == []
    again = made.set_field("preset", ("seasoned",)).document.build.attributes
    assert list(again) == ["MIGHT", "WITS", "HEART"]
    assert again["MIGHT"] == again["WITS"] == document.build.attributes["LIMBS"]


def test_such_a_game_keeps_the_contract(folder: Path, mire: Game[Any]) -> None:
    assert lint(folder, Random)[0] == ()
    subject = Subject(mire, Random, folder=folder)
    assert [line for line, wrong in contract.report(subject) if wrong] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("creation.toml", '"LIMBS"', '"LEGS"',
         "“LEGS” is unknown; known are MIGHT, WITS, HEART, LIMBS"),
        ("traits.toml", '["MIGHT", "WITS"]', '["MUSCLE"]',
         "“MUSCLE” is unknown; known are MIGHT, WITS, HEART"),
        ("traits.toml", 'id = "brawl"', 'id = "brawls"',
         "the id of an alias follows its name: brawl"),
        ("traits.toml", 'skills = ["fight"]', 'skills = ["box"]',
         "“box” is unknown; known are fight, dodge, shoot, heal, sneak, talk"),
    ],
)  # fmt: skip
def test_lint_says_what_is_not_there(
    folder: Path, file: str, old: str, new: str, said: str
) -> None:
    changed(folder, file, (old, new))
    assert [fault.message for fault in lint(folder, Random)[0]] == [said]
