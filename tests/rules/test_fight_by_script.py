"""A whole fight without a page, by `python -m rules act`: the book's ambush, five stormtroopers as
a group, an officer, and a bounty hunter, against a scoundrel.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main

SCOUNDREL = {
    "species": "human",
    "profession": "scoundrel",
    "skills": ["blasters", "deceive", "pilot"],
    "edge": {"id": "luck"},
    "burden": {"id": "debt"},
    "gear": [{"id": "blaster-pistol", "quantity": 1}],
}


@dataclass
class Fighter:
    """A document at the table of a script: what it holds, and its turn."""

    file: Path
    capsys: pytest.CaptureFixture[str]
    turn: dict[str, int] = field(default_factory=dict)

    @property
    def marks(self) -> dict[str, Any]:
        """The marks."""
        marks: dict[str, Any] = json.loads(self.file.read_text()).get("marks", {})
        return marks

    def act(self, action: str, *fields: str, dice: str = "") -> dict[str, Any]:
        """Does an action with these dice; what came of it, with the code that was rolled."""
        faces = ("--dice", dice) if dice else ("--seed", "1")
        turn = ("--turn", json.dumps(self.turn))
        assert main(("act", str(self.file), action, *fields, *turn, *faces)) == 0
        answer = json.loads(self.capsys.readouterr().out)
        self.turn = answer["turn"]
        self.file.write_text(json.dumps(answer["document"]))
        return {"code": answer["form"]["code"], **answer["outcome"]}


@pytest.fixture
def fighters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Fighter]:
    builds: dict[str, Any] = {
        "vessa": {"build": SCOUNDREL},
        "troopers": {"build": {"opponent": {"id": "stormtrooper"}}, "marks": {"members": 5}},
        "officer": {"build": {"opponent": {"id": "imperial-officer"}}},
        "hunter": {"build": {"opponent": {"id": "bounty-hunter"}}},
    }
    made = {}
    for name, members in builds.items():
        head = {"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": name}
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps({**head, **members}))
        made[name] = Fighter(file, capsys)
    return made


def test_the_ambush_of_the_book_is_fought_by_script(fighters: dict[str, Fighter]) -> None:
    vessa, troopers = fighters["vessa"], fighters["troopers"]
    officer, hunter = fighters["officer"], fighters["hunter"]
    # Initiative is the bare Perception.
    rolled = [
        one.act("initiative", dice=dice)
        for one, dice in (
            (troopers, "5,3"), (officer, "4,2,5"), (vessa, "4,4,4"), (hunter, "2,2,3")
        )
    ]  # fmt: skip
    assert [(one["code"], one["total"]) for one in rolled] == [
        ("2D", 8), ("3D", 11), ("3D", 12), ("3D", 7)
    ]  # fmt: skip
    # Vessa goes first: two actions, so −1D on each. Blasters 5D are 4D.
    vessa.act("round")
    vessa.turn["actions"] = 2
    hit = vessa.act("weapons.blaster-pistol.attack", "defense=10", dice="4,4,3,2")
    assert (hit["code"], hit["total"], hit["success"]) == ("4D", 13, True)
    assert vessa.act("weapons.blaster-pistol.damage", dice="4,4,4")["total"] == 12
    # Armor and Strength soak 7, and 5 are more than the Stamina of one: one falls.
    assert troopers.act("harm", "damage=12")["row"] == "wounded"
    assert troopers.marks == {"members": 4}
    # The officer waits, with his one action held.
    officer.act("round")
    assert officer.act("hold", "note=When she leaves the cover")["messages"] == [
        "When she leaves the cover"
    ]
    assert officer.turn["held"] == 1
    # Four troopers have four actions without a penalty; a fifth takes a die from all.
    troopers.act("round")
    troopers.turn["actions"] = 4
    assert troopers.act("weapons.blaster-rifle.attack", "defense=14", dice="5,5,4")["code"] == "3D"
    troopers.turn["actions"] = 5
    missed = troopers.act("weapons.blaster-rifle.attack", "defense=14", dice="5,5")
    assert (missed["code"], missed["success"]) == ("2D", False)
    assert troopers.act("weapons.blaster-rifle.damage", dice="2,1,1,1,1")["total"] == 6
    # Her Strength soaks 2: 4 are more than her Stamina of 2, and less than the 6 that would knock
    # her out.
    assert vessa.act("harm", "damage=6")["row"] == "wounded"
    assert vessa.marks["wounds"] == 1
    # One burst at two: −1D to hit, one roll for both, +1D damage.
    hunter.act("round")
    two = ("ways=auto-fire", "defense=14", "defense-2=12")
    burst = hunter.act("weapons.heavy-blaster-rifle.attack", *two, dice="5,3,3,2")
    assert burst["code"] == "4D"
    assert burst["messages"][0] == "13 hits 1 of 2"
    damage = hunter.act("weapons.heavy-blaster-rifle.damage", "ways=auto-fire", dice="1,1,1,1,1,1")
    assert (damage["code"], damage["total"]) == ("6D", 6)
    # Round 2: wounded, she has 4D. 3 that get through stun all of the group: −1D on its next turn.
    vessa.act("round")
    hit = vessa.act("weapons.blaster-pistol.attack", "defense=10", dice="3,3,3,3")
    assert (hit["code"], hit["success"]) == ("4D", True)
    assert troopers.act("harm", "damage=10")["row"] == "stunned"
    troopers.act("round")
    assert troopers.act("weapons.blaster-rifle.attack", "defense=14", dice="3,3")["code"] == "2D"
    # 18 at once kill one of the group, and the others fight on.
    assert troopers.act("harm", "damage=25")["row"] == "dead"
    assert troopers.marks["members"] == 3
    # When the fight is over nobody stays stunned; wounds stay.
    for one in fighters.values():
        one.act("scene")
    assert not troopers.marks.get("stunned")
    assert vessa.marks["wounds"] == 1
    assert "held" not in officer.turn or officer.turn["held"] == 0
