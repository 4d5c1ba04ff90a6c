"""Damage against Soak, and what it does; dying, drowning, and air that runs out."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.figures import dice, number
from rules.kit import result_tables
from rules.kit.outcomes import compared, extra, faces, marked, text
from rules.kit.planned_procedures import Plan, ProcedureRule, result_or_mark
from rules.kit.result_tables import SpanRow
from rules.play import MarkChange, Outcome, TurnState
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import checks, modifiers, rolls
from rules.systems.empire_ascendant.play.attacks import BLAST, SCALES, larger, scale_dice
from rules.systems.empire_ascendant.play.rolls import GM, LADDER, DiceRoll, Inputs, plain
from rules.systems.empire_ascendant.rulebook import rulebook

NONE, KNOCKED_OUT = "none", "knocked-out"
MORTAL = rulebook().harm.levels["mortally-wounded"].wound


if_alive = modifiers.unless(lambda _character: True)


def _hit(inputs: Inputs) -> Plan:
    """Damage, and Soak unless it was rolled already."""
    rules, damage = rulebook().harm, inputs["damage"]
    soak = figures.soak(inputs.character)
    roll = rolls.roll(inputs, soak, *scale_dice(larger(inputs)), kind="spared")
    if inputs["soak"] is not None or roll.barred():
        return Plan()
    chances = _chances(roll, damage, is_stun=inputs["stun"]) if damage is not None else {}
    names = {row.id: row.name for row in rules.margins.values()}
    names |= {row.id: row.name for row in rules.stuns.values()}
    return Plan(roll=roll, foreseen=result_tables.chance_texts(names, chances), results=chances)


def _chances(roll: DiceRoll, damage: int, *, is_stun: bool) -> dict[str, Fraction]:
    """The exact chance of each result: Soak of at least so much keeps the margin under a row."""
    rows = list(rulebook().harm.margins.values())
    under = [roll.reach(damage - row.low + 1) for row in rows]
    if is_stun:
        return {NONE: under[1], KNOCKED_OUT: 1 - under[1]}
    each = zip(rows, under, [*under[1:], Fraction(1)], strict=True)
    return {NONE: under[0], **{row.id: high - low for row, low, high in each}}


def _suffered(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """What damage over Soak does (Empire Ascendant, Damage)."""
    damage, rules = inputs["damage"], rulebook().harm
    soaked = outcome.total if inputs["soak"] is None else inputs["soak"]
    row = marks.reached(damage - soaked)
    first = f"{damage} damage against Soak {soaked}"
    outcome = replace(outcome, total=soaked)
    if row is None:
        return text(outcome, f"{first}: nothing.", rules.rulings["below"], row=NONE)
    if not inputs["stun"]:
        return _wound(inputs.character, outcome, row, f"{first}: {row.name}.")
    if row is next(iter(rules.margins.values())):
        return text(outcome, f"{first}: {rules.stuns[NONE].does}", row=NONE)
    minutes = extra(rng, rules.knocked_out_dice)
    message = f"{first}: knocked out for {faces(minutes)} minutes."
    thrown = (*outcome.dice, *minutes)
    return text(outcome, message, shifts=(marked("unconscious"),), dice=thrown, row=KNOCKED_OUT)


def _wound(character: Character, outcome: Outcome, row: SpanRow, first: str) -> Outcome:
    """A level of harm: Wounded climbs, any other counts where it is worse (our ruling)."""
    rules, condition = rulebook().harm, character.marks
    level = rules.levels[row.id]
    outcome = replace(outcome, row=row.id)
    if not level.wound:
        rounds = rules.stunned_rounds
        shift = MarkChange("stunned", rounds - condition.stunned, most=rounds)
        again = rules.rulings["add"] if condition.stunned else ""
        return text(outcome, first, level.does, again, shifts=(shift,))
    most = max(one.wound for one in rules.levels.values())
    climbs = row.id == "wounded" and condition.wound < rules.levels["incapacitated"].wound
    now = condition.wound + 1 if climbs else max(condition.wound, level.wound)
    if now == condition.wound:
        return text(outcome, first, rules.rulings["down"])
    shifts = [MarkChange("wound", now - condition.wound, most=most)]
    if now == most and (condition.stabilised or condition.mortal_rounds):
        shifts.append(MarkChange("stabilised", -condition.stabilised))
        shifts.append(MarkChange("mortal_rounds", -condition.mortal_rounds))
    after = next(one for one in rules.levels.values() if one.wound == now)
    climbed = f"You're {after.name} now." if after.id != row.id else ""
    situation = {"lost_round": 1}
    return text(outcome, first, climbed, after.does, shifts=tuple(shifts), situation=situation)


def _survival(mark: str, source: str) -> ProcedureRule[Character]:
    """2D against the rounds that it has lasted, this one too."""

    def plan(inputs: Inputs) -> Plan:
        rules = rulebook().harm
        rounds = getattr(inputs.character.marks, mark) + 1
        target = number("rounds", rounds, source=rules.sources[source])
        roll = plain(inputs, rules.dying_dice, "Staying alive", target=target)
        death = pools.percent(1 - roll.reach(rounds))
        return Plan(roll=roll, foreseen=(f"Under {rounds}, you die: {death}",))

    def resolve(_given: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
        more = MarkChange(mark, 1)
        if outcome.success:
            return text(outcome, f"{outcome.total}: you're still alive.", shifts=(more,))
        message = f"{outcome.total} is under {outcome.target}: you die."
        return text(outcome, message, shifts=(more, marked("dead")))

    return ProcedureRule(resolve, plan, _not_dying if mark == "mortal_rounds" else if_alive)


def _not_dying(character: Character, situation: TurnState) -> str:
    if character.marks.dead or is_dying(character):
        return if_alive(character, situation)
    return modifiers.refusal("stabilised" if character.marks.wound == MORTAL else "not_dying")


def is_dying(character: Character) -> bool:
    """Whether somebody is Mortally Wounded and not stable."""
    return character.marks.wound == MORTAL and not character.marks.stabilised


def _no_air(inputs: Inputs) -> Plan:
    """Stamina, harder every round (Empire Ascendant, Astrogation Mishap)."""
    numbers = rulebook().harm.no_air
    value = numbers[min(inputs["round"], len(numbers)) - 1]
    target = LADDER.typed(value, rulebook().harm.sources["no_air"])
    return Plan(roll=checks.skill_roll(inputs, "stamina", target=target))


def typed_target(inputs: Inputs) -> dict[str, object]:
    """The number that the GM names, as the target of a roll."""
    value = inputs["target"]
    return {"target": None if value is None else LADDER.typed(value, GM)}


def _stamina(inputs: Inputs) -> Plan:
    return Plan(roll=checks.skill_roll(inputs, "stamina", **typed_target(inputs)))


def _rescue(inputs: Inputs) -> Plan:
    """Two Swimming checks, each with the penalty of two actions."""
    rules, is_first = rulebook().harm, inputs["check"] == "first"
    source = rules.sources["swimming"]
    value = rules.rescue_first if is_first else rules.rescue_second
    target = LADDER.typed(value, source, rules.rulings["rescue"] if is_first else "")
    less = dice("two checks", rules.rescue_dice, source=source)
    return Plan(roll=checks.skill_roll(inputs, "swimming", less, target=target))


def _rescued(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    message = inputs.texts[inputs["check"]] if outcome.success else ""
    return text(outcome, compared(outcome), message)


RULES = {
    "harm": ProcedureRule(_suffered, _hit, if_alive, SCALES),
    "blast": BLAST,
    "dying": _survival("mortal_rounds", "damage"),
    "drowning": _survival("drowning", "swimming"),
    "no-air": ProcedureRule(result_or_mark("unconscious"), _no_air),
    "stamina": ProcedureRule(result_or_mark("fatigued"), _stamina),
    "rescue": ProcedureRule(_rescued, _rescue),
}
