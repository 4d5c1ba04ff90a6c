"""Harm: damage against Soak, stuns, staying alive, air that runs out."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from msgspec.structs import replace

from rules.declared.play import soak
from rules.declared.play.coded_rolls import CodedRoll
from rules.declared.play.soak import NONE
from rules.dice import pools
from rules.figures import dice, number
from rules.kit.play.outcomes import compared, extra, faces, marked, taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, result_or_mark
from rules.kit.play.result_tables import SpanRow
from rules.phrases import counted
from rules.play import MarkChange, Outcome, TurnState
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import checks, modifiers, rolls
from rules.systems.empire_ascendant.play.attacks import BLAST, SCALES, larger, scale_dice
from rules.systems.empire_ascendant.play.rolls import GM, LADDER, Inputs, plain
from rules.systems.empire_ascendant.rulebook.book import rulebook

HARM = rulebook().harm
KNOCKED_OUT = "knocked-out"
MORTAL, INCAPACITATED = (HARM.levels[id].wound for id in ("mortally-wounded", "incapacitated"))
if_alive = modifiers.unless(lambda _character: True)


def _hit(inputs: Inputs) -> Plan:
    """Damage, and Soak unless it was rolled already."""
    damage, code = inputs["damage"], figures.soak(inputs.character)
    roll = rolls.roll(inputs, code, *scale_dice(larger(inputs)), kind="spared")
    chances = _chances(roll, damage, is_stun=inputs["stun"]) if damage is not None else {}
    names = {row.id: row.name for row in (*HARM.margins.values(), *HARM.stuns.values())}
    return soak.planned(roll, chances, names, inputs["soak"])


def _chances(roll: CodedRoll, damage: int, *, is_stun: bool) -> dict[str, Fraction]:
    """The exact chance of each result; a stun knocks out where a real shot would have wounded."""
    rows = tuple(HARM.margins.values())
    if not is_stun:
        return soak.chances(rows, roll, damage)
    none = roll.reach(damage - rows[1].low + 1)
    return {NONE: none, KNOCKED_OUT: 1 - none}


def _suffered(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """The outcome of damage over Soak (Empire Ascendant, Damage)."""
    damage = inputs["damage"]
    soaked = outcome.total if inputs["soak"] is None else inputs["soak"]
    row = marks.reached(damage - soaked)
    first = soak.against(damage, soaked)
    outcome = replace(outcome, total=soaked, taken=taken(damage))
    if row is None:
        return text(outcome, f"{first}: nothing.", HARM.rulings["below"], row=NONE)
    if not inputs["stun"]:
        outcome, name = _wound(inputs.character, outcome, row, f"{first}: {row.name}.")
        return replace(outcome, taken=taken(damage, name))
    if row is next(iter(HARM.margins.values())):
        return text(outcome, f"{first}: {HARM.stuns[NONE].does}", row=NONE)
    minutes = extra(rng, HARM.knocked_out_dice)
    message = f"{first}: knocked out for {counted(faces(minutes), 'minute')}."
    thrown = (*outcome.dice, *minutes)
    outcome = replace(outcome, dice=thrown, row=KNOCKED_OUT, taken=taken(damage, "knocked out"))
    return text(outcome, message, shifts=(marked("unconscious"),))


def _wound(character: Character, outcome: Outcome, row: SpanRow, first: str) -> tuple[Outcome, str]:
    """A level of harm, and what it makes of the character: Wounded climbs, any other counts where
    it is worse (our ruling).
    """
    condition, level = character.marks, HARM.levels[row.id]
    outcome = replace(outcome, row=row.id)
    if not level.wound:
        rounds = HARM.stunned_rounds
        shift = MarkChange("stunned", rounds - condition.stunned, most=rounds)
        again = HARM.rulings["add"] if condition.stunned else ""
        return text(outcome, first, level.does, again, shifts=(shift,)), row.name
    climbs = row.id == "wounded" and condition.wound < INCAPACITATED
    wound = condition.wound + 1 if climbs else max(condition.wound, level.wound)
    if wound == condition.wound:
        return text(outcome, first, HARM.rulings["down"]), row.name
    shifts = [MarkChange("wound", wound - condition.wound, most=MORTAL)]
    if wound == MORTAL and (condition.stabilised or condition.mortal_rounds):
        shifts.append(MarkChange("stabilised", -condition.stabilised))
        shifts.append(MarkChange("mortal_rounds", -condition.mortal_rounds))
    after = next(one for one in HARM.levels.values() if one.wound == wound)
    climbed = f"{after.name} now." if after.id != row.id else ""
    outcome = replace(outcome, situation={"lost_round": 1})
    return text(outcome, first, climbed, after.does, shifts=tuple(shifts)), after.name


def _survival(mark: str, source: str, barred: modifiers.Barred) -> ProcedureRule[Character]:
    """2D against the rounds that it has lasted, this one too."""

    def plan(inputs: Inputs) -> Plan:
        rounds = getattr(inputs.character.marks, mark) + 1
        target = number("rounds", rounds, source=HARM.sources[source])
        roll = plain(inputs, HARM.dying_dice, "Staying alive", target=target)
        death = pools.percent(1 - roll.reach(rounds))
        return Plan(roll=roll, foreseen=(f"Under {rounds}, you die: {death}",))

    def resolve(_given: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
        more = MarkChange(mark, 1)
        if outcome.success:
            return text(outcome, f"{outcome.total}: you're still alive.", shifts=(more,))
        message = f"{outcome.total} is under {outcome.target}: you die."
        return text(outcome, message, shifts=(more, marked("dead")))

    return ProcedureRule(resolve, plan, barred)


def _not_dying(character: Character, situation: TurnState) -> str:
    if character.marks.dead or is_dying(character):
        return if_alive(character, situation)
    return modifiers.refusal("stabilised" if character.marks.wound == MORTAL else "not_dying")


def is_dying(character: Character) -> bool:
    """True for somebody who is Mortally Wounded and not stable."""
    return character.marks.wound == MORTAL and not character.marks.stabilised


def _no_air(inputs: Inputs) -> Plan:
    """Stamina, harder every round (Empire Ascendant, Astrogation Mishap)."""
    value = HARM.no_air[min(inputs["round"], len(HARM.no_air)) - 1]
    target = LADDER.typed(value, HARM.sources["no_air"])
    return Plan(roll=checks.skill_roll(inputs, "stamina", target=target))


def typed_target(inputs: Inputs) -> dict[str, object]:
    """The number that the GM names, as the target of a roll."""
    value = inputs["target"]
    return {"target": None if value is None else LADDER.typed(value, GM)}


def _stamina(inputs: Inputs) -> Plan:
    return Plan(roll=checks.skill_roll(inputs, "stamina", **typed_target(inputs)))


def _rescue(inputs: Inputs) -> Plan:
    """Two Swimming checks, each with the penalty of two actions."""
    source, value, ruling = HARM.sources["swimming"], HARM.rescue_second, ""
    if inputs["check"] == "first":
        value, ruling = HARM.rescue_first, HARM.rulings["rescue"]
    less = dice("two checks", HARM.rescue_dice, source=source)
    target = LADDER.typed(value, source, ruling)
    return Plan(roll=checks.skill_roll(inputs, "swimming", less, target=target))


def _rescued(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    message = inputs.texts[inputs["check"]] if outcome.success else ""
    return text(outcome, compared(outcome), message)


RULES = {
    "harm": ProcedureRule(_suffered, _hit, if_alive, SCALES),
    "blast": BLAST,
    "dying": _survival("mortal_rounds", "damage", _not_dying),
    "drowning": _survival("drowning", "swimming", if_alive),
    "no-air": ProcedureRule(result_or_mark("unconscious"), _no_air),
    "stamina": ProcedureRule(result_or_mark("fatigued"), _stamina),
    "rescue": ProcedureRule(_rescued, _rescue),
}
