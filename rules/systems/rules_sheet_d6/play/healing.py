"""Healing: the end of a combat scene, Stamina after it, waking. `medicine.py` has Medicine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import msgspec

from rules.dice import pools
from rules.figures import Figure, number
from rules.kit import result_tables
from rules.kit.checks import shown
from rules.kit.coded_play import Rollable
from rules.kit.procedures import NumberField, Procedure, fixed, foreseen_form, of_number
from rules.play import Action, Attempt, MarkChange, Outcome, RollForm
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.marks import counted, span
from rules.systems.rules_sheet_d6.play import checks, modifiers
from rules.systems.rules_sheet_d6.play.roll_form import (
    MOST_NUMBER,
    RollInput,
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
    "Type what they rolled for Medicine, from 0 up.",
)
NOT_DUE = "It is rolled once, after a combat: end the scene first."


def if_alive(attempt: Attempt[Character]) -> str:
    """Why the dead cannot do it, "" for the living."""
    return modifiers.DEAD if figures.is_dead(attempt.character) else ""


# --- the end of a scene


def _end(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """Stuns clear, and with the scene its last round ends (Star Wars D6 rules sheet, Healing)."""
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
        yield "A Stamina check is due."
    elif not stuns and not character.marks.unconscious:
        yield "There was nothing to clear."
    yield book().play.rulings["last_round"]


# --- Stamina


def _stamina_action(attempt: Attempt[Character]) -> Action:
    """The Stamina check, barred unless one is due."""
    play = book().play
    barred = modifiers.incapacitated(attempt.character) or _no_stamina(attempt)
    pool = shown(modifiers.current_pool(attempt, _stamina_subject(attempt.character).pool))
    told = " ".join(
        (play.healing[STAMINA].does, play.rulings["one_stamina"], play.rulings["checks_suffer"])
    )
    return Action(STAMINA, "Stamina check", told, pool, barred, asks=True)


def _stamina_subject(character: Character) -> Rollable:
    """The skill as it is rolled after a combat."""
    skill = book().play.healing[STAMINA].skill
    return modifiers.ROLLED.skill(character, skill, key=STAMINA, name="Stamina check")


def _no_stamina(attempt: Attempt[Character]) -> str:
    """Why no Stamina check can be made now, "" where one can."""
    heals = book().defense.levels[book().play.healing[STAMINA].heals]
    hurt = modifiers.worst(attempt.character)
    if hurt and hurt.id != heals.id:
        return f"{hurt.name} comes first. {book().play.rulings['worst_first']}"
    if not figures.marked(attempt.character, heals.id):
        return f"You have no {heals.mark}."
    return "" if attempt.situation.get("stamina") else NOT_DUE


def _stamina_panel(attempt: Attempt[Character], action: Action) -> RollForm:
    """The roll that clears wounds, with the chance of every row."""
    row, subject = book().play.healing[STAMINA], _stamina_subject(attempt.character)
    return checked(attempt, (subject, row, action), read_roll_input(attempt.values))


def _stamina(attempt: Attempt[Character], rng: Random) -> Outcome:
    """The one check after a combat: it is no longer due, whatever comes of it."""
    subject, given = _stamina_subject(attempt.character), read_roll_input(attempt.values)
    outcome = checks.thrown(attempt, subject, given, rng)
    found = dressed(attempt.character, outcome, book().play.healing[STAMINA])
    return msgspec.structs.replace(found, situation={**outcome.situation, "stamina": 0})


# --- any check that heals


def checked(
    attempt: Attempt[Character],
    what: tuple[Rollable, Healing, Action],
    given: RollInput,
) -> RollForm:
    """What stands before a check that heals: the lowest row to reach, and what each row heals."""
    subject, row, action = what
    lowest = number("the lowest row", row.rows[0].low, source=row.source)
    check = checks.RollCheck(attempt, subject, given, lowest)
    form = check.form(action, changing(attempt, given))
    rolls = form.exact is not None
    return msgspec.structs.replace(
        form,
        alternatives=form.alternatives if rolls else (),
        foreseen=tuple(rows_said(attempt.character, row, check.pool if rolls else None)),
        barred=action.barred or form.barred,
        results=_chances(row, check.pool) if rolls else {},
    )


def level_of(row: Healing) -> Level:
    """The box that it heals."""
    return book().defense.levels[row.heals]


def rows_said(character: Character, row: Healing, pool: Figure | None = None) -> Iterator[str]:
    """What each row heals, with its exact chance where there are dice for it; and what there is."""
    yield from each_row(row, pool)
    present = figures.marked(character, row.heals)
    if present < row.rows[-1].marks:
        yield f"You have {counted(level_of(row), present)}. {book().play.rulings['lost_marks']}"


def each_row(row: Healing, pool: Figure | None = None) -> Iterator[str]:
    """What each row heals, whoever has it."""
    chances = _chances(row, pool) if pool else {}
    afters = [*(one.low for one in row.rows[1:]), None]
    for one, after in zip(row.rows, afters, strict=True):
        told = f"{span(one.low, after)}: {counted(level_of(row), one.marks)}"
        yield f"{told}, {pools.percent(chances[one.id])}" if chances else told


def _chances(row: Healing, pool: Figure) -> dict[str, Fraction]:
    """The exact chance of each row, by the least total that reaches it."""
    return result_tables.chances(
        row.rows, lambda least: pools.chance(pool.value, least - pool.pips)
    )


def reached(row: Healing, total: int) -> str:
    """The row that a total reaches, by its least total; "" for none."""
    found = result_tables.row_of(row.rows, total)
    return found.id if found else ""


def healed(row: Healing, total: int) -> int:
    """How many marks a total heals: those of the highest row that it reaches."""
    found = result_tables.row_of(row.rows, total)
    return found.marks if found else 0


def nothing_healed(total: int) -> str:
    """What is said of a total under the lowest row."""
    return f"{total}: nothing is healed. {book().play.rulings['below_table']}"


def healed_said(character: Character, row: Healing, total: int) -> str:
    """What a total heals, in words."""
    present = figures.marked(character, row.heals)
    gone = min(healed(row, total), present)
    if not healed(row, total):
        return nothing_healed(total)
    return f"{total}: {counted(level_of(row), gone)} healed, {present - gone} left."


def shifts_of(character: Character, row: Healing, total: int) -> tuple[MarkChange, ...]:
    """So many marks fewer; those beyond what there is are lost."""
    gone = min(healed(row, total), figures.marked(character, row.heals))
    return (MarkChange(level_of(row).mark, -gone),) if gone else ()


def against_rows(outcome: Outcome, row: Healing, *said: str) -> Outcome:
    """A check that heals, held against the rows of its table."""
    return msgspec.structs.replace(
        outcome,
        kind="heal",
        target=row.rows[0].low,
        against="the lowest row",
        success=healed(row, outcome.total) > 0,
        said=said,
        row=reached(row, outcome.total),
    )


def dressed(character: Character, outcome: Outcome, row: Healing, *said: str) -> Outcome:
    """A check that heals whoever made it, with what else is `said`."""
    found = against_rows(outcome, row, healed_said(character, row, outcome.total), *said)
    shifts = (*outcome.shifts, *shifts_of(character, row, outcome.total))
    return msgspec.structs.replace(found, shifts=shifts)


# --- waking


def _not_to_wake(attempt: Attempt[Character]) -> str:
    """Why nobody can be woken, "" where somebody can."""
    awake = "" if attempt.character.marks.unconscious else "You are not unconscious."
    return if_alive(attempt) or awake


def _wake(_character: Character, total: int) -> Outcome:
    """An Easy check wakes; the stuns stay (Star Wars D6 rules sheet, Healing)."""
    wakes = total >= book().play.wake
    return Outcome(
        action="wake",
        name="Somebody wakes you",
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
    "Stuns clear, whoever they put out wakes, and a Stamina check is due.",
)
WAKE = Action(
    "wake",
    "Somebody wakes you",
    f"Type the total of their Medicine: {book().play.wake} or more."
    f" {book().play.rulings['waking']}",
    asks=True,
)
PROCEDURES = (
    fixed(SCENE, if_alive, _end, foreseen_form(_ended)),
    Procedure(STAMINA, _stamina_action, _stamina_panel, _stamina),
    of_number(WAKE, _not_to_wake, TOTAL, lambda _character, total: _woken(total), _wake),
)
