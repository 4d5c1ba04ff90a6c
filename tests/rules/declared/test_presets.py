"""A declared game of codes with several presets: a player chooses one, or a party for all."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules import contract
from rules.character import Character
from rules.contract.subject import Subject
from rules.declared import GameError, lint, load_game, starter
from rules.document import Document
from rules.game import Game

CREATION = """
no_price = "Points buy pips only with a preset."

[[preset]]
id = "green"
name = "Green: 9D and 6D"
does = "Nobody has seen anything yet."
attributes = "9D"
skills = "6D"
skill_most = "2D"
attribute_least = "2D"
attribute_most = "4D"

[[preset]]
id = "seasoned"
name = "Seasoned: 11D and 9D"
attributes = "11D"
skills = "9D"
skill_most = "3D"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = starter.write("mire", "coded", tmp_path)
    (made / "creation.toml").write_text(CREATION, encoding="utf-8")
    return made


@pytest.fixture
def mire(folder: Path) -> Game[Any]:
    return load_game(folder)


def hero(game: Game[Any], preset: str = "", party: str = "", **attributes: str) -> Document:
    members = {
        "format": "hyperspace-character/1",
        "system": "mire",
        "name": "Robin",
        "build": {
            "attributes": {"MIGHT": "3D", "WITS": "3D", "HEART": "3D", **attributes},
            "skills": [{"name": "Fight", "attribute": "MIGHT", "code": "5D"}],
            "folk": "hill",
            "preset": preset,
        },
        "house": {"preset": party},
    }
    return game.read(msgspec.json.encode(members))


def said(game: Game[Any], document: Document) -> list[str]:
    return [problem.message for problem in Character(game, document).problems]


def test_each_preset_has_sums_of_its_own_and_none_has_none(mire: Game[Any]) -> None:
    assert said(mire, hero(mire)) == []
    assert said(mire, hero(mire, MIGHT="9D")) == []
    green = said(mire, hero(mire, "green"))
    assert len(green) == 1
    assert "4D" in green[0]
    seasoned = said(mire, hero(mire, "seasoned"))
    assert any("2D" in one for one in seasoned)
    assert any("7D" in one for one in seasoned)
    assert "odd" in "".join(said(mire, hero(mire, "odd")))


def test_a_party_chooses_for_all_of_its_characters(mire: Game[Any]) -> None:
    assert said(mire, hero(mire, "green", party="seasoned")) == said(mire, hero(mire, "seasoned"))
    fields = mire.house.fields(hero(mire).house)
    assert [option.name for option in fields[0].options] == [
        "Each player decides",
        "Green: 9D and 6D",
        "Seasoned: 11D and 9D",
    ]


def test_points_buy_pips_with_a_preset_alone(mire: Game[Any]) -> None:
    assert not Character(mire, hero(mire)).is_priced
    assert Character(mire, hero(mire, "green")).is_priced


@pytest.mark.parametrize("preset", ["green", "seasoned"])
def test_chance_keeps_to_the_preset_that_was_chosen(mire: Game[Any], preset: str) -> None:
    for seed in range(6):
        begun = Character(mire, mire.empty()).set_field("preset", (preset,)).document
        assert said(mire, mire.random(Random(seed), begun)) == []


def test_it_keeps_every_promise_of_the_contract(folder: Path, mire: Game[Any]) -> None:
    assert lint(folder, Random)[0] == ()
    subject = Subject(mire, Random, folder=folder)
    assert [line for line, wrong in contract.report(subject) if wrong] == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('skills = "9D"', 'skills = "many"', "creation.toml, seasoned, skills: "),
        ('skill_most = "3D"', "", "creation.toml, seasoned, skill_most: is missing"),
        ("no_price", 'attributes = "9D"\nno_price', "creation.toml, preset: with presets a player"),
        ('id = "seasoned"', 'id = "green"', "creation.toml, green, id: another row of [[preset]]"),
    ],
)
def test_a_fault_of_a_preset_names_its_place(folder: Path, old: str, new: str, fault: str) -> None:
    file = folder / "creation.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(GameError) as refused:
        load_game(folder)
    found = [str(one) for one in refused.value.faults]
    assert [one for one in found if one.startswith(fault)], found


PARTY = """
[[choice]]
id = "preset"
name = "How seasoned"
does = "For everybody."
"""


def test_the_choice_of_a_party_is_called_what_the_game_calls_it(folder: Path) -> None:
    (folder / "party.toml").write_text(PARTY, encoding="utf-8")
    field = load_game(folder).house.fields(hero(load_game(folder)).house)[0]
    assert (field.label, field.hint) == ("How seasoned", "For everybody.")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (PARTY.replace('"preset"', '"pace"'), "party.toml, choice: “pace” is unknown"),
        (PARTY.replace("[choice]", "[homebrew]"), "party.toml, homebrew: “preset” is unknown"),
        (PARTY.replace("[choice]", "[choices]"), "party.toml, choices: "),
    ],
)
def test_a_party_chooses_nothing_that_is_not_there(folder: Path, text: str, fault: str) -> None:
    (folder / "party.toml").write_text(text, encoding="utf-8")
    with pytest.raises(GameError) as refused:
        load_game(folder)
    assert [one for one in refused.value.faults if str(one).startswith(fault)]
