"""Damage that somebody takes: soaked by shield, armor, Stamina, and Power, in that order, then
marked; rest and repair.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.figures import Figure, number
from rules.kit.play.checks import refuse
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import Question
from rules.kit.play.success_checks import unit
from rules.kit.rulebooks import Number
from rules.phrases import counted
from rules.play import Die, MarkChange, Outcome, TurnState
from rules.problems import Problem, RuleViolation
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.build import ITEMS
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.items import Item
from rules.systems.storytelling_d10.play import rollables
from rules.systems.storytelling_d10.play.rollables import DICE, QUESTIONS, Inputs, ask_bearings
from rules.systems.storytelling_d10.play.rolls import unable
from rules.systems.storytelling_d10.play.spending import SCENE_OVER
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.success_rolls import summed

MOST_SUCCESSES, BEARINGS = 99, "bearings"
DEADLY = "Dead, unless a Destiny point is spent to survive."
BASHING, LETHAL, ION = ITEMS.harms
LIVING_DROID = "droid"
# What soaks by a roll, in its order, and what it is called.
SOAKS = {"shield": "Shield", "armor": "Armor", "stamina": "Stamina"}


def protection(character: Character, what: str) -> Item | None:
    """The armor or the shield that soaks, None without one or where its rating is gone."""
    item = character.equipped(character.worn if what == "armor" else character.shield, what)
    if item is None:
        return None
    return item if soak_pool(character, what, item).value > 0 else None


def soak_pool(character: Character, what: str, item: Item | None) -> Figure:
    """The dice of a soak."""
    if what == "stamina" or item is None:
        return character.trait(figures.STAMINA)
    marks = character.marks
    lost = marks.armor_lost if what == "armor" else marks.shield_lost
    full = figures.ARMOR.soak(character, item).value if what == "armor" else item.rating
    return number(item.name, max(0, full - lost))


def soaks(inputs: Inputs) -> dict[str, str]:
    """The soaks of this hit, in its order: names by id."""
    ignored = SOAKS if inputs["ignores"] == "all" else (inputs["ignores"],)
    return {
        id: name
        for id, name in SOAKS.items()
        if id == "stamina" or (protection(inputs.character, id) and id not in ignored)
    }


def _harm(inputs: Inputs) -> Plan:
    """The questions about the hit and its soaks; a soak that is left out is rolled."""
    for id, name in soaks(inputs).items():
        label = f"{name}: successes (left out: rolled)"
        inputs.ask([Question(id=id, label=label, most=MOST_SUCCESSES)])
    inputs.ask(QUESTIONS["power"])
    inputs.said[BEARINGS] = ask_bearings(inputs, "soak", "area-soak")
    return Plan()


def _harmed(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """Soak a hit, wear shield and armor down, and mark what is left."""
    character, power, most = inputs.character, inputs["power"], inputs.character.marks.power_now
    if power and power > most:
        short = f"You have {most} Current Power."
        raise RuleViolation([Problem("bad-value", "power", short)])
    kind, left, texts, dice = inputs["kind"], inputs["damage"], list[str](), list[Die]()
    if kind == ION:
        kind = LETHAL if character.has_merit(LIVING_DROID) else BASHING
        if kind == BASHING:
            left //= rulebook().combat.numbers["ion-living"].number
        texts.append(f"Ion: {left} {kind}")
    shifts: list[MarkChange] = []
    for id, name in soaks(inputs).items():
        thrown, successes, pool = _soaked(inputs, id, rng)
        dice += thrown
        left = max(0, left - successes)
        texts.append(f"{name} soaks {successes}: {left} left")
        if (id == "shield" and left) or (id == "armor" and left > pool):
            shifts.append(MarkChange(f"{id}_lost", 1))
            texts.append(f"{name} loses 1 point of its rating.")
    if power:
        used = min(power, left)
        left -= used
        shifts.append(MarkChange("power_now", -used))
        texts.append(f"Power takes {used}: {left} left")
    before, noun = character.health, "level" if left == 1 else "levels"
    after = before.hurt(left, kind)
    shifts += before.changes_to(after)
    return text(
        outcome,
        f"{left} {noun} of {kind} damage",
        *texts,
        after.described(DEADLY),
        shifts=tuple(one for one in shifts if one.by),
        name="Damage",
        dice=tuple(dice),
        total=left,
        row="dead" if after.is_dead else kind,
        unit=noun,
    )


def _soaked(inputs: Inputs, id: str, rng: Random) -> tuple[tuple[Die, ...], int, int]:
    """The dice and the successes of a soak, typed or rolled, and its pool before merits."""
    character, bearings, typed = inputs.character, inputs[BEARINGS], inputs[id]
    pool = soak_pool(character, id, protection(character, id) if id != "stamina" else None)
    if typed is not None:
        return (), typed, pool.value
    at = summed(rulebook().combat.numbers["soak"].figure("Difficulty"), *bearings.difficulty())
    rolled = summed(pool, *bearings.dice()) if id == "stamina" else pool
    return *DICE.plain(rolled, at, rng), pool.value


def _is_dead(character: Character, _situation: TurnState) -> str:
    """Whoever is dead takes no more."""
    return "Dead: no more marks to take." if character.marks.dead else ""


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
    """A full rest: Power goes, Willpower comes, and Stamina heals a level a success. Any scene is
    over.
    """
    character, combat = inputs.character, rulebook().combat.numbers
    full, hours = combat["rest-hours"].number, inputs["hours"]
    short = hours is not None and hours < full
    refuse("rest", f"A full rest takes {counted(full, 'hour')}." if short else "")
    marks, texts, dice = character.marks, ["A full rest"], list[Die]()
    back = min(marks.willpower_spent, rulebook().points.numbers["willpower-rest"].number)
    shifts = [MarkChange("power_now", -marks.power_now), MarkChange("willpower_spent", -back)]
    each = combat["slow-healing"].number if character.has_flaw("slow-healing") else 1
    for kind, difficulty in heals(character):
        thrown, left = DICE.plain(character.trait(figures.STAMINA), difficulty, rng)
        dice += thrown
        healed = min(left // each, getattr(marks, kind))
        shifts.append(MarkChange(kind, -healed))
        texts.append(f"{left} {unit(left)}: {healed} {kind} healed")
    if character.has_merit("droid") and marks.bashing + marks.lethal:
        texts.append("Droids don't heal: repair them.")
    outcome = text(outcome, *texts, shifts=_moved(shifts), dice=tuple(dice), unit="successes")
    return text(outcome, situation=dict(SCENE_OVER))


def _moved(shifts: list[MarkChange]) -> tuple[MarkChange, ...]:
    return tuple(one for one in shifts if one.by)


def _cannot_rest(character: Character, _situation: TurnState) -> str:
    """The dead don't rest."""
    return rollables.DEAD if character.marks.dead else ""


