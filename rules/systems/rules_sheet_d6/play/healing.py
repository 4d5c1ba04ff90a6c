"""Healing: the end of a combat scene, Stamina after it, waking. `medicine.py` has Medicine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from rules.dice import pools
from rules.figures import number
from rules.kit.play import result_tables
from rules.kit.play.outcomes import marked, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.play import Alternative, MarkChange, Outcome, TurnState
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.marks import counted, span
from rules.systems.rules_sheet_d6.play import checks, modifiers, rolls
from rules.systems.rules_sheet_d6.play.checks import RollCheck
from rules.systems.rules_sheet_d6.play.modifiers import if_alive
from rules.systems.rules_sheet_d6.play.rolls import Inputs
from rules.systems.rules_sheet_d6.play.turns import OVER
from rules.systems.rules_sheet_d6.rulebook import Healing, Level, book

STAMINA = "stamina"
NOT_DUE = "Roll it once, after combat. End the fight first."


# --- the end of a scene


def _ending(inputs: Inputs) -> Iterator[str]:
    character, texts = inputs.character, inputs.texts
    stuns = figures.marked(character, "stunned")
    if stuns:
        verb = "clears" if stuns == 1 else "clear"
        yield f"{counted(book().defense.levels['stunned'], stuns)} {verb}."
    if character.marks.unconscious:
        yield texts["woken"]
    if figures.marked(character, book().play.healing[STAMINA].heals):
        yield texts["due"]
    elif not stuns and not character.marks.unconscious:
        yield texts["nothing"]
    yield texts["said"]


def _scene(inputs: Inputs) -> Plan:
    return Plan() if inputs.barred else Plan(foreseen=tuple(_ending(inputs)))


def _ended(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Stuns are cleared, and the last round ends (Star Wars D6 rules sheet, Healing)."""
    stuns = figures.marked(inputs.character, "stunned")
    shifts = [MarkChange("stuns", -stuns)] if stuns else []
    if inputs.character.marks.unconscious:
        shifts.append(marked("unconscious", -1))
    situation = {**OVER, "stamina": 1}
    return text(outcome, *_ending(inputs), shifts=tuple(shifts), situation=situation)


# --- any check that heals


class HealingCheck(RollCheck):
    """A check that heals: it has to reach the lowest row."""

    __slots__ = ()

    def alternatives(self) -> Iterator[Alternative]:
        """The chance of each variant, if the check itself can be rolled."""
        return super().alternatives() if self.chance() is not None else iter(())


def healing_check(inputs: Inputs, row: Healing) -> RollCheck:
    """The check with the skill of a way to heal, and with the answers that change its dice."""
    inputs.fields += rolls.changes(inputs)
    lowest = number("the lowest row", row.rows[0].low, source=row.source)
    code = figures.trait(inputs.character, row.skill)
    bonus, spends = inputs["bonus"] or 0, rolls.spends_force_point(inputs)
    return HealingCheck(inputs.attempt, code, lowest, bonus=bonus, spends=spends)


def healing_plan(
    inputs: Inputs, row: Healing, *more: str, whose: Character | None, onto: str = ""
) -> Plan:
    """A check that heals: its target is the lowest row, and each row stands under it with what it
    heals, of the character `whose` marks are known.
    """
    check = healing_check(inputs, row)

    def rows() -> Iterator[str]:
        yield from foreseen(whose, row, check) if whose else each_row(row, check)
        yield from more

    return Plan(roll=check, foreseen=rows(), results=lambda: _chances(row, check), onto=onto)


def level_of(row: Healing) -> Level:
    """The box that it heals."""
    return book().defense.levels[row.heals]


def foreseen(character: Character, row: Healing, check: RollCheck | None = None) -> Iterator[str]:
    """The marks that each row heals, with its exact chance for a `check`, and a sentence where a
    row heals more than there are.
    """
    yield from each_row(row, check)
    present = figures.marked(character, row.heals)
    if present < row.rows[-1].marks:
        yield f"You have {counted(level_of(row), present)}. {book().play.rulings['lost_marks']}"


