"""The share of the actions of a craft and of its crew in a turn, by the sources of the games."""

from typing import Any

import pytest

from rules import registry
from rules.craft import CraftRules
from rules.kit.craft.tables import CraftTables
from rules.play import Attempt, Cost
from rules.systems.empire_ascendant.play import vehicles as empire_ascendant
from rules.systems.hyperspace_d6.craft.craft import DECLARED
from rules.systems.storytelling_d10.play import vehicles as storytelling

TABLES: dict[str, CraftTables] = {
    "hyperspace-d6": DECLARED.tables,
    "empire-ascendant": empire_ascendant.DECLARED.tables,
    "storytelling-d10": storytelling.DECLARED.tables,
}
AT_STATIONS: dict[str, dict[str, Cost]] = {
    # "A pilot can use an action … to change facing"; "As an action, a character can angle the
    # deflector shields"; movement is free, and what hazards ask of it is part of it.
    "hyperspace-d6": {
        "outmaneuver": 1,
        "steer": 0,
        "fire": 1,
        "scan": 1,
        "jump": 1,
        "angle": 1,
        "repair": 1,
    },
    # "Each of these is a separate action"; "both Evade and Shield rolls are reactions".
    "empire-ascendant": {
        "evade": "reaction",
        "speed": 1,
        "crash": 1,
        "hazard": 1,
        "fire": 1,
        "raise": "reaction",
    },
    # Obstacles, pursuit and resisting a beam are "free action" rolls; the second pilot rolls "as a
    # reaction".
    "storytelling-d10": {
        "fire": 1,
        "maneuver": 1,
        "hazard": 0,
        "pursue": 0,
        "bump": 1,
        "land": 1,
        "dock": 1,
        "skim": 1,
        "squad": 1,
        "capture": 1,
        "resist": 0,
        "break": 0,
        "help": "reaction",
    },
}
OF_CRAFT: dict[str, dict[str, Cost]] = {
    "hyperspace-d6": {
        "turn": 0,
        "initiative": 0,
        "move": "move",
        "scene": 0,
        "angle": 1,
        "harm": 0,
        "repair": 0,
        "restore": 0,
    },
    "empire-ascendant": {
        "initiative": 0,
        "evade": "reaction",
        "speed": 1,
        "raise": "reaction",
        "hazard": 1,
        "harm": 0,
        "round": 0,
        "scene": 0,
        "mend": 0,
    },
    "storytelling-d10": {
        "initiative": 0,
        "evade": "reaction",
        "harm": 0,
        "hazard": 0,
        "round": 0,
        "scene": 0,
        "mend": 0,
    },
}


def craft_of(slug: str) -> Any:
    rules: CraftRules = registry.get(slug).craft  # type: ignore[assignment]  # each has craft
    kind = "starship" if slug == "hyperspace-d6" else next(iter(TABLES[slug].kinds))
    sent = {"name": ("Moth",), TABLES[slug].kind_field: (kind,), "hull": ("4",), "crew": ("9",)}
    return rules.document(sent)


def costs_of_craft(slug: str) -> dict[str, Cost]:
    table: Any = registry.rules_of(craft_of(slug)).play.actions
    return {
        procedure.id: procedure.cost for group in table.groups for procedure in group.procedures
    }


@pytest.mark.parametrize("slug", TABLES)
def test_what_a_crew_does_at_a_station_costs_what_the_source_says(slug: str) -> None:
    assert {row.id: row.cost for row in TABLES[slug].actions.values()} == AT_STATIONS[slug]


@pytest.mark.parametrize("slug", TABLES)
def test_what_a_craft_does_costs_what_the_source_says(slug: str) -> None:
    assert costs_of_craft(slug) == OF_CRAFT[slug]


@pytest.mark.parametrize("slug", TABLES)
def test_what_a_crew_does_with_the_craft_costs_the_same_at_the_station(slug: str) -> None:
    of_craft = costs_of_craft(slug)
    rows = [row for row in TABLES[slug].actions.values() if row.by_craft]
    assert [row.cost for row in rows] == [of_craft[row.action] for row in rows]


def test_an_action_of_a_crew_knows_its_cost() -> None:
    document = craft_of("storytelling-d10")
    crew = registry.get("storytelling-d10").craft.crew  # type: ignore[union-attr]  # it has both
    state = registry.rules_of(document).ledger_rules.replay(document)
    costs = {each.id: each.cost for each in crew.actions(Attempt(state, {}), "pilot", ())}  # type: ignore[union-attr]
    assert (costs["maneuver"], costs["hazard"], costs["pursue"]) == (1, 0, 0)
