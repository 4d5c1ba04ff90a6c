"""Tables of numbers to reach, with modifiers, from a game's TOML to the target of a roll."""

from pathlib import Path

import pytest

from rules import tables
from rules.declared import target_tables
from rules.declared.target_tables import TargetInput, TargetTable
from rules.forms.fields import Choice, Pick
from rules.kit.play.answers import Answers
from rules.problems import Problem

TOML = """
[[table]]
id = "streetwise"
name = "Streetwise"
label = "How well known it is"
source = "A book, Skills"
rows = [
    {id = "common", name = "Common", number = 10},
    {id = "difficult", name = "Difficult", number = 20, does = "Few would tell."},
]
modifiers = [
    {id = "stranger", name = "A stranger", number = 10},
    {id = "friend", name = "A friend asks", number = -5, source = "A book, Friends"},
]

[[table]]
id = "repair"
name = "Damage"
source = "A book, Repairs"
one_modifier = true
modifiers_label = "Where"
rows = [{id = "light", name = "Light", number = 10}]
modifiers = [
    {id = "facility", name = "Facility", number = -10},
    {id = "none", name = "No tools", number = 10},
]
"""


def read(folder: Path, toml: str = TOML) -> dict[str, TargetTable]:
    (folder / "targets.toml").write_text(toml)
    return target_tables.read_tables(tables.Reader(folder), "targets.toml")


@pytest.fixture
def streetwise(tmp_path: Path) -> TargetTable:
    return read(tmp_path)["streetwise"]


@pytest.fixture
def repair(tmp_path: Path) -> TargetTable:
    return read(tmp_path)["repair"]


def test_the_target_is_the_row_with_its_modifiers(streetwise: TargetTable) -> None:
    target = target_tables.target(streetwise, TargetInput("common", ("stranger", "friend")))
    assert target is not None
    assert (target.label, target.value) == ("Common", 15)
    assert target.text == "Common 15 = Common 10 + 10 A stranger - 5 A friend asks"
    assert [row.source for row in target.rows()] == [
        "A book, Skills",
        "A book, Skills",
        "A book, Friends",
    ]


def test_a_row_alone_is_its_number(streetwise: TargetTable) -> None:
    target = target_tables.target(streetwise, TargetInput("difficult"))
    assert target is not None
    assert target.text == "Difficult 20"
    assert target_tables.target(streetwise, TargetInput("", ("stranger",))) is None


def test_the_fields_are_a_menu_and_modifiers_to_check(streetwise: TargetTable) -> None:
    row, modifiers = target_tables.fields(streetwise, TargetInput("common", ("stranger",)))
    assert isinstance(row, Choice)
    assert (row.id, row.label, row.values) == ("row", "How well known it is", ("common",))
    assert [(one.id, one.name, one.chosen) for one in row.options] == [
        ("", "None: just roll", False),
        ("common", "Common 10", True),
        ("difficult", "Difficult 20", False),
    ]
    assert isinstance(modifiers, Pick)
    assert (modifiers.id, modifiers.values) == ("modifiers", ("stranger",))
    assert [one.name for one in modifiers.options] == ["A stranger +10", "A friend asks −5"]


def test_one_modifier_at_most_is_a_menu_too(repair: TargetTable) -> None:
    _, place = target_tables.fields(repair, TargetInput("light"), row="damage", modifiers="place")
    assert isinstance(place, Choice)
    assert (place.id, place.label, place.values) == ("place", "Where", ("",))
    assert [one.name for one in place.options] == ["None", "Facility −10", "No tools +10"]


def test_what_a_form_sent_is_read(streetwise: TargetTable) -> None:
    answers = Answers({"row": ("common",), "modifiers": ("friend", "stranger", "friend")})
    found = target_tables.read_input(answers, streetwise)
    assert found == TargetInput("common", ("stranger", "friend"))
    assert target_tables.read_input(Answers({"row": ("",)}), streetwise) == TargetInput()
    assert answers.wrong == []


def test_what_the_table_does_not_have_is_a_problem_of_its_field(repair: TargetTable) -> None:
    answers = Answers({"damage": ("grave",), "place": ("facility", "none")})
    target_tables.read_input(answers, repair, row="damage", modifiers="place")
    assert answers.wrong == [
        Problem("bad-value", "damage", "“grave” isn't one of light."),
        Problem("bad-value", "place", "Choose 1 at most."),
    ]


@pytest.mark.parametrize("part", ["rows", "modifiers"])
def test_a_table_with_an_id_twice_is_found_when_it_is_read(tmp_path: Path, part: str) -> None:
    twice = '[{id = "a", name = "A", number = 1}, {id = "a", name = "B", number = 2}]'
    other = "" if part == "rows" else 'rows = [{id = "a", name = "A", number = 1}]\n'
    toml = f'[[table]]\nid = "t"\nname = "T"\nsource = "S"\n{other}{part} = {twice}\n'
    with pytest.raises(tables.TableError, match=f"targets.toml: t.{part}: “a” appears twice"):
        read(tmp_path, toml)
