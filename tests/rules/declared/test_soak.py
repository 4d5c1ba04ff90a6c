"""A declared game of codes that rolls Soak against damage: armor adds a code, and what is left of
the damage marks a rung of its ladder.
"""

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
from rules.opponents import WHO
from rules.problems import RuleViolation
from tests.dice import Fixed

DEFENSE = """
target = "defense"
boxes = "boxes"
harm_attribute = "MIGHT"

[soak]
trait = "MIGHT"

[armor]
member = "soak"

[[level]]
id = "shaken"
name = "Shaken"
mark = "shaken"
plus = 0
dice = -1
does = "−1D to everything."

[[level]]
id = "wounded"
name = "Wounded"
mark = "wounds"
plus = 4
dice = -2
does = "−2D to everything."

[[level]]
id = "dying"
name = "Dying"
mark = "dying"
plus = 9
dice = -3
does = "A full box: dead."
"""


def changed(folder: Path, file: str, *pairs: tuple[str, str]) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    (folder / file).write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The packaged game of codes, with Soak and one mark a rung."""
    game = starter.write("mire", "coded", tmp_path)
    (game / "defense.toml").write_text(DEFENSE, encoding="utf-8")
    changed(game, "figures.toml", (', "armor"]', "]"), ("total = [2]", "total = [1]"))
    changed(game, "lists.toml", ('to = "toughness"', 'to = "defense"'))
    changed(game, "chance.toml", ("adds = 1", 'adds = "1D"'))
    changed(game, "starter_opponents.toml", ("Leather 1", "Leather 1D"))
    changed(game, "samples.toml", ("wounds = 1", "wounds = 1"), ("dying = 2", "dying = 1"))
    changed(game, "play.toml", ('heals = "wounded"', 'heals = "shaken"'))
    changed(
        game,
        "procedures.toml",
        (
            'missing = "Enter the damage rolled, 0 or more." }]',
            'missing = "Enter the damage rolled, 0 or more." },'
            ' { id = "soak", label = "Soak, if it was rolled" }]',
        ),
    )
    return game


@pytest.fixture
def mire(folder: Path) -> Game[Any]:
    return load_game(folder)


def soldier(game: Game[Any], marks: dict[str, int] | None = None, **build: Any) -> Document:
    """Might 3D+1 in leather of 1D: Soak 4D+1."""
    usual = {
        "attributes": {"MIGHT": "3D+1", "WITS": "3D", "HEART": "2D+2"},
        "folk": "river",
        "armor": [{"name": "Leather", "soak": "1D"}],
        "worn": "Leather",
    }
    members = {"format": "hyperspace-character/1", "system": "mire", "name": "Robin"}
    document = {**members, "build": {**usual, **build}, "marks": marks or {}}
    return game.read(msgspec.json.encode(document))


def test_armor_adds_its_code_to_soak(mire: Game[Any]) -> None:
    character = Character(mire, soldier(mire))
    found = character.sheet.figures
    assert found["soak"].text == "Soak 4D+1 = MIGHT 3D+1 + Leather 1D"
    assert character.numbers["soak"] == "4D+1"
    bare = Character(mire, soldier(mire, worn=""))
    assert bare.sheet.figures["soak"].code == "3D+1"
    pips = Character(mire, soldier(mire, armor=[{"name": "Leather", "soak": "0D+2"}]))
    assert pips.sheet.figures["soak"].code == "4D"
    said = [
        one.message for one in Character(mire, soldier(mire, armor=[{"name": "Leather"}])).problems
    ]
    assert "Say what Leather adds to Soak." in said


def test_what_soak_leaves_of_damage_marks_a_rung(mire: Game[Any]) -> None:
    character = Character(mire, soldier(mire))
    hit = character.resolve({}, "harm", {"damage": ("18",)}, Fixed(3, 3, 3, 3))
    assert hit.said[0] == "18 damage against Soak 13: Wounded (4–8)."
    assert [(one.mark, one.by) for one in hit.shifts] == [("wounds", 1)]
    assert hit.taken == "18 taken: wounded"
    none = character.resolve({}, "harm", {"damage": ("12",)}, Fixed(3, 3, 3, 3))
    assert (none.said, none.shifts) == (("12 damage against Soak 13: nothing.",), ())
    given = character.resolve({}, "harm", {"damage": ("18",), "soak": ("9",)}, Random(1))
    assert given.row == "dying"


def test_a_rung_that_is_full_passes_the_mark_on(mire: Game[Any]) -> None:
    hurt = Character(mire, soldier(mire, {"shaken": 1, "wounds": 1}))
    hit = hurt.resolve({}, "harm", {"damage": ("13",)}, Fixed(3, 3, 3, 3))
    assert [(one.mark, one.by) for one in hit.shifts] == [("dying", 1)]


def test_the_form_has_the_chance_of_each_rung(mire: Game[Any]) -> None:
    form = Character(mire, soldier(mire, {"shaken": 1})).roll_form({}, "harm", {"damage": ("18",)})
    assert form.pool is not None
    assert form.pool.code == "4D+1"
    assert sum(form.results.values()) == 1
    assert list(form.results) == ["none", "shaken", "wounded", "dying"]
    assert form.foreseen[0].startswith("No harm: ")


def test_armor_is_gained_given_typed_and_made_by_chance(mire: Game[Any]) -> None:
    entry = mire.ledger_rules.entry
    bare = Character(mire, soldier(mire, armor=[], worn=""))
    clad = bare.enter(entry({"kind": "gain", "what": "armor", "name": "Mail", "soak": "2D"}))
    worn = clad.enter(entry({"kind": "wear", "item": "Mail"}))
    assert worn.sheet.figures["soak"].code == "5D+1"
    with pytest.raises(RuleViolation, match="dice code"):
        entry({"kind": "gain", "what": "armor", "name": "Mail", "soak": "thick"})
    assert mire.opponents is not None
    bandit = Character(mire, mire.opponents.document({WHO: ("bandit",)}))
    assert bandit.sheet.figures["soak"].code == "4D"
    made = mire.from_idea("sell-sword", Random(1))
    assert made.build.armor[0].soak == "1D"


def test_it_keeps_every_promise_of_the_contract(folder: Path, mire: Game[Any]) -> None:
    assert lint(folder, Random)[0] == ()
    subject = Subject(mire, Random, folder=folder)
    assert [line for line, wrong in contract.report(subject) if wrong] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "defense.toml",
            'trait = "MIGHT"',
            'trait = "MIGTH"',
            "defense.toml, soak, trait: “MIGTH”",
        ),
        (
            "defense.toml",
            'boxes = "boxes"',
            'boxes = "boxes"\nbase = "toughness"',
            "defense.toml, soak, trait: toughness isn't used: damage is rolled against Soak",
        ),
        ("chance.toml", 'adds = "1D"', 'adds = "thick"', "chance.toml, leather, adds: "),
        (
            "figures.toml",
            'total = [{ average = "dodge" }]',
            'total = [{ average = "dodge" }, "armor"]',
            "figures.toml, defense: armor adds to Soak here: leave it out",
        ),
        ("defense.toml", '[soak]\ntrait = "MIGHT"\n', "", "defense.toml, base: “” is unknown"),
    ],
)
def test_a_fault_of_soak_names_its_place(
    folder: Path, file: str, old: str, new: str, said: str
) -> None:
    changed(folder, file, (old, new))
    with pytest.raises(GameError) as refused:
        load_game(folder)
    found = [str(one) for one in refused.value.faults]
    assert [one for one in found if one.startswith(said)], found


def test_a_code_of_armor_needs_soak(tmp_path: Path) -> None:
    game = starter.write("mire", "coded", tmp_path)
    changed(game, "chance.toml", ("adds = 1", 'adds = "1D"'))
    with pytest.raises(GameError, match="leather, adds: a whole number is expected, not text"):
        load_game(game)
