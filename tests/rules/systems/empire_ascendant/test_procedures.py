"""The answers that each procedure needs before it can be done."""

import json
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.document import FORMAT
from rules.problems import RuleViolation
from rules.turn import Effect, Turn
from tests.dice import Fixed

GIVEN: dict[str, Any] = {
    "format": FORMAT,
    "system": "empire-ascendant",
    "name": "Somebody",
    "build": {
        "attributes": dict.fromkeys(("DEX", "KNO", "MEC", "PER", "STR", "TEC"), "3D"),
        "gear": [{"name": "Medpac"}],
    },
    "marks": {"wound": 1},
}
NEEDS = {
    "fact": ["fact"],
    "harm": ["damage"],
    "first-aid": ["target"],
    "treated": ["total"],
    "natural": ["target"],
    "stamina": ["target"],
    "bargain": ["price", "mine", "theirs"],
    "bribe": ["row", "credits"],
    "gamble": ["mine", "theirs"],
    "repair": ["damage", "total"],
    "travel": ["hours"],
    "mishap": ["missed"],
    "ship-damage": ["damage"],
    "shields": ["range"],
    "ship-soak": ["hull"],
    "ship-harm": ["damage", "soak"],
    "chase": ["mine", "theirs"],
    "crash": ["mine", "theirs"],
    "speed": ["mine", "theirs"],
}


@pytest.mark.parametrize("action", NEEDS)
def test_what_an_action_needs_is_missing_until_it_is_filled_in(action: str) -> None:
    system, document = registry.get("empire-ascendant"), registry.read(json.dumps(GIVEN))
    with pytest.raises(RuleViolation) as caught:
        Character(system, document).resolve({}, action, {}, Fixed())
    found = [(problem.code, problem.where) for problem in caught.value.problems]
    assert found == [("missing", name) for name in NEEDS[action]]


def test_a_minion_needs_no_numbers_and_a_henchman_both() -> None:
    system, document = registry.get("empire-ascendant"), registry.read(json.dumps(GIVEN))
    assert Character(system, document).resolve({}, "mook", {"mook": ("minion",)}, Fixed()).success
    with pytest.raises(RuleViolation) as caught:
        Character(system, document).resolve({}, "mook", {"mook": ("henchman",)}, Fixed())
    assert [problem.where for problem in caught.value.problems] == ["damage", "soak"]


def test_the_dice_of_a_power_that_are_listed_are_those_that_are_rolled() -> None:
    force = {"force_skills": {"sense": "4D"}, "powers": [{"name": "Warning", "skills": "sense"}]}
    given = {**GIVEN, "build": {**GIVEN["build"], **force}}
    character = Character(registry.get("empire-ascendant"), registry.read(json.dumps(given)))
    numb = Turn({"facts": 1}, effects=(Effect("own.numb", "Numb", -1),))
    groups = character.actions(numb)
    listed = next(group for group in groups if group.id == "powers").actions[0].pool
    rolled = character.roll_form(numb, "powers.warning", {}).pool
    # 4D, less a wound, a Fact and what lasts.
    assert listed
    assert rolled
    assert (listed.code, rolled.code) == ("1D", "1D")
