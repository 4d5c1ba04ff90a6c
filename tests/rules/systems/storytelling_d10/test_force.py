"""The Force at the table."""

import json
from typing import Any

from msgspec.structs import replace

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.forms.fields import Pick
from rules.systems.storytelling_d10.document.build import HouseForceAbility

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


def test_a_force_ability_of_the_party_is_chosen_like_those_of_the_book() -> None:
    own = HouseForceAbility(id="own-hush", name="Hush", knowledge="telekinetic")
    document = _hurt(0)
    document = replace(document, house=replace(document.house, force_abilities=(own,)))
    steps = Character(SYSTEM, document).steps("force")
    (pick,) = (field for step in steps for field in step.fields if isinstance(field, Pick))
    assert [(one.id, one.term) for one in pick.options if one.name == "Hush"] == [("own-hush", "")]
    chosen = Character(SYSTEM, document).set_field("force_abilities", ("own-hush", "move-object"))
    assert chosen.document.build.force_abilities == ("move-object", "own-hush")
    assert [problem for problem in chosen.problems if "force" in problem.where] == []
    assert "Hush" in {one.name for one in chosen.actions({})[0].actions}
    # Without the party it stays in the build, and is named.
    left = replace(chosen.document, house=replace(document.house, force_abilities=()))
    kept = Character(SYSTEM, left).set_field("force_abilities", ("move-object",))
    assert kept.document.build.force_abilities == ("move-object", "own-hush")


def test_the_incapacitated_roll_no_force_ability() -> None:
    (only,) = Character(SYSTEM, _hurt(7)).actions({})[0].actions
    assert only.barred == "Incapacitated: can't act."
