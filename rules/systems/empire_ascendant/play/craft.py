"""Vehicles and starships, for the game master: gunnery, shields, damage, chases."""

from __future__ import annotations

from random import Random
from urllib.parse import quote_plus

from rules.dice import codes
from rules.figures import Figure, bonus, dice
from rules.kit.craft.coded import CodedCraft
from rules.kit.craft.soaked import DamageLevels
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, contest, result, saying
from rules.play import FollowUp, Outcome
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.attacks import (
    COMBAT,
    ROLL_DAMAGE,
    SCALES,
    larger,
    scale_dice,
)
from rules.systems.empire_ascendant.play.rolls import (
    LADDER,
    QUESTIONS,
    TYPED,
    Inputs,
    range_number,
    roll,
)
from rules.systems.empire_ascendant.rulebook.book import rulebook

CRAFT = rulebook().craft
TORPEDO = "torpedo"
ROLLS = CodedCraft(
    turn=modifiers.TURN,
    levels=DamageLevels(CRAFT.margins, CRAFT.levels, CRAFT.hits),
    system_dice=CRAFT.system_dice,
    scale=lambda inputs: scale_dice(larger(inputs)),
    source=CRAFT.sources["crew"],
    carried=COMBAT.rulings["carried"],
    stops=CRAFT.fire[TORPEDO].does,
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


RULES = {
    "gunnery": ProcedureRule(_fired, _gunnery),
    "ship-damage": ProcedureRule(saying, _ship_damage),
    "shields": ProcedureRule(result, _shields),
    "ship-soak": ROLLS.soak_tool("Hull", TYPED),
    "ship-harm": ROLLS.harm_tool(modifiers.refusal("destroyed")),
    "chase": ProcedureRule(contest),
    "crash": ProcedureRule(contest, lambda inputs: Plan(foreseen=(inputs.texts["before"],))),
    "speed": ProcedureRule(contest),
}
