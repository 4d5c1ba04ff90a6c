"""The turn of Star Wars Storytelling: what further actions and evasions take from later rolls, and
the battle, which follows the rounds that are played.
"""

from __future__ import annotations

import pytest

from rules.turn import Taken, Turn
from tests.rules.systems.storytelling_d10.test_fight import jedi
from tests.rules.systems.storytelling_d10.test_lasting import KNOWN, Table

ATTACK = "weapons.saber.attack"


@pytest.fixture
def sera() -> Table:
    return Table(jedi(build=KNOWN))


def test_each_of_three_declared_actions_loses_a_die_more(sera: Table) -> None:
    full = sera.dice(ATTACK) or 0
    sera.turn = Turn({"rounds": 1, "actions": 3})
    lost = []
    for _ in range(3):
        lost.append(full - (sera.dice(ATTACK) or 0))
        sera.act(ATTACK, 6)
    assert lost == [3, 4, 5]
    assert [one.action for one in sera.turn.taken] == [ATTACK] * 3
    # A fourth counts as if four had been declared: 4 + 4 − 1.
    takes = sera.who.roll_form(sera.turn, ATTACK, {}).takes
    assert takes == "4th action, 3 declared, −7 dice"


def test_power_gives_dice_back(sera: Table) -> None:
    full = sera.dice(ATTACK) or 0
    sera.turn = Turn({"rounds": 1, "power_actions": 2}, (Taken(ATTACK),))
    assert full - (sera.dice(ATTACK) or 0) == 1
    assert sera.who.roll_form(sera.turn, ATTACK, {}).takes == "2nd action, 1 declared, −1 die"


def test_an_evasion_takes_no_action_and_a_die_from_all_that_follows(sera: Table) -> None:
    full = sera.dice(ATTACK) or 0
    sera.turn = Turn({"rounds": 1})
    sera.act("evade", 6, against="melee", ability="dodge")
    assert sera.turn.done == 0
    assert full - (sera.dice(ATTACK) or 0) == 1
    sera.act("evade", 6, against="melee", ability="dodge")
    assert full - (sera.dice(ATTACK) or 0) == 2
    sera.act("round")
    assert sera.dice(ATTACK) == full


def test_whoever_plays_rounds_is_in_battle_and_gains_power_with_success(sera: Table) -> None:
    names = [field.id for field in sera.who.play_state(Turn()).controls]
    assert names == ["actions", "battle"]
    assert [mark.mark for mark in sera.act(ATTACK, 6, 6).shifts] == []
    sera.act("round")
    assert [field.id for field in sera.who.play_state(sera.turn).controls] == ["actions"]
    gained = sera.act(ATTACK, 6, 6).shifts
    assert [(mark.mark, mark.by) for mark in gained] == [("power_now", 1)]
    sera.act("scene")
    assert [mark.mark for mark in sera.act(ATTACK, 6, 6).shifts] == []


def test_several_actions_declared_outside_of_rounds_count_as_a_number(sera: Table) -> None:
    sera.turn = Turn({"actions": 2})
    sera.act(ATTACK, 6)
    assert (sera.turn["done"], sera.turn.taken) == (1, ())
    # A turn that was stored so reads on.
    stored = Turn.read({"actions": 2, "done": 1})
    assert sera.who.play_state(stored).pools[ATTACK].value == sera.dice(ATTACK)


@pytest.mark.parametrize(
    ("roll", "lost"),
    [(ATTACK, 2), ("evade", 2), ("initiative", 0), ("weapons.saber.damage", 0)],
)
def test_an_effect_on_checks_counts_for_what_is_rolled_and_not_for_damage(
    sera: Table, roll: str, lost: int
) -> None:
    chosen = {"against": "melee", "ability": "dodge"} if roll == "evade" else {}
    full = sera.dice(roll, **chosen) or 0
    sera.act("effect", name="Shaken", dice="-2", turns="2")
    assert full - (sera.dice(roll, **chosen) or 0) == lost
