"""Turns of a craft: initiative, moving over range bands, a new turn, and the end of the fight."""

from __future__ import annotations

from random import Random

import msgspec

from rules.figures import dice, total
from rules.kit.craft.crew import CREW_DICE
from rules.kit.play.procedures import ProcedureGroup, fixed
from rules.play import Action, Attempt, MarkChange, Outcome, RollForm
from rules.systems.hyperspace_d6.craft.craft import Craft
from rules.systems.hyperspace_d6.craft.rolls import (
    PILOT,
    CraftCheck,
    barred,
    damage_taken,
    destroyed,
)
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide


def _initiative_check(attempt: Attempt[Craft]) -> CraftCheck:
    """The pilot, with Mobility (HyperspaceD6, Vehicle Combat Basics)."""
    craft, topic = attempt.character, guide().topics["craft-initiative"]
    steering = attempt.situation.get(PILOT, attempt.situation.get(CREW_DICE, 0))
    steers, source = craft.kind.values["steers"], topic.source
    terms = [dice(steers, steering, source=source, ruling=topic.ruling)] if steering else []
    pool = total("Initiative", *terms, craft.figure("mobility"), unit="D", source=source)
    less = tuple(damage_taken(craft))
    pool = total("Initiative", pool, *less, unit="D", source=source) if less else pool
    return CraftCheck(craft, pool)


def _initiative_form(attempt: Attempt[Craft], action: Action) -> RollForm:
    check = _initiative_check(attempt)
    return RollForm(action, (), check.pool, barred=check.barred())


def _initiative(attempt: Attempt[Craft], rng: Random) -> Outcome:
    outcome = _initiative_check(attempt).outcome("initiative", "Initiative", rng)
    return msgspec.structs.replace(outcome, situation={"actions": 1, "bands": 0})


def _move(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    """One band a turn is free; a further one is an action of the pilot, whose penalty an
    opponent's crew gets at once.
    """
    bands = attempt.situation.get("bands", 0)
    turn, message = {"bands": bands + 1}, "One range band, free."
    if bands >= book().play.moving["bands"]:
        message = "Another range band: an action of the pilot."
        if CREW_DICE in attempt.situation:
            turn["actions"] = attempt.situation.get("actions", 1) + 1
    return Outcome("move", "Moved", "note", said=(message,), situation=turn)


def _begun(id: str, name: str, message: str, *, calms: bool, felt: int = 0) -> Outcome:
    """The turn as it begins, of a craft that `calms` no longer rattled; `felt` is 1 while it is."""
    shifts = (MarkChange("rattled", -1),) if calms else ()
    said = ("It is no longer rattled." if calms else message,)
    turn = {"actions": 1, "bands": 0, "rattled_felt": felt}
    return Outcome(id, name, "note", said=said, shifts=shifts, situation=turn)


def _scene(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    """The end of a fight: nobody is rattled any more."""
    is_rattled = bool(attempt.character.marks.rattled)
    return _begun("scene", "End of the fight", "The fight is over.", calms=is_rattled)


def _turn(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    """A craft that was rattled is so on the turn that begins, and no longer when that ends."""
    is_rattled, felt = attempt.character.marks.rattled, attempt.situation.get("rattled_felt")
    if is_rattled and not felt:
        return _begun("turn", "A new turn", "Rattled: −1D on this turn.", calms=False, felt=1)
    message = "One action; declare more at its start."
    return _begun("turn", "A new turn", message, calms=bool(is_rattled))


TURNS = ProcedureGroup(
    "turn",
    "The turn",
    (
        fixed(Action("turn", "New turn", "Being rattled counts on this turn."), destroyed, _turn),
        fixed(
            Action(
                "initiative",
                "Initiative",
                "The pilot's dice, with the craft's Mobility.",
                asks=True,
            ),
            barred,
            _initiative,
            _initiative_form,
        ),
        fixed(Action("move", "Move", "One range band a turn is free."), barred, _move),
        fixed(
            Action("scene", "End fight", "Nobody aboard stays rattled.", idle=True),
            destroyed,
            _scene,
        ),
    ),
)
