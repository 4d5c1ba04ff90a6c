"""Initiative, ranges, and what a target is in, in a declared game of codes."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.combat import Entrant, Mode, aimed
from rules.declared import GameError, load_game, starter
from rules.document import Document
from rules.fight import Band, Target
from rules.game import Game
from tests.dice import Fixed

BOW = "weapons.bow.attack"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return starter.write("mire", "coded", tmp_path)


@pytest.fixture
def mire(folder: Path) -> Game[Any]:
    """The packaged game of codes."""
    return load_game(folder)


def archer(game: Game[Any], **marks: int) -> Document:
    """Wits 3D, Heart 3D, with a sword and a bow."""
    build = {
        "attributes": {"MIGHT": "3D", "WITS": "3D", "HEART": "3D"},
        "folk": "hill",
        "weapons": [
            {"name": "Sword", "skill": "Fight", "damage": "MIGHT+1D"},
            {"name": "Bow", "skill": "WITS", "damage": "3D"},
        ],
    }
    members = {"format": "hyperspace-character/1", "system": "mire", "name": "Robin"}
    return game.read(msgspec.json.encode({**members, "build": build, "marks": marks}))


def test_a_code_is_rolled_for_initiative_as_it_is_now(mire: Game[Any]) -> None:
    form = Character(mire, archer(mire)).roll_form({}, "initiative", {})
    assert form.pool is not None
    assert form.pool.code == "3D"
    hurt = Character(mire, archer(mire, wounds=1)).roll_form({}, "initiative", {})
    assert hurt.pool is not None
    assert hurt.pool.code == "2D"
    done = Character(mire, archer(mire)).resolve({}, "initiative", {}, Fixed(4, 3, 6))
    assert (done.total, done.said) == (13, ("You act on 13.",))
    assert mire.fight is not None
    assert (mire.fight.initiative, mire.fight.lowest_first) == ("initiative", False)


def test_a_range_adds_to_the_number_and_cover_takes_a_die(mire: Game[Any]) -> None:
    character = Character(mire, archer(mire))
    sent = {"defense": ("10",), "range": ("far",), "circumstances": ("cover",)}
    form = character.roll_form({}, BOW, sent)
    assert form.target is not None
    assert form.pool is not None
    assert form.target.text == "Defense 15 = Defense 10 + 5 Far"
    assert form.pool.text == "WITS 2D = WITS 3D - Cover 1D"
    near = character.roll_form({}, BOW, {"defense": ("10",)})
    assert near.target is not None
    assert (near.target.value, near.pool and near.pool.code) == (10, "3D")
    hit = character.resolve({}, BOW, sent, Fixed(6, 6))
    assert hit.said == ("12 against Defense 15: a miss",)


def test_a_fight_fills_in_the_range_and_what_the_target_is_in(mire: Game[Any]) -> None:
    assert mire.fight is not None
    assert mire.fight.bands == (Band("close", "Close"), Band("near", "Near"), Band("far", "Far"))
    ours, theirs = (Character(mire, archer(mire)) for _ in range(2))
    target = Target(theirs.attempt({}), 9, ("cover", "unknown"))
    found = mire.fight.aim(ours.attempt({}), BOW, [target])
    assert (found["range"], found["circumstances"]) == (("far",), ("cover",))
    sword = "weapons.sword.attack"
    assert [mire.fight.reach(ours.attempt({}), one) for one in (sword, BOW)] == [0, None]
    sent = aimed(Entrant(ours), Entrant(theirs), Mode(BOW))
    assert sent is not None
    assert sent["range"] == ("near",)


def test_dice_and_a_figure_make_an_initiative_of_low_numbers(folder: Path) -> None:
    fight = folder / "fight.toml"
    text = fight.read_text(encoding="utf-8")
    new = 'dice = 1\nadds = "toughness"\nlowest_first = true'
    fight.write_text(text.replace('dice = 0\nadds = "WITS"', new), encoding="utf-8")
    game = load_game(folder)
    form = Character(game, archer(game)).roll_form({}, "initiative", {})
    toughness = Character(game, archer(game)).sheet.figures["numbers.toughness"].value
    assert form.pool is not None
    assert form.pool.code == f"1D+{toughness}"
    assert game.fight is not None
    assert game.fight.lowest_first
    assert game.fight.order == (
        "Everyone rolls 1 die for initiative; low numbers go first."
        " A craft rolls once, for all aboard."
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("fight = 0", "archery = 0", "fight.toml, reach: “archery” is unknown; known are"),
        ('adds = "WITS"', "", "fight.toml, initiative, dice: 0 to 20, and at least 1 where"),
        ("harder = 5", "harder = 500", "fight.toml, far, harder: −50 to 50"),
        ("dice = -1", 'dice = "one"', "fight.toml, cover, dice: a whole number is expected"),
        ("[[range]]", "[range]", "fight.toml"),
    ],
)
def test_a_fault_of_a_fight_names_its_place(folder: Path, old: str, new: str, said: str) -> None:
    fight = folder / "fight.toml"
    text = fight.read_text(encoding="utf-8")
    assert old in text
    fight.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(GameError) as refused:
        load_game(folder)
    assert [one for one in map(str, refused.value.faults) if one.startswith(said)]
