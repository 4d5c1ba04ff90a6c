"""Rolls of typed codes, where each action beyond the first takes a die."""

from rules.declared.play.coded_rolls import CodedRoll, TurnRules
from rules.figures import Figure, dice

TURN = TurnRules(
    taken=lambda _who, turn, _cost: (
        [dice("more", 1 - turn["actions"])] if "actions" in turn else []
    ),
    too_many=lambda _character, _turn, _cost: "",
    unable=lambda who, _turn: "Asleep." if who == "sleeper" else "",
    no_point=lambda _who, turn: "Spent." if turn.get("exploding") else "",
    pips_stay="Pips stay.",
)


def roll(who: str = "hero", turn: dict[str, int] | None = None, **rest: object) -> CodedRoll:
    code: Figure = dice("Blaster", 4, pips=1)
    return CodedRoll(rules=TURN, character=who, turn=turn or {}, code=code, **rest)  # type: ignore[arg-type]  # by name


def test_what_a_turn_takes_weighs_on_acts_alone() -> None:
    turn = {"actions": 3}
    kinds = [roll(turn=turn, kind=kind).pool.code for kind in ("act", "spared", "plain")]
    assert kinds == ["2D+1", "4D+1", "4D+1"]
    assert roll(turn={"actions": 9}, craft=dice("Fire Control", 2)).pool.code == "2D+1"


def test_dice_explode_after_a_point_unless_they_are_those_of_a_table() -> None:
    turn = {"exploding": 1}
    assert [roll(turn=turn, kind=kind).exploding for kind in ("act", "spared", "plain")] == [
        4,
        4,
        0,
    ]
    assert roll(has_point=True).exploding == 4


def test_who_cannot_act_rolls_nothing_but_what_is_spared() -> None:
    assert [roll("sleeper", kind=kind).refusal() for kind in ("act", "spared")] == ["Asleep.", ""]
    assert roll(turn={"exploding": 1}, has_point=True).refusal() == "Spent."
    assert [name for name, _ in roll().variants()] == ["a Force Point", "one more action"]
