"""`python -m rules fight`: a fight between two sides, told round by round."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from tests.rules.commands.calls import SCOUNDREL, SOLDIER, Ended

TROOPER: dict[str, Any] = {
    "format": "hyperspace-character/1",
    "system": "hyperspace-d6",
    "name": "Trooper",
    "build": {"opponent": {"id": "stormtrooper"}},
}
VESSA = {**SCOUNDREL, "name": "Vessa"}


@pytest.fixture
def fought(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """A fight between these sides."""

    def ran(ours: list[dict[str, Any]], theirs: list[dict[str, Any]], *arguments: str) -> Ended:
        files = []
        for number, document in enumerate([*ours, *theirs]):
            file = tmp_path / f"{number}.json"
            file.write_text(json.dumps(document), encoding="utf-8")
            files.append(str(file))
        sides = (*files[: len(ours)], "--against", *files[len(ours) :])
        status = main(["fight", *sides, *arguments])
        printed = capsys.readouterr()
        return Ended(status, printed.out, printed.err)

    return ran


def test_a_fight_is_told_with_the_dice_that_fell(fought: Any) -> None:
    """HyperspaceD6: Perception for the order; Blasters 5D against Dodge 10; 3D of damage against
    the 7 that a trooper soaks: 5 is more than the Stamina of one, and the last of a group falls.
    """
    dice = "4,4,4,5,3,4,4,3,2,2,4,4,4"
    ended = fought([VESSA], [{**TROOPER, "marks": {"members": 1}}], "--dice", dice)
    assert (ended.status, ended.err) == (0, "")
    shown = ended.shown
    assert shown["order"] == ["Vessa", "Trooper"]
    assert shown["rounds"] == [
        [
            "Vessa attacks Trooper, Blaster Pistol: 15 against Dodge 10: success.",
            "Vessa, Blaster Pistol, damage: 12 damage.",
            "Trooper: 5 gets through: wounded. One of the group falls: 0 left.",
        ]
    ]
    assert shown["winner"] == 1
    ((ours,), (theirs,)) = shown["sides"]
    assert (ours["name"], ours["standing"], ours["condition"]) == ("Vessa", True, "Unhurt")
    assert theirs["standing"] is False
    assert theirs["document"]["marks"] == {"members": 0}
    assert shown["dice"] == [4, 4, 4, 5, 3, 4, 4, 3, 2, 2, 4, 4, 4]


def test_the_dice_of_a_seed_are_the_same_fight(fought: Any) -> None:
    seeded = fought([VESSA], [TROOPER], "--seed", "2").shown
    again = fought([VESSA], [TROOPER], "--dice", ",".join(map(str, seeded["dice"]))).shown
    assert again == seeded
    assert fought([VESSA], [TROOPER], "--seed", "2").shown == seeded
    assert fought([VESSA], [TROOPER], "--seed", "3").shown != seeded


def test_too_few_dice_end_with_2(fought: Any) -> None:
    ended = fought([VESSA], [TROOPER], "--dice", "1,1,1,5,5,4,4,3,2")
    assert ended.line == "--dice: too few dice: 9 dice named, and more are rolled"


def test_a_group_attacks_once_for_each_member(fought: Any) -> None:
    group = {**TROOPER, "marks": {"members": 3}}
    shown = fought([VESSA], [group], "--seed", "1").shown
    attacks = [line for line in shown["rounds"][0] if line.startswith("Trooper attacks")]
    assert len(attacks) == 3


def test_two_of_one_name_are_told_apart(fought: Any) -> None:
    shown = fought([VESSA], [TROOPER, TROOPER, {**TROOPER, "name": ""}], "--seed", "1").shown
    names = [one["name"] for one in shown["sides"][1]]
    assert names == ["Trooper", "Trooper 2", "Stormtrooper"]


def test_whoever_cannot_act_when_it_begins_does_nothing(fought: Any) -> None:
    ended = fought([{**VESSA, "marks": {"dead": 1}}], [TROOPER], "--seed", "1")
    assert (ended.status, ended.shown["rounds"], ended.shown["winner"]) == (0, [], 2)


def test_a_fight_that_nobody_wins_ends_after_twenty_rounds(fought: Any) -> None:
    """Without a weapon, a soldier's sheet of this game has no attack."""
    unarmed = {**SOLDIER, "build": {**SOLDIER["build"], "weapons": []}}
    shown = fought([unarmed], [unarmed], "--dice", "").shown
    assert (len(shown["rounds"]), shown["winner"], shown["dice"]) == (20, None, [])
    assert shown["rounds"][0] == [
        "Somebody can't attack Somebody 2.",
        "Somebody 2 can't attack Somebody.",
    ]


def test_a_craft_fires_with_its_own_dice(fought: Any) -> None:
    """The YT-1300's Quad Laser Turrets against a TIE fighter whose Evade is 12; nobody is aboard,
    so that only Fire Control 2D is rolled. The TIE has none to roll.
    """
    craft = {**TROOPER, "name": "", "build": {"craft": {"id": "yt-1300"}}}
    tie = {**craft, "build": {"craft": {"id": "tie-fighter"}}}
    shown = fought([craft], [tie], "--seed", "3").shown
    assert shown["rounds"][0] == [
        "YT-1300 attacks TIE Fighter, Quad Laser Turrets: 10 against Their Evade 12: failure.",
        "TIE Fighter can't attack YT-1300.",
    ]


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        ([VESSA], [SOLDIER], "sides: everyone in a fight has to be of one game"),
        ([VESSA], [TROOPER] * 31, "sides: at most 30 can be on one side; use groups for more"),
    ],
)
def test_sides_that_cannot_fight_each_other_end_with_2(
    fought: Any, ours: list[Any], theirs: list[Any], said: str
) -> None:
    assert fought(ours, theirs, "--seed", "1").line == said


def test_dice_that_are_left_over_end_with_2(fought: Any) -> None:
    dice = "4,4,4,5,3,4,4,3,2,2,4,4,4,6"
    ended = fought([VESSA], [{**TROOPER, "marks": {"members": 1}}], "--dice", dice)
    assert ended.line == "--dice: too many dice: 14 dice named, 13 rolled"
