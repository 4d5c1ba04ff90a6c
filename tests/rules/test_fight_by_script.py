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
    turn: dict[str, Any] = field(default_factory=dict)

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


def line(outcome: dict[str, Any]) -> str:
    """A line of the log: the dice and their total, and all that came of them."""
    rolled = [f"{outcome['code']} {outcome['total']}"] if outcome["dice"] else []
    return " | ".join((*rolled, *outcome["messages"]))


def test_every_line_of_the_ambush_tells_what_was_done_and_what_lasts(
    fighters: dict[str, Fighter],
) -> None:
    vessa, troopers, hunter = (fighters[name] for name in ("vessa", "troopers", "hunter"))
    pistol, rifle = "weapons.blaster-pistol", "weapons.blaster-rifle"
    begins = "One action; declare more at its start."
    # PER 3D, 3D, and 2D.
    assert line(vessa.act("initiative", dice="4,4,4")) == "3D 12"
    assert line(hunter.act("initiative", dice="2,2,3")) == "3D 7"
    assert line(troopers.act("initiative", dice="5,3")) == "2D 8"
    # Aiming takes an action, and so does the attack: Blasters 5D, a die more and a die less.
    assert line(vessa.act("round")) == begins
    assert line(vessa.act("aim")) == "Aim: +1D to attacks, 2 turns."
    assert line(vessa.act(f"{pistol}.attack", "defense=10", dice="4,4,4,2,1")) == (
        "5D 15 | 15 against Dodge 10: success | Over: Aim."
    )
    assert vessa.turn["taken"] == [{"action": "aim"}, {"action": f"{pistol}.attack"}]
    assert line(vessa.act(f"{pistol}.damage", dice="4,3,3")) == "3D 10 | 10 damage"
    # Soak 7 lets 3 through, no more than their Stamina of 3: it stuns all, on their next turn.
    assert line(troopers.act("harm", "damage=10")) == (
        "3 gets through: stunned. | −1D to checks on the next turn."
    )
    assert line(vessa.act("turn-end")) == ""
    assert line(troopers.act("round")) == (f"{begins} | Stunned: −1 die to checks this turn.")
    assert line(troopers.act(f"{rifle}.attack", "defense=14", dice="6,6")) == (
        "2D 12 | 12 against Dodge 14: failure | What goes right?"
    )
    assert line(troopers.act(f"{rifle}.damage", dice="2,1,1,1,1")) == "5D 6 | 6 damage"
    assert line(vessa.act("harm", "damage=6")) == (
        "4 gets through: wounded. | −1D to checks for each wound."
    )
    assert line(troopers.act("turn-end")) == "Over: Stunned."
    assert not troopers.turn.get("effects")
    assert not troopers.marks.get("stunned")
    # What the game master begins lasts for the hunter's next turn: Blasters 5D are 3D.
    blinded = ("name=Blinded", "dice=-2", "on=attacks", "turns=1", "from=next")
    assert line(hunter.act("effect", *blinded)) == "Blinded: −2D to attacks, from the next turn."
    assert line(hunter.act("round")) == f"{begins} | Blinded: −2 dice to attacks this turn."
    shot = hunter.act("weapons.heavy-blaster-rifle.attack", "defense=14", dice="3,3,3")
    assert line(shot) == "3D 9 | 9 against Dodge 14: failure"
    assert line(hunter.act("turn-end")) == "Over: Blinded."
    # A band is free, the second one takes an action, and so does what she holds.
    assert line(vessa.act("round")) == begins
    assert line(vessa.act("move")) == "One range band, free."
    assert line(vessa.act("move")) == "Another range band: one action."
    assert line(vessa.act("hold", "note=When they come out")) == "When they come out"
    assert line(vessa.act("turn-end")) == ""
    # A wound and a second action; what was held takes none.
    assert line(vessa.act(f"{pistol}.attack", "defense=10", dice="1,1,1")) == (
        "3D 3 | 3 against Dodge 10: failure | What goes wrong?"
    )
    assert vessa.turn["taken"] == [{"action": "move"}, {"action": "hold"}]
    assert vessa.turn["held"] == 0
    for one in (vessa, troopers, hunter):
        assert line(one.act("scene")).endswith("nobody stays stunned. Our ruling.")
        assert (one.turn["rounds"], one.turn.get("taken"), one.turn.get("effects")) == (
            0, None, None
        )  # fmt: skip
    assert (vessa.marks["wounds"], troopers.marks["members"]) == (1, 5)
