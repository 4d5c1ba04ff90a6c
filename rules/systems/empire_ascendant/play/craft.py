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
    Inputs,
    plain,
    range_number,
    roll,
)
from rules.systems.empire_ascendant.rulebook import rulebook

IONIZED, BLOWN, TORPEDO, NONE = "controls-ionized", "shields-blown", "torpedo", "none"


def _craft_dice(label: str, code: tuple[int, int] | None) -> Figure:
    value, pips = code or (0, 0)
    return dice(label, value, pips=pips, source=TYPED)


def _evaded(inputs: Inputs) -> Iterator[Figure]:
    """What adds to the number of a shot: evading, and the speed of whom a torpedo follows."""
    source = rulebook().craft.fire["attack"].source
    if inputs["evade"]:
        yield bonus("evade", inputs["evade"], source=source)
    if inputs["weapon"] == TORPEDO and inputs["speed"]:
        yield bonus("Speed", inputs["speed"], source=source)


def _gunnery(inputs: Inputs) -> Plan:
    """Starship Gunnery less dice lost, then fire control (Empire Ascendant, First Fire Segment)."""
    chosen, control, base = inputs["range"], inputs["fire_control"], range_number(inputs["range"])
    target = LADDER.labeled(base, *_evaded(inputs)) if base else None
    is_far = chosen and inputs["weapon"] == TORPEDO and chosen != rulebook().craft.torpedo_range
    ship = _craft_dice("Fire Control", control) if control else None
    barred = modifiers.refusal("short_only") if is_far else ""
    return checks.tool_plan(inputs, "starship-gunnery", target, craft=ship, barred=barred)


def _ship_damage(inputs: Inputs) -> Plan:
    """Damage dice, fewer from farther away."""
    less = rulebook().craft.range_damage.get(inputs["range"])
    more = (dice(less.name, less.dice, source=less.source),) if less and less.dice else ()
    if not inputs["damage"]:
        return Plan()
    damage = roll(inputs, _craft_dice("Damage", inputs["damage"]), *more, kind="plain")
    return Plan(roll=damage, foreseen=(damage.average(),))


def _shields(inputs: Inputs) -> Plan:
    """Starship Shields against a number by range."""
    row = rulebook().craft.shields.get(inputs["range"])
    target = LADDER.typed(row.number, row.source) if row else None
    return checks.tool_plan(inputs, "starship-shields", target)


def _ship_soak(inputs: Inputs) -> Plan:
    """Hull, and shields that are up."""
    pool, shields = _craft_dice("Hull", inputs["hull"]), inputs["shields"]
    if inputs["deployed"] and shields:
        ruling = rulebook().combat.rulings["carried"]
        pool = carried("Soak", pool, _craft_dice("Shields", shields), ruling=ruling)
    return Plan(roll=roll(inputs, pool, kind="plain") if inputs["hull"] else None)


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


def _hit(inputs: Inputs) -> str:
    """What damage over Soak comes to, "" while it isn't said; a craft without shields has its
    controls ionized.
    """
    damage, soak = inputs["damage"], inputs["soak"]
    if damage is None or soak is None:
        return ""
    row = result_tables.row_of(tuple(rulebook().craft.margins.values()), damage - soak)
    if row is None:
        return NONE
    return IONIZED if row.id == BLOWN and not inputs["shields"] else row.id


def _ship_harm(inputs: Inputs) -> Plan:
    """The level after the hit, and the die that says which system is hit."""
    rules, hit = rulebook().craft, _hit(inputs)
    if inputs["level"] == "destroyed":
        return Plan(barred=modifiers.refusal("destroyed"))
    if not hit:
        return Plan()
    level, system = rules.levels[level_after(inputs["level"], hit)], None
    if rules.levels[hit].rank and level.table:
        system = plain(inputs, rules.system_dice, "System", source=level.source)
    return Plan(roll=system, foreseen=(f"{level.name}. {level.does}",))


def _harmed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    rules, hit = rulebook().craft, _hit(inputs)
    row, result = level_after(inputs["level"], hit), rules.levels[hit]
    level = rules.levels[row]
    messages = [f"{result.name}. {result.does}"]
    if row != hit and result.rank:
        messages += [f"It is {level.name.lower()} now. {level.does}", level.ruling]
    if outcome.dice:
        systems = rules.hits[f"{inputs['craft']}-{level.table}"].rows
        system = result_tables.row_at(systems, outcome.total)
        messages += [f"{outcome.total}: {system.does}", system.ruling]
    return text(outcome, *messages, row=row)


RULES = {
    "gunnery": ProcedureRule(result, _gunnery),
    "ship-damage": ProcedureRule(saying, _ship_damage),
    "shields": ProcedureRule(result, _shields),
    "ship-soak": ProcedureRule(saying, _ship_soak),
    "ship-harm": ProcedureRule(_harmed, _ship_harm),
    "chase": ProcedureRule(contest),
    "crash": ProcedureRule(contest, lambda inputs: Plan(foreseen=(inputs.texts["before"],))),
    "speed": ProcedureRule(contest),
}
