"""Procedures that a folder declares without a rule in Python: a trait against a number, dice read
in a table of its own, and two totals.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.declared.faults import GameError
from rules.declared.load import load_game
from rules.declared.starter import write
from rules.game import Game
from rules.play import Outcome
from tests.dice import Fixed

OWN = """
[[table]]
id = "water"
numbers = ["cold"]
rows = [{ id = "moods", frame = "span" }, { id = "words" }]
"""
WATER = """
cold = 9

[[moods]]
id = "calm"
name = "Calm"
low = 2
high = 6
does = "Nothing stirs."

[[moods]]
id = "rough"
name = "Rough"
low = 7
does = "Hold on to something."
ruling = "A wave knocks out no lantern. Our ruling."

[[words]]
id = "ahoy"
name = "Ahoy"
"""
PROCEDURES = """
[[group]]
id = "own"
name = "The water"

[[procedure]]
id = "float"
group = "own"
name = "Stay afloat"
about = "Against {water.cold}, or what your GM says."
cost = 1
does = "check"
rolls = "sneak"
number = 9
texts = { won = "You float.", lost = "You go under." }
questions = [{ id = "target", label = "Number to reach", most = 60 }]

[[procedure]]
id = "mood"
group = "tools"
name = "The mood of the water"
kind = "note"
does = "table"
rolls = "2D"
results = "water.moods"

[[procedure]]
id = "race"
group = "tools"
name = "Race"
kind = "note"
does = "contest"
texts = { mine = "You win.", theirs = "They win.", tie = "Side by side.", before = "Swim." }
questions = [
    { id = "mine", label = "Your total", needed = true },
    { id = "theirs", label = "Their total", needed = true },
    { id = "word", label = "They say", kind = "menu", rows = "water.words" },
]
"""


def game(folder: Path, procedures: str = PROCEDURES) -> Game:
    """A new game with procedures of its own."""
    made = write("deep", "coded", folder)
    (made / "water.toml").write_text(WATER, encoding="utf-8")
    for name, more in (("own.toml", OWN), ("procedures.toml", procedures)):
        with (made / name).open("a", encoding="utf-8") as file:
            file.write(more)
    return load_game(made)


def done(folder: Path, action: str, *faces: int, **values: str) -> Outcome:
    """An action of somebody with 4D+1 in Sneak, with these dice."""
    return played(folder).resolve({}, action, sent(values), Fixed(*faces))


def played(folder: Path) -> Character[Any]:
    found = game(folder)
    member = {"name": "Sneak", "attribute": "HEART", "code": "4D+1"}
    build = msgspec.json.encode({"attributes": {"HEART": "3D"}, "skills": [member]})
    text = (
        b'{"format": "hyperspace-character/1", "system": "deep", "name": "Ada", "build": %s}'
        % build
    )
    return Character(found, found.read(text))


def sent(values: dict[str, str]) -> dict[str, tuple[str, ...]]:
    return {name: (value,) for name, value in values.items()}


def test_a_check_is_against_its_number_or_that_of_the_game_master(tmp_path: Path) -> None:
    form = played(tmp_path / "form").roll_form({}, "float", {})
    assert (form.target and form.target.value, form.pool and form.pool.code) == (9, "4D+1")
    assert form.action.about == "Against 9, or what your GM says."
    won = done(tmp_path / "won", "float", 2, 2, 2, 2)
    assert (won.total, won.success, won.said[-1]) == (9, True, "You float.")
    lost = done(tmp_path / "lost", "float", 2, 2, 2, 2, target="10")
    assert (lost.target, lost.success, lost.said[-1]) == (10, False, "You go under.")


def test_dice_are_read_in_a_table_of_the_game(tmp_path: Path) -> None:
    form = played(tmp_path / "form").roll_form({}, "mood", {})
    assert form.results == {"calm": Fraction(15, 36), "rough": Fraction(21, 36)}
    assert form.foreseen == ("Calm: 42%", "Rough: 58%")
    calm = done(tmp_path / "calm", "mood", 3, 3)
    assert (calm.total, calm.row, calm.said) == (6, "calm", ("6: Calm. Nothing stirs.",))
    rough = done(tmp_path / "rough", "mood", 3, 4)
    assert rough.said == (
        "7: Rough. Hold on to something.",
        "A wave knocks out no lantern. Our ruling.",
    )


def test_two_totals_are_compared(tmp_path: Path) -> None:
    form = played(tmp_path / "form").roll_form({}, "race", {})
    assert form.foreseen == ("Swim.",)
    assert [one.id for field in form.fields[2:] for one in field.options] == ["", "ahoy"]
    for mine, said in (("12", "You win."), ("9", "Side by side."), ("3", "They win.")):
        outcome = done(tmp_path / mine, "race", mine=mine, theirs="9")
        assert outcome.said == (f"{mine} against 9: {said}",)


def test_the_game_master_has_those_that_are_tools_without_a_character(tmp_path: Path) -> None:
    found = game(tmp_path)
    groups = Character(found, found.empty()).tools({})
    assert [[action.id for action in group.actions] for group in groups] == [
        ["trouble", "mood", "race"],
        ["volley", "volley-damage", "raise-screens"],
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('rolls = "sneak"', 'rolls = "snaek"', "procedures.toml, float, rolls: “snaek” is in no"),
        ('{ id = "target", label', '{ id = "targe", label', ""),
        ('rolls = "2D"', 'rolls = "dice"', "procedures.toml, mood, rolls: "),
        ('rolls = "2D"', 'rolls = "21D"', "procedures.toml, mood, rolls: at most 20D"),
        ('rolls = "2D"', 'rolls = "1D"', "procedures.toml, mood, results: water.moods begins at 2"),
        ('"water.moods"', '"water.words"', "procedures.toml, mood, results: “water.words” is no"),
        ('"water.moods"', '"play"', "procedures.toml, mood, results: “play” is no table"),
        ('tie = "Side by side.", ', "", "procedures.toml, race, texts: “tie” is in no table"),
        ('{ id = "theirs"', '{ id = "other"', "procedures.toml, race, questions: “theirs”"),
        ('id = "race"', 'id = "rest"', "procedures.toml, rest"),
        ('does = "table"\n', "", "procedures.toml, mood: this game has no such procedure"),
        ('does = "table"', 'does = "dice"', "procedures.toml, mood, does"),
        ("{water.cold}", "{water.warm}", "procedures.toml, float: nothing is called"),
        ("{water.cold}", "{water.__class__}", "procedures.toml, float, about: braces name"),
    ],
)
def test_a_slip_in_one_is_named(right: str, wrong: str, said: str, tmp_path: Path) -> None:
    assert right in PROCEDURES
    changed = PROCEDURES.replace(right, wrong, 1)
    if not said:  # the number of the row is enough
        game(tmp_path, changed)
        changed, said = changed.replace("number = 9\n", ""), "procedures.toml, float, questions"
    with pytest.raises(GameError) as caught:
        game(tmp_path / "wrong", changed)
    assert str(caught.value).startswith(said)
