"""A declared game with tables of numbers to reach: a trait is rolled against its own."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from rules.character import Character
from rules.declared import GameError, load_game
from rules.forms.fields import Choice
from rules.game import Game

LANTERN_DEEP = Path(__file__).parents[3] / "docs" / "examples" / "games" / "lantern-deep"
TARGETS = """
[[table]]
id = "currents"
name = "The current"
does = "How hard it pulls."
traits = ["swim", "BODY"]
rows = [
  { id = "slack", name = "Slack water", number = 6 },
  { id = "race", name = "A tide race", number = 16 },
]
modifiers = [{ id = "rope", name = "On a rope", number = -3, otherwise = "free" }]
"""


def folder(parent: Path, text: str = TARGETS) -> Path:
    """Lantern Deep with these tables."""
    made = parent / "deep-currents"
    shutil.copytree(LANTERN_DEEP, made)
    (made / "targets.toml").write_text(text, encoding="utf-8")
    return made


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> Game[Any]:
    return load_game(folder(tmp_path))


def asked(game: Game[Any], action: str, **values: str) -> tuple[list[str], int | None]:
    """The fields of a roll, and the number that it has to reach."""
    diver = Character(game, game.empty())
    form = diver.roll_form({}, action, {id: (value,) for id, value in values.items()})
    return [field.id for field in form.fields], form.target.value if form.target else None


def test_a_skill_is_rolled_against_its_table_and_one_without_against_the_ladder(
    game: Game[Any],
) -> None:
    assert asked(game, "skills.swim")[0][:3] == ["row", "modifiers", "ladder"]
    assert asked(game, "skills.shoot")[0][0] == "ladder"


@pytest.mark.parametrize(
    ("values", "number"),
    [
        ({}, None),
        ({"row": "race"}, 16),
        ({"row": "race", "modifiers": "rope"}, 13),
        ({"row": "race", "target": "9"}, 9),
    ],
)
def test_the_number_is_that_of_the_row_unless_another_one_is_typed(
    values: dict[str, str], number: int | None, game: Game[Any]
) -> None:
    assert asked(game, "skills.swim", **values)[1] == number


def test_a_skill_without_a_table_is_rolled_against_its_attributes(game: Game[Any]) -> None:
    assert asked(game, "skills.haul", row="slack")[1] == 6


def test_the_reference_has_the_table_with_what_changes_its_numbers(game: Game[Any]) -> None:
    parts = [part for chapter in game.reference() for part in chapter.parts]
    table = next(part for part in parts if part.id == "targets-currents")
    assert [(row.name, row.figures) for row in table.rows] == [
        ("Slack water", ("6",)),
        ("A tide race", ("16",)),
        ("On a rope (free: nothing)", ("−3",)),
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"swim"', '"wade"', "targets.toml, currents, traits: “wade” is unknown"),
        ('id = "race"', 'id = "slack"', "targets.toml, currents, rows: “slack” appears twice"),
        ("number = 16", 'number = "x"', "targets.toml, currents, rows[1].number: a whole number"),
    ],
)
def test_a_fault_of_a_table_is_said_by_its_place(
    old: str, new: str, fault: str, tmp_path: Path
) -> None:
    with pytest.raises(GameError) as refused:
        load_game(folder(tmp_path, TARGETS.replace(old, new, 1)))
    assert any(str(one).startswith(fault) for one in refused.value.faults)


def test_a_rung_may_fill_in_another_number_than_its_lowest_and_need_no_codes(
    tmp_path: Path,
) -> None:
    made = folder(tmp_path)
    play = (made / "play.toml").read_text(encoding="utf-8")
    rungs = [line for line in play.splitlines() if line.startswith("dice_")]
    assert rungs
    plain = "\n".join(line for line in play.splitlines() if line not in rungs)
    (made / "play.toml").write_text(plain.replace("low = 5", "low = 5\nusual = 8"), "utf-8")
    game = load_game(made)
    fields = Character(game, game.empty()).roll_form({}, "skills.shoot", {}).fields
    ladder = next(field for field in fields if isinstance(field, Choice) and field.id == "ladder")
    assert [option.id for option in ladder.options if option.id] == ["8", "10", "15"]
    parts = [part for chapter in game.reference() for part in chapter.parts]
    table = next(part for part in parts if part.id == "difficulties")
    assert [column.name for column in table.columns] == ["Number"]
