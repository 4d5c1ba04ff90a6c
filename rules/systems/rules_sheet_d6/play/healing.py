"""Healing: the end of a combat scene, Stamina after it, waking. `medicine.py` has Medicine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import msgspec

from rules.dice import pools
from rules.figures import Figure, number
from rules.kit.play import result_tables
from rules.kit.play.checks import shown
from rules.kit.play.procedures import (
    NumberField,
    Procedure,
    Rollable,
    fixed,
    foreseen_form,
    of_number,
)
from rules.play import Action, Attempt, MarkChange, Outcome, RollForm
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.marks import counted, span
from rules.systems.rules_sheet_d6.play import checks, modifiers
from rules.systems.rules_sheet_d6.play.roll_form import (
    MOST_NUMBER,
    changing,
    read_roll_input,
)
from rules.systems.rules_sheet_d6.play.turns import OVER
from rules.systems.rules_sheet_d6.rulebook import Healing, Level, book

STAMINA = "stamina"
TOTAL = NumberField(
    "total",
    "Their Medicine total",
    MOST_NUMBER,
    "Enter their Medicine total, 0 or more.",
)
NOT_DUE = "Roll it once, after combat. End the scene first."


def if_alive(attempt: Attempt[Character]) -> str:
    """Why the dead cannot do it, "" for the living."""
    return modifiers.DEAD if figures.is_dead(attempt.character) else ""


# --- the end of a scene


def _end(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """Stuns are cleared, and the last round ends (Star Wars D6 rules sheet, Healing)."""
    shifts = []
    if stuns := figures.marked(attempt.character, "stunned"):
        shifts.append(MarkChange("stuns", -stuns))
    if attempt.character.marks.unconscious:
        shifts.append(MarkChange("unconscious", -1, most=1))
    return Outcome(
        action="scene",
        name="The combat scene ends",
        kind="heal",
        said=tuple(_ended(attempt)),
        shifts=tuple(shifts),
        situation={**OVER, "stamina": 1},
    )


def _ended(attempt: Attempt[Character]) -> Iterator[str]:
    character = attempt.character
    stuns = figures.marked(character, "stunned")
    if stuns:
        verb = "clears" if stuns == 1 else "clear"
        yield f"{counted(book().defense.levels['stunned'], stuns)} {verb}."
    if character.marks.unconscious:
        yield "You wake."
    if figures.marked(character, book().play.healing[STAMINA].heals):
        yield "Make a Stamina check."
    elif not stuns and not character.marks.unconscious:
        yield "You had nothing to clear."
    yield book().play.rulings["last_round"]


# --- Stamina


def _stamina() -> Healing:
    return book().play.healing[STAMINA]


def _stamina_subject(character: Character) -> Rollable:
    """The skill, as a check after a combat."""
    return modifiers.ROLLED.skill(character, _stamina().skill, key=STAMINA, name="Stamina check")


def _stamina_action(attempt: Attempt[Character]) -> Action:
    """The Stamina check, barred unless one is due."""
    rulings = book().play.rulings
    barred = modifiers.incapacitated(attempt.character) or _no_stamina(attempt)
    pool = shown(modifiers.current_pool(attempt, _stamina_subject(attempt.character).pool))
    about = f"{_stamina().does} {rulings['one_stamina']} {rulings['checks_suffer']}"
    return Action(STAMINA, "Stamina check", about, pool, barred, asks=True)


def _no_stamina(attempt: Attempt[Character]) -> str:
    """Why no Stamina check can be made now, "" where one can."""
    heals, worst = level_of(_stamina()), modifiers.worst(attempt.character)
    if worst and worst.id != heals.id:
        return f"{worst.name} comes first. {book().play.rulings['worst_first']}"
    if not figures.marked(attempt.character, heals.id):
        return f"You have no {heals.mark}."
    return "" if attempt.situation.get("stamina") else NOT_DUE


def _stamina_form(attempt: Attempt[Character], action: Action) -> RollForm:
    """The roll that clears wounds, with the chance of every row."""
    return check_form(attempt, action, _stamina_subject(attempt.character), _stamina())


def _roll_stamina(attempt: Attempt[Character], rng: Random) -> Outcome:
    """The one check after a combat: it is no longer due, whatever its result."""
    rolled = roll_check(attempt, _stamina_subject(attempt.character), _stamina(), rng)
    outcome = healed(attempt.character, rolled, _stamina())
    return msgspec.structs.replace(outcome, situation={**outcome.situation, "stamina": 0})


# --- any check that heals


def check_form(
    attempt: Attempt[Character], action: Action, subject: Rollable, row: Healing
) -> RollForm:
    """The roll form of a check that heals: its target is the lowest row, and each row stands under
    it with what it heals.
    """
    roll_input = read_roll_input(attempt.values)
    lowest = number("the lowest row", row.rows[0].low, source=row.source)
    check = checks.RollCheck(attempt, subject, roll_input, lowest)
    form = check.form(action, changing(attempt, roll_input))
    pool = check.pool if form.exact is not None else None
    return msgspec.structs.replace(
        form,
        alternatives=form.alternatives if pool else (),
        foreseen=tuple(foreseen(attempt.character, row, pool)),
        barred=action.barred or form.barred,
        results=_chances(row, pool) if pool else {},
    )


def roll_check(
    attempt: Attempt[Character], subject: Rollable, row: Healing, rng: Random
) -> Outcome:
    """The dice of a check that heals, against the lowest row."""
    outcome = checks.thrown(attempt, subject, read_roll_input(attempt.values), rng)
    target = row.rows[0].low
    return msgspec.structs.replace(outcome, kind="heal", target=target, against="the lowest row")


def level_of(row: Healing) -> Level:
    """The box that it heals."""
    return book().defense.levels[row.heals]


def foreseen(character: Character, row: Healing, pool: Figure | None = None) -> Iterator[str]:
    """What each row heals, with its exact chance for a `pool`; and that marks beyond those there
    are, are lost.
    """
    yield from each_row(row, pool)
    present = figures.marked(character, row.heals)
    if present < row.rows[-1].marks:
        yield f"You have {counted(level_of(row), present)}. {book().play.rulings['lost_marks']}"


def each_row(row: Healing, pool: Figure | None = None) -> Iterator[str]:
    """What each row heals, of any patient."""
    chances = _chances(row, pool) if pool else {}
    afters = [*(after.low for after in row.rows[1:]), None]
    for result, after in zip(row.rows, afters, strict=True):
        text = f"{span(result.low, after)}: {counted(level_of(row), result.marks)}"
        yield f"{text}, {pools.percent(chances[result.id])}" if chances else text


def _chances(row: Healing, pool: Figure) -> dict[str, Fraction]:
    """The exact chance of each row, by the least total that reaches it."""
    return result_tables.chances(
        row.rows, lambda least: pools.chance(pool.value, least - pool.pips)
    )


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


def with_result(outcome: Outcome, row: Healing, *message: str) -> Outcome:
    """An outcome with the row that its total reaches."""
    result = result_tables.row_of(row.rows, outcome.total)
    return msgspec.structs.replace(
        outcome, success=result is not None, said=message, row=result.id if result else ""
    )


def healed(character: Character, outcome: Outcome, row: Healing, *message: str) -> Outcome:
    """An outcome that takes marks off this character; marks beyond those there are, are lost."""
    present = figures.marked(character, row.heals)
    outcome = with_result(outcome, row, text_of(row, outcome.total, present), *message)
    result = result_tables.row_of(row.rows, outcome.total)
    gone = min(result.marks, present) if result else 0
    shifts = (MarkChange(level_of(row).mark, -gone),) if gone else ()
    return msgspec.structs.replace(outcome, shifts=(*outcome.shifts, *shifts))


# --- waking


def _not_to_wake(attempt: Attempt[Character]) -> str:
    """Why nobody can wake the character, "" if somebody can."""
    awake = "" if attempt.character.marks.unconscious else "You are not unconscious."
    return if_alive(attempt) or awake


def _wake(_character: Character, total: int) -> Outcome:
    """An Easy check wakes a character; the stuns stay (Star Wars D6 rules sheet, Healing)."""
    wakes = total >= book().play.wake
    return Outcome(
        action="wake",
        name="Get woken up",
        kind="heal",
        total=total,
        success=wakes,
        said=_woken(total),
        shifts=(MarkChange("unconscious", -1, most=1),) if wakes else (),
    )


def _woken(total: int) -> tuple[str, ...]:
    if total >= book().play.wake:
        return (f"{total}: you wake.", book().play.rulings["wake"])
    return (f"{total}: you stay unconscious. {book().play.wake} or more would wake you.",)


SCENE = Action(
    "scene",
    "The combat scene ends",
    "Stuns clear, you wake if stuns put you out, and you make a Stamina check.",
)
WAKE = Action(
    "wake",
    "Get woken up",
    f"Enter their Medicine total: {book().play.wake} or more. {book().play.rulings['waking']}",
    asks=True,
)
PROCEDURES = (
    fixed(SCENE, if_alive, _end, foreseen_form(_ended)),
    Procedure(STAMINA, _stamina_action, _stamina_form, _roll_stamina),
    of_number(WAKE, _not_to_wake, TOTAL, lambda _character, total: _woken(total), _wake),
)
