"""The written reference of a game in tables alone: chapters of its own topics, and of its rows."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import contract
from rules.contract.subject import Subject
from rules.declared import GameError, load_game, starter
from rules.reference.chapters import Table, Terms

CHAPTERS = """
[[chapter]]
id = "play"
name = "At the table"
group = "Play"
about = "What you roll."
source = "The Mire, page 4"
parts = ["rolling", "ladder", "traits", "skills", "numbers", "boxes", "points", "powers"]

[[heading]]
id = "rolling"
name = "Rolling dice"

[[listing]]
id = "ladder"
name = "Difficulties"
rows = "play.difficulties"
prefix = "difficulty"
head = "Difficulty"
columns = [{ name = "From", member = "low" }]

[[listing]]
id = "traits"
name = "Attributes"
rows = "traits.attributes"
prefix = "attributes"

[[listing]]
id = "skills"
name = "Skills"
rows = "traits.skills"
prefix = "skills"
head = "Skill"
columns = [{ name = "Under", member = "attribute" }]

[[listing]]
id = "numbers"
name = "Numbers"
rows = "figures"
prefix = "figures"
key = "numbers"

[[listing]]
id = "boxes"
name = "Boxes"
rows = "defense.levels"
prefix = "harm"
key = "harm"
"""
TOPICS = """
[[topic]]
id = "check"
name = "A check"
part = "rolling"
does = "Roll your dice. An action more takes {play.action} of each."
source = "The Mire, page 4"
ruling = "An {play.difficulties[easy].name} check needs no roll. Our ruling."
keys = ["fate", "character_points"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The packaged game of codes with a reference in writing."""
    game = starter.write("mire", "coded", tmp_path)
    (game / "reference").mkdir()
    text = CHAPTERS.replace(', "points", "powers"]', "]")
    (game / "reference/chapters.toml").write_text(text, encoding="utf-8")
    (game / "reference/playing.toml").write_text(TOPICS, encoding="utf-8")
    return game


def fault_of(folder: Path) -> str:
    with pytest.raises(GameError) as caught:
        load_game(folder)
    return "\n".join(str(fault) for fault in caught.value.faults)


def changed(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_its_chapters_are_those_of_the_folder(folder: Path) -> None:
    (chapter,) = load_game(folder).reference()
    assert (chapter.name, chapter.group) == ("At the table", "Play")
    rolling, ladder, traits, skills = chapter.parts[:4]
    assert isinstance(rolling, Terms)
    assert isinstance(traits, Terms)
    assert isinstance(ladder, Table)
    assert isinstance(skills, Table)
    (topic,) = rolling.rows
    assert topic.text == "Roll your dice. An action more takes -1 of each."
    assert topic.rulings == ("An Easy check needs no roll. Our ruling.",)
    assert [row.figures for row in ladder.rows][:2] == [("6",), ("11",)]
    assert skills.rows[0].figures == ("MIGHT",)


@pytest.mark.parametrize(
    "text",
    [
        "{play.__class__}",
        "{play.cite.__func__.__globals__}",
        "{play[action]!r}",
        "{play.action:99999999999}",
        "{0}",
        "{",
        "}",
        "{}",
    ],
)
def test_braces_reach_nothing_but_the_tables(folder: Path, text: str) -> None:
    changed(folder, "reference/playing.toml", "{play.action}", text)
    assert fault_of(folder) == "the topics, check: braces name a number of the tables: " + (
        "{play.wake}, {weather.kinds[storm].dark}"
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("playing.toml", "{play.action}", "{play.acton}", "reference/chapters.toml: a text names"),
        ("playing.toml", "[easy]", "[esy]", "reference/chapters.toml: a text names"),
        ("playing.toml", 'part = "rolling"', 'part = "rollin"',
         "reference/playing.toml, check, part"),
        ("chapters.toml", '"ladder",', '"lader",', "reference/chapters.toml, play, parts"),
        ("chapters.toml", '"play.difficulties"', '"play.difficulty"',
         "reference/chapters.toml, ladder, rows"),
        ("chapters.toml", '"play.difficulties"', '"play.__class__.__dict__"',
         "reference/chapters.toml, ladder, rows"),
        ("chapters.toml", 'member = "low"', 'member = "__class__"',
         "reference/chapters.toml, ladder, columns"),
        ("chapters.toml", 'member = "low"', 'member = "low", form = "{:>99999999999}"',
         "reference/chapters.toml, ladder, columns: write a form like {}D or {:+}"),
        ("chapters.toml", 'name = "Difficulties"', 'name = "{tables.play.__class__}"',
         "reference/chapters.toml, ladder: braces name a number of the tables"),
    ],
)  # fmt: skip
def test_a_slip_is_named(folder: Path, file: str, old: str, new: str, fault: str) -> None:
    changed(folder, f"reference/{file}", old, new)
    assert fault_of(folder).startswith(fault)


def test_a_game_whose_reference_has_every_term_keeps_the_contract(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(folder)
    found = contract.report(Subject(game, Random, folder=folder))
    wrong = [line for line, is_wrong in found if is_wrong]
    assert not [line for line in wrong if "reference" in line], wrong


def test_without_one_it_is_made_of_the_tables(tmp_path: Path) -> None:
    game: Any = load_game(starter.write("mire", "coded", tmp_path))
    assert [chapter.name for chapter in game.reference()][:2] == ["Characters", "Play"]
