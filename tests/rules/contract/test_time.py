"""Whatever takes an hour or more outlasts what lasts for rounds and minutes: a stun, declared and
held actions, what a point does until a round or a scene is over.
"""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character as OpenCharacter
from tests.dice import Fixed

TAKES = {"hours": ("8",), "target": ("5",), "unit": ("hours",)}


@dataclass(frozen=True)
class Table:
    """The effects that end with time in one game: the actions that take `time`, and those that heal
    `at_once`; the marks and what a turn holds, as they are in the middle of a fight.
    """

    time: tuple[str, ...]
    at_once: tuple[str, ...]
    marks: dict[str, int] = field(default_factory=dict)
    turn: dict[str, int] = field(default_factory=dict)
    hurt: dict[str, int] = field(default_factory=dict)


TABLES = {
    "hyperspace-d6": Table(
        time=("day", "bacta", "scene"),
        at_once=("medpac", "treated", "repair"),
        marks={"stunned": 1},
        turn={
            "actions": 3, "bands": 1, "held": 1, "rounds": 1, "character_point": 1,
            "force_point": 1,
        },
        hurt={"wounds": 1},
    ),
    "empire-ascendant": Table(
        time=("natural", "bacta", "rest", "scene"),
        at_once=("first-aid", "treated", "wake"),
        marks={"stunned": 2, "drowning": 1},
        turn={"actions": 3, "facts": 1, "full_dodge": 1, "lost_round": 1, "exploding": 1},
        hurt={"wound": 1, "fatigued": 1},
    ),
    "rules-sheet-d6": Table(
        time=("scene",),
        at_once=("harm", "stamina", "wake", "medicine", "medicine-other", "treated"),
        marks={"stuns": 2, "unconscious": 1},
        turn={"actions": 3, "force_point": 1},
    ),
    "storytelling-d10": Table(
        time=("rest", "scene"),
        at_once=("harm", "repair"),
        turn={
            "actions": 3, "done": 1, "evasions": 2, "power_actions": 1, "power_damage": 1,
            "no_penalties": 1, "destiny_round": 1, "pursuits": 1, "battle": 1, "destiny_scene": 1,
        },
    ),
}  # fmt: skip


def in_a_fight(slug: str) -> OpenCharacter:
    """Somebody of this game in the middle of a fight."""
    system, table = registry.get(slug), TABLES[slug]
    document = system.random(Random(6))
    marks: Any = document.marks
    held = msgspec.structs.replace(marks, **table.marks, **table.hurt)
    return OpenCharacter(system, msgspec.structs.replace(document, marks=held))


def after(one: OpenCharacter, action: str, turn: dict[str, int]) -> tuple[Any, dict[str, Any]]:
    """The marks and the turn once it is done."""
    outcome = one.resolve(turn, action, TAKES, Fixed(*[2] * 40))
    marks = json.loads(msgspec.json.encode(one.document.marks))
    for shift in outcome.shifts:
        marks[shift.mark] = max(shift.least, marks.get(shift.mark, 0) + shift.by)
    return marks, {**turn, **outcome.situation}


@pytest.mark.parametrize(
    ("slug", "action"), [(slug, action) for slug, table in TABLES.items() for action in table.time]
)
def test_nothing_that_lasts_for_rounds_outlasts_it(slug: str, action: str) -> None:
    table = TABLES[slug]
    marks, turn = after(in_a_fight(slug), action, table.turn)
    assert {mark: marks.get(mark, 0) for mark in table.marks} == dict.fromkeys(table.marks, 0)
    left = {name: value for name, value in turn.items() if value}
    assert left in ({"actions": 1}, {"actions": 1, "stamina": 1})


@pytest.mark.parametrize("slug", TABLES)
def test_every_action_that_heals_is_known_to_take_time_or_not(slug: str) -> None:
    table, one = TABLES[slug], in_a_fight(slug)
    groups = [group for group in one.actions(table.turn) if "heal" in group.name.lower()]
    heals = {action.id for group in groups for action in group.actions}
    assert heals - {*table.time} <= {*table.at_once}


def test_a_stun_that_the_day_outlasts_takes_no_dice_of_its_healing() -> None:
    stunned = in_a_fight("empire-ascendant")
    marks: Any = stunned.document.marks
    clear = stunned.marked(msgspec.structs.replace(marks, stunned=0))
    forms = [one.roll_form({}, "natural", TAKES) for one in (stunned, clear)]
    assert forms[0].pool
    assert forms[0].pool == forms[1].pool


@pytest.mark.parametrize("slug", [slug for slug, table in TABLES.items() if table.marks])
def test_nobody_begins_a_session_with_a_stun_of_the_last_one(slug: str) -> None:
    begun = in_a_fight(slug).enter(registry.get(slug).ledger_rules.entry({"kind": "session"}))
    marks: Any = begun.document.marks
    assert {mark: getattr(marks, mark) for mark in TABLES[slug].marks} == dict.fromkeys(
        TABLES[slug].marks, 0
    )
