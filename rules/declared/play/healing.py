"""Healing: the end of a fight, the checks after it, waking. `treatment.py` has the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

from rules.declared import figures, marks
from rules.declared.character import DeclaredCharacter
from rules.declared.document import OUT
from rules.declared.marks import counted, span
from rules.declared.play import checks, modifiers
from rules.declared.play import inputs as fields
from rules.declared.play.checks import RollCheck
from rules.declared.play.inputs import Inputs
from rules.declared.play.modifiers import if_alive
from rules.declared.play.rounds import scene_over
from rules.declared.rulebook import Healing, Level
from rules.declared.ruleset import Ruleset
from rules.dice import pools
from rules.figures import number
from rules.kit.play import result_tables
from rules.kit.play.outcomes import marked, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.play import Alternative, MarkChange, Outcome, TurnState

NOT_DUE = "Roll it once, after combat. End the fight first."
Rule = ProcedureRule[DeclaredCharacter]


def checks_after(rules: Ruleset) -> tuple[Healing, ...]:
    """The checks that heal once after a fight: those without tools."""
    return tuple(row for row in rules.book.play.healing.values() if not row.tools)


def passing(character: DeclaredCharacter) -> Iterator[tuple[Level, int]]:
    """The boxes that a fight's end clears, those that knock out, with their marks."""
    for level in marks.levels(character):
        if level.out and (many := figures.marked(character, level.id)):
            yield level, many


def is_out(character: DeclaredCharacter) -> bool:
    """True for somebody who is knocked out."""
    return bool(getattr(character.marks, OUT, 0))


# --- the end of a scene


def _ending(inputs: Inputs) -> Iterator[str]:
    character, texts = inputs.character, inputs.texts
    cleared = list(passing(character))
    for level, many in cleared:
        yield f"{counted(level, many)} {'clears' if many == 1 else 'clear'}."
    if is_out(character):
        yield texts["woken"]
    after = checks_after(character.rules)
    if any(figures.marked(character, row.heals) for row in after):
        yield texts["due"]
    elif not cleared and not is_out(character):
        yield texts["nothing"]
    yield texts["said"]


def _scene(inputs: Inputs) -> Plan:
    return Plan() if inputs.barred else Plan(foreseen=tuple(_ending(inputs)))


