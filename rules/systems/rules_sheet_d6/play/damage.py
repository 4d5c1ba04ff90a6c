"""Damage: its roll, which has no penalties, and its effect on the boxes."""

from fractions import Fraction
from random import Random

import msgspec

from rules.dice import pools
from rules.kit.play import result_tables
from rules.kit.play.checks import too_many
from rules.kit.play.outcomes import marked, taken, text
from rules.kit.play.planned_procedures import Plan, PlannedRoll, ProcedureRule, RollPlan
from rules.kit.play.procedures import Rollable
from rules.play import Attempt, MarkChange, Outcome, TurnState
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.marks import counted, reached, results, spans
from rules.systems.rules_sheet_d6.play import modifiers, rolls
from rules.systems.rules_sheet_d6.play.checks import RollCheck
from rules.systems.rules_sheet_d6.play.modifiers import is_dying, worst
from rules.systems.rules_sheet_d6.play.rolls import QUESTIONS, Inputs
from rules.systems.rules_sheet_d6.rulebook import Level, book


class DamageRoll(RollCheck):
    """The dice of damage: a Force Point and what lasts on damage change them."""

    __slots__ = ("own",)

    def __init__(self, attempt: Attempt[Character], rollable: Rollable) -> None:
        super().__init__(attempt, rollable.pool)
        self.own = rollable.pool.value
        self.pool = modifiers.damage(attempt.situation, rollable)

    def barred(self) -> str:
        """Why damage cannot be rolled: the character cannot act, there are too many dice, or none
        are left of some. A weapon may have pips alone.
        """
        if self.pool.value <= 0 < self.own:
            return super().barred()
        return self.refusal() or too_many(self.pool)


def _roll_plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice, their average, and for a known base the chance of each result."""
    inputs.ask(QUESTIONS["damage"])
    roll, base = DamageRoll(inputs.attempt, rollable), inputs["base"]
    if roll.barred():
        return RollPlan(roll=roll)
    chances: dict[str, Fraction] = {}
    if base is not None:
        chances = result_tables.chances(results(base), roll.reach)
    where, names = spans(base or 0), book().defense.levels
    each = (
        f"{names[id].name} ({where[id]}): {pools.percent(chance)}" for id, chance in chances.items()
    )
    return RollPlan(roll=roll, foreseen=(roll.average(), *each), results=chances)


def _rolled(inputs: Inputs, _rollable: Rollable, outcome: Outcome, _rng: Random) -> Outcome:
    """The total of dice and pips, and for a known base the box that it marks."""
    if inputs["base"] is None:
        return text(outcome, f"{outcome.total} damage")
    row = reached(inputs["base"], outcome.total)
    return text(outcome, f"{outcome.total}: {row.name}", row=row.id)


DAMAGE = PlannedRoll(rolls.QUESTIONNAIRE, _roll_plan, _rolled)
NEED_STRENGTH = "Give Strength a dice code first. It sets what a hit does to you."
# How many boxes further a mark moves if the party limits that.
STEPS = 1


class DamageEffect(msgspec.Struct, frozen=True, gc=False):
    """The effect of one hit: the boxes that get a mark, whether it knocks out, and its
    sentences.
    """

    messages: tuple[str, ...]
    marked: tuple[Level, ...] = ()
    is_out: bool = False


def _no_hit(character: Character, _situation: TurnState) -> str:
    """Why nothing can be marked, "" if something can."""
    if figures.is_dead(character):
        return "Dead: no more marks to take."
    return "" if figures.boxes(character).value else _no_boxes(character)


def _no_boxes(character: Character) -> str:
    """Why nothing can be marked: Strength has no code, or one without a whole die."""
    strength = figures.attribute(character, book().defense.harm_attribute)
    if not strength.pips:
        return NEED_STRENGTH
    text = f"{strength.label} {strength.code} is under 1D, so no box can take a mark."
    return f"{text} Raise it to at least 1D."


def _hit(inputs: Inputs) -> Plan:
    damage = inputs["damage"]
    if inputs.barred or damage is None:
        return Plan()
    return Plan(foreseen=fall(inputs.character, damage).messages)


def _taken(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A hit marks the boxes that it reaches, and a full box of stuns knocks out."""
    character, damage = inputs.character, inputs["damage"]
    effect, limit = fall(character, damage), figures.boxes(character).value
    shifts = [MarkChange(level.mark, 1, most=limit) for level in effect.marked]
    if effect.is_out:
        shifts.append(marked("unconscious"))
    row = reached(figures.base(character).value, damage)
    effects = (*(level.name for level in effect.marked), "unconscious" if effect.is_out else "")
    return text(
        outcome,
        *effect.messages,
        shifts=tuple(shifts),
        name=f"{damage} damage",
        total=damage,
        row=row.id,
        taken=taken(damage, *effects),
    )


