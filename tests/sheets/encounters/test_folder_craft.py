"""A fight of craft in a game that is tables alone: a driver and an archer aboard a wagon of the
party, against another whose crew has no names.
"""

from pathlib import Path

import pytest

from rules.declared import starter
from sheets.models import Attack
from tests.games.registered import FolderNames, with_folders
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.encounters.test_declared_craft import deal, dice, do, fight_of_craft
from tests.sheets.pages import words

__all__ = ("with_folders",)
BUILD = {
    "attributes": {"MIGHT": "3D", "WITS": "3D", "HEART": "3D"},
    "skills": [{"name": "Dodge", "attribute": "MIGHT", "code": "4D"}],
    "folk": "hill",
}
WAGON = {
    "kind": "wagon",
    "pace": "2D",
    "frame": "3D",
    "screens": "1D",
    "crew": "2",
    "weapons": "Ballista 5D",
}


@pytest.fixture
def chase(
    people: dict[str, Person],
    with_folders: FolderNames,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Ambush:
    with_folders(starter.write("mire", "coded", tmp_path))
    dice(monkeypatch)
    aboard = {"Aldo Ash": "driver", "Bree Birch": "archer"}
    return fight_of_craft(people, "mire", BUILD, WAGON, "Old Bess", aboard)


def test_a_wagon_evades_its_archer_fires_and_the_other_is_battered(
    chase: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    bess, raider = chase.combatant("Old Bess"), chase.combatant("Raider")
    # Dodge 4D of the driver, and the 3D of a crew without names.
    assert bess.character.situation["pilot"] == 4
    assert raider.character.situation["pilot"] == 3
    page = words(chase.fight("ines"))
    assert "Get out of the way" in page
    dice(monkeypatch, 2, 2, 2, 2, 2, 2)
    do(chase, "ines", "Aldo Ash", action="evade")
    assert chase.combatant("Old Bess").character.situation["evade"] == 12
    assert "Fire Ballista" in words(chase.fight("femi"))
    dice(monkeypatch, 6, 6, 6)
    sent = {"action": "fire-ballista", "target_of": str(raider.pk)}
    do(chase, "femi", "Bree Birch", **sent)
    dice(monkeypatch, 6, 6, 1, 1, 1)
    attack = deal(chase, "femi")
    assert (attack.number, attack.total) == (10, 18)
    assert attack.harm == {"damage": ["15"]}
    # 15 against Soak 2 × 3: 9 over is Battered, and 5 takes its weapons.
    dice(monkeypatch, 2, 2, 2, 5)
    assert chase.post("greta", f"attacks/{attack.pk}/take/").status_code == 302
    assert chase.marks("Raider") == {"level": 1, "weapons_out": 1}
    sent = {"attack": "weapons.ballista", "target": str(bess.pk)}
    assert chase.post("greta", f"combatants/{raider.pk}/attack/", **sent).status_code == 422
    assert Attack.objects.count() == 1
