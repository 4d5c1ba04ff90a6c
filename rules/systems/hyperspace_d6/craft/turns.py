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
    moved = attempt.situation.get("bands", 0)
    now, said = {"bands": moved + 1}, "One range band, free."
    if moved >= book().play.moving["bands"]:
        said = "Another range band: an action of the pilot."
        if CREW_DICE in attempt.situation:
            now["actions"] = attempt.situation.get("actions", 1) + 1
    return Outcome("move", "Moved", "note", said=(said,), situation=now)


def _scene(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    """The end of a fight: nobody is rattled any more."""
    shifts: tuple[MarkChange, ...] = ()
    said = "The fight is over."
    if attempt.character.marks.rattled:
        shifts, said = (MarkChange("rattled", -1),), "It is no longer rattled."
    now = {"actions": 1, "bands": 0, "rattled_felt": 0}
    return Outcome("scene", "End of the fight", "note", said=(said,), shifts=shifts, situation=now)


def _turn(attempt: Attempt[Craft], _rng: Random) -> Outcome:
    """A craft that was rattled is so on the turn that begins, and no longer when that ends."""
    marks, felt = attempt.character.marks, attempt.situation.get("rattled_felt")
    shifts: tuple[MarkChange, ...] = ()
    said, now = (
        "One action; declare more at its start.",
        {"actions": 1, "bands": 0, "rattled_felt": 0},
    )
    if marks.rattled and felt:
        shifts, said = (MarkChange("rattled", -1),), "It is no longer rattled."
    elif marks.rattled:
        now["rattled_felt"], said = 1, "Rattled: −1D on this turn."
    return Outcome("turn", "A new turn", "note", said=(said,), shifts=shifts, situation=now)


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
