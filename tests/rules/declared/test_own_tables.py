"""Tables that one game alone has: read as `own.toml` says, and every slip in them is named."""

import shutil
from pathlib import Path

import pytest

from rules.declared import load
from rules.declared.faults import GameError
from rules.declared.ruleset import Ruleset
from rules.reference.chapters import Table, Terms

GAME = Path(__file__).parents[3] / "docs/examples/games/lantern-deep"
OWN = """
[[table]]
id = "weather"
numbers = ["hours"]
members = { worst = "id of kinds", signs = "texts by name", calm = "number or none" }
rows = [
    { id = "kinds", frame = "span", columns = { side = ["", "night"], wet = false, dark = 1 } },
    { id = "tides", frame = "target", ids = ["skills"], columns = { after = "id of kinds" } },
    { id = "winds", frame = "dice", columns = { gusts = "numbers", takes = "numbers by name" }},
]
"""
WEATHER = """
hours = 6
worst = "storm"

[signs]
gulls = "They fly inland."

[[kinds]]
id = "fog"
name = "Fog"
low = 1
high = 4
side = "night"

[[kinds]]
id = "storm"
name = "Storm"
low = 5
wet = true
dark = 3

[[tides]]
id = "swim"
name = "Ebb"
number = 10
after = "fog"

[[winds]]
id = "1"
name = "A breeze"
gusts = [1, 2]
dice = -1
takes = { sail = 1 }
"""


def tables(folder: Path, own: str = OWN, weather: str = WEATHER) -> Ruleset:
    """The example game with a table of its own."""
    shutil.copytree(GAME, folder / "game")
    (folder / "game/own.toml").write_text(own, encoding="utf-8")
    (folder / "game/weather.toml").write_text(weather, encoding="utf-8")
    found = load.tables(folder / "game")
    assert isinstance(found, Ruleset)
    return found


def test_a_table_of_its_own_has_the_numbers_and_the_rows_that_are_declared(tmp_path: Path) -> None:
    weather = tables(tmp_path).own["weather"]
    assert (weather.hours, weather.worst, weather.calm) == (6, "storm", None)
    assert weather.signs == {"gulls": "They fly inland."}
    fog, storm = weather.kinds.values()
    assert (fog.reach, fog.side, fog.wet, fog.dark) == ("1–4", "night", False, 1)
    assert (storm.reach, storm.side, storm.wet, storm.dark) == ("5+", "", True, 3)
    assert weather.tides["swim"].figure().value == 10
    assert (weather.winds["1"].term.value, weather.winds["1"].takes) == (-1, {"sail": 1})


def test_rows_with_a_name_stand_in_the_reference(tmp_path: Path) -> None:
    named = OWN.replace('"kinds", frame', '"kinds", name = "Skies", frame')
    named = named.replace('"winds", frame', '"winds", name = "Winds", frame')
    game = load.game(tables(tmp_path, own=named))
    *_, chapter = game.reference()
    assert (chapter.id, chapter.name) == ("tables", "More tables")
    skies, winds = chapter.parts
    assert isinstance(skies, Table)
    assert isinstance(winds, Terms)
    assert [(one.id, one.name, *one.figures) for one in skies.rows] == [
        ("weather-kinds-fog", "Fog", "1–4"),
        ("weather-kinds-storm", "Storm", "5+"),
    ]
    assert [one.name for one in winds.rows] == ["A breeze"]


def test_without_names_the_reference_has_no_such_chapter(tmp_path: Path) -> None:
    game = load.game(tables(tmp_path))
    assert [chapter.id for chapter in game.reference()] == ["characters", "play"]


def test_a_row_without_a_source_has_that_of_the_game(tmp_path: Path) -> None:
    found = tables(tmp_path)
    assert found.own["weather"].kinds["fog"].source == "Lantern Deep"


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("hours = 6", "hour = 6", "weather.toml, hour: no member has that name"),
        ("hours = 6", 'hours = "six"', "weather.toml, hours: "),
        ('worst = "storm"', 'worst = "hail"', "weather.toml, worst: “hail” is unknown"),
        ('side = "night"', 'side = "noon"', "weather.toml, fog, side: "),
        ("wet = true", "wett = true", "weather.toml, storm, wett: no member has that name"),
        ('id = "swim"', 'id = "swam"', "weather.toml, tides, id: “swam” is unknown"),
        ('after = "fog"', 'after = "frog"', "weather.toml, swim, after: “frog” is unknown"),
        ("gusts = [1, 2]", "gusts = 1", "weather.toml, 1, gusts: "),
    ],
)
def test_a_slip_in_it_is_named(right: str, wrong: str, said: str, tmp_path: Path) -> None:
    assert WEATHER.count(right) == 1
    with pytest.raises(GameError) as caught:
        tables(tmp_path, weather=WEATHER.replace(right, wrong))
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('id = "weather"', 'id = "tide"', "tide.toml: is missing: own.toml says what stands in it"),
        ('id = "weather"', 'id = "play"', "own.toml, play, id: every game has play.toml"),
        ('["hours"]', '["class"]', "own.toml, weather: “class” is no name"),
        ('["hours"]', '["sources"]', "own.toml, weather: “sources” is no name"),
        ('["hours"]', str([f"n{at}" for at in range(41)]), "own.toml, weather: at most 40 members"),
        ('id = "tides"', 'id = "high tides"', "own.toml, weather: “high tides” is no name"),
        ('id = "tides"', 'id = "rulings"', "own.toml, weather: “rulings” is no name"),
        ("dark = 1", "name = 1", "own.toml, weather: “name” is no name"),
        ("dark = 1", "__init__ = 1", "own.toml, weather: “__init__” is no name"),
        ("dark = 1", "dark = {}", "own.toml, weather, dark: “{}” is unknown"),
        ("dark = 1", "dark = []", "own.toml, weather, dark: “[]” is unknown"),
        ('"texts by name"', '"a word"', "own.toml, weather, signs: “a word” is unknown"),
        ('"id of kinds"', '"id of seas"', "weather.toml, worst: “storm” is unknown"),
        ('frame = "dice"', 'frame = "die"', "own.toml, weather, rows"),
        ('id = "winds"', 'id = "kinds"', ""),
    ],
)
def test_a_slip_in_what_is_declared_is_named(
    right: str, wrong: str, said: str, tmp_path: Path
) -> None:
    assert right in OWN
    with pytest.raises(GameError) as caught:
        tables(tmp_path, own=OWN.replace(right, wrong, 1))
    assert said in str(caught.value)


def test_rows_without_a_name_that_can_be_are_a_fault_where_the_file_has_none(
    tmp_path: Path,
) -> None:
    with pytest.raises(GameError, match=r"own\.toml, weather: “no name” is no name"):
        tables(tmp_path, own=f'{OWN[: OWN.rindex("]")]}    {{ id = "no name" }},\n]\n')
