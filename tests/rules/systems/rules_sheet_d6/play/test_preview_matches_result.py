"""The result that is foreseen happens, whoever sits at the table and whatever is sent."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import msgspec
import pytest

from rules.character import Character
from rules.dice.pools import percent
from rules.document import Document
from rules.play import Outcome, RollForm, shifted
from rules.problems import RuleViolation
from tests.dice import Fixed
from tests.rules.systems.rules_sheet_d6.examples import SYSTEM, panel, resolve, soldier

SENT = {
    "ladder": ("", "6", "11", "x"),
    "target": ("", "12", "-1"),
    "opposed": ("", "2D", "3D+1", "D"),
    "defense": ("", "13"),
    "base": ("", "1", "10"),
    "bonus": ("", "-5", "2", "6"),
    "points": ("", "force-point"),
    "damage": ("0", "9", "15", "24", "33", ""),
    "total": ("0", "6", "14", "40", ""),
    "tool": ("", "own-medpac", "other-medpac", "other-medkit", "spoon"),
}
KEYS = ("attributes.STR", "skills.dodge", "weapons.blaster-pistol.attack", "skills.nothing")
DAMAGES = ("weapons.blaster-pistol.damage", "weapons.vibro-ax.damage")
TOLD = ("round", "harm", "scene", "treated", "wake", "force-point")


def somebody(rng: Random) -> Document:
    """With codes from none to many, and a house of either kind."""
    codes = ["", "0D+2", "1D", "1D+2", "2D", "3D+1", "4D", "9D+2"]
    attributes = {id: rng.choice(codes) for id in ("DEX", "KNO", "MEC", "PER", "STR", "TEC")}
    points = rng.choice([0, 1, 3])
    house = {"one_step_a_hit": rng.random() < 0.5}
    return soldier(attributes=attributes, house=house, force_points=points)


def everything(document: Document, situation: dict[str, int]) -> list[str]:
    found = [
        one.id for group in Character(SYSTEM, document).actions(situation) for one in group.actions
    ]
    return [*found, *found, *KEYS, *DAMAGES]


def after(document: Document, outcome: Outcome) -> Document:
    """The document with what the outcome asks for."""
    for shift in outcome.shifts:
        held = msgspec.structs.asdict(document.marks)
        marks = msgspec.structs.replace(document.marks, **{shift.mark: shifted(held, shift)})
        document = msgspec.structs.replace(document, marks=marks)
    for entry in outcome.entries:
        document = Character(SYSTEM, document).enter(entry).document
    return document


def asked(
    document: Document, situation: dict[str, int], action: str, values: dict[str, tuple[str, ...]]
) -> RollForm | None:
    try:
        return Character(SYSTEM, document).roll_form(situation, action, values)
    except RuleViolation:
        return None


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_done_marks_stay_possible_and_nothing_was_foreseen_wrongly(seed: int) -> None:
    rng, situation = Random(seed), dict[str, int]()
    document = somebody(rng)
    for _ in range(60):
        action = rng.choice(everything(document, situation))
        values = {name: (rng.choice(some),) for name, some in SENT.items() if rng.random() < 0.6}
        if rng.random() < 0.3:
            situation["actions"] = rng.choice([1, 2, 4])
        before = asked(document, situation, action, values)
        try:
            outcome = Character(SYSTEM, document).resolve(situation, action, values, rng)
        except RuleViolation as violation:
            missing = all(problem.code == "missing" for problem in violation.problems)
            assert before is None or before.barred or missing, (action, values)
            continue
        assert before is not None
        assert before.barred == "", (action, values)
        if action in TOLD:
            assert outcome.said == before.foreseen, (action, values)
        if before.target:
            assert outcome.target == before.target.value
            assert outcome.success is (outcome.total >= before.target.value)
        document = after(document, outcome)
        situation = {**situation, **outcome.situation}
        faults = [one for one in Character(SYSTEM, document).problems if one.code == "bad-mark"]
        assert faults == [], (action, values)


@pytest.mark.parametrize(
    ("action", "marks", "situation", "values", "dice"),
    [
        ("skills.dodge", {"stuns": 1}, {}, {"ladder": "11"}, 3),
        ("weapons.blaster-pistol.attack", {"wounds": 1}, {}, {"defense": "12"}, 3),
        ("stamina", {"wounds": 3}, {"stamina": 1}, {}, 2),
        ("medicine", {"wounds": 3, "stuns": 2}, {}, {}, 3),
        ("medicine", {"incapacitated": 3}, {}, {}, 2),
        ("medicine", {"mortal": 2}, {}, {}, 1),
        ("dark-side", {"dark_side_points": 2}, {}, {}, 1),
    ],
)
def test_a_chance_is_that_of_all_the_ways_the_dice_can_fall(
    action: str,
    marks: dict[str, int],
    situation: dict[str, int],
    values: dict[str, str],
    dice: int,
) -> None:
    document = soldier(marks=marks)
    rolls = [Fixed(*faces) for faces in product(range(1, 7), repeat=dice)]
    outcomes = [resolve(document, action, roll, situation, **values) for roll in rolls]
    won = sum(outcome.success is True for outcome in outcomes)
    assert panel(document, action, situation, **values).chance == of(won, len(rolls))


def of(ways: int, all_: int) -> str:
    return percent(Fraction(ways, all_))


def test_the_chance_of_each_result_is_that_of_all_the_ways_the_dice_can_fall() -> None:
    # Strength 1D+1 and 1D+2 of the ax: three pips are a die, 3D.
    document = soldier(attributes={"STR": "1D+1"})
    action = "weapons.vibro-ax.damage"
    named = Counter(
        resolve(document, action, Fixed(*faces), base="4").said[0].partition(": ")[2]
        for faces in product(range(1, 7), repeat=3)
    )
    foreseen = panel(document, action, base="4").foreseen
    assert foreseen[0] == "10½ on average"
    assert named == {"Stunned": 1, "Wounded": 34, "Incapacitated": 100, "Mortally wounded": 81}
    assert foreseen[1:] == (
        "Stunned (under 4): under 1%",
        f"Wounded (4–7): {of(34, 216)}",
        f"Incapacitated (8–11): {of(100, 216)}",
        f"Mortally wounded (12 and more): {of(81, 216)}",
    )