def each_row(row: Healing, check: RollCheck | None = None) -> Iterator[str]:
    """The marks that each row heals, of any patient."""
    chances = _chances(row, check) if check else {}
    afters = [*(after.low for after in row.rows[1:]), None]
    for result, after in zip(row.rows, afters, strict=True):
        line = f"{span(result.low, after)}: {counted(level_of(row), result.marks)}"
        yield f"{line}, {pools.percent(chances[result.id])}" if chances else line


def _chances(row: Healing, check: RollCheck) -> dict[str, Fraction]:
    """The exact chance of each row; none for a check that cannot be rolled."""
    return {} if check.chance() is None else result_tables.chances(row.rows, check.reach)


def text_of(row: Healing, total: int, present: int | None = None) -> str:
    """Healing by total of the marks that are `present`; None: of somebody else's, whose marks
    nobody knows here.
    """
    result = result_tables.row_of(row.rows, total)
    if result is None:
        return f"{total}: nothing is healed. {book().play.rulings['below_table']}"
    if present is None:
        return f"{total}: heals {counted(level_of(row), result.marks)}."
    gone = min(result.marks, present)
    return f"{total}: {counted(level_of(row), gone)} healed, {present - gone} left."


def with_result(inputs: Inputs, outcome: Outcome, row: Healing, *message: str) -> Outcome:
    """An outcome with the row that its total reaches, and a Force Point that was spent on it."""
    result = result_tables.row_of(row.rows, outcome.total)
    outcome = checks.with_force_point(inputs, outcome)
    return text(outcome, *message, success=result is not None, row=result.id if result else "")


def healed(inputs: Inputs, outcome: Outcome, row: Healing, *message: str) -> Outcome:
    """An outcome that takes marks off this character; marks beyond those there are, are lost."""
    present = figures.marked(inputs.character, row.heals)
    total = outcome.total
    outcome = with_result(inputs, outcome, row, text_of(row, total, present), *message)
    result = result_tables.row_of(row.rows, total)
    gone = min(result.marks, present) if result else 0
    return text(outcome, shifts=(MarkChange(level_of(row).mark, -gone),) if gone else ())


# --- Stamina


def _no_stamina(character: Character, situation: TurnState) -> str:
    """Why no Stamina check can be made now, "" where one can."""
    if out := modifiers.incapacitated(character):
        return out
    heals, worst = level_of(book().play.healing[STAMINA]), modifiers.worst(character)
    if worst and worst.id != heals.id:
        return f"{worst.name} comes first. {book().play.rulings['worst_first']}"
    if not figures.marked(character, heals.id):
        return f"You have no {heals.mark}."
    return "" if situation.get("stamina") else NOT_DUE


def _stamina(inputs: Inputs) -> Plan:
    """The roll that clears wounds, with the chance of every row."""
    return healing_plan(inputs, book().play.healing[STAMINA], whose=inputs.character)


def _rested(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The one check after a combat: it is no longer due, whatever its result."""
    outcome = healed(inputs, outcome, book().play.healing[STAMINA])
    return text(outcome, situation={**outcome.situation, "stamina": 0})


# --- waking


def _not_to_wake(character: Character, situation: TurnState) -> str:
    """Why nobody can wake the character, "" if somebody can."""
    awake = "" if character.marks.unconscious else "You are not unconscious."
    return if_alive(character, situation) or awake


def _waking(inputs: Inputs) -> tuple[str, ...]:
    wakes, texts = inputs["total"] >= book().play.wake, inputs.texts
    sentence = texts["won" if wakes else "lost"].format(inputs["total"])
    return (sentence, texts["said"]) if wakes else (sentence,)


def _wake(inputs: Inputs) -> Plan:
    is_open = inputs.barred or inputs["total"] is None
    return Plan() if is_open else Plan(foreseen=_waking(inputs))


def _woken(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """An Easy check wakes a character; the stuns stay (Star Wars D6 rules sheet, Healing)."""
    wakes = inputs["total"] >= book().play.wake
    shifts = (marked("unconscious", -1),) if wakes else ()
    outcome = text(outcome, *_waking(inputs), shifts=shifts)
    return text(outcome, total=inputs["total"], success=wakes)


RULES = {
    "scene": ProcedureRule(_ended, _scene, if_alive),
    STAMINA: ProcedureRule(_rested, _stamina, _no_stamina),
    "wake": ProcedureRule(_woken, _wake, _not_to_wake),
}
