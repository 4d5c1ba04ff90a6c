"""Damage: its roll, which has no penalties, and its effect on the boxes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

import msgspec

from rules.declared import figures, marks
from rules.declared.character import DeclaredCharacter
from rules.declared.document import ONE_STEP, OUT
from rules.declared.expressions import traits_in
from rules.declared.marks import counted, reached, spans
from rules.declared.play import inputs as fields
from rules.declared.play import modifiers, soak
from rules.declared.play.checks import RollCheck, roll_of
from rules.declared.play.inputs import Inputs
from rules.declared.play.modifiers import is_dying, worst
from rules.declared.rulebook import Level
from rules.dice import pools
from rules.figures import Figure
from rules.kit.play import result_tables
from rules.kit.play.checks import Check, too_many
from rules.kit.play.outcomes import marked, taken, text
from rules.kit.play.planned_procedures import Plan, PlannedRoll, ProcedureRule, RollPlan
from rules.kit.play.procedures import Rollable
from rules.kit.play.questions import Questionnaire
from rules.phrases import capitalized
from rules.play import MarkChange, Outcome, TurnState


@dataclass(frozen=True, kw_only=True)
class DamageRoll(RollCheck):
    """The dice of damage: a point that multiplies and what lasts on damage change them."""

    rollable: Rollable

    @cached_property
    def pool(self) -> Figure:
        """The dice of damage now."""
        return modifiers.damage(self.character, self.turn, self.rollable)

    def barred(self) -> str:
        """Why damage cannot be rolled: the character cannot act, there are too many dice, or none
        are left of some. A weapon may have pips alone.
        """
        if self.pool.value <= 0 < self.code.value:
            return super().barred()
        return self.refusal() or too_many(self.pool)


def _roll_plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice, their average, and for a known base the chance of each result."""
    rules = inputs.character.rules
    inputs.ask(fields.questions(rules)["damage"])
    roll = roll_of(inputs.attempt, rollable.pool, DamageRoll, rollable=rollable)
    base = inputs.get("base")
    if roll.barred():
        return RollPlan(roll=roll)
    chances: dict[str, Fraction] = {}
    if base is not None:
        chances = result_tables.chances(marks.results(rules, base), roll.reach)
    where, names = spans(rules, base or 0), rules.book.defense.levels
    each = (
        f"{names[id].name} ({where[id]}): {pools.percent(chance)}" for id, chance in chances.items()
    )
    return RollPlan(roll=roll, foreseen=(roll.average(), *each), results=chances)


def _rolled(inputs: Inputs, _rollable: Rollable, outcome: Outcome, _rng: Random) -> Outcome:
    """The total of dice and pips, and for a known base the box that it marks."""
    base = inputs.get("base")
    if base is None:
        return text(outcome, f"{outcome.total} damage")
    row = reached(inputs.character.rules, base, outcome.total)
    return text(
        outcome,
        f"{outcome.total}: {row.name if row else 'no harm'}",
        row=row.id if row else "",
    )


def damage_rolls(questionnaire: Questionnaire) -> PlannedRoll[DeclaredCharacter, Rollable]:
    """The damage rolls of a game."""
    return PlannedRoll(questionnaire, _roll_plan, _rolled)


# How many boxes further a mark moves if the party limits that.
STEPS = 1


class DamageEffect(msgspec.Struct, frozen=True, gc=False):
    """The effect of one hit: the boxes that get a mark, whether it knocks out, and its
    sentences.
    """

    messages: tuple[str, ...]
    marked: tuple[Level, ...] = ()
    is_out: bool = False


@dataclass(frozen=True, kw_only=True)
class SoakRoll(RollCheck):
    """The roll against damage: neither harm nor further actions take dice from it."""

    @cached_property
    def pool(self) -> Figure:
        """The code itself."""
        return self.code

    def refusal(self) -> str:
        """Whoever can be hit can roll it."""
        return ""

    def variants(self) -> Iterator[tuple[str, Check]]:
        """No point adds to it."""
        yield from ()


def _no_hit(character: DeclaredCharacter, _situation: TurnState) -> str:
    """Why nothing can be marked, "" if something can."""
    if figures.is_dead(character):
        return f"{capitalized(figures.words(character).dead)}: no more marks to take."
    return "" if figures.boxes(character).value else _no_boxes(character)


def _no_boxes(character: DeclaredCharacter) -> str:
    """Why nothing can be marked: a trait that fills the boxes has no code, or one without a whole
    die; or the boxes of the game come to nothing for this character.
    """
    rules = character.rules
    traits = dict.fromkeys(traits_in(rules.terms, rules.book.defense.boxes))
    for id in traits:
        found = figures.trait(character, id)
        if found.value > 0:
            continue
        if not found.pips:
            name = character.full_name(id)
            return f"Give {name} a dice code first. It sets what a hit does to you."
        text = f"{found.label} {found.code} is under 1D, so no box can take a mark."
        return f"{text} Raise it to at least 1D."
    boxes = figures.boxes(character)
    return f"{boxes.label} is {boxes.value}, so no box can take a mark."


def _hit(inputs: Inputs) -> Plan:
    damage, character = inputs["damage"], inputs.character
    if character.rules.book.defense.soak:
        return _soaking(inputs)
    if inputs.barred or damage is None:
        return Plan()
    return Plan(foreseen=fall(character, damage).messages)


