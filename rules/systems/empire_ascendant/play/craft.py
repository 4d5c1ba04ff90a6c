"""Vehicles and starships, for the game master: gunnery, shields, damage, chases."""

from __future__ import annotations

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

CRAFT = rulebook().craft
IONIZED, BLOWN, TORPEDO, NONE = "controls-ionized", "shields-blown", "torpedo", "none"


def _craft_dice(label: str, code: tuple[int, int] | None) -> Figure:
    value, pips = code or (0, 0)
    return dice(label, value, pips=pips, source=TYPED)


def _gunnery(inputs: Inputs) -> Plan:
    """Starship Gunnery less dice lost, then fire control (Empire Ascendant, First Fire Segment).
    Evading adds to the number, and to a torpedo's the speed of whom it follows.
    """
    chosen, control, base = inputs["range"], inputs["fire_control"], range_number(inputs["range"])
    is_torpedo, source = inputs["weapon"] == TORPEDO, CRAFT.fire["attack"].source
    added = (("evade", inputs["evade"]), ("Speed", inputs["speed"] if is_torpedo else 0))
    more = (bonus(label, value, source=source) for label, value in added if value)
    target = LADDER.labeled(base, *more) if base else None
    is_far = is_torpedo and chosen and chosen != CRAFT.torpedo_range
    ship = _craft_dice("Fire Control", control) if control else None
    barred = modifiers.refusal("short_only") if is_far else ""
    return checks.tool_plan(inputs, "starship-gunnery", target, craft=ship, barred=barred)


def _ship_damage(inputs: Inputs) -> Plan:
    """Damage dice, fewer from farther away."""
    less, code = CRAFT.range_damage.get(inputs["range"]), inputs["damage"]
    if not code:
        return Plan()
    more = (less.term,) if less and less.dice else ()
    damage = roll(inputs, _craft_dice("Damage", code), *more, kind="plain")
    return Plan(roll=damage, foreseen=(damage.average(),))


def _shields(inputs: Inputs) -> Plan:
    """Starship Shields against a number by range."""
    row = CRAFT.shields.get(inputs["range"])
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
    levels = CRAFT.levels
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
    row = result_tables.row_of(tuple(CRAFT.margins.values()), damage - soak)
    if row is None:
        return NONE
    return IONIZED if row.id == BLOWN and not inputs["shields"] else row.id


def _ship_harm(inputs: Inputs) -> Plan:
    """The level after the hit, and the die that says which system is hit."""
    hit, system = _hit(inputs), None
    if inputs["level"] == "destroyed":
        return Plan(barred=modifiers.refusal("destroyed"))
    if not hit:
        return Plan()
    level = CRAFT.levels[level_after(inputs["level"], hit)]
    if CRAFT.levels[hit].rank and level.table:
        system = plain(inputs, CRAFT.system_dice, "System", source=level.source)
    return Plan(roll=system, foreseen=(f"{level.name}. {level.does}",))


def _harmed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    result = CRAFT.levels[_hit(inputs)]
    level = CRAFT.levels[level_after(inputs["level"], result.id)]
    messages = [f"{result.name}. {result.does}"]
    if level is not result and result.rank:
        messages += [f"It is {level.name.lower()} now. {level.does}", level.ruling]
    if outcome.dice:
        systems = CRAFT.hits[f"{inputs['craft']}-{level.table}"].rows
        system = result_tables.row_at(systems, outcome.total)
        messages += [f"{outcome.total}: {system.does}", system.ruling]
    return text(outcome, *messages, row=level.id)


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
