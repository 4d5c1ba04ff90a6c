"""Rest and repair: what heals, and what is mended."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.figures import Figure, number
from rules.kit.checks import refuse
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan, ProcedureRule
from rules.kit.rulebooks import Number
from rules.kit.success_checks import unit
from rules.kit.success_rolls import summed
from rules.play import Die, MarkChange, Outcome, TurnState
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play import modifiers, rollables
from rules.systems.storytelling_d10.play.damage import BASHING, LETHAL
from rules.systems.storytelling_d10.play.procedure_input import Inputs, ask_bearings
from rules.systems.storytelling_d10.play.rollables import DICE
from rules.systems.storytelling_d10.play.rolls import unable
from rules.systems.storytelling_d10.rulebook import rulebook

MARKS = {"shield": "shield_lost", "armor": "armor_lost"}


# --- rest


def heals(character: Character) -> Iterator[tuple[str, Figure]]:
    """The kinds of damage that Stamina heals, with their difficulties; a droid's none."""
    if character.has_merit("droid"):
        return
    for kind in (LETHAL, BASHING):
        if getattr(character.marks, kind):
            yield kind, rulebook().combat.numbers[f"heal-{kind}"].figure("Difficulty")


def _rest(inputs: Inputs) -> Plan:
    healed = (f"Stamina at {at.value} heals {kind} damage." for kind, at in heals(inputs.character))
    return Plan(foreseen=("Current Power goes to 0, and 1 Willpower comes back.", *healed))


def _rested(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """A full rest: Power goes, Willpower comes, and Stamina heals a level a success."""
    character, combat = inputs.character, rulebook().combat.numbers
    full, hours = combat["rest-hours"].number, inputs["hours"]
    short = hours is not None and hours < full
    refuse("rest", f"A full rest takes {full} hours." if short else "")
    marks, texts, dice = character.marks, ["A full rest"], list[Die]()
    back = min(marks.willpower_spent, rulebook().points.numbers["willpower-rest"].number)
    shifts = [MarkChange("power_now", -marks.power_now), MarkChange("willpower_spent", -back)]
    each = combat["slow-healing"].number if character.has_flaw("slow-healing") else 1
    for kind, difficulty in heals(character):
        thrown, left = DICE.plain(figures.trait(character, figures.STAMINA), difficulty, rng)
        dice += thrown
        healed = min(left // each, getattr(marks, kind))
        shifts.append(MarkChange(kind, -healed))
        texts.append(f"{left} {unit(left)}: {healed} {kind} healed")
    if character.has_merit("droid") and marks.bashing + marks.lethal:
        texts.append("Droids don't heal: repair them.")
    return text(outcome, *texts, shifts=_moved(shifts), dice=tuple(dice), unit="successes")


def _moved(shifts: list[MarkChange]) -> tuple[MarkChange, ...]:
    return tuple(one for one in shifts if one.by)


def _cannot_rest(character: Character, _situation: TurnState) -> str:
    """The dead don't rest."""
    return modifiers.DEAD if character.marks.dead else ""


# --- repair


def _repair(inputs: Inputs) -> Plan:
    """Intelligence and Repair on a shield, armor, or a droid."""
    bearings = ask_bearings(inputs, "any", "repair", "intelligence", detail="repair")
    rolled = rollables.ability(inputs.character, "repair", "intelligence")
    at = number("Difficulty", inputs["difficulty"], source=_repair_row(inputs).source)
    throw = DICE.throw(
        summed(modifiers.current_pool(inputs, rolled), *bearings.dice()),
        summed(at, *bearings.difficulty()),
        bars=_nothing_broken(inputs),
        reroll=bearings.reroll,
    )
    return Plan(roll=throw)


def _repair_row(inputs: Inputs) -> Number:
    is_shield = inputs["what"] == "shield"
    return rulebook().combat.numbers["repair-shield" if is_shield else "difficulty"]


def _nothing_broken(inputs: Inputs) -> str:
    """Why there is nothing to repair."""
    what, character = inputs["what"], inputs.character
    if what != "droid":
        name = "A shield" if what == "shield" else "Armor"
        return "" if getattr(character.marks, MARKS[what]) else f"{name} has lost nothing."
    if not character.has_merit("droid"):
        return "You are no droid; a droid's own sheet is repaired."
    return "" if character.marks.bashing + character.marks.lethal else "Nothing is damaged."


def _repaired(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A shield gets 1 back, armor and droids 1 for each success."""
    what, marks, count = inputs["what"], inputs.character.marks, outcome.total
    if not outcome.success:
        return text(outcome, "Nothing is mended.")
    if what == "droid":
        lethal = min(count, marks.lethal)
        bashing = min(count - lethal, marks.bashing)
        shifts = [MarkChange(LETHAL, -lethal), MarkChange(BASHING, -bashing)]
        return text(outcome, f"{lethal + bashing} levels repaired", shifts=_moved(shifts))
    back = min(1 if what == "shield" else count, getattr(marks, MARKS[what]))
    shifts = [MarkChange(MARKS[what], -back)]
    return text(outcome, f"{back} of its rating is back", shifts=_moved(shifts))


RULES = {
    "rest": ProcedureRule(_rested, _rest, _cannot_rest),
    "repair": ProcedureRule(
        _repaired, _repair, unable, {"difficulty": lambda inputs: _repair_row(inputs).number}
    ),
}
