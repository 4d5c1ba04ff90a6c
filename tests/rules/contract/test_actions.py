"""The result that is foreseen happens, whoever sits at the table and whatever is sent."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.dice.pools import percent
from rules.document import Document
from rules.play import Outcome, RollForm, shifted
from rules.problems import RuleViolation
from tests.dice import Fixed
from tests.rules.systems.hyperspace_d6.play.examples import SYSTEM, somebody

GEAR: list[dict[str, Any]] = [
    {"id": "blaster-pistol"},
    {"id": "heavy-blaster-rifle"},
    {"id": "holdout-blaster"},
    {"id": "forcepike"},
    {"id": "lightsaber", "granted": True, "design": "dual-phase-lightsaber"},
    {"id": "stun-grenade"},
    {"id": "frag-grenade"},
    {"id": "medpac", "quantity": 40},
    {"id": "jetpack"},
]
SENT = {
    "ladder": ("", "10", "15", "x"),
    "target": ("", "12", "-1"),
    "opposed": ("", "2", "31"),
    "defense": ("", "13"),
    "instead": ("", "15"),
    "defense-2": ("", "17"),
    "defense-8": ("", "9"),
    "shelter": ("cover", "extreme", "moat"),
    "bonus": ("", "-1", "1", "2"),
    "helpers": ("", "2"),
    "ways": ("aim", "auto-fire", "double", "second", "spin"),
    "used": ("scope", "concealed", "medpac", "conditional-0"),
    "points": ("character-point", "force-point"),
    "damage": ("", "0", "5", "8", "12", "20", "x"),
    "nature": ("piercing",),
    "total": ("", "4", "10", "40", "x"),
    "whom": ("", "somebody", "the-door"),
    "hand": ("", "nothing", "weapons.lightsaber", "weapons.spoon"),
    "blade": ("", "parry", "damage", "both"),
    "actions": ("1", "3", "9"),
}
KEYS = ("attributes.STR", "skills.stealth", "skills.nothing", "attacks.unarmed.attack")
ATTACKS = tuple(
    f"weapons.{one}.{side}"
    for one in ("heavy-blaster-rifle", "forcepike", "lightsaber", "blaster-pistol")
    for side in ("attack", "damage")
)
THROWN = ("explosives.stun-grenade.attack", "explosives.frag-grenade.attack")
# Where no dice decide, what is foreseen is what is said.
TOLD = ("harm", "harm.stun", "treated")


def everything(document: Document, situation: dict[str, int]) -> list[str]:
    found = [
        one.id for group in Character(SYSTEM, document).actions(situation) for one in group.actions
    ]
    return [*found, *found, *KEYS, *ATTACKS, *THROWN]


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


def declared(
    document: Document, situation: dict[str, int], values: dict[str, tuple[str, ...]]
) -> dict[str, int]:
    try:
        return Character(SYSTEM, document).declare(situation, values)
    except RuleViolation:
        return situation


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_done_marks_stay_possible_and_nothing_was_foreseen_wrongly(seed: int) -> None:
    rng, situation = Random(seed), dict[str, int]()
    house = {"active_defense": rng.random() < 0.5, "quickplay": rng.random() < 0.2}
    document = somebody(
        house=house, gear=GEAR, burden={"id": rng.choice(["haunted", "addiction", "debt"])}
    )
    for _ in range(80):
        action = rng.choice(everything(document, situation))
        values = {name: (rng.choice(some),) for name, some in SENT.items() if rng.random() < 0.4}
        situation = declared(document, situation, values)
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
        if before.target and before.pool:
            assert outcome.target == before.target.value
            assert outcome.success is (outcome.total >= before.target.value)
        if before.pool:
            assert outcome.code == before.pool.code
            assert len(outcome.dice) == before.pool.value
        document = after(document, outcome)
        situation = {**situation, **outcome.situation}
        # More wounds than Strength, and awake: only who woke with them since.
        stood = max(document.marks.woken, 2)
        is_out = not document.marks.dead and document.marks.wounds > stood
        assert not is_out or Character(SYSTEM, document).play_state(situation).remarks[
            0
        ].startswith("Unconscious")
        assert [one for one in Character(SYSTEM, document).problems if one.code == "bad-mark"] == []


@pytest.mark.parametrize(
    ("action", "situation", "values", "dice"),
    [
        ("weapons.heavy-blaster-rifle.attack", {"actions": 2}, {"defense": "12"}, 4),
        (
            "weapons.heavy-blaster-rifle.attack",
            {"actions": 2},
            {"ways": "auto-fire", "defense": "14", "defense-2": "11"},
            3,
        ),
        ("weapons.blaster-pistol.attack", {"actions": 3}, {"instead": "11"}, 3),
        ("explosives.stun-grenade.attack", {}, {"defense": "15", "defense-3": "13"}, 4),
        ("medpac", {"actions": 1}, {"whom": "somebody"}, 3),
        ("skills.stealth", {}, {"used": "concealed", "target": "14"}, 4),
    ],
)
def test_a_chance_is_that_of_all_the_ways_the_dice_can_fall(
    action: str, situation: dict[str, int], values: dict[str, str], dice: int
) -> None:
    document = somebody(gear=GEAR)
    sent = {name: (value,) for name, value in values.items()}
    rolls = [Fixed(*faces) for faces in product(range(1, 7), repeat=dice)]
    outcomes = [
        Character(SYSTEM, document).resolve(situation, action, sent, roll) for roll in rolls
    ]
    before = Character(SYSTEM, document).roll_form(situation, action, sent)
    won = sum(outcome.success is True for outcome in outcomes)
    assert before.chance == percent(Fraction(won, len(rolls)))
    for place, one in enumerate(outcomes[0].each):
        hits = sum(outcome.total >= outcome.each[place].target for outcome in outcomes)
        chance = percent(Fraction(hits, len(rolls)))
        assert before.foreseen[place] == f"{one.name}, {one.against} {one.target}: {chance}"
