"""The round: what is declared, how things stand, what a game master calls for."""

import pytest

from rules.character import Character
from rules.forms.fields import Choice, Number
from rules.play import Outcome
from rules.problems import RuleViolation
from tests.dice import Fixed
from tests.rules.systems.rules_sheet_d6.examples import SYSTEM, panel, resolve, soldier

ROUND = {"actions": 3, "force_point": 1}


def rolled(name: str, total: int) -> Outcome:
    return Outcome("skills.x", name, "check", total=total)


def test_the_moment_has_every_code_as_it_is_rolled_now() -> None:
    now = Character(SYSTEM, soldier(marks={"stuns": 2, "wounds": 1, "force_spent": 1})).play_state(
        ROUND
    )
    codes = {key: figure.code for key, figure in now.pools.items()}
    assert codes == {
        "attributes.DEX": "3D",  # 6D+2, less 3D, less 2
        "attributes.KNO": "1D-2",
        "attributes.MEC": "1D-2",
        "attributes.PER": "3D-2",
        "attributes.STR": "3D-2",
        "attributes.TEC": "1D+2",  # 4D+4
        "skills.blaster": "5D-2",
        "skills.dodge": "3D+2",  # 6D+4
        "skills.stamina": "3D-2",
        "skills.medicine": "5D-2",
        "weapons.blaster-pistol.attack": "5D-2",
        "weapons.blaster-pistol.damage": "4D",
        "weapons.vibro-ax.attack": "3D",
        "weapons.vibro-ax.damage": "7D+2",
        "force_points": "0",
    }
    assert now.remarks == (
        "Force Point: all codes doubled this round",
        "2 stuns: −2",
        "Wounded: −1D",
        "Next action: −2D",
    )


def test_who_is_well_rolls_what_stands_on_the_sheet() -> None:
    now = Character(SYSTEM, soldier()).play_state({})
    sheet = Character(SYSTEM, soldier()).sheet.figures
    assert now.remarks == ()
    assert now.pools["skills.dodge"].code == sheet["skills.dodge"].code == "3D+2"


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ({"stuns": 1}, ["1 stun: −1"]),
        ({"incapacitated": 3}, ["Incapacitated: −2D"]),
        ({"mortal": 1}, ["Dying", "Mortally wounded: −3D"]),
        (
            {"unconscious": 1},
            ["Unconscious: can't act until woken or the fight ends."],
        ),
        ({"mortal": 3}, ["Dead: no more rolls.", "Mortally wounded: −3D"]),
        ({"consumed": 1}, ["Consumed by evil"]),
    ],
)
def test_what_weighs_on_somebody_is_said(marks: dict[str, int], said: list[str]) -> None:
    assert list(Character(SYSTEM, soldier(marks=marks)).play_state({}).remarks) == said


def test_actions_are_declared_for_the_round() -> None:
    (field,) = Character(SYSTEM, soldier()).play_state({"actions": 2}).controls
    assert isinstance(field, Number)
    assert (field.id, field.values, field.lowest, field.highest) == ("actions", ("2",), 1, 8)
    declared = Character(SYSTEM, soldier()).declare({"stamina": 1}, {"actions": ("3",)})
    assert declared == {"stamina": 1, "actions": 3}
    for sent in ("0", "9", "many"):
        with pytest.raises(RuleViolation) as caught:
            Character(SYSTEM, soldier()).declare({}, {"actions": (sent,)})
        assert [one.where for one in caught.value.problems] == ["actions"]


def test_a_code_of_more_dice_allows_more_actions() -> None:
    for situation, most in (({}, 8), ({"force_point": 1}, 10)):
        (field,) = (
            Character(SYSTEM, soldier(attributes={"PER": "5D"})).play_state(situation).controls
        )
        assert isinstance(field, Number)
        assert field.highest == most