# --- repair


def _repair(inputs: Inputs) -> Plan:
    """Intelligence and Repair on a shield, armor, or a droid."""
    bearings = ask_bearings(inputs, "any", "repair", "intelligence", detail="repair")
    rolled = rollables.ability(inputs.character, "repair", "intelligence")
    at = number("Difficulty", inputs["difficulty"], source=_repair_row(inputs).source)
    throw = DICE.throw(
        summed(rollables.current_pool(inputs, rolled), *bearings.dice()),
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
        return "You aren't a droid. Repair a droid on its own sheet."
    return "" if character.marks.bashing + character.marks.lethal else "Nothing is damaged."


def _repaired(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A shield gets 1 back, armor and droids 1 for each success."""
    what, marks, count = inputs["what"], inputs.character.marks, outcome.total
    if not outcome.success:
        return text(outcome, "Nothing is repaired.")
    if what == "droid":
        lethal = min(count, marks.lethal)
        bashing = min(count - lethal, marks.bashing)
        shifts = [MarkChange(LETHAL, -lethal), MarkChange(BASHING, -bashing)]
        return text(
            outcome, f"{counted(lethal + bashing, 'level')} repaired", shifts=_moved(shifts)
        )
    back = min(1 if what == "shield" else count, getattr(marks, MARKS[what]))
    shifts = [MarkChange(MARKS[what], -back)]
    return text(outcome, f"{back} of its rating is back", shifts=_moved(shifts))


RULES = {
    "harm": ProcedureRule(_harmed, _harm, _is_dead),
    "rest": ProcedureRule(_rested, _rest, _cannot_rest),
    "repair": ProcedureRule(
        _repaired, _repair, unable, {"difficulty": lambda inputs: _repair_row(inputs).number}
    ),
}
