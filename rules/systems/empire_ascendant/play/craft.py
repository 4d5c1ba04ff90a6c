"""Vehicles and starships: gunnery, shields, the levels of damage, chases; at the table of a game
master, and of a craft with marks of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any
from urllib.parse import quote_plus

from rules.declared.own_tables import Own
from rules.dice import codes
from rules.figures import Figure, bonus, carried, dice, number
from rules.kit.craft.craft import TypedCraft
from rules.kit.play.outcomes import extra, faces, taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, result, saying
from rules.kit.play.questions import ActionInput
from rules.kit.play.result_tables import row_at, row_of
from rules.play import FollowUp, MarkChange, Outcome
from rules.sheet.sections import Level, Track
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import attacks, checks, modifiers, rolls
from rules.systems.empire_ascendant.play.attacks import COMBAT, SCALES, scale_dice
from rules.systems.empire_ascendant.play.rolls import LADDER, QUESTIONS, TYPED, Inputs
from rules.systems.empire_ascendant.rulebook.book import rulebook

CRAFT = rulebook().craft
LEVELS: Mapping[str, Own] = CRAFT.levels
MOST = max(row.rank for row in LEVELS.values())
LEVEL, NONE, SHIELDS, TORPEDO = "level", "none", "shields", "torpedo"
OVER_SOAK = "Damage over Soak"
STOPPED = CRAFT.fire[TORPEDO].does
# Whoever fires and whoever is hit are of one scale where it is not said.
SAME_SCALE = {**SCALES, "their_scale": lambda given: given["my_scale"]}


# --- fire


def _typed(label: str, code: tuple[int, int] | None) -> Figure:
    value, pips = code or (0, 0)
    return dice(label, value, pips=pips, source=TYPED)


def _gunnery(inputs: Inputs) -> Plan:
    """Starship Gunnery less dice lost, then fire control (Empire Ascendant, First Fire Segment).
    Evading adds to the number, for a smaller craft also its scale, and to a torpedo's the speed of
    whom it follows. A smaller attacker has more dice (Empire Ascendant, Scaling).
    """
    inputs.ask(QUESTIONS["scales"], SAME_SCALE)
    chosen, control, base = (
        inputs["range"],
        inputs["fire_control"],
        rolls.range_number(inputs["range"]),
    )
    is_torpedo, source = inputs["weapon"] == TORPEDO, CRAFT.fire["attack"].source
    size = attacks.larger(inputs)
    scale = COMBAT.scale_defense * size if inputs["evade"] and size > 0 else 0
    speed = inputs["speed"] if is_torpedo else 0
    added = (("evade", inputs["evade"]), ("scale", scale), ("Speed", speed))
    more = (bonus(label, value, source=source) for label, value in added if value)
    target = LADDER.labeled(base, *more) if base else None
    is_far = is_torpedo and chosen and chosen != CRAFT.torpedo_range
    ship = _typed("Fire Control", control) if control else None
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
    action = f"ship-damage?damage={quote_plus(codes.written(*code))}&{said}"
    return text(result(inputs, outcome, rng), hit=FollowUp(action, attacks.ROLL_DAMAGE))


def _ship_damage(inputs: Inputs) -> Plan:
    """Damage dice, fewer from farther away, and more against something smaller."""
    inputs.ask(QUESTIONS["scales"], SAME_SCALE)
    less, code = CRAFT.range_damage.get(inputs["range"]), inputs["damage"]
    if not code:
        return Plan()
    more = (*((less.term,) if less and less.dice else ()), *scale_dice(attacks.larger(inputs)))
    damage = rolls.roll(inputs, _typed("Damage", code), *more, kind="plain")
    return Plan(roll=damage, foreseen=(damage.average(),))


def shields_number(at: str | None) -> Figure | None:
    """The number to raise shields by the range of the hit; None where that is not known."""
    row = CRAFT.shields.get(at or "")
    return LADDER.typed(row.number, row.source) if row else None


def _shields(inputs: Inputs) -> Plan:
    """Starship Shields against a number by range."""
    return checks.tool_plan(inputs, "starship-shields", shields_number(inputs["range"]))


# --- a hit


def _soak(label: str, hull: Figure, *shields: Figure) -> Figure:
    """Hull and the shields that are up; their pips are carried."""
    return carried(label, hull, *shields, ruling=COMBAT.rulings["carried"])


def _struck(before: Own, over: int, shields: int | None) -> tuple[Own, Own]:
    """The level that so much damage over Soak comes to with so many dice of shields left, and that
    of the craft after it: any more damage as bad as its level or less, from the one before the last
    but one on, makes that a level worse.
    """
    row = row_of(tuple(CRAFT.margins.values()), over)
    hit = LEVELS[row.id if row else NONE]
    if hit.instead and not shields:
        hit = LEVELS[hit.instead]
    if before.rank >= MOST - 2 and 0 < hit.rank <= before.rank:
        return hit, next(row for row in LEVELS.values() if row.rank == before.rank + 1)
    return hit, max(hit, before, key=lambda row: row.rank)


def _dice(hit: Own, level: Own) -> int:
    """The dice that pick the system which is hit."""
    return CRAFT.system_dice if hit.rank and level.table else 0


def _told(hit: Own, level: Own, kind: str, face: int) -> tuple[list[str], dict[str, int]]:
    """A hit on a craft of that kind in sentences, and the marks that it sets; `face` is the die
    that picked a system, 0 for none.
    """
    said, marks = [f"{hit.name}. {hit.does}"], dict(hit.marks)
    if level is not hit and hit.rank:
        said += [f"It is {level.name.lower()} now. {level.does}", level.ruling]
    if face:
        system = row_at(getattr(CRAFT, f"{kind}_{level.table}"), face)
        said += [f"{face}: {system.does}", system.ruling]
        marks |= system.marks
    return said, marks


# --- of a craft that the game master describes


def _ship_soak(inputs: Inputs) -> Plan:
    """Soak of a craft whose hull and shields are typed."""
    if not inputs["hull"]:
        return Plan()
    pool = _typed("Hull", inputs["hull"])
    if inputs["deployed"] and inputs["shields"]:
        pool = _soak("Hull", pool, _typed("Shields", inputs["shields"]))
    return Plan(roll=rolls.roll(inputs, pool, kind="plain"))


def _reached(inputs: Inputs) -> tuple[Own, Own] | None:
    """The level that the damage over Soak comes to, and that of the craft then; None until both are
    known.
    """
    damage, soaked = inputs["damage"], inputs["soak"]
    if damage is None or soaked is None:
        return None
    return _struck(LEVELS[inputs["level"]], damage - soaked, inputs["shields"])


def _ship_harm(inputs: Inputs) -> Plan:
    """The effect of damage over Soak on a craft of a level that is chosen."""
    if LEVELS[inputs["level"]].rank == MOST:
        return Plan(barred=modifiers.refusal("destroyed"))
    if (reached := _reached(inputs)) is None:
        return Plan()
    level, count = reached[1], _dice(*reached)
    picked = rolls.plain(inputs, count, "System", source=level.source) if count else None
    return Plan(roll=picked, foreseen=(f"{level.name}. {level.does}",))


def _ship_harmed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    hit, level = _reached(inputs) or (LEVELS[NONE], LEVELS[NONE])
    said, _ = _told(hit, level, inputs["craft"], outcome.total if outcome.dice else 0)
    return text(outcome, *said, row=level.id)


RULES: dict[str, ProcedureRule[Character]] = {
    "gunnery": ProcedureRule(_fired, _gunnery),
    "ship-damage": ProcedureRule(saying, _ship_damage),
    "shields": ProcedureRule(result, _shields),
    "ship-soak": ProcedureRule(saying, _ship_soak),
    "ship-harm": ProcedureRule(_ship_harmed, _ship_harm),
}


# --- of a craft whose marks have its level


def level(craft: TypedCraft) -> Own:
    """The level of its damage; that of no damage where it has none."""
    return next(row for row in LEVELS.values() if row.rank == craft.marks.level)


def track(craft: TypedCraft) -> Track:
    """The levels with what brings each, and a box for each that lasts."""
    levels = []
    for id, margin in CRAFT.margins.items():
        row = LEVELS[id]
        boxes, marked = int(row.rank > 0), int(row.rank == craft.marks.level > 0)
        figure = number(OVER_SOAK, margin.low, source=row.source, ruling=row.ruling)
        low, high = margin.low, margin.high
        levels.append(Level(margin.name, low, high, figure, row.does, boxes, marked))
    return Track("harm", "Harm", tuple(levels), note=OVER_SOAK)


def _shifts(craft: TypedCraft, rank: int, set_: dict[str, int]) -> tuple[MarkChange, ...]:
    """The marks that a hit changes. One counted in rounds, and one that is set or not, begin
    again; the others add up.
    """
    marks, rows = craft.marks, craft.tables.marks
    rank = max(rank, set_.get(LEVEL, 0), marks.level)
    shifts = [MarkChange(LEVEL, rank - marks.level, most=MOST)] if rank > marks.level else []
    for id, by in set_.items():
        more = max(0, by - getattr(marks, id)) if rows[id].rounds else by
        if id != LEVEL and more:
            shifts.append(MarkChange(id, more, most=rows[id].most))
    return tuple(shifts)


def _harm(inputs: ActionInput[Any]) -> Plan:
    craft, shields = inputs.character, inputs.character.figure(SHIELDS)
    if craft.out() or (inputs[TORPEDO] and inputs["deployed"]):
        barred = modifiers.refusal("destroyed" if craft.out() else "")
        return Plan(barred=barred, foreseen=(STOPPED,))
    up = (shields,) if inputs["deployed"] and shields.value else ()
    pool = (_soak("Soak", craft.figure("hull"), *up), *scale_dice(attacks.larger(inputs)))
    thrown = rolls.roll(inputs, *pool, kind="plain")
    return Plan(roll=thrown, foreseen=(thrown.average(),))


def _harmed(inputs: ActionInput[Any], outcome: Outcome, rng: Random) -> Outcome:
    craft, damage = inputs.character, inputs["damage"]
    if not outcome.dice:
        return text(outcome, STOPPED, taken=taken(damage))
    hit, after = _struck(level(craft), damage - outcome.total, craft.value(SHIELDS))
    thrown = extra(rng, _dice(hit, after))
    said, marks = _told(hit, after, craft.kind.values["craft"], faces(thrown))
    effects = () if hit.id == NONE else dict.fromkeys((hit.name, after.name))
    return text(
        outcome,
        f"{damage:,} damage against Soak {outcome.total}",
        *said,
        shifts=_shifts(craft, after.rank, marks),
        dice=(*outcome.dice, *thrown),
        row=after.id,
        taken=taken(damage, *effects),
    )


# Damage against Soak: Hull, and shields that are up.
HARM: ProcedureRule[Any] = ProcedureRule(_harmed, _harm, usual=SCALES)