def test_the_ladder_says_which_rung_fits_the_code_in_hand() -> None:
    ladder = panel(soldier(), "skills.blaster").fields[0]
    assert isinstance(ladder, Choice)
    assert [(option.id, option.name, option.detail) for option in ladder.options] == [
        ("", "None: just roll", ""),
        ("3", "Very Easy 3–5", "1D"),
        ("6", "Easy 6–10", "2D–3D"),
        ("11", "Moderate 11–15 (fits your 4D)", "4D: fits your 4D"),
        ("16", "Difficult 16–20", "5D–6D"),
        ("21", "Very Difficult 21–25", "7D"),
        ("26", "Impossible 26–30", "8D–9D"),
    ]
    now = panel(soldier(), "skills.blaster", {"actions": 2}).fields[0]
    assert isinstance(now, Choice)
    assert [option.id for option in now.options if option.note] == ["6"]


def test_what_one_choice_more_would_do_is_said_beside_the_chance() -> None:
    found = panel(soldier(), "skills.blaster", ladder="11")
    assert found.chance == "84%"
    assert [(other.name, other.chance) for other in found.alternatives] == [
        ("a Force Point", "over 99%"),
        ("one more action", "50%"),
    ]
    spent = panel(soldier(marks={"force_spent": 1}), "skills.blaster", {"actions": 4}, ladder="3")
    assert spent.alternatives == ()


def test_no_point_goes_on_a_roll_that_was_seen() -> None:
    seen = resolve(soldier(), "skills.blaster", Fixed(1, 1, 1, 1), ladder="11")
    assert not seen.point
    with pytest.raises(RuleViolation):
        Character(SYSTEM, soldier()).add_point({}, seen, Fixed(6))


def test_a_call_stands_in_the_panel() -> None:
    found = Character(SYSTEM, soldier()).roll_form(
        {}, "skills.blaster", SYSTEM.play.requests.fields(target=15)
    )
    assert found.target is not None
    assert found.target.text == "Moderate 15"
    against = SYSTEM.play.requests.fields(opposed_by=3)
    assert against == {"opposed": ("3D",)}
    assert Character(SYSTEM, soldier()).roll_form({}, "skills.blaster", against).target is None
    assert SYSTEM.play.requests.fields() == {}


def test_a_call_against_another_player_has_no_number_to_reach() -> None:
    call = {"target": ("9",), "ladder": ("6",), **SYSTEM.play.requests.fields(opposed_by=0)}
    found = Character(SYSTEM, soldier()).roll_form({}, "skills.blaster", call)
    assert (found.target, found.chance) == (None, "")


@pytest.mark.parametrize(
    ("call", "where"),
    [
        ({"target": 201}, "target"),
        ({"target": -1}, "target"),
        ({"helpers": 1}, "helpers"),
        ({"opposed_by": 51}, "opposed"),
    ],
)
def test_a_call_that_no_panel_could_hold_is_refused(call: dict[str, int], where: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        SYSTEM.play.requests.fields(**call)
    assert [problem.where for problem in caught.value.problems] == [where]


def test_the_higher_total_wins_by_so_much_and_a_tie_has_no_winner() -> None:
    contest = SYSTEM.play.requests.opposed(rolled("Sneak", 12), rolled("Search", 17))
    assert (contest.winner, contest.said) == (1, "Search 17 beats Sneak 12 by 5.")
    tie = SYSTEM.play.requests.opposed(rolled("Sneak", 12), rolled("Search", 12))
    assert tie.winner is None
    assert tie.said.startswith("12 each. Opposed rolls are the exception")


def test_what_can_be_done_says_its_dice_as_they_are_now_and_what_bars_it() -> None:
    found = {
        action.id: action
        for group in Character(SYSTEM, soldier(marks={"wounds": 1})).actions({"actions": 2})
        for action in group.actions
    }
    assert {id: action.pool.code for id, action in found.items() if action.pool} == {
        "stamina": "1D",
        "medicine": "2D",
        "medicine-other": "2D",
        "dark-side": "1D",
    }
    assert {id for id, action in found.items() if action.barred} == {
        *("stamina", "wake", "effect-end"),
    }
    assert {id for id, action in found.items() if not action.asks} == {
        "round",
        "scene",
        "force-point",
    }


def test_who_is_unconscious_can_be_hit_and_treated_and_woken() -> None:
    out = soldier(marks={"unconscious": 1, "wounds": 1})
    free = [
        action.id
        for group in Character(SYSTEM, out).actions({"stamina": 1})
        for action in group.actions
        if not action.barred
    ]
    assert free == ["round", "harm", "scene", "wake", "treated", "dark-side", "effect"]
