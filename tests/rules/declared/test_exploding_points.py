"""A declared game whose points make dice explode for a scene."""

import shutil
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.declared import load_game

LANTERN_DEEP = Path(__file__).parents[3] / "docs" / "examples" / "games" / "lantern-deep"
BURN = """
[[procedure]]
id = "burn"
group = "round"
name = "Burn a bit of wick"
kind = "note"
texts = { said = "Sixes explode for the rest of the scene." }
"""


@pytest.fixture(name="diver")
def _diver(tmp_path: Path) -> Character[Any]:
    """A diver of 4D, whose bits of wick explode."""
    made = tmp_path / "deep-flares"
    shutil.copytree(LANTERN_DEEP, made)
    points = made / "points.toml"
    text = points.read_text(encoding="utf-8")
    points.write_text(text.replace("\ndice = 1\n", "\nexplodes = true\n"), encoding="utf-8")
    procedures = made / "procedures.toml"
    procedures.write_text(procedures.read_text(encoding="utf-8") + BURN, encoding="utf-8")
    game = load_game(made)
    build = msgspec.convert({"attributes": {"BODY": "4D"}}, game.build_type)
    return Character(game, msgspec.structs.replace(game.empty(), build=build))


def test_a_point_spent_on_a_roll_makes_dice_explode_until_the_scene_ends(
    diver: Character[Any],
) -> None:
    spent = {"points": ("burn",)}
    rolls = [diver.resolve({}, "attributes.BODY", spent, Random(seed)) for seed in range(20)]
    assert {roll.situation["burning"] for roll in rolls} == {1}
    again = [sum(die.kind == "again" for die in roll.dice) for roll in rolls]
    assert [len(roll.dice) - 4 for roll in rolls] == again
    assert max(len(roll.dice) for roll in rolls) > 4
    ended = diver.resolve({"burning": 1}, "scene", {}, Random(1))
    assert ended.situation["burning"] == 0


def test_a_new_round_does_not_end_it_and_without_a_point_nothing_explodes(
    diver: Character[Any],
) -> None:
    assert diver.resolve({}, "burn", {}, Random(1)).situation == {"burning": 1}
    after = diver.resolve({"burning": 1}, "round", {}, Random(1))
    assert "burning" not in after.situation
    later = [diver.resolve({"burning": 1}, "skills.swim", {}, Random(seed)) for seed in range(20)]
    plain = [diver.resolve({}, "skills.swim", {}, Random(seed)) for seed in range(20)]
    assert max(len(roll.dice) for roll in later) > 4
    assert {len(roll.dice) for roll in plain} == {4}
    assert diver.play_state({"burning": 1}).remarks == (
        "Bit of wick: sixes explode for the rest of the scene",
    )


def test_a_second_point_waits_for_the_next_scene(diver: Character[Any]) -> None:
    refused = diver.roll_form({"burning": 1}, "skills.swim", {})
    options = next(field.options for field in refused.fields if field.id == "points")
    assert [one.barred for one in options] == ["A bit of wick is already working in this scene."]
