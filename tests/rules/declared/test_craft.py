"""Craft of a game in tables alone: how one is made, its crew, its shots, and what a hit does."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.craft import CrewRules
from rules.declared import GameError, load_game, starter
from rules.fight import Target
from rules.game import Game
from tests.dice import Fixed

WAGON = {
    "name": ("Old Bess",),
    "kind": ("wagon",),
    "pace": ("2D+1",),
    "frame": ("3D",),
    "screens": ("1D",),
    "weapons": ("Ballista 5D",),
    "crew": ("2",),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return starter.write("mire", "coded", tmp_path)


@pytest.fixture
def mire(folder: Path) -> Game[Any]:
    return load_game(folder)


def wagon(game: Game[Any], **marks: int) -> Character[Any]:
    assert game.craft
    opened = Character[Any](game.others["craft"], game.craft.document(WAGON))
    return opened.marked(msgspec.structs.replace(opened.document.marks, **marks))


def archer(game: Game[Any]) -> Character[Any]:
    """Might 3D with Dodge 4D+2, Wits 3D."""
    build = {
        "attributes": {"MIGHT": "3D", "WITS": "3D", "HEART": "3D"},
        "skills": [{"name": "Dodge", "attribute": "MIGHT", "code": "4D+2"}],
        "folk": "hill",
    }
    members = {"format": "hyperspace-character/1", "system": "mire", "name": "Robin"}
    return Character(game, game.read(msgspec.json.encode({**members, "build": build})))


def crew(game: Game[Any]) -> CrewRules[Any, Any]:
    assert game.craft
    assert game.craft.crew
    return game.craft.crew


def test_a_wagon_is_made_of_numbers_and_a_weapon_and_one_is_listed(mire: Game[Any]) -> None:
    assert mire.craft
    assert wagon(mire).problems == ()
    assert wagon(mire).numbers == {
        "kind": "wagon",
        "pace": "2D+1",
        "frame": "3D",
        "screens": "1D",
        "crew": 2,
        "level": 0,
        "wheels_hit": 0,
        "weapons_out": 0,
        "weapons": [{"item": "ballista", "damage": "5D", "form": "engine"}],
    }
    assert [row.name for row in mire.craft.listed()] == ["Cart", "War wagon"]
    assert mire.craft.document({"who": ("cart",)}).build.craft.frame == "2D"


def test_whoever_drives_adds_their_present_dice_and_evades_for_the_round(mire: Game[Any]) -> None:
    pilot, bess, rules = archer(mire), wagon(mire), crew(mire)
    flown = rules.flown(pilot.attempt({}), bess.attempt({}))
    assert flown == {"pilot": 4, "pilot_pips": 2}
    # The second action of two costs its driver a die.
    tired = rules.flown(pilot.attempt({"actions": 2}), bess.attempt({}))
    assert tired == {"pilot": 3, "pilot_pips": 2}
    form = bess.roll_form(flown, "evade", {})
    assert form.pool
    # 2D+1 and 4D+2: three pips are a die.
    assert form.pool.code == "7D"
    evaded = bess.resolve(flown, "evade", {}, Fixed(3, 3, 3, 3, 3, 3, 3))
    assert evaded.said == ("21 on top of every shot at it until its next turn.",)
    figure = rules.evade(bess.attempt({**flown, **evaded.situation}))
    assert figure
    assert figure.value == 21
    nobody = bess.roll_form({}, "evade", {})
    assert nobody.barred.startswith("Nobody steers.")


def test_an_archer_fires_its_weapon_and_a_crew_without_names_does(mire: Game[Any]) -> None:
    assert mire.fight
    bess, shot = wagon(mire), archer(mire)
    (fire,) = crew(mire).actions(bess.attempt({}), "archer", ())
    assert (fire.name, fire.action) == ("Fire Ballista", "volley")
    aimed = mire.fight.aim(shot.attempt({}), "volley", [Target(bess.attempt({"evade": 4}), 2)])
    values = {**fire.values, **aimed, "target": ("8",)}
    hit = shot.resolve({}, "volley", values, Fixed(4, 4, 4))
    assert hit.said == ("12 against Hard 12: success",)
    assert hit.follows == "volley-damage?damage=5D"
    damage = shot.resolve({}, "volley-damage", {"damage": ("5D",)}, Fixed(6, 6, 6, 6, 6))
    assert damage.total == 30
    assert mire.fight.harmed(shot.attempt({}), "volley-damage", damage) == {"damage": ("30",)}
    # Three dice against 10, and the damage under its own key.
    theirs = bess.resolve({"crew": 3}, "weapons.ballista.attack", {}, Fixed(4, 4, 4))
    assert theirs.said == ("12 against Easy 10: success",)
    assert theirs.follows == "weapons.ballista.damage?damage=5D"


def test_screens_are_raised_by_whoever_is_there_or_by_a_crew_without_names(mire: Game[Any]) -> None:
    bess = wagon(mire)
    (action,) = crew(mire).actions(bess.attempt({}), "screens", ())
    assert (action.name, action.action) == ("Raise the screens", "raise-screens")
    sent = {"target": ("9",)}
    raised = archer(mire).resolve({}, action.action, sent, Fixed(3, 3, 3))
    assert raised.said == ("9 against Easy 9: success",)
    assert bess.resolve({"crew": 2}, "raise", sent, Fixed(4, 4)).success is False
    reasons = [
        bess.roll_form({}, "raise", {}).barred,
        wagon(mire, level=2).roll_form({"crew": 2}, "raise", {}).barred,
    ]
    assert reasons == [
        "Characters crew this craft: whoever is at the screens raises them.",
        "A wreck: nobody can do anything with it.",
    ]
    assert crew(mire).answered == {"deployed": ("yes",)}


@pytest.mark.parametrize(
    ("marks", "damage", "values", "dice", "said", "changed"),
    [
        ({}, 9, {}, (3, 3, 3), ("9 damage against Soak 9", "Whole. The hit does nothing."), {}),
        (
            {},
            10,
            {},
            (3, 3, 3, 2),
            (
                "10 damage against Soak 9",
                "Battered. One part is hit; a die says which. Battered again, it is a wreck.",
                "2: It loses 1D of its Pace.",
            ),
            {"level": 1, "wheels_hit": 1},
        ),
        (
            {},
            20,
            {"deployed": ("yes",)},
            (3, 3, 3, 3, 6),
            (
                "20 damage against Soak 12",
                "Battered. One part is hit; a die says which. Battered again, it is a wreck.",
                "6: Its weapons are out of order.",
            ),
            {"level": 1, "weapons_out": 1},
        ),
        (
            {"level": 1},
            10,
            {},
            (3, 3, 3),
            (
                "10 damage against Soak 9",
                "Battered. One part is hit; a die says which. Battered again, it is a wreck.",
                "It is wrecked now. Whoever is aboard had better get out.",
            ),
            {"level": 1},
        ),
    ],
)
def test_damage_over_its_soak_is_a_level_and_hits_a_part(
    mire: Game[Any],
    marks: dict[str, int],
    damage: int,
    values: dict[str, tuple[str, ...]],
    dice: tuple[int, ...],
    said: tuple[str, ...],
    changed: dict[str, int],
) -> None:
    sent = {"damage": (str(damage),), **values}
    outcome = wagon(mire, **marks).resolve({}, "harm", sent, Fixed(*dice))
    assert outcome.said == said
    assert {change.mark: change.by for change in outcome.shifts} == changed


def test_nobody_can_do_anything_with_a_wreck(mire: Game[Any]) -> None:
    wreck = wagon(mire, level=2)
    assert wreck.play_state({}).remarks == ("A wreck: nobody can do anything with it.",)
    form = wreck.roll_form({}, "harm", {"damage": ("9",)})
    assert (form.barred, form.foreseen) == ("A wreck: nothing more happens to it.", ())


@pytest.mark.parametrize(
    ("file", "right", "wrong", "told"),
    [
        ("vehicles.toml", 'soak = "frame"', 'soak = "hull"', "harm, soak: “hull”"),
        ("vehicles.toml", 'raise_with = "fight"', 'raise_with = "row"', "raise_with: “row”"),
        ("vehicles.toml", 'mark = "level"', 'mark = "rank"', "harm, mark: “rank”"),
        ("vehicles.toml", '"hits.levels"', '"hits.parts"', "harm: the rows of hits.parts"),
        ("vehicles.toml", '"hits.levels"', '"hits.ranks"', "harm: “hits.ranks”"),
        ("vehicles.toml", 'steering = "dodge"', 'steering = "ride"', "wagon, values.steering"),
        ("vehicles.toml", '"{kind[gunner]}"', '"{kind.__class__}"', "skill: braces name"),
        ("vehicles.toml", 'card = "{kind', 'card = "{weapon.unit} {kind', "driver: braces name"),
        ("vehicles.toml", "Damage {weapon.damage}.", "{weapon.damage:>999999999}", "fire: braces"),
        ("vehicles.toml", 'driver = "Dodge", ', "", "driver: braces name"),
        (
            "vehicles.toml",
            'attack = "volley"',
            'attack = "salvo"',
            "volley: this game has no such",
        ),
        ("vehicles.toml", 'pilot = "driver"', 'pilot = "rider"', "pilot: “rider”"),
        ("vehicles.toml", "reaction = 1", "reactions = 1", "reactions: no member has that name"),
        ("vehicles.toml", 'id = "pace"', 'id = "name"', "name, id: “name” is no name, or is taken"),
        ("vehicles.toml", "reaction = 1", "reaction = 1\nsquad = [3]", "squad: the least and"),
        ("vehicles.toml", 'typed = "Your', 'tipped = "Your', "rulings: “typed” is unknown"),
        ("vehicles.toml", 'answer = "raise"', "", "answer: “answer” is in no table"),
        ("vehicles.toml", 'does = "Drives', 'does = "{weapon.name} drives', "driver: braces name"),
        ("vehicles.toml", 'action = "evade"', 'action = "dodge"', "evade, action: “dodge”"),
        ("hits.toml", "rank = 2", "rank = 3", "harm, levels: ranks go from 0"),
        ("hits.toml", 'table = "parts"', 'table = "bits"', "harm: “hits.bits”"),
        ("hits.toml", "wheels_hit = 1", "wheels = 1", "wheels, marks: “wheels”"),
        ("hits.toml", "rank = 2", "rank = 2\nworsens = true", "wrecked, worsens: nothing is worse"),
        ("hits.toml", "low = 1\nhigh = 4", "low = 2\nhigh = 4", "hits, parts: begins at 2"),
        ("hits.toml", "low = 10", "low = 1", "harm, margins"),
        ("vehicle_play.toml", 'rolls = "pace"', 'rolls = "speed"', "evade, rolls: “speed”"),
        ("vehicle_play.toml", 'does = "steer"', 'does = "check"', "evade, does: a craft has no"),
        ("vehicle_play.toml", "{0.total} on", "{0.__class__} on", "evade, texts: braces name"),
        ("vehicle_play.toml", 'id = "damage"', 'id = "dealt"', "harm, questions: “damage”"),
        ("vehicle_play.toml", 'id = "mend"', 'id = "patch"', "patch"),
        ("procedures.toml", 'does = "table"', 'does = "steer"', "trouble, does: only a craft"),
        ("procedures.toml", '"Their evade"', '"Their evade", kind = "evade"', "“evade”"),
        ("procedures.toml", '"Their evade"', '"Evade", kind = "text"', "kind has to be number"),
        ("procedures.toml", 'options = { shoot = "Shoot" }, ', "", "“first” is in no table"),
        ("procedures.toml", "options = { shoot", "options = { ride", "volley, skill: “ride”"),
        ("procedures.toml", 'id = "volley-damage"', 'id = "volley-harm"', "volley-damage"),
    ],
)
def test_a_fault_of_its_tables_is_named_by_file_and_row(
    folder: Path, file: str, right: str, wrong: str, told: str
) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert right in text
    (folder / file).write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(GameError) as caught:
        load_game(folder)
    assert any(told in str(fault) for fault in caught.value.faults)
