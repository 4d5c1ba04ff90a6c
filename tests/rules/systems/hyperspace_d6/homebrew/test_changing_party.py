"""A party's homebrew with a character that leaves it: the part that comes along, and the part that
stays behind.
"""

from typing import Any

import pytest

from rules.character import Character
from rules.house import plain_house
from rules.problems import InvalidDocument
from rules.sheet import diff
from rules.systems.hyperspace_d6.document.house import House
from tests.rules.systems.hyperspace_d6.homebrew.examples import GAME, RIDER, THINGS, read, things


def test_leaving_a_party_takes_along_what_is_used_and_what_that_needs() -> None:
    """The lance is used with a skill, and the kit has a whistle in it."""
    document = read(RIDER, {**THINGS, "era": "The Clone Wars", "starting_credits": 900})
    away = GAME.house.moved(document, House())
    assert things(away.house) == {
        "species": ["marsh-folk"],
        "profession": ["beast-tamer"],
        "skill": ["beast-riding", "slugthrowers"],
        "edge": ["patron"],
        "burden": ["cursed"],
        "weapon": ["sting-lance"],
        "armor": ["shell-suit"],
        "item": ["whistle", "spore", "kit"],
    }
    assert (away.house.era, away.house.starting_credits) == ("", None)
    assert Character(GAME, away).problems == ()


def test_what_nobody_uses_stays_behind() -> None:
    document = read({"species": "human", "skills": ["stealth"]}, THINGS)
    assert plain_house(GAME.house.moved(document, House()).house) == {}


@pytest.mark.parametrize(
    ("entry", "kept"),
    [
        ({"kind": "raise-skill", "skill": "beast-riding"}, {"skill": ["beast-riding"]}),
        ({"kind": "buy", "item": "whistle"}, {"item": ["whistle"]}),
        ({"kind": "grant", "item": "shell-suit"}, {"armor": ["shell-suit"]}),
        (
            {"kind": "rebuild", "build": {"species": "marsh-folk"}},
            {"species": ["marsh-folk"], "skill": ["beast-riding"]},
        ),
    ],
)
def test_what_the_ledger_names_comes_along_even_when_it_was_taken_back(
    entry: dict[str, Any], kept: dict[str, list[str]]
) -> None:
    document = read({"species": "human"}, THINGS, entry, {"kind": "undo", "entry": 0})
    assert things(GAME.house.moved(document, House()).house) == kept


def test_what_the_party_has_under_the_same_id_is_the_partys() -> None:
    document = read(RIDER, THINGS)
    theirs = {"items": [{"id": "sting-lance", "name": "Stinging lance", "cost": 1}]}
    there = GAME.house.moved(document, GAME.house.read(theirs))
    assert things(there.house)["item"] == ["sting-lance", "whistle", "spore", "kit"]
    assert "weapon" not in things(there.house)
    assert GAME.house.problems(there.house) == ()


def test_a_skill_whose_place_the_party_gave_to_another_stands_beside_it() -> None:
    document = read(RIDER, THINGS)
    theirs = {
        "skills": [{"id": "bows", "name": "Bows", "attribute": "DEX", "replaces": "blasters"}]
    }
    there = GAME.house.moved(document, GAME.house.read(theirs))
    assert GAME.house.problems(there.house) == ()
    assert Character(GAME, there).numbers["skills"]["slugthrowers"] == {"dice": 1, "total": 4}
    assert Character(GAME, there).numbers["skills"]["bows"] == {"dice": 0, "total": 3}


def test_what_joining_would_change_can_be_seen_before() -> None:
    document = read({"species": "human", "profession": "scoundrel"}, {})
    there = GAME.house.moved(document, GAME.house.read({"starting_credits": 2000, "era": "Now"}))
    found = diff.differences(Character(GAME, document).sheet, Character(GAME, there).sheet)
    assert [(one.section, one.label, one.before, one.after) for one in found] == [
        ("Gear", "Credits", "750", "2,000"),
        ("House rules", "Era", "–", "Now"),
    ]


def test_a_house_too_large_to_carry_is_unreadable() -> None:
    things = [{"id": f"thing-{number}", "name": "x" * 2000} for number in range(70)]
    with pytest.raises(InvalidDocument, match="bytes"):
        GAME.house.read({"items": things})
