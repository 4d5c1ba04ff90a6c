"""A fight of craft without a page: a YT-1300 with its crew at their posts against three TIE
Fighters and an Interceptor, to the end, with dice told and every line of the log.
"""

import json
from dataclasses import dataclass
from typing import Any

import msgspec

from rules import combat, registry
from rules.combat import Entrant
from rules.craft import CrewRules
from rules.turn import Turn
from tests.dice import Fixed

SYSTEM = registry.get("hyperspace-d6")
HELD = frozenset({"pilot", "gunner", "engineer"})


def crew_rules() -> CrewRules[Any, Any]:
    assert SYSTEM.craft
    assert SYSTEM.craft.crew
    return SYSTEM.craft.crew


@dataclass
class Hand:
    """A craft, or somebody aboard, with what their turn holds."""

    entrant: Entrant
    follows: str = ""

    def act(self, action: str, *dice: int, **fields: Any) -> str:
        """Does an action with these dice; its line in the log."""
        values = {
            name: sent if isinstance(sent, tuple) else (str(sent),) for name, sent in fields.items()
        }
        rng = Fixed(*dice)
        done = self.entrant.does(action, values, rng)
        assert done, action
        assert rng.faces == [], action
        outcome, self.entrant = done
        self.follows = outcome.hit.action
        rolled = [f"{outcome.code} {outcome.total}"] if outcome.dice else []
        return " | ".join((*rolled, *outcome.said))

    @property
    def evade(self) -> int:
        """The number to hit a craft."""
        figure = crew_rules().evade(self.entrant.attempt())
        assert figure
        return figure.value

    @property
    def marks(self) -> dict[str, int]:
        """The marks that are not 0."""
        known = msgspec.structs.asdict(self.entrant.opened.document.marks)
        return {name: value for name, value in known.items() if value}


def hand(build: dict[str, Any], turn: dict[str, int], *, is_craft: bool) -> Hand:
    head = {"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": ""}
    document = registry.read(json.dumps({**head, "build": build}).encode())
    return Hand(Entrant(registry.open(document), Turn(turn), is_craft=is_craft))


def craft(id: str, turn: dict[str, int]) -> Hand:
    return hand({"craft": {"id": id}}, turn, is_craft=True)


def person() -> Hand:
    """Proficient: 3D, with 5D in Pilot and Gunnery."""
    build = {"opponent": {"level": "proficient", "skills": ["pilot", "gunnery"]}}
    return hand(build, {"rounds": 1}, is_craft=False)


def at(one: Hand, ship: Hand, station: str, action: str, *dice: int, **fields: Any) -> str:
    """Does an action at a station, with the values that follow from the craft; its line."""
    actions = crew_rules().actions(ship.entrant.attempt(), station, HELD)
    chosen = next(known for known in actions if known.id == action)
    assert chosen.barred == "", chosen.barred
    return one.act(chosen.action, *dice, **{**chosen.values, **fields})


def barred(ship: Hand, station: str) -> dict[str, str]:
    """The reasons against the actions at a station, by action, "" for none."""
    actions = crew_rules().actions(ship.entrant.attempt(), station, HELD)
    return {one.id: one.barred for one in actions}


def damage(one: Hand, *dice: int) -> str:
    action, values = combat.followed(one.follows)
    return one.act(action, *dice, **values)


BEGINS = "One action; declare more at its start."
QUAD, MISSILES, LASER = (
    "fire-quad-laser-turrets",
    "fire-concussion-missiles",
    "weapons.laser-cannons.attack",
)
DISABLED = "Disabled: it can't move or act until it's repaired."
FAILED = "A system fails. −1D to checks for each failed system."
DESTROYED = "21 gets through: destroyed. | There is nothing left to repair."


def struck(ship: Hand, dealt: int, section: str = "fore") -> str:
    return ship.act("harm", damage=dealt, section=section, scale="starship")


