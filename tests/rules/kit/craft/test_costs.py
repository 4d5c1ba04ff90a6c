"""The share of the actions of a craft and of its crew in a turn, by the sources of the games."""

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules import registry
from rules.character import Character
from rules.craft import CraftRules, CrewAction
from rules.document import FORMAT
from rules.kit.craft.tables import CraftTables
from rules.play import Attempt, Cost
from rules.systems.empire_ascendant.play import vehicles as empire_ascendant
from rules.systems.hyperspace_d6.craft.craft import DECLARED
from rules.systems.storytelling_d10.play import vehicles as storytelling
from rules.turn import ROUNDS, Taken, Turn

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


# What the button of a second action says at each station, where it is one of a person.
SECOND: dict[str, dict[str, str]] = {
    "hyperspace-d6": {
        "outmaneuver": "2nd action, 1 declared, −1D",
        "steer": "no action",
        "fire-gun": "2nd action, 1 declared, −1D",
        "scan": "2nd action, 1 declared, −1D",
        "jump": "2nd action, 1 declared, −1D",
        "repair": "2nd action, 1 declared, −1D",
    },
    "empire-ascendant": {
        "crash": "2nd action, 1 declared, −1D",
        "hazard": "2nd action, 1 declared, −1D",
        "fire-gun": "2nd action, 1 declared, −1D",
        "raise": "2nd action, 1 declared, −1D",
    },
    "storytelling-d10": {
        "fire-gun": "2nd action, 1 declared, −3 dice",
        "maneuver": "2nd action, 1 declared, −3 dice",
        "hazard": "",
        "pursue": "",
        "bump": "2nd action, 1 declared, −3 dice",
        "land": "2nd action, 1 declared, −3 dice",
        "dock": "2nd action, 1 declared, −3 dice",
        "skim": "2nd action, 1 declared, −3 dice",
        "squad": "2nd action, 1 declared, −3 dice",
        "capture": "2nd action, 1 declared, −3 dice",
        "resist": "",
        "break": "",
        "help": "no action",
    },
}
PERSONS: dict[str, dict[str, object]] = {
    "hyperspace-d6": {
        "species": "human",
        "profession": "scoundrel",
        "skills": ["blasters", "deceive", "pilot"],
        "edge": {"id": "luck"},
        "burden": {"id": "debt"},
    },
    "empire-ascendant": {"attributes": {"MEC": "4D", "DEX": "3D"}},
    "storytelling-d10": {
        "attributes": {"dexterity": 3, "wits": 2},
        "abilities": {"pilot": 3, "firearms": 2},
    },
}


def person_of(slug: str) -> Character:
    plain = {"format": FORMAT, "system": slug, "name": "", "build": PERSONS[slug]}
    document = registry.read(json.dumps(plain))
    return Character(registry.rules_of(document), document)


def armed_craft(slug: str) -> Any:
    document = craft_of(slug)
    craft = document.build.craft
    declared: Any = {
        "hyperspace-d6": DECLARED,
        "empire-ascendant": empire_ascendant.DECLARED,
        "storytelling-d10": storytelling.DECLARED,
    }[slug]
    damage = {"code": "5D", "dice": 5, "number": 5}[TABLES[slug].weapon_unit]
    gun = declared.gun("Gun", damage, next(iter(TABLES[slug].forms)))
    number = {"code": "2D", "dice": 2, "number": 2}[TABLES[slug].numbers["shields"].unit]
    build = replace(document.build, craft=replace(craft, weapons=(gun,), shields=number))
    return registry.rules_of(document).ledger_rules.replay(replace(document, build=build))


def at_stations(slug: str, turn: Turn) -> dict[str, CrewAction]:
    crew: Any = registry.get(slug).craft.crew  # type: ignore[union-attr]  # it has both
    craft = Attempt(armed_craft(slug), turn)
    stations = [station.id for station in crew.stations(craft.character)]
    return {action.id: action for id in stations for action in crew.actions(craft, id, stations)}


@pytest.mark.parametrize("slug", TABLES)
def test_the_button_at_a_station_says_what_a_second_action_takes(slug: str) -> None:
    person, turn = person_of(slug), Turn({ROUNDS: 1}, (Taken("aim"),))
    said = {
        id: person.roll_form(turn, action.action, action.values).takes
        for id, action in at_stations(slug, turn).items()
        if not action.by_craft
    }
    assert said == SECOND[slug]


@pytest.mark.parametrize(
    ("slug", "codes"),
    [
        ("hyperspace-d6", ["3D", "2D", "1D", "0D"]),
        ("empire-ascendant", ["3D", "2D", "1D", "0D"]),
    ],
)
def test_four_shots_of_one_turn_each_lose_a_die_more(slug: str, codes: list[str]) -> None:
    person, turn, rng = person_of(slug), Turn({ROUNDS: 1}), Random(1)
    fire = at_stations(slug, turn)["fire-gun"]
    rolled = []
    for _ in codes:
        form = person.roll_form(turn, fire.action, fire.values)
        rolled.append(form.pool.code if form.pool else "")
        if not form.barred:
            turn = turn.after(person.resolve(turn, fire.action, fire.values, rng))
    assert rolled == codes


@pytest.mark.parametrize(
    ("slug", "codes"),
    [("hyperspace-d6", ["5D", "4D", "3D"]), ("empire-ascendant", ["4D", "3D", "2D"])],
)
def test_shots_of_a_crew_without_names_count_in_the_turn_of_the_craft(
    slug: str, codes: list[str]
) -> None:
    state: Any = armed_craft(slug)
    game: Any = registry.rules_of(state.document)
    ship, rng = Character(game, state.document), Random(1)
    crew: Any = registry.get(slug).craft.crew  # type: ignore[union-attr]  # it has both
    assert game.fight
    turn: Turn = Turn(crew.crewed(crew.crew_dice))
    turn = turn.after(ship.resolve(turn, game.fight.turn, {}, rng))
    rolled = []
    for _ in codes:
        form = ship.roll_form(turn, "weapons.gun.attack", {})
        rolled.append(form.pool.code if form.pool else "")
        turn = turn.after(ship.resolve(turn, "weapons.gun.attack", {}, rng))
    assert (rolled, turn.done) == (codes, 3)
    # With the next turn they are fresh.
    turn = turn.after(ship.resolve(turn, game.fight.turn, {}, rng))
    assert (turn.done, turn[ROUNDS]) == (0, 1)
    turn = turn.after(ship.resolve(turn, game.fight.end, {}, rng))
    assert not turn[ROUNDS]


def test_a_crash_is_forced_with_one_die_less_in_a_chase_and_alone() -> None:
    person, action = person_of("empire-ascendant"), "crash"
    turn = Turn({ROUNDS: 1}, (Taken("speed"),))
    for now in (Turn(), turn):
        crash = at_stations("empire-ascendant", now)[action]
        form = person.roll_form(now, crash.action, crash.values)
        assert form.pool
        assert form.pool.code == "3D"
