"""Damage that somebody takes: soaked by shield, armor, Stamina, and Power, in that order, then
marked.
"""

from __future__ import annotations

from random import Random

from rules.figures import Figure, number
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan, ProcedureRule
from rules.kit.questions import Question
from rules.kit.success_rolls import summed
from rules.play import Die, MarkChange, Outcome, TurnState
from rules.problems import Problem, RuleViolation
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.items import HARMS, Item
from rules.systems.storytelling_d10.play.procedure_input import QUESTIONS, Inputs, ask_bearings
from rules.systems.storytelling_d10.play.rollables import DICE
from rules.systems.storytelling_d10.rulebook import rulebook

MOST_SUCCESSES, BEARINGS = 99, "bearings"
DEADLY = "Dead, unless a Destiny point is spent to survive."
BASHING, LETHAL, ION = HARMS
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
        return figures.trait(character, figures.STAMINA)
    marks = character.marks
    lost = marks.armor_lost if what == "armor" else marks.shield_lost
    full = figures.armor_soak(character, item).value if what == "armor" else item.rating
    return number(item.name, max(0, full - lost))


def soaks(inputs: Inputs) -> dict[str, str]:
    """What soaks this hit, in its order: names by id."""
    ignored = SOAKS if inputs["ignores"] == "all" else (inputs["ignores"],)
    return {
        id: name
        for id, name in SOAKS.items()
        if id == "stamina" or (protection(inputs.character, id) and id not in ignored)
    }


def _harm(inputs: Inputs) -> Plan:
    """What hit, and what soaked of it; a soak that is left out is rolled."""
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


RULES = {"harm": ProcedureRule(_harmed, _harm, _is_dead)}
