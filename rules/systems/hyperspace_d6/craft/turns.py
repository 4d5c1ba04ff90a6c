"""Turns of a craft: initiative, moving over range bands, a new turn, and the end of the fight."""

from __future__ import annotations

from random import Random

import msgspec

from rules.dice import pools
from rules.figures import Figure, dice, total
from rules.kit.play.answers import read_number, required
from rules.kit.play.checks import dice_outcome, refuse
from rules.kit.play.procedures import ProcedureGroup, fixed
from rules.play import Action, Attempt, Die, MarkChange, Outcome, RollForm
from rules.systems.hyperspace_d6.craft.checks import (
    CREW,
    PILOT,
    barred,
    damage_taken,
    destroyed,
    no_dice,
)
from rules.systems.hyperspace_d6.craft.state import CraftState
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

MOST_ACTIONS = 20


def _initiative_pool(attempt: Attempt[CraftState]) -> Figure:
    """The pilot, with Mobility (HyperspaceD6, Vehicle Combat Basics)."""
    craft, topic = attempt.character, guide().topics["craft-initiative"]
    steering = attempt.situation.get(PILOT, attempt.situation.get(CREW, 0))
    skill = book().skills[craft.chosen.skill].name
    terms = [dice(skill, steering, source=topic.source, ruling=topic.ruling)] if steering else []
    pool = total("Initiative", *terms, craft.figure("mobility"), unit="D", source=topic.source)
    less = tuple(damage_taken(craft))
    return total("Initiative", pool, *less, unit="D", source=topic.source) if less else pool


def _initiative_form(attempt: Attempt[CraftState], action: Action) -> RollForm:
    pool = _initiative_pool(attempt)
    return RollForm(action, (), pool, barred=action.barred or no_dice(pool))


def _initiative(attempt: Attempt[CraftState], rng: Random) -> Outcome:
    pool = _initiative_pool(attempt)
    refuse("initiative", no_dice(pool))
    faces = pools.roll(rng, pool.value)
    thrown = tuple(Die(face, "" if place else "destiny") for place, face in enumerate(faces))
    outcome = dice_outcome(pool, thrown, action="initiative", name="Initiative")
    asks = book().play.destiny.get(str(faces[0]), "")
    return msgspec.structs.replace(outcome, asks=asks, situation={"actions": 1, "bands": 0})


def _move(attempt: Attempt[CraftState], _rng: Random) -> Outcome:
    """One band a turn is free; a further one is an action of the pilot, whose penalty an
    opponent's crew gets at once.
    """
    moved = attempt.situation.get("bands", 0)
    now, said = {"bands": moved + 1}, "One range band, free."
    if moved >= book().play.moving["bands"]:
        said = "Another range band: an action of the pilot."
        if CREW in attempt.situation:
            now["actions"] = attempt.situation.get("actions", 1) + 1
    return Outcome("move", "Moved", "note", said=(said,), situation=now)


def _scene(attempt: Attempt[CraftState], _rng: Random) -> Outcome:
    """The end of a fight: nobody is rattled any more."""
    shifts: tuple[MarkChange, ...] = ()
    said = "The fight is over."
    if attempt.character.marks.rattled:
        shifts, said = (MarkChange("rattled", -1),), "It is no longer rattled."
    now = {"actions": 1, "bands": 0, "rattled_felt": 0}
    return Outcome("scene", "End of the fight", "note", said=(said,), shifts=shifts, situation=now)


def _turn(attempt: Attempt[CraftState], _rng: Random) -> Outcome:
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


def declare(attempt: Attempt[CraftState]) -> dict[str, int]:
    """The turn with the declared actions of an opponent's crew; RuleViolation for too many."""
    count = read_number(attempt.values, "actions", 1, MOST_ACTIONS)
    return {"actions": required(count, "actions", f"Declare 1 to {MOST_ACTIONS} actions.")}


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
