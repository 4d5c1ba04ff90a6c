"""Rest and repair: what heals, and what is mended."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from rules.figures import Figure, number
from rules.forms.fields import Option
from rules.kit import answers
from rules.kit.answers import Answers
from rules.kit.checks import refuse
from rules.kit.procedures import fixed
from rules.kit.success_checks import unit
from rules.play import Action, Attempt, Die, MarkChange, Outcome, RollForm
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play import modifiers, rollables
from rules.systems.storytelling_d10.play.bearings import Bearings
from rules.systems.storytelling_d10.play.damage import BASHING, LETHAL
from rules.systems.storytelling_d10.play.rollables import summed
from rules.systems.storytelling_d10.play.rolls import Simple, simple_roll
from rules.systems.storytelling_d10.play.throw import Throw, plain
from rules.systems.storytelling_d10.rulebook import rulebook

REPAIRS = {"shield": "A shield", "armor": "Armor", "droid": "A droid: this one"}
MARKS = {"shield": "shield_lost", "armor": "armor_lost"}


def rest_form(attempt: Attempt[Character], action: Action) -> RollForm:
    """How long the rest is."""
    inputs = Answers(attempt.values)
    hours = inputs.number("hours", 0, 1000)
    inputs.check()
    full = rulebook().combat.numbers["rest-hours"].number
    fields = (answers.number_field("hours", f"Hours ({full} are a full rest)", hours, 0, 1000),)
    return RollForm(
        action, fields, barred=action.barred, foreseen=tuple(foreseen(attempt.character))
    )


def foreseen(character: Character) -> Iterator[str]:
    """What a full rest does."""
    yield "Current Power goes to 0, and 1 Willpower comes back."
    for kind, difficulty in heals(character):
        yield f"Stamina at {difficulty.value} heals {kind} damage."


def heals(character: Character) -> Iterator[tuple[str, Figure]]:
    """The kinds of damage that Stamina heals, with their difficulties; a droid's none."""
    if character.has_merit("droid"):
        return
    for kind in (LETHAL, BASHING):
        if getattr(character.marks, kind):
            row = rulebook().combat.numbers[f"heal-{kind}"]
            yield kind, number("Difficulty", row.number, source=row.source)


def rest(attempt: Attempt[Character], rng: Random) -> Outcome:
    """A full rest: Power goes, Willpower comes, and Stamina heals a level a success."""
    character, inputs = attempt.character, Answers(attempt.values)
    full = rulebook().combat.numbers["rest-hours"].number
    hours = inputs.number("hours", 0, 1000)
    inputs.check()
    if hours is not None and hours < full:
        refuse("rest", f"A full rest takes {full} hours.")
    marks, texts, dice = character.marks, list[str](), list[Die]()
    back = min(marks.willpower_spent, rulebook().points.numbers["willpower-rest"].number)
    shifts = [MarkChange("power_now", -marks.power_now), MarkChange("willpower_spent", -back)]
    each = rulebook().combat.numbers["slow-healing"].number
    each = each if character.has_flaw("slow-healing") else 1
    for kind, difficulty in heals(character):
        pool = figures.trait(character, figures.STAMINA)
        thrown, left = plain(pool, difficulty, rng)
        dice += thrown
        healed = min(left // each, getattr(marks, kind))
        shifts.append(MarkChange(kind, -healed))
        texts.append(f"{left} {unit(left)}: {healed} {kind} healed")
    if character.has_merit("droid") and marks.bashing + marks.lethal:
        texts.append("Droids don't heal: repair them.")
    return Outcome(
        "rest",
        "Rest",
        "heal",
        tuple(dice),
        said=("A full rest", *texts),
        shifts=tuple(one for one in shifts if one.by),
        unit="successes",
    )


def repair(attempt: Attempt[Character]) -> Simple:
    """Intelligence and Repair on a shield, armor, or a droid."""
    inputs, character = Answers(attempt.values), attempt.character
    what = inputs.option("what", REPAIRS) or "shield"
    typed = inputs.number("difficulty", 1, 10)
    bearing = Bearings(character, inputs, {"any", "repair", "intelligence"}, "repair")
    inputs.check()
    row = rulebook().combat.numbers["repair-shield" if what == "shield" else "difficulty"]
    at = number("Difficulty", row.number if typed is None else typed, source=row.source)
    pool = modifiers.current_pool(attempt, rollables.ability(character, "repair", "intelligence"))
    options = tuple(Option(id, name, chosen=id == what) for id, name in REPAIRS.items())
    fields = (
        answers.menu("what", "What", options),
        answers.number_field("difficulty", "Difficulty", at.value, 1, 10),
        *bearing.fields(),
    )
    check = Throw(
        summed(pool, *bearing.dice()),
        summed(at, *bearing.difficulty()),
        bars=nothing(attempt, what),
        reroll=bearing.reroll,
    )
    return Simple(check, fields, {"what": what})


def nothing(attempt: Attempt[Character], what: str) -> str:
    """Why there is nothing to repair."""
    marks = attempt.character.marks
    if what == "droid":
        if not attempt.character.has_merit("droid"):
            return "You are no droid; a droid's own sheet is repaired."
        return "" if marks.bashing + marks.lethal else "Nothing is damaged."
    return "" if getattr(marks, MARKS[what]) else f"{REPAIRS[what]} has lost nothing."


def repaired(attempt: Attempt[Character], roll: Simple, outcome: Outcome) -> Outcome:
    """A shield gets 1 back, armor and droids 1 for each success."""
    what, marks, count = roll.answers["what"], attempt.character.marks, outcome.total
    if not outcome.success:
        return replace(outcome, said=(*outcome.said, "Nothing is mended."))
    if what == "droid":
        lethal = min(count, marks.lethal)
        bashing = min(count - lethal, marks.bashing)
        shifts = [MarkChange(LETHAL, -lethal), MarkChange(BASHING, -bashing)]
        message = f"{lethal + bashing} levels repaired"
    else:
        back = min(1 if what == "shield" else count, getattr(marks, MARKS[what]))
        shifts = [MarkChange(MARKS[what], -back)]
        message = f"{back} of its rating is back"
    moved = tuple(one for one in shifts if one.by)
    return replace(outcome, said=(*outcome.said, message), shifts=moved)


def cannot_rest(attempt: Attempt[Character]) -> str:
    """The dead don't rest."""
    return modifiers.DEAD if attempt.character.marks.dead else ""


REST = fixed(
    Action("rest", "Rest", "A night's sleep, or as long in meditation.", asks=True),
    cannot_rest,
    rest,
    rest_form,
)
REPAIR = simple_roll(
    Action("repair", "Repair", "Intelligence and Repair.", asks=True), repair, repaired
)
