"""Vehicles and starships, for the game master: gunnery, shields, damage, chases."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.figures import Figure, bonus, carried, dice
from rules.kit import result_tables
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan, ProcedureRule, contest, result, saying
from rules.play import Outcome
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.rolls import (
    LADDER,
    TYPED,
    Given,
    plain,
    range_number,
    roll,
)
from rules.systems.empire_ascendant.rulebook import rulebook

IONIZED, BLOWN, TORPEDO, NONE = "controls-ionized", "shields-blown", "torpedo", "none"


def _craft_dice(label: str, code: tuple[int, int] | None) -> Figure:
    value, pips = code or (0, 0)
    return dice(label, value, pips=pips, source=TYPED)


def _evaded(given: Given) -> Iterator[Figure]:
    """What adds to the number of a shot: evading, and the speed of whom a torpedo follows."""
    source = rulebook().craft.fire["attack"].source
    if given["evade"]:
        yield bonus("evade", given["evade"], source=source)
    if given["weapon"] == TORPEDO and given["speed"]:
        yield bonus("Speed", given["speed"], source=source)


def _gunnery(given: Given) -> Plan:
    """Starship Gunnery less dice lost, then fire control (Empire Ascendant, First Fire Segment)."""
    chosen, control, base = given["range"], given["fire_control"], range_number(given["range"])
    target = LADDER.labeled(base, *_evaded(given)) if base else None
    is_far = chosen and given["weapon"] == TORPEDO and chosen != rulebook().craft.torpedo_range
    ship = _craft_dice("Fire Control", control) if control else None
    barred = modifiers.said("short_only") if is_far else ""
    return checks.tool_plan(given, "starship-gunnery", target, craft=ship, barred=barred)


def _ship_damage(given: Given) -> Plan:
    """Damage dice, fewer from farther away."""
    less = rulebook().craft.range_damage.get(given["range"])
    more = (dice(less.name, less.dice, source=less.source),) if less and less.dice else ()
    if not given["damage"]:
        return Plan()
    damage = roll(given, _craft_dice("Damage", given["damage"]), *more, kind="plain")
    return Plan(roll=damage, foreseen=(damage.average(),))


def _shields(given: Given) -> Plan:
    """Starship Shields against a number by range."""
    found = rulebook().craft.shields.get(given["range"])
    target = LADDER.typed(found.number, found.source) if found else None
    return checks.tool_plan(given, "starship-shields", target)


def _ship_soak(given: Given) -> Plan:
    """Hull, and shields that are up."""
    pool, shields = _craft_dice("Hull", given["hull"]), given["shields"]
    if given["deployed"] and shields:
        ruling = rulebook().combat.rulings["carried"]
        pool = carried("Soak", pool, _craft_dice("Shields", shields), ruling=ruling)
    return Plan(roll=roll(given, pool, kind="plain") if given["hull"] else None)


def level_after(before: str, hit: str) -> str:
    """The level of a craft after a hit: any more damage to one that is heavily damaged makes it
    severe, to one that is severely damaged destroys it (Empire Ascendant, Damage Level; our
    ruling).
    """
    levels = rulebook().craft.levels
    was, now = levels[before].rank, levels[hit].rank
    if not now:
        return before if was else hit
    if was >= levels["heavily-damaged"].rank and now <= was:
        return next(row.id for row in levels.values() if row.rank == was + 1)
    return hit if now >= was else before


def _hit(given: Given) -> str:
    """What damage over Soak comes to, "" while it isn't said; a craft without shields has its
    controls ionized.
    """
    damage, soak = given["damage"], given["soak"]
    if damage is None or soak is None:
        return ""
    row = result_tables.row_of(tuple(rulebook().craft.margins.values()), damage - soak)
    if row is None:
        return NONE
    return IONIZED if row.id == BLOWN and not given["shields"] else row.id


def _ship_harm(given: Given) -> Plan:
    """The level after the hit, and the die that says which system is hit."""
    rules, hit = rulebook().craft, _hit(given)
    if given["level"] == "destroyed":
        return Plan(barred=modifiers.said("destroyed"))
    if not hit:
        return Plan()
    level, system = rules.levels[level_after(given["level"], hit)], None
    if rules.levels[hit].rank and level.table:
        system = plain(given, rules.system_dice, "System", source=level.source)
    return Plan(roll=system, foreseen=(f"{level.name}. {level.does}",))


def _harmed(given: Given, outcome: Outcome, _rng: Random) -> Outcome:
    rules, hit = rulebook().craft, _hit(given)
    row, result = level_after(given["level"], hit), rules.levels[hit]
    level = rules.levels[row]
    said = [f"{result.name}. {result.does}"]
    if row != hit and result.rank:
        said += [f"It is {level.name.lower()} now. {level.does}", level.ruling]
    if outcome.dice:
        systems = rules.hits[f"{given['craft']}-{level.table}"].rows
        system = result_tables.row_at(systems, outcome.total)
        said += [f"{outcome.total}: {system.does}", system.ruling]
    return text(outcome, *said, row=row)


RULES = {
    "gunnery": ProcedureRule(result, _gunnery),
    "ship-damage": ProcedureRule(saying, _ship_damage),
    "shields": ProcedureRule(result, _shields),
    "ship-soak": ProcedureRule(saying, _ship_soak),
    "ship-harm": ProcedureRule(_harmed, _ship_harm),
    "chase": ProcedureRule(contest),
    "crash": ProcedureRule(contest, lambda given: Plan(foreseen=(given.texts["before"],))),
    "speed": ProcedureRule(contest),
}
