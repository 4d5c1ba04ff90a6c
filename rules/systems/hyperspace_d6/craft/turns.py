"""Turns of a craft: initiative, moving over range bands, a new turn, and the end of the fight."""

from __future__ import annotations

from functools import partial
from random import Random

from msgspec.structs import replace

from rules.figures import dice, total
from rules.kit.craft.crew import CREW_DICE
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, always
from rules.play import MarkChange, Outcome
from rules.systems.hyperspace_d6.craft.craft import DESTROYED, Craft, barred, if_destroyed
from rules.systems.hyperspace_d6.craft.rolls import PILOT, Inputs, check, damage_taken, destined
from rules.systems.hyperspace_d6.play.turns import movement
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
    return Plan(roll=check(craft, pool))


def _begin(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    return replace(destined(inputs, outcome, rng), situation=BEGUN)


def _free(_craft: Craft) -> tuple[int, str]:
    """The free range bands of a turn; nothing adds to them."""
    return book().play.moving["bands"], ""


def _turn(inputs: Inputs, outcome: Outcome, _rng: Random, *, is_over: bool = False) -> Outcome:
    """A craft that was rattled is so on the turn that begins, and no longer when that ends, nor
    when the fight `is_over`.
    """
    is_rattled = bool(inputs.character.marks.rattled)
    calms = is_rattled and (is_over or bool(inputs.situation.get("rattled_felt")))
    feels = is_rattled and not calms
    shifts = (MarkChange("rattled", -1),) if calms else ()
    sentence = inputs.texts["calm" if calms else "felt" if feels else "said"]
    return text(outcome, sentence, shifts=shifts, situation={**BEGUN, "rattled_felt": int(feels)})


RULES = {
    "turn": ProcedureRule(_turn, barred=if_destroyed(DESTROYED)),
    "initiative": ProcedureRule(_begin, _initiative, barred),
    "move": movement(_free, barred),
    "scene": ProcedureRule(
        partial(_turn, is_over=True), barred=if_destroyed(DESTROYED), idle=always
    ),
}