def _ended(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The marks that pass are cleared, and the last round ends."""
    character = inputs.character
    shifts = [MarkChange(level.mark, -many) for level, many in passing(character)]
    if is_out(character):
        shifts.append(marked(OUT, -1))
    due = {row.id: 1 for row in checks_after(character.rules)}
    situation = {**scene_over(character.rules), **due}
    return text(outcome, *_ending(inputs), shifts=tuple(shifts), situation=situation)


# --- any check that heals


class HealingCheck(RollCheck):
    """A check that heals: it has to reach the lowest row."""

    def alternatives(self) -> Iterator[Alternative]:
        """The chance of each variant, if the check itself can be rolled."""
        return super().alternatives() if self.chance() is not None else iter(())


def healing_check(inputs: Inputs, row: Healing) -> RollCheck:
    """The check with the skill of a way to heal, and with the answers that change its dice."""
    inputs.fields += fields.changes(inputs)
    lowest = number("the lowest row", row.rows[0].low, source=row.source)
    code = figures.trait(inputs.character, row.skill)
    bonus, spends = inputs["bonus"] or 0, fields.spends_point(inputs)
    return checks.roll_of(
        inputs.attempt, code, HealingCheck, target=lowest, bonus=bonus, has_point=spends
    )


def healing_plan(
    inputs: Inputs, row: Healing, *more: str, whose: DeclaredCharacter | None, onto: str = ""
) -> Plan:
    """A check that heals: its target is the lowest row, and each row stands under it with what it
    heals, of the character `whose` marks are known.
    """
    check = healing_check(inputs, row)

    def rows() -> Iterator[str]:
        if whose:
            yield from foreseen(whose, row, check)
        else:
            yield from each_row(inputs.character.rules, row, check)
        yield from more

    return Plan(roll=check, foreseen=rows(), results=lambda: _chances(row, check), onto=onto)


def level_of(rules: Ruleset, row: Healing) -> Level:
    """The box that it heals."""
    return rules.book.defense.levels[row.heals]


def foreseen(
    character: DeclaredCharacter, row: Healing, check: RollCheck | None = None
) -> Iterator[str]:
    """The marks that each row heals, with its exact chance for a `check`, and a sentence where a
    row heals more than there are.
    """
    rules = character.rules
    yield from each_row(rules, row, check)
    present = figures.marked(character, row.heals)
    if present < row.rows[-1].marks:
        lost = rules.book.play.rulings["lost_marks"]
        yield f"You have {counted(level_of(rules, row), present)}. {lost}".strip()


def each_row(rules: Ruleset, row: Healing, check: RollCheck | None = None) -> Iterator[str]:
    """The marks that each row heals, of any patient."""
    chances, level = _chances(row, check) if check else {}, level_of(rules, row)
    afters = [*(after.low for after in row.rows[1:]), None]
    for result, after in zip(row.rows, afters, strict=True):
        line = f"{span(result.low, after)}: {counted(level, result.marks)}"
        yield f"{line}, {pools.percent(chances[result.id])}" if chances else line


def _chances(row: Healing, check: RollCheck) -> dict[str, Fraction]:
    """The exact chance of each row; none for a check that cannot be rolled."""
    return {} if check.chance() is None else result_tables.chances(row.rows, check.reach)


def text_of(rules: Ruleset, row: Healing, total: int, present: int | None = None) -> str:
    """Healing by total of the marks that are `present`; None: of somebody else's, whose marks
    nobody knows here.
    """
    result, level = result_tables.row_of(row.rows, total), level_of(rules, row)
    if result is None:
        return f"{total}: nothing is healed. {rules.book.play.rulings['below_table']}".strip()
    if present is None:
        return f"{total}: heals {counted(level, result.marks)}."
    gone = min(result.marks, present)
    return f"{total}: {counted(level, gone)} healed, {present - gone} left."


def with_result(inputs: Inputs, outcome: Outcome, row: Healing, *message: str) -> Outcome:
    """An outcome with the row that its total reaches, and a point that was spent on it."""
    result = result_tables.row_of(row.rows, outcome.total)
    outcome = checks.with_point(inputs, outcome)
    return text(outcome, *message, success=result is not None, row=result.id if result else "")


def healed(inputs: Inputs, outcome: Outcome, row: Healing, *message: str) -> Outcome:
    """An outcome that takes marks off this character; marks beyond those there are, are lost."""
    rules, total = inputs.character.rules, outcome.total
    present = figures.marked(inputs.character, row.heals)
    told = text_of(rules, row, total, present)
    outcome = with_result(inputs, outcome, row, told, *message)
    result = result_tables.row_of(row.rows, total)
    gone = min(result.marks, present) if result else 0
    return text(outcome, shifts=(MarkChange(level_of(rules, row).mark, -gone),) if gone else ())


# --- after a fight


def _after_fight(row: Healing) -> Rule:
    """The one check after a fight: it is no longer due, whatever its result."""

    def barred(character: DeclaredCharacter, situation: TurnState) -> str:
        if out := modifiers.incapacitated(character):
            return out
        heals, worst = level_of(character.rules, row), modifiers.worst(character)
        if worst and worst.id != heals.id:
            first = character.rules.book.play.rulings["worst_first"]
            return f"{worst.name} comes first. {first}".strip()
        if not figures.marked(character, heals.id):
            return f"You have no {heals.mark}."
        return "" if situation.get(row.id) else NOT_DUE

    def rested(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
        outcome = healed(inputs, outcome, row)
        return text(outcome, situation={**outcome.situation, row.id: 0})

    def plan(inputs: Inputs) -> Plan:
        return healing_plan(inputs, row, whose=inputs.character)

    return ProcedureRule(rested, plan, barred)


# --- waking


def _not_to_wake(character: DeclaredCharacter, situation: TurnState) -> str:
    """Why nobody can wake the character, "" if somebody can."""
    awake = "" if is_out(character) else f"You are not {figures.words(character).out}."
    return if_alive(character, situation) or awake


def _wakes(inputs: Inputs) -> bool:
    return bool(inputs["total"] >= inputs.character.rules.book.play.wake)


def _waking(inputs: Inputs) -> tuple[str, ...]:
    wakes, texts = _wakes(inputs), inputs.texts
    said = texts["won" if wakes else "lost"]
    sentence = said.format(inputs["total"], inputs.character.rules.book.play.wake)
    return (sentence, texts["said"]) if wakes else (sentence,)


def _wake(inputs: Inputs) -> Plan:
    is_open = inputs.barred or inputs["total"] is None
    return Plan() if is_open else Plan(foreseen=_waking(inputs))


def _woken(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A high enough check wakes a character; the marks stay."""
    wakes = _wakes(inputs)
    outcome = text(outcome, *_waking(inputs), shifts=(marked(OUT, -1),) if wakes else ())
    return text(outcome, total=inputs["total"], success=wakes)


def procedures(rules: Ruleset) -> Mapping[str, Rule]:
    """The end of a fight, the checks after it, and waking where somebody can be knocked out."""
    found = {"scene": ProcedureRule(_ended, _scene, if_alive)}
    found |= {row.id: _after_fight(row) for row in checks_after(rules)}
    if OUT in rules.marks:
        found["wake"] = ProcedureRule(_woken, _wake, _not_to_wake)
    return found
