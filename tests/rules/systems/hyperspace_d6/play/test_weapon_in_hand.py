"""The weapon in hand: named by a player, kept from turn to turn, and the setting of a blade."""

from typing import Any

import pytest

from rules.character import Character
from rules.problems import RuleViolation
from tests.dice import Fixed
from tests.rules.systems.hyperspace_d6.play.examples import SYSTEM, somebody

SABERS: list[dict[str, Any]] = [
    {"id": "lightsaber", "granted": True, "design": "dueling-lightsaber"},
    {"id": "lightsaber", "granted": True, "as": "Twin", "design": "dual-phase-lightsaber"},
]
DUELING = {"hand": 1, "hand.lightsaber": 1}


def said(field: str, value: str, situation: dict[str, int]) -> dict[str, int]:
    return Character(SYSTEM, somebody(gear=SABERS)).declare(situation, {field: (value,)})


def test_a_weapon_is_taken_in_hand_put_away_and_no_longer_spoken_of() -> None:
    taken = said("hand", "weapons.lightsaber", {"actions": 2})
    assert taken == {"actions": 2, **DUELING}
    assert said("hand", "weapons.Twin", taken) == {"actions": 2, "hand": 1, "hand.Twin": 1}
    assert said("hand", "nothing", taken) == {"actions": 2, "hand": 0}
    assert said("hand", "", taken) == {"actions": 2}


@pytest.mark.parametrize("value", ["weapons.spoon", "lightsaber", "explosives.frag-grenade"])
def test_what_is_no_weapon_of_ones_own_is_not_taken_in_hand(value: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        said("hand", value, {})
    assert [problem.where for problem in caught.value.problems] == ["hand"]


def test_what_is_in_hand_stays_there_when_a_turn_begins_and_when_the_fight_ends() -> None:
    document = somebody(gear=SABERS)
    for action in ("turn", "round", "scene"):
        outcome = Character(SYSTEM, document).resolve({**DUELING, "rounds": 1}, action, {}, Fixed())
        after = {**DUELING, **outcome.situation}
        # DEX 4D: 10, and 2 of the design.
        assert Character(SYSTEM, document).play_state(after).pools["defenses.parry"].value == 16


def test_a_blade_is_set_once_a_turn() -> None:
    turn = {"rounds": 1}
    for_parry = said("blade", "parry", turn)
    assert for_parry == {"rounds": 1, "blade": 1, "blade_set": 1}
    assert said("blade", "parry", for_parry) == for_parry
    with pytest.raises(RuleViolation) as caught:
        said("blade", "damage", for_parry)
    assert caught.value.problems[0].message == (
        "You already set the blade this turn. You can set it once a turn."
    )
    new = Character(SYSTEM, somebody(gear=SABERS)).resolve(for_parry, "turn", {}, Fixed())
    assert said("blade", "damage", {**for_parry, **new.situation})["blade"] == 2


def test_outside_of_rounds_a_blade_is_set_as_one_likes() -> None:
    assert said("blade", "damage", said("blade", "parry", {})) == {"blade": 2}
    assert said("blade", "", {"blade": 2}) == {"blade": 0}


def test_a_blade_without_phases_is_not_set() -> None:
    with pytest.raises(RuleViolation):
        Character(SYSTEM, somebody(gear=SABERS[:1])).declare({}, {"blade": ("parry",)})
    with pytest.raises(RuleViolation):
        said("blade", "both", {})


def test_who_carries_no_weapon_is_not_asked_about_their_hands() -> None:
    controls = Character(SYSTEM, somebody(gear=[])).play_state({}).controls
    assert [field.id for field in controls] == ["actions"]
