"""Damage of a craft in levels: by how much it is over Soak, and which system a die picks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from rules.figures import Figure, carried, number
from rules.kit.craft.craft import TypedCraft
from rules.kit.play.outcomes import extra, faces, taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import ActionInput
from rules.kit.play.result_tables import row_at, row_of
from rules.play import MarkChange, Outcome
from rules.sheet.sections import Level, Track
from rules.systems.empire_ascendant.play import modifiers
from rules.systems.empire_ascendant.play.attacks import COMBAT, SCALES, larger, scale_dice
from rules.systems.empire_ascendant.play.rolls import roll
from rules.systems.empire_ascendant.rulebook.book import Level as CraftLevel
from rules.systems.empire_ascendant.rulebook.book import rulebook

CRAFT = rulebook().craft
LEVELS: Mapping[str, Any] = CRAFT.levels
MOST = max(row.rank for row in LEVELS.values())
LEVEL, NONE, SHIELDS, TORPEDO = "level", "none", "shields", "torpedo"
OVER_SOAK = "Damage over Soak"
STOPPED = CRAFT.fire[TORPEDO].does


class Hit(msgspec.Struct, frozen=True):
    """The effect of a hit: the level of the craft after it, in sentences, and its marks."""

    level: CraftLevel
    said: tuple[str, ...]
    marks: dict[str, int]


def result_of(over: int, shields: int | None) -> str:
    """The level that so much damage over Soak comes to, by id; `shields` are dice left."""
    row = row_of(tuple(CRAFT.margins.values()), over)
    if row is None:
        return NONE
    instead: str = LEVELS[row.id].instead
    return instead if instead and not shields else str(row.id)


def level_after(before: str, result: str) -> str:
    """The level of a craft after a hit: any more damage as bad as its level or less, from the
    one before the last but one on, makes that a level worse.
    """
    was, rank = LEVELS[before].rank, LEVELS[result].rank
    if not rank:
        return before if was else result
    if was >= MOST - 2 and rank <= was:
        return next(id for id, row in LEVELS.items() if row.rank == was + 1)
    return result if rank >= was else before


def picks_system(before: str, result: str) -> bool:
    """True if a die picks the system that is hit."""
    return bool(LEVELS[result].rank) and bool(LEVELS[level_after(before, result)].table)


def hit_of(before: str, result: str, kind: str, face: int | None) -> Hit:
    """The effect of a hit on a craft of that kind; `face` is the die that picked a system."""
    hit, level = LEVELS[result], LEVELS[level_after(before, result)]
    said, marks = [f"{hit.name}. {hit.does}"], dict(hit.marks)
    if level is not hit and hit.rank:
        said += [f"It is {level.name.lower()} now. {level.does}", level.ruling]
    if face is not None:
        system = row_at(getattr(CRAFT, f"{kind}_{level.table}"), face)
        said += [f"{face}: {system.does}", system.ruling]
        marks |= system.marks
    return Hit(level, tuple(filter(None, said)), marks)


# --- of a craft whose marks have its level


def _shifts(craft: TypedCraft, hit: Hit) -> tuple[MarkChange, ...]:
    """The marks that a hit changes. One counted in rounds, and one that is set or not, begin
    again; the others add up.
    """
    marks, rows = craft.marks, craft.tables.marks
    rank = max(hit.level.rank, hit.marks.get(LEVEL, 0), marks.level)
    shifts = [MarkChange(LEVEL, rank - marks.level, most=MOST)] if rank > marks.level else []
    for id, by in hit.marks.items():
        more = max(0, by - getattr(marks, id)) if rows[id].rounds else by
        if id != LEVEL and more:
            shifts.append(MarkChange(id, more, most=rows[id].most))
    return tuple(shifts)


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


def soak(label: str, hull: Figure, *shields: Figure) -> Figure:
    """Hull and the shields that are up; their pips are carried."""
    return carried(label, hull, *shields, ruling=COMBAT.rulings["carried"])


def _plan(inputs: ActionInput[Any]) -> Plan:
    craft, shields = inputs.character, inputs.character.figure(SHIELDS)
    if craft.out() or (inputs[TORPEDO] and inputs["deployed"]):
        barred = modifiers.refusal("destroyed" if craft.out() else "")
        return Plan(barred=barred, foreseen=(STOPPED,))
    up = (shields,) if inputs["deployed"] and shields.value else ()
    pool = soak("Soak", craft.figure("hull"), *up)
    thrown = roll(inputs, pool, *scale_dice(larger(inputs)), kind="plain")
    return Plan(roll=thrown, foreseen=(thrown.average(),))


def _harmed(inputs: ActionInput[Any], outcome: Outcome, rng: Random) -> Outcome:
    craft, damage = inputs.character, inputs["damage"]
    if not outcome.dice:
        return text(outcome, STOPPED, taken=taken(damage))
    before = next(row.id for row in LEVELS.values() if row.rank == craft.marks.level)
    result = result_of(damage - outcome.total, craft.value(SHIELDS))
    thrown = extra(rng, CRAFT.system_dice) if picks_system(before, result) else ()
    hit = hit_of(before, result, craft.kind.values["craft"], faces(thrown) or None)
    effects = () if result == NONE else dict.fromkeys((LEVELS[result].name, hit.level.name))
    return text(
        outcome,
        f"{damage} damage against Soak {outcome.total}",
        *hit.said,
        shifts=_shifts(craft, hit),
        dice=(*outcome.dice, *thrown),
        row=hit.level.id,
        taken=taken(damage, *effects),
    )


# Damage against Soak: Hull, and shields that are up.
HARM: ProcedureRule[Any] = ProcedureRule(_harmed, _plan, usual=SCALES)