def fall(character: Character, damage: int) -> DamageEffect:
    """The effect of damage (Star Wars D6 rules sheet, Damage Results)."""
    base = figures.base(character).value
    level = reached(base, damage)
    first = f"{damage}: {level.name} ({spans(base)[level.id]})."
    return _hurt(character, level, first) if level.times else _stunned(character, level, first)


def _stunned(character: Character, level: Level, first: str) -> DamageEffect:
    """A stun; if that box is full the character falls unconscious, and no further mark is made."""
    limit, stuns = figures.boxes(character).value, figures.marked(character, level.id)
    dying = (_dying(),) if is_dying(character) else ()
    if stuns >= limit:
        sentences = (first, f"{level.name} is full: unconscious.", _ruled("full_box"))
        return DamageEffect((*sentences, *dying), is_out=True)
    stun_count = stuns + 1
    less = f"−{-book().play.stun * stun_count} to the total of actions"
    stunned = (first, f"{counted(level, stun_count)} of {limit}: {less}.")
    if stun_count < limit:
        return DamageEffect((*stunned, *dying), (level,))
    out = f"{level.name} is full: unconscious."
    return DamageEffect((*stunned, out, *dying), (level,), is_out=True)


def _hurt(character: Character, level: Level, first: str) -> DamageEffect:
    """A mark in its box, or in the next worse one that is not full; a box that becomes full gives
    one mark to the next, and so on to the last; with the house rule, only to the next one.
    """
    limit, rows = figures.boxes(character).value, tuple(book().defense.levels.values())
    last, place = rows[-1], rows.index(level)
    sentences, levels = [first], list[Level]()
    while True:
        row = rows[place]
        boxes = figures.marked(character, row.id)
        if boxes >= limit and row is not last:
            place += 1
            sentences += [f"{row.name} is full: the mark goes to {rows[place].name}."]
            sentences += [_ruled("full_box")]
            continue
        levels.append(row)
        sentences.append(f"{counted(row, boxes + 1)} of {limit}.")
        is_enough = character.house.one_step_a_hit and len(levels) > STEPS
        if boxes + 1 < limit or row is last or is_enough:
            break
        place += 1
        sentences.append(f"{row.name} is full: one mark in {rows[place].name}.")
    sentences += _after(character, levels, limit)
    return DamageEffect(tuple(dict.fromkeys(sentences)), tuple(levels))


def _after(character: Character, levels: list[Level], limit: int) -> list[str]:
    """The state after a hit: the penalty on actions, and whether the character lives."""
    row, last = levels[-1], tuple(book().defense.levels)[-1]
    is_full = figures.marked(character, row.id) + 1 >= limit
    sentences = []
    if row.id == last and is_full:
        sentences.append(f"{row.name} is full: dead.")
    elif is_full:
        sentences += [f"{row.name} is full.", _ruled("one_step")]
    if len(levels) > 1 and figures.is_frail(character):
        sentences.append(_ruled("chain"))
    if row.id == last and is_full:
        return sentences
    worse = worst(character) or row
    sentences.append(f"−{max(-row.dice, -worse.dice)}D to actions.")
    if row.id == last or figures.marked(character, last):
        sentences.append(_dying())
    return sentences


def _dying() -> str:
    return f"Dying. {_ruled('dying')}"


def _ruled(ruling: str) -> str:
    return book().defense.rulings[ruling]


RULES = {"harm": ProcedureRule(_taken, _hit, _no_hit)}
