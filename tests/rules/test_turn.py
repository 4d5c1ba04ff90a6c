"""The account of a turn: what was done in it, what lasts, and what an undo takes out again."""

import pytest

from rules.play import Outcome
from rules.problems import InvalidDocument
from rules.turn import Effect, Removed, Taken, Turn

BLINDED = Effect("blinded", "Blinded", -2, "attacks", turns=2)
STUNNED = Effect("stunned", "Stunned", -1, waits=1, mark="stunned")


def outcome(action: str = "shot", **members: object) -> Outcome:
    return Outcome(action, action.title(), "note", **members)  # type: ignore[arg-type]  # by name


def test_it_reads_as_a_mapping_of_its_numbers() -> None:
    turn = Turn({"actions": 3}, (Taken("shot"),), (BLINDED,))
    assert (turn["actions"], turn.get("bands", 0), "bands" in turn) == (3, 0, False)
    assert turn == {"actions": 3}
    assert {**turn} == {"actions": 3}
    assert bool(Turn()) is False
    assert bool(Turn(effects=(BLINDED,))) is True


def test_an_action_is_counted_with_its_entry_and_undone_by_it() -> None:
    first = Turn().after(outcome(cost=1)).numbered(7)
    second = first.after(outcome("aim", cost=2)).numbered(8)
    assert second.taken == (Taken("shot", 1, 7), Taken("aim", 2, 8))
    assert second.done == 3
    assert second.undone(7, Removed()).taken == (Taken("aim", 2, 8),)


def test_a_new_turn_forgets_what_was_done_until_it_is_undone() -> None:
    before = Turn(taken=(Taken("shot", 1, 7),))
    begun = before.after(outcome("turn", begins_turn=True)).numbered(8)
    assert begun.done == 0
    assert before.removed(begun) == Removed(taken=(Taken("shot", 1, 7),))
    assert begun.undone(8, before.removed(begun)).taken == (Taken("shot", 1, 7),)
    acted = begun.after(outcome("aim", cost=1)).numbered(9)
    assert acted.undone(8, before.removed(begun)).taken == (Taken("aim", 1, 9),)


def test_an_effect_waits_counts_and_is_over() -> None:
    begun = STUNNED.begun()
    assert begun is not None
    assert (STUNNED.counts, begun.counts) == (False, True)
    assert (STUNNED.ended(), begun.ended()) == (STUNNED, None)
    left = BLINDED.ended()
    assert left is not None
    assert (left.turns, left.ended()) == (1, None)
    scene = Effect("fear", "Afraid", turns=None)
    assert (scene.begun(), scene.ended()) == (scene, scene)


def test_an_effect_is_used_up_by_the_rolls_it_is_for() -> None:
    aim = Effect("aim", "Aim", 1, "attacks", uses=2)
    once = aim.used()
    assert once is not None
    assert (once.uses, once.used()) == (1, None)
    assert BLINDED.used() is BLINDED


def test_the_same_effect_twice_counts_once() -> None:
    turn = Turn(effects=(BLINDED, BLINDED, STUNNED))
    assert turn.active("attacks") == (BLINDED,)
    assert turn.active("checks") == ()


def test_an_undo_takes_out_what_began_and_puts_back_what_ended() -> None:
    before = Turn(effects=(BLINDED,)).numbered(3)
    (blinded,) = before.effects
    after = before.after(outcome(effects=(STUNNED,))).numbered(4)
    assert [one.id for one in after.effects] == ["stunned"]
    assert after.undone(4, before.removed(after)).effects == (blinded,)


def test_its_plain_form_is_read_again() -> None:
    turn = Turn({"rounds": 1}, (Taken("shot", 2, 5),), (BLINDED,))
    assert turn.plain() == {
        "rounds": 1,
        "taken": [{"action": "shot", "cost": 2, "entry": 5}],
        "effects": [{"id": "blinded", "name": "Blinded", "dice": -2, "on": "attacks", "turns": 2}],
    }
    assert Turn.read(turn.plain()).plain() == turn.plain()
    assert Turn({"actions": 3}).plain() == {"actions": 3}


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        ({"actions": "3"}, "'actions' has to be a whole number, like 3"),
        ({"taken": [{"cost": 1}]}, "Object missing required field `action` - at `$[0]`"),
        ({"taken": 3}, "Expected `array`, got `int`"),
        (
            {"effects": [{"id": "a", "name": "A", "on": "luck"}]},
            "Invalid enum value 'luck' - at `$[0].on`",
        ),
    ],
)
def test_what_is_no_account_is_refused(plain: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        Turn.read(plain, where="--turn")
    assert caught.value.message == message


def test_an_effect_says_what_it_does() -> None:
    assert BLINDED.told() == "Blinded: −2D to attacks, 2 turns"
    assert STUNNED.told() == "Stunned: −1D to checks, from the next turn"
    assert Effect("fog", "Fog").told() == "Fog"
