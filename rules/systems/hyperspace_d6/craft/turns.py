"""Turns of a craft: initiative, moving over range bands, a new turn, and the end of the fight."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.figures import dice, total
from rules.kit.craft.crew import CREW_DICE
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, always
from rules.play import MarkChange, Outcome
from rules.systems.hyperspace_d6.craft.craft import destroyed
from rules.systems.hyperspace_d6.craft.rolls import (
    PILOT,
    CraftCheck,
    Inputs,
    barred,
    damage_taken,
    destined,
)
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

BEGUN = {"actions": 1, "bands": 0}


def _initiative(inputs: Inputs) -> Plan:
    """The pilot, with Mobility (HyperspaceD6, Vehicle Combat Basics)."""
    craft, topic, turn = inputs.character, guide().topics["craft-initiative"], inputs.situation
    steering = turn.get(PILOT, turn.get(CREW_DICE, 0))
    steers, source = craft.kind.values["steers"], topic.source
    terms = [dice(steers, steering, source=source, ruling=topic.ruling)] if steering else []
    pool = total("Initiative", *terms, craft.figure("mobility"), unit="D", source=source)
    less = tuple(damage_taken(craft))
    pool = total("Initiative", pool, *less, unit="D", source=source) if less else pool
    return Plan(roll=CraftCheck(craft, pool))


def _begin(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    return replace(destined(inputs, outcome, rng), situation=BEGUN)


def _is_free(inputs: Inputs) -> bool:
    """True if the next band of the turn takes no action."""
    return inputs.situation.get("bands", 0) < book().play.moving["bands"]


def _moving(inputs: Inputs) -> Plan:
    """A band beyond those that are free takes an action of whoever steers."""
    return Plan(cost=int(not _is_free(inputs)))


def _move(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """One band a turn is free; a further one is an action of the pilot."""
    turn = {"bands": inputs.situation.get("bands", 0) + 1}
    return text(outcome, inputs.texts["free" if _is_free(inputs) else "paid"], situation=turn)


def _begun(inputs: Inputs, outcome: Outcome, *, calms: bool, felt: int = 0) -> Outcome:
    """The turn as it begins, of a craft that `calms` no longer rattled; `felt` is 1 while it is."""
    shifts = (MarkChange("rattled", -1),) if calms else ()
    sentence = inputs.texts["calm" if calms else "felt" if felt else "said"]
    return text(outcome, sentence, shifts=shifts, situation={**BEGUN, "rattled_felt": felt})


def _scene(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The end of a fight: nobody is rattled any more."""
    return _begun(inputs, outcome, calms=bool(inputs.character.marks.rattled))


def _turn(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A craft that was rattled is so on the turn that begins, and no longer when that ends."""
    is_rattled, felt = bool(inputs.character.marks.rattled), inputs.situation.get("rattled_felt")
    if is_rattled and not felt:
        return _begun(inputs, outcome, calms=False, felt=1)
    return _begun(inputs, outcome, calms=is_rattled)


RULES = {
    "turn": ProcedureRule(_turn, barred=destroyed),
    "initiative": ProcedureRule(_begin, _initiative, barred),
    "move": ProcedureRule(_move, _moving, barred=barred),
    "scene": ProcedureRule(_scene, barred=destroyed, idle=always),
}