def _soaking(inputs: Inputs) -> Plan:
    """The roll of Soak, unless it was rolled already, with the chance of each box."""
    rules, damage = inputs.character.rules, inputs["damage"]
    code = figures.soak(inputs.character)
    roll = roll_of(inputs.attempt, code, SoakRoll)
    rows = marks.results(rules, 0)
    chances = soak.chances(rows, roll, damage) if damage is not None else {}
    names = {row.id: row.name for row in rows} | {soak.NONE: "No harm"}
    return soak.planned(roll, chances, names, inputs.get("soak"))


def _taken(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A hit marks the boxes that it reaches, and a full box that knocks out does."""
    character, damage = inputs.character, inputs["damage"]
    left, first, more = damage, str(damage), 0
    if character.rules.book.defense.soak:
        given = inputs.get("soak")
        more = outcome.total if given is None else given
        left, first = damage - more, soak.against(damage, more)
    effect, limit = fall(character, left, first), figures.boxes(character).value
    shifts = [MarkChange(level.mark, 1, most=limit) for level in effect.marked]
    if effect.is_out:
        shifts.append(marked(OUT))
    row = reached(character.rules, figures.base(character).value, left)
    out = figures.words(character).out if effect.is_out else ""
    return text(
        outcome,
        *effect.messages,
        shifts=tuple(shifts),
        name=f"{damage:,} damage",
        total=more or damage,
        row=row.id if row else "",
        taken=taken(damage, *(level.name for level in effect.marked), out),
    )


def fall(character: DeclaredCharacter, damage: int, first: str = "") -> DamageEffect:
    """The effect of damage, or of what is left of it over Soak; `first` begins its sentences."""
    base, first = figures.base(character).value, first or f"{damage:,}"
    level = reached(character.rules, base, damage)
    if level is None:
        own = character.rules.book.defense.soak
        under = "nothing" if own else f"under {base}, no harm"
        return DamageEffect((f"{first}: {under}.",))
    span = spans(character.rules, base)[level.id]
    effect = _stunned if level.out else _hurt
    return effect(character, level, f"{first}: {level.name} ({span}).")


def _stunned(character: DeclaredCharacter, level: Level, first: str) -> DamageEffect:
    """A mark in a box that knocks out when it is full; then no further mark is made."""
    limit, stuns = figures.boxes(character).value, figures.marked(character, level.id)
    dying = (_dying(character),) if is_dying(character) else ()
    if stuns >= limit:
        sentences = (
            first,
            f"{level.name} is full: {figures.words(character).out}.",
            _ruled(character, "full_box"),
        )
        return DamageEffect(tuple(filter(None, (*sentences, *dying))), is_out=True)
    stun_count = stuns + 1
    of_all = f"{counted(level, stun_count)} of {limit}"
    less = f": −{-level.points * stun_count} to the total of actions" if level.points else ""
    stunned = (first, f"{of_all}{less}.")
    if stun_count < limit:
        return DamageEffect((*stunned, *dying), (level,))
    out = f"{level.name} is full: {figures.words(character).out}."
    return DamageEffect((*stunned, out, *dying), (level,), is_out=True)


def _hurt(character: DeclaredCharacter, level: Level, first: str) -> DamageEffect:
    """A mark in its box, or in the next worse one that is not full; a box that becomes full gives
    one mark to the next, and so on to the last, where the game says so; with the house rule, only
    to the next one.
    """
    limit, defense = figures.boxes(character).value, character.rules.book.defense
    last, row = marks.levels(character)[-1], level
    sentences, levels = [first], list[Level]()
    while True:
        boxes = figures.marked(character, row.id)
        if boxes >= limit and row is not last:
            full, row = row, defense.after(row)
            sentences += [f"{full.name} is full: the mark goes to {row.name}."]
            sentences += [_ruled(character, "full_box")]
            continue
        levels.append(row)
        sentences.append(f"{counted(row, boxes + 1)} of {limit}.")
        if boxes + 1 < limit or row is last or _is_enough(character, levels):
            break
        full, row = row, defense.after(row)
        sentences.append(f"{full.name} is full: one mark in {row.name}.")
    sentences += _after(character, levels, limit)
    return DamageEffect(tuple(dict.fromkeys(filter(None, sentences))), tuple(levels))


def _is_enough(character: DeclaredCharacter, levels: list[Level]) -> bool:
    """True if a box that becomes full passes nothing further on."""
    if not character.rules.book.defense.spills:
        return True
    return getattr(character.house, ONE_STEP, False) and len(levels) > STEPS


def _after(character: DeclaredCharacter, levels: list[Level], limit: int) -> list[str]:
    """The state after a hit: the penalty on actions, and whether the character lives."""
    row, last = levels[-1], figures.last_level(character)
    is_full = figures.marked(character, row.id) + 1 >= limit
    sentences = []
    if row.id == last and is_full:
        sentences.append(f"{row.name} is full: {figures.words(character).dead}.")
    elif is_full and (limit > 1 or character.rules.book.defense.spills):
        sentences += [f"{row.name} is full.", _ruled(character, "one_step")]
    if len(levels) > 1 and figures.is_frail(character):
        sentences.append(_ruled(character, "chain"))
    if row.id == last and is_full:
        return sentences
    worse = worst(character) or row
    if less := max(-row.dice, -worse.dice):
        sentences.append(f"−{less}D to actions.")
    if row.id == last or figures.marked(character, last):
        sentences.append(_dying(character))
    return sentences


def _dying(character: DeclaredCharacter) -> str:
    dying = capitalized(figures.words(character).dying)
    return f"{dying}. {_ruled(character, 'dying')}".strip()


def _ruled(character: DeclaredCharacter, ruling: str) -> str:
    return character.rules.book.defense.rulings[ruling]


RULES = {"harm": ProcedureRule(_taken, _hit, _no_hit)}