def test_a_yt_1300_fights_three_ties_and_an_interceptor_to_the_end() -> None:
    pilot, gunner, second, engineer = crew = [person() for _ in range(4)]
    falcon, of_four = craft("yt-1300", {}), crew_rules().crewed(4)
    flown = crew_rules().flown(pilot.entrant.attempt(), falcon.entrant.attempt())
    falcon = craft("yt-1300", flown)
    first, tie, last = ties = [craft("tie-fighter", of_four) for _ in range(3)]
    interceptor = craft("tie-interceptor", of_four)
    # Evade 10 and Pilot 5D; 12 and 14, with 4D of their pilots.
    assert [one.evade for one in (falcon, *ties, interceptor)] == [15, 16, 16, 16, 18]
    # Pilot and Mobility: 5D + 3D, 4D + 3D, 4D + 4D.
    assert falcon.act("initiative", *[4] * 8) == "8D 32"
    assert first.act("initiative", *[3] * 7) == "7D 21"
    assert tie.act("initiative", *[3] * 6, 2) == "7D 20"
    assert last.act("initiative", *[2] * 7) == "7D 14"
    assert interceptor.act("initiative", *[5] * 8) == "8D 40"

    # Round 1. The Interceptor fires with 4D + 2D; Hull 8 and 2 Shields aft leave 12 of 22, more
    # than Hull, and less than three times as much.
    assert interceptor.act("turn") == BEGINS
    hit = interceptor.act(LASER, 3, 3, 3, 3, 2, 2, target=falcon.evade)
    assert hit == "6D 16 | 16 against Their Evade 15: success"
    assert damage(interceptor, 6, 6, 5, 5) == "4D 22 | 22 damage"
    assert struck(falcon, 22, "aft") == f"12 gets through: damaged. | {FAILED}"
    # All Shields go aft. Gunnery 5D + 2D Fire Control − 1D for the failed system.
    assert [one.act("round") for one in crew] == [BEGINS] * 4
    assert falcon.act("turn") == BEGINS
    shields = falcon.act("angle", fore=0, aft=6, port=0, starboard=0)
    assert shields == "Shields: fore 0, aft 6, port 0, starboard 0."
    hit = at(gunner, falcon, "gunner", QUAD, *[3] * 6, target=interceptor.evade)
    assert hit == "6D 18 | 18 against Evade 18: success"
    assert damage(gunner, 6, 6, 6, 2) == "4D 20 | 20 damage"
    # Hull 3: 17 are more than 9, and less than 18.
    disabled = "17 gets through: disabled. | It can’t move or act until it’s repaired."
    assert struck(interceptor, 20) == disabled
    hit = at(second, falcon, "gunner", MISSILES, 3, 3, 3, 3, 2, 2, target=first.evade)
    assert hit == "6D 16 | 16 against Evade 16: success"
    assert damage(second, *[4] * 6) == "6D 24 | 24 damage"
    assert struck(first, 24) == DESTROYED
    # Vehicles 3D − 1D: repaired in the middle of the fight.
    repair = at(engineer, falcon, "engineer", "repair", 5, 5, target=10)
    assert repair == "2D 10 | 10 against Easy 10: success"
    assert falcon.act("repair") == "Everything is repaired. | 0 damaged systems left."
    assert falcon.marks == {"aft": 6}
    assert [one.entrant.turn.done for one in crew] == [0, 1, 1, 1]
    assert [one.act("turn") for one in (tie, last)] == [BEGINS, BEGINS]
    missed = tie.act(LASER, 2, 2, 2, 2, 2, target=falcon.evade)
    assert missed == "5D 10 | 10 against Their Evade 15: failure"
    hit = last.act(LASER, 4, 4, 3, 2, 2, target=falcon.evade)
    assert hit == "5D 15 | 15 against Their Evade 15: success"
    assert damage(last, 3, 3, 3, 4) == "4D 13 | 13 damage"
    assert struck(falcon, 13, "aft") == "Nothing gets through."

    # Round 2. What is disabled keeps its turn, and only repairs.
    assert interceptor.act("turn") == BEGINS
    shot = interceptor.entrant.does(LASER, {"target": ("15",)}, Fixed())
    assert (shot, barred(interceptor, "gunner")) == (None, {"fire-laser-cannons": DISABLED})
    assert barred(interceptor, "engineer") == {"repair": ""}
    assert set(barred(interceptor, "pilot").values()) == {DISABLED}
    # Pilot 5D + 3D against 4D + 3D.
    assert [one.act("round") for one in crew] == [BEGINS] * 4
    assert falcon.act("turn") == BEGINS
    opposed = crew_rules().opposed(last.entrant.attempt())
    around = at(pilot, falcon, "pilot", "outmaneuver", *[4] * 8, *[3] * 7, **opposed)
    assert around == "8D 32 | 32 against their 7D 21: success"
    # One gunner declares two shots: 7D − 1D each.
    turn = gunner.entrant.turn
    two = turn.with_numbers({**turn.numbers, "actions": 2})
    gunner.entrant = msgspec.structs.replace(gunner.entrant, turn=two)
    hit = at(gunner, falcon, "gunner", QUAD, 3, 3, 3, 3, 2, 2, target=tie.evade)
    assert hit == "6D 16 | 16 against Evade 16: success"
    assert damage(gunner, 1, 1, 1, 2) == "4D 5 | 5 damage"
    assert struck(tie, 5) == (
        "2 gets through: rattled. | −1D to checks for everyone aboard on their next turn."
    )
    missed = at(gunner, falcon, "gunner", QUAD, 3, 3, 3, 3, 2, 1, target=last.evade)
    assert missed == "6D 15 | 15 against Evade 16: failure"
    hit = at(second, falcon, "gunner", MISSILES, 3, 3, 2, 2, 2, 2, 2, target=tie.evade)
    assert hit == "7D 16 | 16 against Evade 16: success"
    assert damage(second, 1, 1, 1, 2, 2, 2) == "6D 9 | 9 damage"
    assert struck(tie, 9) == f"6 gets through: damaged. | {FAILED}"
    # Rattled and with a failed system: 5D are 3D.
    assert tie.act("turn") == "Rattled: −1D on this turn."
    missed = tie.act(LASER, 5, 5, 4, target=falcon.evade)
    assert missed == "3D 14 | 14 against Their Evade 15: failure"
    # In front there are no Shields any more.
    assert last.act("turn") == BEGINS
    hit = last.act(LASER, *[6] * 5, target=falcon.evade)
    assert hit == "5D 30 | 30 against Their Evade 15: success"
    assert damage(last, *[6] * 4) == "4D 24 | 24 damage"
    assert struck(falcon, 24) == f"16 gets through: damaged. | {FAILED}"

    # Round 3.
    assert [one.act("round") for one in crew] == [BEGINS] * 4
    assert falcon.act("turn") == BEGINS
    hit = at(gunner, falcon, "gunner", QUAD, *[5] * 6, target=tie.evade)
    assert hit == "6D 30 | 30 against Evade 16: success"
    assert damage(gunner, *[6] * 4) == "4D 24 | 24 damage"
    assert struck(tie, 24) == DESTROYED
    hit = at(second, falcon, "gunner", MISSILES, *[5] * 6, target=last.evade)
    assert hit == "6D 30 | 30 against Evade 16: success"
    assert damage(second, *[1] * 6) == "6D 6 | 6 damage"
    assert struck(last, 6).startswith("3 gets through: rattled.")
    repair = at(engineer, falcon, "engineer", "repair", 1, 1, target=10)
    assert repair == "2D 2 | 2 against Easy 10: failure"
    # Rattled: 4D. It is over with that turn.
    assert last.act("turn") == "Rattled: −1D on this turn."
    missed = last.act(LASER, 3, 3, 3, 3, target=falcon.evade)
    assert missed == "4D 12 | 12 against Their Evade 15: failure"

    # Round 4, to the end.
    assert [one.act("round") for one in crew] == [BEGINS] * 4
    assert falcon.act("turn") == BEGINS
    hit = at(gunner, falcon, "gunner", QUAD, *[5] * 6, target=last.evade)
    assert hit == "6D 30 | 30 against Evade 16: success"
    assert damage(gunner, *[6] * 4) == "4D 24 | 24 damage"
    assert struck(last, 24) == DESTROYED
    ships = (falcon, *ties, interceptor)
    assert [one.entrant.is_out for one in ships] == [False, True, True, True, True]
    assert falcon.act("scene") == "The fight is over."
    assert falcon.act("restore") == "Spread evenly."
    assert falcon.marks == {"damaged": 1, "fore": 2, "aft": 2, "port": 1, "starboard": 1}
