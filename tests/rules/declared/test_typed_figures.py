"""Figures that a player may type another number for, those of a skill nobody has, and the section
that they stand under.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.declared import GameError, load_game, starter
from rules.document import Document
from rules.game import Game
from rules.problems import RuleViolation


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The packaged game of codes: Move is 10, or 1 to 60 meters."""
    return starter.write("mire", "coded", tmp_path)


@pytest.fixture
def mire(folder: Path) -> Game[Any]:
    return load_game(folder)


def runner(game: Game[Any], **members: Any) -> Document:
    build = {"attributes": {"WITS": "2D+1"}, **members}
    document = {"format": "hyperspace-character/1", "system": "mire", "name": "Ada"}
    return game.read(msgspec.json.encode({**document, "build": build}))


def test_a_typed_number_takes_the_place_of_the_figure(mire: Game[Any]) -> None:
    usual, fast = Character(mire, runner(mire)), Character(mire, runner(mire, move=14))
    assert usual.numbers["numbers"]["move"] == 10
    figure = fast.sheet.figures["numbers.move"]
    assert (figure.value, figure.source) == (14, "Entered")


def test_a_number_beyond_its_bounds_is_a_problem_and_does_not_count(mire: Game[Any]) -> None:
    for move in (0, 61):
        one = Character(mire, runner(mire, move=move))
        assert ("build.move", "Move is 1 to 60 meters.") in [
            (problem.where, problem.message) for problem in one.problems
        ]
        assert one.numbers["numbers"]["move"] == 10


def test_its_field_stands_with_the_gear(mire: Game[Any]) -> None:
    one = Character(mire, runner(mire)).set_field("move", ("20",))
    assert one.document.build.move == 20
    (field,) = (
        field
        for step in one.steps(only="gear")
        for field in step.fields
        if getattr(field, "id", "") == "move"
    )
    assert (field.label, field.hint) == ("Move, meters", "10 if you leave it empty.")
    with pytest.raises(RuleViolation):
        one.set_field("move", ("61",))
    assert one.set_field("move", ("",)).document.build.move is None


def test_an_opponent_may_have_one_too(mire: Game[Any]) -> None:
    assert mire.opponents
    made = mire.opponents.document(
        {"name": ("Hound",), "attributes": ("Might 2D",), "move": ("18",)}
    )
    assert made.build.move == 18
    assert mire.opponents.written(made)["move"] == ("18",)


def test_a_skill_that_nobody_has_is_cited_with_a_ruling_of_its_own(mire: Game[Any]) -> None:
    untrained = Character(mire, runner(mire))
    skills = [{"name": "Sneak", "attribute": "WITS", "code": "3D"}]
    trained = Character(mire, runner(mire, skills=skills))
    hiding = [one.sheet.figures["numbers.hiding"] for one in (untrained, trained)]
    assert [figure.ruling for figure in hiding] == [
        "Without Sneak, your Heart hides you: three for each die, and the pips.",
        "",
    ]
    assert hiding[1].value == 9


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("number = 10", 'number = "10"', "figures.toml, move, number: write it like number = 10"),
        ("least = 1", "least = 90", "figures.toml, move, typed.most: 90 or more"),
        ('id = "move"', 'id = "Pace"', "figures.toml, Pace, id: write it in small letters"),
        ('id = "move"', 'id = "worn"', "figures.toml, worn, id: “worn” is taken"),
        (
            'each = [3, "sneak"]',
            'total = ["sneak"]',
            "figures.toml, hiding, bare: it goes with each die of a skill",
        ),
    ],
)
def test_a_slip_is_named(folder: Path, old: str, new: str, fault: str) -> None:
    file = folder / "figures.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(GameError) as caught:
        load_game(folder)
    assert any(str(one).startswith(fault) for one in caught.value.faults), caught.value.faults
