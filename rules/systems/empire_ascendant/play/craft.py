"""Vehicles and starships, for the game master: gunnery, shields, damage, chases."""

from __future__ import annotations

from random import Random
from urllib.parse import quote_plus

from rules.dice import codes
from rules.figures import Figure, bonus, dice
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, contest, result, saying
from rules.play import FollowUp, Outcome
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.attacks import (
    COMBAT,
    ROLL_DAMAGE,
    SCALES,
    larger,
    scale_dice,
)
from rules.systems.empire_ascendant.play.craft_damage import (
    CRAFT,
    LEVELS,
    MOST,
    TORPEDO,
    hit_of,
    level_after,
    picks_system,
    result_of,
    soak,
)
from rules.systems.empire_ascendant.play.rolls import (
    LADDER,
    QUESTIONS,
    TYPED,
    Inputs,
    plain,
    range_number,
    roll,
)


def _craft_dice(label: str, code: tuple[int, int] | None) -> Figure:
    value, pips = code or (0, 0)
    return dice(label, value, pips=pips, source=TYPED)


def _gunnery(inputs: Inputs) -> Plan:
    """Starship Gunnery less dice lost, then fire control (Empire Ascendant, First Fire Segment).
    Evading adds to the number, for a smaller craft also its scale, and to a torpedo's the speed of
    whom it follows. A smaller attacker has more dice (Empire Ascendant, Scaling).
    """
    inputs.ask(QUESTIONS["scales"], {**SCALES, "their_scale": lambda given: given["my_scale"]})
    chosen, control, base = inputs["range"], inputs["fire_control"], range_number(inputs["range"])
    is_torpedo, source = inputs["weapon"] == TORPEDO, CRAFT.fire["attack"].source
    size = larger(inputs)
    scale = COMBAT.scale_defense * size if inputs["evade"] and size > 0 else 0
    speed = inputs["speed"] if is_torpedo else 0
    added = (("evade", inputs["evade"]), ("scale", scale), ("Speed", speed))
    more = (bonus(label, value, source=source) for label, value in added if value)
    target = LADDER.labeled(base, *more) if base else None
    is_far = is_torpedo and chosen and chosen != CRAFT.torpedo_range
    ship = _craft_dice("Fire Control", control) if control else None
    barred = modifiers.refusal("short_only") if is_far else ""
    return checks.tool_plan(
        inputs, inputs["skill"], target, *scale_dice(-size), craft=ship, barred=barred
    )


def _fired(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """A shot, and the damage of that weapon from there where it is known."""
    if (code := inputs["damage"]) is None:
        return result(inputs, outcome, rng)
    names = ("range", "weapon", "my_scale", "their_scale")
    said = "&".join(f"{name}={inputs[name] or ''}" for name in names)
    hit = FollowUp(f"ship-damage?damage={quote_plus(codes.written(*code))}&{said}", ROLL_DAMAGE)
    return text(result(inputs, outcome, rng), hit=hit)


def _ship_damage(inputs: Inputs) -> Plan:
    """Damage dice, fewer from farther away, and more against something smaller."""
    inputs.ask(QUESTIONS["scales"], {**SCALES, "their_scale": lambda given: given["my_scale"]})
    less, code = CRAFT.range_damage.get(inputs["range"]), inputs["damage"]
    if not code:
        return Plan()
    more = (*((less.term,) if less and less.dice else ()), *scale_dice(larger(inputs)))
    damage = roll(inputs, _craft_dice("Damage", code), *more, kind="plain")
    return Plan(roll=damage, foreseen=(damage.average(),))


def shields_number(at: str | None) -> Figure | None:
    """The number to raise shields by the range of the hit; None where that is not known."""
    row = CRAFT.shields.get(at or "")
    return LADDER.typed(row.number, row.source) if row else None


def _shields(inputs: Inputs) -> Plan:
    """Starship Shields against a number by range."""
    return checks.tool_plan(inputs, "starship-shields", shields_number(inputs["range"]))


def _soak(inputs: Inputs) -> Plan:
    """Soak of a craft whose hull and shields are typed."""
    if not inputs["hull"]:
        return Plan()
    has_shields = inputs["deployed"] and inputs["shields"]
    up = (_craft_dice("Shields", inputs["shields"]),) if has_shields else ()
    pool = _craft_dice("Hull", inputs["hull"])
    return Plan(roll=roll(inputs, soak("Hull", pool, *up) if up else pool, kind="plain"))


def _hit(inputs: Inputs) -> str:
    """The level that the damage over Soak comes to, "" until both are known."""
    damage, soaked = inputs["damage"], inputs["soak"]
    is_known = damage is not None and soaked is not None
    return result_of(damage - soaked, inputs["shields"]) if is_known else ""


def _harm(inputs: Inputs) -> Plan:
    """The effect of damage over Soak on a craft of a level that is chosen."""
    result, before = _hit(inputs), inputs["level"]
    if LEVELS[before].rank == MOST:
        return Plan(barred=modifiers.refusal("destroyed"))
    if not result:
        return Plan()
    level = LEVELS[level_after(before, result)]
    dice_ = plain(inputs, CRAFT.system_dice, "System", source=level.source)
    picked = dice_ if picks_system(before, result) else None
    return Plan(roll=picked, foreseen=(f"{level.name}. {level.does}",))


def _harmed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    face = outcome.total if outcome.dice else None
    hit = hit_of(inputs["level"], _hit(inputs), inputs["craft"], face)
    return text(outcome, *hit.said, row=hit.level.id)


RULES: dict[str, ProcedureRule[Character]] = {
    "gunnery": ProcedureRule(_fired, _gunnery),
    "ship-damage": ProcedureRule(saying, _ship_damage),
    "shields": ProcedureRule(result, _shields),
    "ship-soak": ProcedureRule(saying, _soak),
    "ship-harm": ProcedureRule(_harmed, _harm),
    "chase": ProcedureRule(contest),
    "crash": ProcedureRule(contest, lambda inputs: Plan(foreseen=(inputs.texts["before"],))),
    "speed": ProcedureRule(contest),
}
