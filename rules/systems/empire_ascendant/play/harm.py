"""Damage against Soak, and what it does; dying, drowning, and air that runs out."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.figures import Figure, dice, number
from rules.forms.fields import Field
from rules.kit.answers import Answers, number_field
from rules.play import Action, MarkChange, Outcome, TurnState
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.attacks import scale_dice, scales
from rules.systems.empire_ascendant.play.rollables import of_trait
from rules.systems.empire_ascendant.play.rolls import (
    MOST_DAMAGE,
    DiceRoll,
    Plan,
    Planner,
    Resolver,
    compared,
    extra,
    faces,
    plain,
    procedure,
    rows_menu,
    text,
    yes,
)
from rules.systems.empire_ascendant.rulebook import Margin, rulebook

NONE, KNOCKED_OUT, MOST_ROUND = "none", "knocked-out", 99
NEED_DAMAGE = ("damage", "Enter the damage that was rolled, from 0 up.")


def _if_alive(character: Character, _situation: TurnState) -> str:
    return modifiers.said("dead") if character.marks.dead else ""


# --- a hit


def _hit(character: Character, situation: TurnState, answers: Answers) -> Plan:
    """Damage, and Soak unless it was rolled already."""
    damage = answers.number("damage", 0, MOST_DAMAGE)
    soak = answers.number("soak", 0, MOST_DAMAGE)
    is_stun, stun = yes(answers, "stun", "Set to stun")
    larger, scale_fields = scales(character, answers)
    roll = DiceRoll(
        character, situation, figures.soak(character), *scale_dice(larger), kind="spared"
    )
    can_roll = soak is None and not roll.barred()
    results = _chances(roll, damage, is_stun=is_stun) if can_roll and damage is not None else {}
    names = {row.level: row.name for row in rulebook().harm.margins.values()}
    names |= {row.id: row.name for row in rulebook().harm.stuns.values()}
    return Plan(
        fields=(
            number_field("damage", "Damage rolled", damage, 0, MOST_DAMAGE),
            number_field("soak", "Soak, if it was rolled", soak, 0, MOST_DAMAGE),
            stun,
            *scale_fields,
        ),
        roll=roll if can_roll else None,
        foreseen=tuple(checks.chance_texts(results, names)),
        missing=(NEED_DAMAGE,) if damage is None else (),
        results=results,
        given=(damage or 0, soak, is_stun),
    )


def _chances(roll: DiceRoll, damage: int, *, is_stun: bool) -> dict[str, Fraction]:
    """The exact chance of each result: Soak of at least so much keeps the margin under a row."""
    rows = list(rulebook().harm.margins.values())
    under = [roll.reach(damage - row.low + 1) for row in rows]
    found = {NONE: under[0]}
    for row, low, high in zip(rows, under, [*under[1:], Fraction(1)], strict=True):
        found[row.level] = high - low
    if not is_stun:
        return found
    safe = found[NONE] + found[rows[0].level]
    return {NONE: safe, KNOCKED_OUT: 1 - safe}


def _suffered(
    character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, rng: Random
) -> Outcome:
    """What damage over Soak does (Empire Ascendant, Damage)."""
    damage, soak, is_stun = plan.given
    soaked = soak if soak is not None else outcome.total
    row = marks.reached(damage - soaked)
    first = f"{damage} damage against Soak {soaked}"
    outcome = replace(outcome, total=soaked)
    if row is None:
        ruling = rulebook().harm.rulings["below"]
        return text(outcome, f"{first}: nothing.", ruling, row=NONE)
    if is_stun:
        return _stun(outcome, row, first, rng)
    return _wound(character, outcome, row, f"{first}: {row.name}.")


def _stun(outcome: Outcome, row: Margin, first: str, rng: Random) -> Outcome:
    """A blaster on stun: nothing, or out for 2D minutes."""
    rules = rulebook().harm
    if row is next(iter(rules.margins.values())):
        return text(outcome, f"{first}: {rules.stuns[NONE].does}", row=NONE)
    minutes = extra(rng, rules.knocked_out_dice)
    said = f"{first}: knocked out for {faces(minutes)} minutes."
    shifts = (MarkChange("unconscious", 1, most=1),)
    thrown = (*outcome.dice, *minutes)
    return text(outcome, said, shifts=shifts, dice=thrown, row=KNOCKED_OUT)


def _wound(character: Character, outcome: Outcome, row: Margin, first: str) -> Outcome:
    """A level of harm: Wounded climbs, any other counts where it is worse (our ruling)."""
    rules, held = rulebook().harm, character.marks
    level = rules.levels[row.level]
    outcome = replace(outcome, row=row.level)
    if not level.wound:
        rounds = rules.stunned_rounds
        shift = MarkChange("stunned", rounds - held.stunned, most=rounds)
        again = rules.rulings["add"] if held.stunned else ""
        return text(outcome, first, level.does, again, shifts=(shift,))
    most = max(one.wound for one in rules.levels.values())
    climbs = rules.levels["incapacitated"].wound
    now = max(held.wound, level.wound)
    if row.level == "wounded" and held.wound < climbs:
        now = held.wound + 1
    if now == held.wound:
        return text(outcome, first, rules.rulings["down"])
    shifts = [MarkChange("wound", now - held.wound, most=most)]
    if now == most and (held.stabilised or held.mortal_rounds):
        shifts.append(MarkChange("stabilised", -held.stabilised))
        shifts.append(MarkChange("mortal_rounds", -held.mortal_rounds))
    after = next(one for one in rules.levels.values() if one.wound == now)
    climbed = f"You're {after.name} now." if after.id != row.level else ""
    said = (first, climbed, after.does)
    return text(outcome, *said, shifts=tuple(shifts), situation={"lost_round": 1})


HARM = procedure(
    Action("harm", "Take damage", "Enter the damage. Soak is rolled, unless you enter it."),
    _hit,
    _suffered,
    barred=_if_alive,
    kind="harm",
)


# --- staying alive


def _survival(mark: str, label: str, source: str) -> Planner:
    def plan(character: Character, _situation: TurnState, _answers: Answers) -> Plan:
        target = number(label, getattr(character.marks, mark) + 1, source=source)
        roll = plain(character, rulebook().harm.dying_dice, "Staying alive", target=target)
        death = 1 - roll.reach(target.value)
        said = f"Under {target.value}, you die: {pools.percent(death)}"
        return Plan(roll=roll, foreseen=(said,))

    return plan


def _survived(mark: str) -> Resolver:
    def resolve(
        _character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
    ) -> Outcome:
        shifts = [MarkChange(mark, 1)]
        if outcome.success:
            return text(outcome, f"{outcome.total}: you're still alive.", shifts=tuple(shifts))
        shifts.append(MarkChange("dead", 1, most=1))
        said = f"{outcome.total} is under {outcome.target}: you die."
        return text(outcome, said, shifts=tuple(shifts))

    return resolve


def _not_dying(character: Character, _situation: TurnState) -> str:
    held = character.marks
    if held.dead:
        return modifiers.said("dead")
    if held.wound < rulebook().harm.levels["mortally-wounded"].wound:
        return modifiers.said("not_dying")
    return modifiers.said("stabilised") if held.stabilised else ""


RULES = rulebook().harm
DYING = procedure(
    Action("dying", "Stay alive another round", "2D, every round while Mortally Wounded."),
    _survival("mortal_rounds", "rounds", RULES.sources["damage"]),
    _survived("mortal_rounds"),
    barred=_not_dying,
)
DROWNING = procedure(
    Action("drowning", "Drown another round", "2D, every round under water."),
    _survival("drowning", "rounds", RULES.sources["swimming"]),
    _survived("drowning"),
    barred=_if_alive,
)


# --- air, water, endurance


def _no_air(character: Character, situation: TurnState, answers: Answers) -> Plan:
    """Stamina, harder every round (Empire Ascendant, Astrogation Mishap)."""
    numbers = rulebook().harm.no_air
    turn = answers.number("round", 1, MOST_ROUND) or 1
    value = numbers[min(turn, len(numbers)) - 1]
    target = checks.typed(value, rulebook().harm.sources["no_air"])
    roll = _of(character, situation, "stamina", target)
    return Plan(fields=(number_field("round", "Round", turn, 1, MOST_ROUND),), roll=roll)


def _of(
    character: Character, situation: TurnState, skill: str, target: Figure | None, *more: Figure
) -> DiceRoll:
    """A skill as it is rolled now."""
    pool = of_trait(character, skill, f"skills.{skill}").pool
    return DiceRoll(character, situation, pool, *more, target=target)


def _breathed(
    _character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    shifts = () if outcome.success else (MarkChange("unconscious", 1, most=1),)
    said = "" if outcome.success else "You pass out."
    return text(outcome, compared(outcome), said, shifts=shifts)


def target_field(
    answers: Answers, usual: int | None = None
) -> tuple[int | None, tuple[Field, ...]]:
    """The number that the GM names."""
    value = answers.number("target", 0, MOST_DAMAGE)
    value = usual if value is None else value
    return value, (number_field("target", "Number to reach", value, 0, MOST_DAMAGE),)


def _stamina(character: Character, situation: TurnState, answers: Answers) -> Plan:
    value, fields = target_field(answers)
    target = None if value is None else checks.typed(value)
    return Plan(
        fields=fields,
        roll=_of(character, situation, "stamina", target),
        missing=(("target", "Enter the number that your GM names."),) if value is None else (),
    )


def _tired(
    _character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    if outcome.success:
        return text(outcome, compared(outcome))
    shifts = (MarkChange("fatigued", 1, most=1),)
    said = "You're fatigued: −1D to all rolls until you rest."
    return text(outcome, compared(outcome), said, shifts=shifts)


def _rescue(character: Character, situation: TurnState, answers: Answers) -> Plan:
    """Two Swimming checks, each with the penalty of two actions."""
    rules = rulebook().harm
    source = rules.sources["swimming"]
    names = {"first": "First check", "second": "Second check"}
    chosen, field = rows_menu(answers, "check", "Check", names, usual="first")
    value = rules.rescue_first if chosen == "first" else rules.rescue_second
    ruling = rules.rulings["rescue"] if chosen == "first" else ""
    target = replace(checks.typed(value, source), ruling=ruling)
    less = dice("two checks", rules.rescue_dice, source=source)
    return Plan(
        fields=(field,), roll=_of(character, situation, "swimming", target, less), given=chosen
    )


def _rescued(
    _character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    done = {"first": "You have hold of them. Now the second check.", "second": "They're saved."}
    return text(outcome, compared(outcome), done[plan.given] if outcome.success else "")


NO_AIR = procedure(
    Action("no-air", "Hold out without air", "Stamina, every round, harder each time."),
    _no_air,
    _breathed,
)
STAMINA = procedure(
    Action("stamina", "Hold out", "Stamina against your GM's number. Fail, and you're fatigued."),
    _stamina,
    _tired,
)
RESCUE = procedure(
    Action("rescue", "Save someone from drowning", "Two Swimming checks at −1D."),
    _rescue,
    _rescued,
)
