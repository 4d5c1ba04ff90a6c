"""Turn by turn: actions declared, moving, holding, and what can be done as things stand."""

import pytest

from rules.character import Character
from rules.problems import RuleViolation
from rules.turn import Taken, Turn
from tests.dice import Fixed
from tests.rules.systems.hyperspace_d6.play.examples import SYSTEM, somebody


def test_being_stunned_is_felt_for_one_turn() -> None:
    stunned = somebody(marks={"stunned": 1})
    turn = Turn({"actions": 3})
    first = Character(SYSTEM, stunned).resolve(turn, "turn", {}, Fixed())
    assert (first.situation, first.shifts) == (
        {"actions": 1, "bands": 0, "held": 0, "rounds": 1},
        (),
    )
    second = Character(SYSTEM, stunned).resolve(turn.after(first), "turn", {}, Fixed())
    assert [(shift.mark, shift.by) for shift in second.shifts] == [("stunned", -1)]


def test_the_first_range_band_is_free_and_each_further_takes_an_action() -> None:
    first = Character(SYSTEM, somebody()).resolve({}, "move", {}, Fixed())
    assert (first.situation, first.said) == ({"bands": 1}, ("One range band, free.",))
    turn = Turn({"bands": 1, "rounds": 1}, (Taken("skills.blasters", 4),))
    second = Character(SYSTEM, somebody()).resolve(turn, "move", {}, Fixed())
    assert (second.situation, second.cost, turn.after(second).done) == ({"bands": 2}, 1, 5)
    full = Character(SYSTEM, somebody()).roll_form(turn.after(second), "move", {})
    assert full.barred == "You can take at most 5 actions in a turn, and you did 5."


def test_a_held_action_is_lost_when_the_next_turn_comes() -> None:
    held = Character(SYSTEM, somebody()).resolve({}, "hold", {"note": ("The door opens",)}, Fixed())
    assert (held.said, held.situation) == (("The door opens",), {"held": 1})
    assert Character(SYSTEM, somebody()).play_state({"held": 1}).remarks == ("1 action held",)
    assert (
        Character(SYSTEM, somebody())
        .roll_form({"held": 1}, "hold", {})
        .barred.startswith("You already hold all actions")
    )
    after = Character(SYSTEM, somebody()).resolve({"held": 1}, "turn", {}, Fixed())
    assert "Your held actions expired." in after.said


def test_more_actions_than_dexterity_allows_are_refused() -> None:
    assert Character(SYSTEM, somebody()).declare({}, {"actions": ("5",)}) == {"actions": 5}
    with pytest.raises(RuleViolation) as caught:
        Character(SYSTEM, somebody()).declare({}, {"actions": ("6",)})
    assert caught.value.problems[0].message == "You can take 1 to 5 actions in a turn."


def test_a_second_force_point_in_a_round_is_no_feat() -> None:
    jedi = somebody(edge={"id": "force-sensitivity"})
    assert Character(SYSTEM, jedi).roll_form({}, "feat", {}).barred == ""
    assert (
        Character(SYSTEM, jedi)
        .roll_form({"force_point": 1}, "feat", {})
        .barred.startswith("You already spent a Force Point")
    )


def test_what_can_be_done_says_its_dice_as_they_are_now_and_what_bars_it() -> None:
    hurt = somebody(marks={"wounds": 1}, gear=[])
    situation = {"actions": 2, "bands": 1, "held": 2}
    found = {
        action.id: action
        for group in Character(SYSTEM, hurt).actions(situation)
        for action in group.actions
    }
    initiative = found["initiative"].pool
    assert initiative is not None
    # PER 3D, a wound and a further action.
    assert initiative.why == "PER 3D - 1 wound 1D - 2 actions 1D"
    assert {id for id, action in found.items() if action.asks} == {
        *("initiative", "hold", "harm", "harm.stun", "medpac", "treated", "effect", "effect-end"),
    }
    assert {id: action.barred for id, action in found.items() if action.barred} == {
        "hold": "You already hold all actions of this turn.",
        "turn-end": "No fight is running.",
        "medpac": "You carry no medpac. Add one in Gear.",
        "effect-end": "Nothing lasts.",
    }


def test_who_is_unconscious_can_be_treated_and_hit_and_nothing_else() -> None:
    out = somebody(marks={"unconscious": 1}, edge={"id": "force-sensitivity"})
    free = [
        action.id
        for group in Character(SYSTEM, out).actions({})
        for action in group.actions
        if not action.barred
    ]
    assert free == ["turn", "round", "harm", "harm.stun", "treated", "day", "bacta", "effect"]
