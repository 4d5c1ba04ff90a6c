"""Every action of a craft at the table, and its dice there."""

from __future__ import annotations

from rules.figures import dice, total
from rules.forms.fields import Number
from rules.kit.play.checks import shown
from rules.kit.play.procedures import ActionTable, ProcedureGroup, Rolls
from rules.play import Attempt, PlayState
from rules.systems.hyperspace_d6.craft.checks import (
    CREW,
    EVADE,
    CraftRoll,
    barred,
    evade,
    find,
    form,
    penalties,
    resolve,
)
from rules.systems.hyperspace_d6.craft.damage import HARM, REPAIR
from rules.systems.hyperspace_d6.craft.lookup import DICE
from rules.systems.hyperspace_d6.craft.shields import ANGLE, RESTORE
from rules.systems.hyperspace_d6.craft.state import CraftState
from rules.systems.hyperspace_d6.craft.turns import MOST_ACTIONS, TURNS

TABLE: ActionTable[CraftState, CraftRoll] = ActionTable(
    Rolls(find, form, resolve),
    (
        TURNS,
        ProcedureGroup("shields", "Shields", (ANGLE,)),
        ProcedureGroup("harm", "Harm", (HARM, REPAIR, RESTORE)),
    ),
)


def state(attempt: Attempt[CraftState]) -> PlayState:
    """Its dice with what damage takes from them, and Evade with the pilot."""
    craft, less = attempt.character, tuple(penalties(attempt))
    keys = (*DICE, *(f"weapons.{weapon.id}.attack" for weapon in craft.weapons))
    crew = attempt.situation.get(CREW, 0)
    more = (dice("crew", crew, source="your GM"), *less) if crew else less
    now = {}
    for key in keys:
        if roll := find(craft, key):
            now[key] = shown(total(roll.name, roll.pool, *more, unit="D", source=roll.pool.source))
    if attempt.situation.get(EVADE):
        now["evade"] = evade(attempt)
    remarks = tuple(f"{one.label[:1].upper()}{one.label[1:]}: −{-one.value}D" for one in less)
    declared = str(attempt.situation.get("actions", 1))
    controls = (
        Number("actions", "Actions this turn", (declared,), lowest=1, highest=MOST_ACTIONS),
    )
    return PlayState(now, (*filter(None, (barred(attempt),)), *remarks), controls if crew else ())
