"""The Force at the table."""

import json
from typing import Any

from rules import registry
from rules.character import Character
from rules.document import Document

SYSTEM = registry.all_systems()["storytelling-d10"]
BUILD: dict[str, Any] = {
    "attributes": {"strength": 3, "wits": 2},
    "abilities": {},
    "merits": [{"id": "force-sensitivity"}],
    "force_knowledges": {"telekinetic": 2},
    "force_abilities": ["move-object"],
}


def _hurt(levels: int, build: dict[str, Any] = BUILD) -> Document:
    character = {
        "format": "hyperspace-character/1",
        "system": SYSTEM.slug,
        "name": "Sera",
        "build": build,
        "marks": {"lethal": levels},
        "house": {"force_at_creation": True},
    }
    return registry.read(json.dumps(character))


def test_force_abilities_are_rolled_from_the_list_of_actions() -> None:
    first = Character(SYSTEM, _hurt(2)).actions({})[0]
    # Strength 3 and Telekinetic 2, less 1 for Hurt.
    found = [(one.id, one.about, one.pool and one.pool.value, one.barred) for one in first.actions]
    assert (first.name, found) == (
        "Force abilities",
        [("force.move-object", "Telekinetic", 4, "")],
    )


def test_a_force_ability_says_what_its_successes_do_before_it_is_rolled() -> None:
    form = Character(SYSTEM, _hurt(0)).roll_form({}, "force.move-object", {})
    assert form.foreseen[2] == "3: A TIE fighter"
    assert len(form.foreseen) == 6
    build = BUILD | {"force_abilities": ["force-thrust"]}
    thrust = Character(SYSTEM, _hurt(0, build)).roll_form({}, "force.force-thrust", {})
    assert thrust.foreseen[0] == "Resisted: Strength + Athletics."


def test_the_incapacitated_roll_no_force_ability() -> None:
    (only,) = Character(SYSTEM, _hurt(7)).actions({})[0].actions
    assert only.barred == "Incapacitated: can't act."
