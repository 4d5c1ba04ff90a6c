"""Where a full box of harm passes its marks on: by default to the next, or to one that it names,
which damage need not reach itself.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules import contract
from rules.character import Character
from rules.contract.subject import Subject
from rules.declared import lint, load_game, starter
from tests.rules.declared.test_soak import changed

LADDER = """target = "defense"
base = "toughness"
boxes = "boxes"
harm_attribute = "MIGHT"

[armor]
figure = "defense"
member = "defense"
label = "Adds to Defense"

[[level]]
id = "wounded"
name = "Wounded"
mark = "wounds"
overflow = "severe"
dice = -1

[[level]]
id = "stricken"
name = "Stricken"
mark = "stricken"
times = 2
dice = -2

[[level]]
id = "severe"
name = "Severely wounded"
mark = "severe"
reached = false
dice = -3

[[level]]
id = "dying"
name = "Dying"
mark = "dying"
times = 3
dice = -4
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The packaged game of codes with one mark a rung, of which a hit reaches three of four."""
    game = starter.write("mire", "coded", tmp_path)
    (game / "defense.toml").write_text(LADDER, encoding="utf-8")
    changed(game, "figures.toml", ("total = [2]", "total = [1]"))
    return game


def hit(one: Character[Any], times: int) -> Character[Any]:
    """The character after a hit of so many times its Toughness."""
    damage = str(times * one.state.figure("toughness").value)
    outcome = one.resolve({}, "harm", {"damage": (damage,)}, Random(1))
    marks = one.document.marks or one.system.marks_type()
    by_mark = {shift.mark: getattr(marks, shift.mark) + shift.by for shift in outcome.shifts}
    return one.of_document(replace(one.document, marks=replace(marks, **by_mark)))


@pytest.fixture
def somebody(folder: Path) -> Character[Any]:
    """Somebody unhurt, whose codes chance has chosen."""
    game = load_game(folder)
    return Character(game, game.random(Random(3)))


def marked(one: Character[Any]) -> list[str]:
    track = one.system.play.boxes.track(one.state) if one.system.play.boxes else None
    return [level.name for level in track.levels if level.marked] if track else []


def test_the_second_wound_goes_where_the_first_box_says(somebody: Character[Any]) -> None:
    once = hit(somebody, 1)
    assert marked(once) == ["Wounded"]
    assert marked(hit(once, 1)) == ["Wounded", "Severely wounded"]
    assert marked(hit(hit(once, 1), 1)) == ["Wounded", "Severely wounded", "Dying"]


def test_damage_itself_passes_over_a_box_that_it_does_not_reach(somebody: Character[Any]) -> None:
    assert marked(hit(somebody, 2)) == ["Stricken"]
    assert marked(hit(hit(somebody, 2), 2)) == ["Stricken", "Severely wounded"]
    assert marked(hit(somebody, 3)) == ["Dying"]


def test_the_track_says_what_brings_each_box(somebody: Character[Any]) -> None:
    toughness = somebody.state.figure("toughness").value
    levels = somebody.system.play.boxes.track(somebody.state).levels  # type: ignore[union-attr]
    spans = {level.name: (level.low, level.high) for level in levels}
    assert spans == {
        "Wounded": (toughness, 2 * toughness - 1),
        "Stricken": (2 * toughness, 3 * toughness - 1),
        "Severely wounded": (None, None),
        "Dying": (3 * toughness, None),
    }
    assert levels[2].figure.label == "Wounded, one more"


def test_the_reference_says_it_too(folder: Path) -> None:
    parts = [part for chapter in load_game(folder).reference() for part in chapter.parts]
    [harm] = [part for part in parts if getattr(part, "id", "") == "levels"]
    cells = {term.name: term.figures for term in harm.rows}
    assert cells["Severely wounded"] == ("one more than Wounded takes",)


def test_marks_beyond_a_box_count_where_it_passes_them(somebody: Character[Any]) -> None:
    marks = somebody.system.marks_type(wounds=2)
    after = somebody.of_document(replace(somebody.document, marks=marks))
    assert marked(after) == ["Wounded", "Severely wounded"]


def test_such_a_game_keeps_the_contract(folder: Path) -> None:
    assert lint(folder, Random)[0] == ()
    subject = Subject(load_game(folder), Random, folder=folder)
    assert [line for line, wrong in contract.report(subject) if wrong] == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('overflow = "severe"', 'overflow = "nowhere"', "a box passes marks on to a worse one"),
        ('overflow = "severe"', 'overflow = "wounded"', "a box passes marks on to a worse one"),
        ("times = 3", 'times = 3\noverflow = "severe"', "the last passes none on"),
        ('mark = "stricken"', 'mark = "stricken"\noverflow = "dying"\nreached = true', ""),
        (
            'mark = "stricken"\ntimes = 2',
            'mark = "stricken"\nreached = false',
            "no box passes marks on to this one: name it as the overflow of another",
        ),
    ],
)
def test_lint_says_where_marks_cannot_go(folder: Path, old: str, new: str, said: str) -> None:
    changed(folder, "defense.toml", (old, new))
    found = [fault.message for fault in lint(folder, Random)[0]]
    assert found == ([said] if said else [])
