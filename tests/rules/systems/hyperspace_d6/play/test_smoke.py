"""Smoke: whom it hides, and a grenade that fills a place with it, told by script."""

import json
from random import Random

import pytest

from rules import fight, registry
from rules.character import Character
from rules.play import Attempt
from rules.problems import RuleViolation
from rules.turn import Turn

SYSTEM = registry.get("hyperspace-d6")
RULES = SYSTEM.fight
OUT, THROUGH = "You can't see out of the smoke.", "You can't see through the smoke."


def character(grenades: int = 2) -> Character:
    build = {"gear": [{"id": "smoke-grenade", "quantity": grenades}]} if grenades else {}
    head = {"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": "Vessa"}
    return Character(SYSTEM, SYSTEM.read(json.dumps({**head, "build": build})))


@pytest.mark.parametrize(
    ("smoke", "attacker", "target", "said"),
    [
        # Into it, past it, and from place to place of it one sees.
        ([2], 0, 2, ""),
        ([2], 4, 2, ""),
        ([2], 0, 1, ""),
        ([2], 4, 3, ""),
        ([2], 2, 2, ""),
        ([2, 3], 2, 3, ""),
        ([2, 3], 0, 3, ""),
        # Out of it and through it nobody does.
        ([2], 2, 3, OUT),
        ([2], 2, 0, OUT),
        ([2], 1, 3, THROUGH),
        ([2], 4, 0, THROUGH),
        ([2, 4], 2, 4, OUT),
        ([1, 3], 0, 3, THROUGH),
    ],
)
def test_a_line_that_leaves_smoke_is_blocked(
    smoke: list[int], attacker: int, target: int, said: str
) -> None:
    assert RULES
    known = dict.fromkeys(smoke, ("smoke",))
    attempt = Attempt(character().state, {})
    aimed = fight.target(attempt, at=target, seen_from=attacker, circumstances=(), known=known)
    assert aimed.distance == abs(attacker - target)
    own = fight.inside(attacker, (), known)
    refused = RULES.unseen(own, [aimed])
    assert refused.startswith(said)
    assert bool(refused) == bool(said)


def test_a_grenade_fills_the_place_that_is_named_until_the_scene_ends() -> None:
    vessa, turn = character(), Turn({"rounds": 1})
    outcome = vessa.resolve(turn, "smoke", {"place": ("long",)}, Random(1))
    assert (outcome.dice, outcome.cost) == ((), 1)
    vessa, turn = vessa.enter(outcome.entries[0]), turn.after(outcome)
    assert fight.fillings([turn]) == {3: ("smoke",)}
    for action in ("turn-end", "round", "turn-end", "round"):
        turn = turn.after(vessa.resolve(turn, action, {}, Random(1)))
    assert fight.fillings([turn]) == {3: ("smoke",)}
    outcome = vessa.resolve(turn, "smoke", {"place": ("engaged",)}, Random(1))
    vessa, turn = vessa.enter(outcome.entries[0]), turn.after(outcome)
    assert fight.fillings([turn]) == {0: ("smoke",), 3: ("smoke",)}
    assert outcome.said[-1] == "Smoke Grenade used up: none left."
    with pytest.raises(RuleViolation):
        vessa.resolve(turn, "smoke", {}, Random(1))
    cleared = vessa.resolve(turn, "effect-end", {"effect": ("smoke.long",)}, Random(1))
    assert cleared.said == ("Over: Smoke, long.",)
    turn = turn.after(cleared)
    assert fight.fillings([turn]) == {0: ("smoke",)}
    assert fight.fillings([turn.after(vessa.resolve(turn, "scene", {}, Random(1)))]) == {}


def test_who_has_no_smoke_grenade_has_no_such_action() -> None:
    ids = [action.id for group in character(0).actions({}) for action in group.actions]
    assert "smoke" not in ids
    assert RULES
    assert "smoke" in [action.id for group in character(1).actions({}) for action in group.actions]


def test_no_other_game_fills_a_place() -> None:
    filling = {
        slug: system.fight.fill for slug, system in registry.all_systems().items() if system.fight
    }
    assert {slug: fill for slug, fill in filling.items() if fill} == {"hyperspace-d6": "smoke"}
