"""The round on the account of a turn: dice taken off each of several actions, defenses that are not
declared, what a battle is, and accounts of version 1.
"""

from __future__ import annotations

import pytest

from rules.problems import RuleViolation
from rules.turn import Taken, Turn
from tests.rules.systems.storytelling_d10.test_fight import jedi
from tests.rules.systems.storytelling_d10.test_lasting import KNOWN, Table

SABER = "weapons.saber.attack"
MELEE = {"against": "melee", "ability": "melee"}


@pytest.fixture
def sera() -> Table:
    return Table(jedi(build=KNOWN), rounds=1)


def takes(table: Table, action: str) -> str:
    return table.who.roll_form(table.turn, action, {}).takes


def test_of_three_declared_actions_each_loses_a_die_more(sera: Table) -> None:
    sera.turn = sera.turn.with_numbers({"rounds": 1, "actions": 3})
    found = []
    for _ in range(3):
        found.append((sera.dice(SABER), takes(sera, SABER)))
        sera.act(SABER)
    # Of 6 dice 3, 4 and 5 less; a fourth counts as if 4 were declared.
    assert found == [
        (3, "1st action, −3 dice"),
        (2, "2nd action, −4 dice"),
        (1, "3rd action, −5 dice"),
    ]
    assert (sera.turn.done, takes(sera, SABER)) == (3, "4th action, 3 declared, −7 dice")
    barred = sera.who.roll_form(sera.turn, SABER, {}).barred
    assert barred == "No dice are left to roll."


def test_power_buys_dice_of_several_actions_back(sera: Table) -> None:
    sera.turn = sera.turn.with_numbers({"rounds": 1, "actions": 2, "power_actions": 2})
    assert takes(sera, SABER) == "1st action"
    sera.act(SABER)
    assert takes(sera, SABER) == "2nd action, −1 die"


def test_a_defense_is_no_action_and_takes_a_die_from_what_comes_after_it(sera: Table) -> None:
    assert takes(sera, "evade") == ""
    sera.act("evade", 6, **MELEE)
    assert (sera.turn.done, sera.turn.get("evasions")) == (0, 1)
    assert (sera.dice(SABER), takes(sera, SABER)) == (5, "1st action")
    assert sera.dice("evade", **MELEE) == 5


def test_the_first_defense_loses_the_dice_of_the_first_declared_action(sera: Table) -> None:
    sera.turn = sera.turn.with_numbers({"rounds": 1, "actions": 2})
    assert sera.dice("evade", **MELEE) == 4
    sera.act(SABER)
    assert sera.dice("evade", **MELEE) == 6


def test_a_force_ability_that_defends_is_a_defense(sera: Table) -> None:
    assert takes(sera, "force.crucitorn") == "no action"
    sera.act("force.crucitorn", 6)
    assert (sera.turn.done, sera.turn.get("evasions")) == (0, 1)
    assert sera.dice(SABER) == 5
    sera.act("force.battle-strike", 6)
    assert sera.turn.taken == (Taken("force.battle-strike"),)


def test_a_check_that_takes_no_action_loses_none_of_their_dice_and_ends_nothing(
    sera: Table,
) -> None:
    sera.act("force.battle-strike", 6)
    sera.act("round")
    sera.turn = sera.turn.with_numbers({**sera.turn.numbers, "actions": 2})
    assert (sera.dice("attributes.wits"), sera.dice("attributes.wits", free="yes")) == (0, 2)
    sera.act("attributes.wits", free="yes")
    assert sera.lasts == [("Battle strike", 1)]
    sera.act(SABER)
    assert sera.lasts == []


def test_the_eleventh_action_of_a_round_is_refused(sera: Table) -> None:
    sera.turn = Turn({"rounds": 1}, (Taken("attributes.wits", 10),))
    with pytest.raises(RuleViolation) as refused:
        sera.act("attributes.wits")
    message = "You can take at most 10 actions in a round, and you did 10."
    assert refused.value.problems[0].message == message


def test_a_round_begins_the_battle_and_a_scene_ends_it(sera: Table) -> None:
    sera.turn = Turn()
    labels = [one.label for one in sera.who.play_state(sera.turn).controls]
    assert labels == ["Actions this round", "Battle"]
    quiet = sera.act(SABER, 6)
    assert [one.mark for one in quiet.shifts] == []
    sera.act("round")
    labels = [one.label for one in sera.who.play_state(sera.turn).controls]
    assert labels == ["Actions this round"]
    assert [one.mark for one in sera.act(SABER, 6).shifts] == ["power_now"]
    sera.act("scene")
    assert [one.mark for one in sera.act(SABER, 6).shifts] == []


def test_initiative_begins_the_battle(sera: Table) -> None:
    sera.turn = Turn({}, (Taken("attributes.wits"),))
    sera.act("initiative")
    assert (sera.turn.get("rounds"), sera.turn.taken) == (1, ())


@pytest.mark.parametrize("before", [{"battle": 1, "actions": 2, "done": 1}, {"actions": 2}])
def test_accounts_that_counted_in_numbers_of_their_own_are_read(before: dict[str, int]) -> None:
    sera = Table(jedi(build=KNOWN), **before)
    at = "2nd action, −3 dice" if "done" in before else "1st action, −2 dice"
    assert takes(sera, SABER) == at
    assert [one.mark for one in sera.act(SABER, 6).shifts] == ["power_now"]
    sera.act("round")
    assert (takes(sera, SABER), sera.turn.get("done")) == ("1st action", 0)
    sera.act("scene")
    assert (takes(sera, SABER), sera.turn.get("battle")) == ("", 0)


def test_an_effect_of_the_storytellers_counts_in_defenses_and_not_in_soak(sera: Table) -> None:
    sera.act("effect", name="Shaken", dice="-2", turns="2")
    assert sera.dice("evade", **MELEE) == 4
    assert sera.dice("will") == 1
    assert sera.dice("resist", **{"with": "willpower"}) == 1
    assert "Shaken: −2 dice to checks, 2 turns" in sera.who.play_state(sera.turn).remarks
    hit = sera.act("harm", 6, 6, 6, damage="3", kind="lethal")
    assert hit.said[1] == "Stamina soaks 3: 0 left"
    sera.act(SABER)
    assert sera.lasts == [("Shaken", -2)]


def test_an_effect_named_like_an_ability_is_the_storytellers_own(sera: Table) -> None:
    sera.act("effect", name="crucitorn.0", dice="-1", turns="1")
    sera.act(SABER)
    assert sera.lasts == [("crucitorn.0", -1)]


def test_an_action_aboard_is_one_of_the_round(sera: Table) -> None:
    sera.who = jedi(build={**KNOWN, "abilities": {"pilot": 2}})
    assert (takes(sera, "landing"), sera.dice("landing")) == ("1st action", 6)
    sera.act("landing")
    assert takes(sera, "landing") == "2nd action, 1 declared, −3 dice"
    assert sera.dice("landing") == 3
    sera.turn = Turn({"rounds": 1}, (Taken("landing", 10),))
    barred = sera.who.roll_form(sera.turn, "landing", {}).barred
    assert barred == "You can take at most 10 actions in a round, and you did 10."
