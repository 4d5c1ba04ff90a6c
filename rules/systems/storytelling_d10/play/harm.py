"""Damage that somebody takes: soaked by shield, armor, Stamina, and Power, in that order, then
marked; rest and repair.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.figures import Figure, bonus, number
from rules.kit.play.checks import refuse
from rules.kit.play.outcomes import taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import Question
from rules.kit.play.success_checks import unit
from rules.kit.play.turns import accounted
from rules.kit.rulebooks import Number
from rules.phrases import counted
from rules.play import Die, MarkChange, Outcome, TurnState
from rules.problems import Problem, RuleViolation
from rules.systems.storytelling_d10.character import figures, force
from rules.systems.storytelling_d10.character.build import ITEMS
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.items import Item
from rules.systems.storytelling_d10.play import lasting, rollables
from rules.systems.storytelling_d10.play.rollables import DICE, QUESTIONS, Inputs, ask_bearings
from rules.systems.storytelling_d10.play.rolls import unable
from rules.systems.storytelling_d10.play.spending import scene_over
from rules.systems.storytelling_d10.rulebook.aiming import reached
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.success_rolls import summed

MOST_SUCCESSES, BEARINGS = 99, "bearings"
DEADLY = "Dead, unless a Destiny point is spent to survive."
BASHING, LETHAL, ION = ITEMS.harms
LIVING_DROID = "droid"
# What soaks by a roll, in its order, and what it is called.
BUBBLE = "bubble"
SOAKS = {BUBBLE: "Force shield", "shield": "Shield", "armor": "Armor", "stamina": "Stamina"}


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


def nature(inputs: Inputs) -> str:
    """The kind of damage as it is marked: ion is lethal to droids, and bashing to the living."""
    if inputs["kind"] != ION:
        return str(inputs["kind"])
    return LETHAL if inputs.character.has_merit(LIVING_DROID) else BASHING


def soaks(inputs: Inputs) -> dict[str, str]:
    """The soaks of this hit, in its order: names by id. The Stamina of commoners soaks only bashing
    damage.
    """
    ignored = ["shield", "armor"] if inputs["ignores"] == "all" else [inputs["ignores"]]
    ignored += [id for id in ("armor", "shield") if not protection(inputs.character, id)]
    if nature(inputs) == LETHAL and not inputs.character.is_hero:
        ignored.append("stamina")
    if not _bubble(inputs).value:
        ignored.append(BUBBLE)
    return {id: name for id, name in SOAKS.items() if id not in ignored}


def _bubble(inputs: Inputs) -> Figure:
    """The dice of a Force shield that lasts."""
    return summed(number(SOAKS[BUBBLE], 0), *lasting.terms(inputs.attempt.turn, BUBBLE, acts=False))


def _harm(inputs: Inputs) -> Plan:
    """The questions about the hit and its soaks; a soak that is left out is rolled. What only
    some attacks hand on is asked where they do.
    """
    handed = (one for one in QUESTIONS["hit"] if one.id in inputs.attempt.values)
    inputs.ask(handed)
    for id, name in soaks(inputs).items():
        label = f"{name}: successes (left out: rolled)"
        inputs.ask([Question(id=id, label=label, most=MOST_SUCCESSES)])
    if "power" not in _barred(inputs):
        inputs.ask(QUESTIONS["power"])
    inputs.said[BEARINGS] = ask_bearings(inputs, "soak", "area-soak")
    return Plan()


def _barred(inputs: Inputs) -> tuple[str, ...]:
    """The changes that this hit makes to its soak."""
    return inputs.get("against") or ()


def _harmed(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """Soak a hit, wear shield and armor down, and mark what is left."""
    character, power = inputs.character, inputs.get("power")
    most = character.marks.power_now
    if power and power > most:
        short = f"You have {most} Current Power."
        raise RuleViolation([Problem("bad-value", "power", short)])
    turn = inputs.attempt.turn
    left, multiplied = lasting.multiplied(lasting.for_whom(turn, _by(inputs)), inputs["damage"])
    kind, texts, dice = nature(inputs), list(multiplied), list[Die]()
    if inputs["kind"] == ION:
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
    if "drain" in _barred(inputs) and (drained := min(left, most - min(power or 0, most))):
        shifts.append(MarkChange("power_now", -drained))
        texts.append(f"{drained} Current Power is lost")
    before, noun = character.health, "level" if left == 1 else "levels"
    after = before.hurt(left, kind)
    shifts += before.changes_to(after)
    effects = (f"{left} {noun} of {kind}" if left else "", "dead" if after.is_dead else "")
    words = (lasting.TAKEN, lasting.DEALT, "soak")
    outcome = lasting.acted(turn, outcome, *words, acts=False, by=_by(inputs))
    outcome = _lasts(inputs, outcome, harmed=bool(left))
    return text(
        outcome,
        f"{left} {noun} of {kind} damage",
        *texts,
        after.described(DEADLY),
        *reached(rulebook().combat.aim_effects.values(), inputs.get("aim") or "", left),
        shifts=tuple(one for one in shifts if one.by),
        name=f"{inputs['damage']} {inputs['kind']} damage",
        dice=tuple(dice),
        total=left,
        row="dead" if after.is_dead else kind,
        unit=noun,
        taken=taken(inputs["damage"], *effects),
    )


def _by(inputs: Inputs) -> str:
    """Whoever does it, as a fight says; "" where nobody says."""
    return "".join(inputs.attempt.values.get(BY, ()))[:MOST_OF_NAME]


def _lasts(inputs: Inputs, outcome: Outcome, *, harmed: bool) -> Outcome:
    """The outcome with the lasting part of the Force ability that did the damage, if one did."""
    row = rulebook().force.force_abilities.get(inputs.get("ability") or "")
    if row is None:
        return outcome
    count, destiny = inputs.get("successes") or 1, bool(inputs.get("destiny"))
    effects = lasting.begun(row, count, destiny=destiny, own=False, harmed=harmed, by=_by(inputs))
    return lasting.with_effects(inputs.attempt.turn, outcome, effects)


def _soaked(inputs: Inputs, id: str, rng: Random) -> tuple[tuple[Die, ...], int, int]:
    """The dice and the successes of a soak, typed or rolled, and its pool before merits."""
    character, bearings, typed = inputs.character, inputs[BEARINGS], inputs[id]
    if id == BUBBLE:
        pool = _bubble(inputs)
    else:
        pool = soak_pool(character, id, protection(character, id) if id != "stamina" else None)
    if typed is not None:
        return (), typed, pool.value
    turn = lasting.for_whom(inputs.attempt.turn, _by(inputs))
    harder = lasting.harder(turn, "soak", acts=False)
    at = summed(
        rulebook().combat.numbers["soak"].figure("Difficulty"), *bearings.difficulty(), *harder
    )
    if id != "stamina":
        return *DICE.plain(pool, at, rng), pool.value
    is_energy = "energy" in _barred(inputs)
    words = ("stamina", *(("stamina-energy",) if is_energy else ()))
    pool = summed(pool, *lasting.terms(inputs.attempt.turn, *words, acts=False))
    if more := inputs.get("harder"):
        at = summed(at, bonus("this attack", more))
    if "half" in _barred(inputs):
        pool = number(pool.label, pool.value // 2)
    return *DICE.plain(summed(pool, *bearings.dice()), at, rng), pool.value


def _is_dead(character: Character, _situation: TurnState) -> str:
    """Whoever is dead takes no more."""
    return "Dead: no more marks to take." if character.marks.dead else ""


# The value with which a fight hands on who attacks, and how much of it is read.
BY, MOST_OF_NAME = "by", 64
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
    """A full rest; whoever feels the Force may meditate to need fewer hours."""
    numbers = rulebook().force.numbers
    if inputs.character.has_merit(force.FORCE_SENSITIVITY):
        inputs.ask(QUESTIONS["meditation"])
    healed = (f"Stamina at {at.value} heals {kind} damage." for kind, at in heals(inputs.character))
    meditating = (
        f"Stamina + Meditation at {numbers['rest-difficulty'].number}: each success is an hour"
        f" less, down to {numbers['rest-least'].number}."
    )
    return Plan(
        foreseen=(
            "Current Power goes to 0, and 1 Willpower comes back.",
            *healed,
            meditating if inputs.get("meditates") else "",
        )
    )


def _meditated(inputs: Inputs, rng: Random) -> tuple[tuple[Die, ...], int]:
    """The dice of a meditation, and the hours that a full rest takes with it."""
    full = rulebook().combat.numbers["rest-hours"].number
    if not inputs.get("meditates"):
        return (), full
    numbers = rulebook().force.numbers
    rolled = rollables.ability(inputs.character, "meditation", figures.STAMINA)
    at = numbers["rest-difficulty"].figure("Difficulty")
    dice, successes = DICE.plain(rolled.pool or number(rolled.name, 0), at, rng)
    return dice, max(numbers["rest-least"].number, full - successes)


def _rested(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """A full rest: Power goes, Willpower comes, and Stamina heals a level a success. Any scene is
    over.
    """
    character, combat = inputs.character, rulebook().combat.numbers
    (meditated, full), hours = _meditated(inputs, rng), inputs["hours"]
    marks, texts, dice = character.marks, ["A full rest"], list(meditated)
    if hours is not None and hours < full:
        short = f"A full rest takes {counted(full, 'hour')}."
        refuse("rest", "" if inputs.get("meditates") else short)
        return text(outcome, short, "This was none.", dice=tuple(dice), unit="successes")
    if inputs.get("meditates"):
        texts = [f"A full rest in {counted(full, 'hour')}"]
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
    outcome = text(outcome, situation=scene_over(inputs.attempt.turn))
    return accounted(inputs.attempt, outcome, cost=0, phase="scene")


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


# --- what a Force ability without damage does


def _affect(inputs: Inputs) -> Plan:
    """The effect of the ability with the successes that are left."""
    return Plan(foreseen=_effects(inputs))


def _effects(inputs: Inputs) -> tuple[str, ...]:
    row = rulebook().force.force_abilities.get(inputs["ability"])
    count = inputs["successes"] or 0
    if row is None:
        return ()
    if count < row.least:
        least = counted(row.least, "success", "successes")
        return (f"{row.name} takes {least}: nothing happens.",)
    return tuple(f"{row.name}: {one}" for one in row.said(count, destiny=inputs["destiny"]))


def _affected(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The effect of the ability, and the part of it that lasts."""
    row, count = rulebook().force.force_abilities[inputs["ability"]], inputs["successes"] or 0
    outcome = text(outcome, *_effects(inputs), row=row.id, total=count)
    effects = lasting.begun(row, count, destiny=inputs["destiny"], own=False, by=_by(inputs))
    return lasting.with_effects(inputs.attempt.turn, outcome, effects if count >= row.least else ())


RULES = {
    "affected": ProcedureRule(_affected, _affect),
    "harm": ProcedureRule(_harmed, _harm, _is_dead),
    "rest": ProcedureRule(_rested, _rest, _cannot_rest),
    "repair": ProcedureRule(
        _repaired, _repair, unable, {"difficulty": lambda inputs: _repair_row(inputs).number}
    ),
}
