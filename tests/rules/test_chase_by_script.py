"""A whole chase of starships without a page, by `python -m rules act`: a fighter after a transport,
from Medium range until one of them is gone, with every die told.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.test_fight_by_script import Fighter, line

# Short is 10, Medium 15, Long 20; a crew of 4D has a die less with each further action.
HAWK: dict[str, Any] = {
    "name": "Hawk",
    "kind": "starfighter",
    "speed": "4D",
    "maneuverability": "3D",
    "hull": "3D",
    "fire_control": "2D",
    "crew": 1,
    "weapons": [
        {"name": "Laser cannons", "damage": "6D"},
        {"name": "Torpedoes", "damage": "9D", "form": "torpedo"},
    ],
}
COIN: dict[str, Any] = {
    "name": "Slow Coin",
    "kind": "starfighter",
    "speed": "5D",
    "maneuverability": "2D",
    "hull": "4D",
    "shields": "2D",
    "fire_control": "1D",
    "crew": 2,
    "weapons": [{"name": "Quad laser", "damage": "5D"}],
}


@pytest.fixture
def craft(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Fighter, Fighter, Fighter]:
    """The Hawk and the Slow Coin, each with a nameless crew of 4D."""
    made = []
    for build in (HAWK, COIN):
        head = {"format": "hyperspace-character/1", "system": "empire-ascendant"}
        file = tmp_path / f"{build['name']}.json"
        file.write_text(json.dumps({**head, "name": build["name"], "build": {"craft": build}}))
        made.append(Fighter(file, capsys, {"crew": 4, "pilot": 4}))
    nobody = tmp_path / "gm.json"
    nobody.write_text(json.dumps({**head, "name": "", "build": {}}))
    return made[0], made[1], Fighter(nobody, capsys)


CHOICE = "The high roll picks: one range closer, one farther, or the same."
NEARER = "You choose: one range closer, one farther, or the same."
FARTHER = "They choose: one range closer, one farther, or the same."
LASERS, TORPEDOES, QUAD = (f"weapons.{id}" for id in ("laser-cannons", "torpedoes", "quad-laser"))


def test_every_line_of_a_chase_tells_what_was_rolled_until_one_is_gone(
    craft: tuple[Fighter, Fighter, Fighter],
) -> None:
    hawk, coin, gm = craft
    assert line(hawk.act("initiative", dice="2")) == "1D 2 | Acts on 2."
    assert line(coin.act("initiative", dice="5")) == "1D 5 | Acts on 5."

    # Medium range. The Hawk wins on Speed alone, and closes in to Short.
    for one in (hawk, coin):
        assert line(one.act("round")) == ""
    assert line(hawk.act("speed", dice="4,4,3,3")) == f"4D 14 | Speed 14. {CHOICE}"
    assert line(coin.act("speed", dice="2,2,2,2,2")) == f"5D 10 | Speed 10. {CHOICE}"
    assert line(gm.act("chase", "mine=14", "theirs=10")) == f"14 against 10: {NEARER}"
    # Its second action: Maneuverability 2D, and 3D of the crew's 4D.
    evades = "10 on top of every shot at it until its next turn."
    assert line(coin.act("evade", dice="2,2,2,2,2")) == f"5D 10 | {evades}"
    # The Hawk's second: 3D of 4D, and Fire Control 2D, against 10 at Short and 10 that evades.
    shot = hawk.act(f"{LASERS}.attack", "range=short", "evade=10", dice="5,5,4,4,4")
    assert line(shot) == "5D 22 | 22 against Difficult 20: success"
    # The Coin's third: 2D of 4D are too few for the shields at Short.
    raised = coin.act("raise", "range=short", dice="6,6")
    assert line(raised) == "2D 12 | 12 against Difficult 20: failure"
    hit = hawk.act(f"{LASERS}.damage", "range=short", dice="4,4,4,4,4,4")
    assert line(hit) == "6D 24 | Roll a ship's damage: 24"
    # Hull 4D: 4 over Soak.
    assert line(coin.act("harm", "damage=24", dice="5,5,5,5,6")) == (
        "4D 20 | 24 damage against Soak 20 | Lightly damaged. One system is hit; 1D says which."
        " It can happen any number of times. | 6: Speed loses 1D."
    )
    assert coin.marks == {"level": 1, "speed_hit": 1}

    # Both steer with all they have; the Coin, now Speed 4D, gets away to Medium.
    for one in (hawk, coin):
        one.act("round")
    assert "evade" not in {name for name, value in coin.turn.items() if value}
    fast = hawk.act("speed", "fancy=yes", dice="1,1,1,1,2,2,2,2")
    assert line(fast) == f"8D 12 | Speed 12. {CHOICE}"
    faster = coin.act("speed", "fancy=yes", dice="3,3,3,3,3,3,3,3")
    assert line(faster) == f"8D 24 | Speed 24. {CHOICE}"
    assert line(gm.act("chase", "mine=12", "theirs=24")) == f"12 against 24: {FARTHER}"
    shot = hawk.act(f"{LASERS}.attack", "range=medium", dice="3,3,3,3,2")
    assert line(shot) == "5D 14 | 14 against Moderate 15: failure"
    # The Coin shoots back: 3D and Fire Control 1D; damage 5D is 4D at Medium.
    shot = coin.act(f"{QUAD}.attack", "range=medium", dice="5,5,4,4")
    assert line(shot) == "4D 18 | 18 against Moderate 15: success"
    hit = coin.act(f"{QUAD}.damage", "range=medium", dice="4,4,4,4")
    assert line(hit) == "4D 16 | Roll a ship's damage: 16"
    # Without shields 2 over Soak ionizes the controls, for this round and the next.
    assert line(hawk.act("harm", "damage=16", dice="5,5,4")) == (
        "3D 14 | 16 damage against Soak 14 | Controls ionized. With no shields left to lose, power"
        " surges run through the controls: −1D to Maneuverability, Shields, Speed and Fire Control"
        " for this round and the next."
    )
    assert hawk.marks == {"ionized": 2}

    # The Coin's crew saves itself for the shields and stays put: the Hawk picks, ionized or not.
    for one in (hawk, coin):
        one.act("round")
    fast = hawk.act("speed", "fancy=yes", dice="4,4,3,3,3,3,3")
    assert line(fast) == f"7D 23 | Speed 23. {CHOICE}"
    # A torpedo: 3D, and Fire Control 2D less one, against 10 and the 12 of Speed 4D.
    shot = hawk.act(f"{TORPEDOES}.attack", "range=short", "speed=12", dice="6,6,6,6")
    assert line(shot) == "4D 24 | 24 against Very Difficult 22: success"
    # The first action of its crew: all 4D. Shields that are up stop it cold.
    raised = coin.act("raise", "range=short", dice="5,5,5,5")
    assert line(raised) == "4D 20 | 20 against Difficult 20: success"
    assert line(coin.act("harm", "damage=36", "torpedo=yes", "deployed=yes")) == (
        "Short range only. The target rolls its Speed dice, and the total goes on top of the"
        " number. Shields stop them cold: if they went up, don't even roll damage."
    )
    assert coin.marks == {"level": 1, "speed_hit": 1}

    # Again, with controls that are clear by now; one short of the shields is the end.
    for one in (hawk, coin):
        one.act("round")
    assert hawk.marks.get("ionized", 0) == 0
    shot = hawk.act(f"{TORPEDOES}.attack", "range=short", "speed=12", dice="4,4,4,4,4,4")
    assert line(shot) == "6D 24 | 24 against Very Difficult 22: success"
    raised = coin.act("raise", "range=short", dice="5,5,5,4")
    assert line(raised) == "4D 19 | 19 against Difficult 20: failure"
    hit = hawk.act(f"{TORPEDOES}.damage", "range=short", dice="4,4,4,4,4,4,4,4,4")
    assert line(hit) == "9D 36 | Roll a ship's damage: 36"
    assert line(coin.act("harm", "damage=36", "torpedo=yes", dice="3,3,3,3")) == (
        "4D 12 | 36 damage against Soak 12 | Destroyed. It's gone for good. Survival against 15"
        " gets those aboard to an escape pod, an ejection seat, or out the door."
    )
    assert coin.marks["level"] == 4
    assert line(hawk.act("scene")) == "The fight is over."
