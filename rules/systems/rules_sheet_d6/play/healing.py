"""Healing: the end of a combat scene, Stamina after it, waking. `medicine.py` has Medicine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import msgspec

from rules.dice import pools
from rules.figures import Figure, number
from rules.forms.parsing import FormValues
from rules.kit.answers import number_field, read_number, required
from rules.kit.checks import shown
from rules.kit.procedures import Procedure, fixed
from rules.play import Action, MarkChange, Outcome, RollForm, TurnState
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.marks import counted
from rules.systems.rules_sheet_d6.play import checks, modifiers
from rules.systems.rules_sheet_d6.play.roll_form import (
    MOST_NUMBER,
    RollInput,
    changing,
    read_roll_input,
)
from rules.systems.rules_sheet_d6.play.rollables import Rollable
from rules.systems.rules_sheet_d6.play.rollables import rollable as rollable_of
from rules.systems.rules_sheet_d6.play.turns import OVER
from rules.systems.rules_sheet_d6.rulebook import Healing, Level, book

STAMINA = "stamina"
NEED_TOTAL = "Type what they rolled for Medicine, from 0 up."
NOT_DUE = "It is rolled once, after a combat: end the scene first."


def _if_alive(character: Character, _situation: TurnState) -> str:
    return modifiers.DEAD if figures.is_dead(character) else ""


def stamina_action(character: Character, situation: TurnState) -> Action:
    """The Stamina check, barred unless one is due."""
    play, found = book().play, stamina_subject(character)
    barred = modifiers.incapacitated(character) or _no_stamina(character, situation)
    pool = shown(modifiers.current_pool(character, situation, found.pool))
    told = " ".join(
        (play.healing[STAMINA].does, play.rulings["one_stamina"], play.rulings["checks_suffer"])
    )
    return Action(STAMINA, "Stamina check", told, pool, barred, asks=True)


def wake_action(character: Character, situation: TurnState) -> Action:
    """Being woken, barred for the dead and for whoever is awake."""
    play = book().play
    awake = "" if character.marks.unconscious else "You are not unconscious."
    about = f"Type the total of their Medicine: {play.wake} or more. {play.rulings['waking']}"
    return Action(
        "wake",
        "Somebody wakes you",
        about,
        barred=_if_alive(character, situation) or awake,
        asks=True,
    )


# --- the end of a scene


def ending(character: Character, _situation: TurnState, action: Action, _: FormValues) -> RollForm:
    """What the end of the scene brings."""
    said = () if action.barred else tuple(_ended(character))
    return RollForm(action, (), foreseen=said, barred=action.barred)


def end(character: Character, _situation: TurnState, _values: FormValues, _rng: Random) -> Outcome:
    """Stuns clear, and with the scene its last round ends (Star Wars D6 rules sheet, Healing)."""
    shifts = []
    if stuns := figures.marked(character, "stunned"):
        shifts.append(MarkChange("stuns", -stuns))
    if character.marks.unconscious:
        shifts.append(MarkChange("unconscious", -1, most=1))
    return Outcome(
        action="scene",
        name="The combat scene ends",
        kind="heal",
        said=tuple(_ended(character)),
        shifts=tuple(shifts),
        situation={**OVER, "stamina": 1},
    )


def _ended(character: Character) -> Iterator[str]:
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


def stamina_subject(character: Character) -> Rollable:
    """The skill as it is rolled after a combat; it stands on every sheet."""
    found = rollable_of(character, f"skills.{book().play.healing[STAMINA].skill}")
    if found is None:
        raise KeyError(STAMINA)
    return msgspec.structs.replace(found, key=STAMINA, name="Stamina check")


def _no_stamina(character: Character, situation: TurnState) -> str:
    """Why no Stamina check can be made now, "" where one can."""
    heals = book().defense.levels[book().play.healing[STAMINA].heals]
    hurt = modifiers.worst(character)
    if hurt and hurt.id != heals.id:
        return f"{hurt.name} comes first. {book().play.rulings['worst_first']}"
    if not figures.marked(character, heals.id):
        return f"You have no {heals.mark}."
    return "" if situation.get("stamina") else NOT_DUE


def stamina_panel(
    character: Character, situation: TurnState, action: Action, values: FormValues
) -> RollForm:
    """The roll that clears wounds, with the chance of every row."""
    row = book().play.healing[STAMINA]
    return checked(
        character, situation, (stamina_subject(character), row, action), read_roll_input(values)
    )


def stamina(character: Character, situation: TurnState, values: FormValues, rng: Random) -> Outcome:
    """The one check after a combat: it is no longer due, whatever comes of it."""
    subject, row = stamina_subject(character), book().play.healing[STAMINA]
    outcome = checks.thrown(character, situation, subject, read_roll_input(values), rng)
    found = dressed(character, outcome, row)
    return msgspec.structs.replace(found, situation={**outcome.situation, "stamina": 0})


# --- any check that heals


def checked(
    character: Character,
    situation: TurnState,
    what: tuple[Rollable, Healing, Action],
    given: RollInput,
) -> RollForm:
    """What stands before a check that heals: the lowest row to reach, and what each row heals."""
    subject, row, action = what
    lowest = number("the lowest row", row.rows[0][0], source=row.source)
    check = checks.RollCheck(character, situation, subject, given, lowest)
    form = check.form(action, changing(character, situation, given))
    rolls = form.exact is not None
    return msgspec.structs.replace(
        form,
        alternatives=form.alternatives if rolls else (),
        foreseen=tuple(rows_said(character, row, check.pool if rolls else None)),
        barred=action.barred or form.barred,
        results=row_chances(row, check.pool) if rolls else {},
    )


def level_of(row: Healing) -> Level:
    """The box that it heals."""
    return book().defense.levels[row.heals]


def rows_said(character: Character, row: Healing, pool: Figure | None = None) -> Iterator[str]:
    """What each row heals, with its exact chance where there are dice for it; and what there is."""
    yield from each_row(row, pool)
    level, last = level_of(row), len(row.rows) - 1
    present = figures.marked(character, level.id)
    if present < row.rows[last][1]:
        yield f"You have {counted(level, present)}. {book().play.rulings['lost_marks']}"


def each_row(row: Healing, pool: Figure | None = None) -> Iterator[str]:
    """What each row heals, whoever has it."""
    level, last = level_of(row), len(row.rows) - 1
    chances = row_chances(row, pool) if pool is not None else {}
    for place, (least, marks) in enumerate(row.rows):
        after = row.rows[place + 1][0] if place < last else None
        span = f"{least} and more" if after is None else f"{least}–{after - 1}"
        told = f"{span}: {counted(level, marks)}"
        if chances:
            told += f", {pools.percent(chances[str(least)])}"
        yield told


def row_chances(row: Healing, pool: Figure) -> dict[str, Fraction]:
    """The exact chance of each row, by the least total that reaches it."""
    reach = [pools.chance(pool.value, least - pool.pips) for least, _ in row.rows]
    found = zip(row.rows, reach, [*reach[1:], Fraction(0)], strict=True)
    return {str(least): chance - better for (least, _), chance, better in found}


def reached(row: Healing, total: int) -> str:
    """The row that a total reaches, by its least total; "" for none."""
    return next((str(least) for least, _ in reversed(row.rows) if total >= least), "")


def healed(row: Healing, total: int) -> int:
    """How many marks a total heals: those of the highest row that it reaches."""
    return max((marks for least, marks in row.rows if total >= least), default=0)


def healed_said(character: Character, row: Healing, total: int) -> Iterator[str]:
    """What a total heals, in words."""
    level, many = level_of(row), healed(row, total)
    present = figures.marked(character, level.id)
    if not many:
        yield f"{total}: nothing is healed. {book().play.rulings['below_table']}"
        return
    gone = min(many, present)
    yield f"{total}: {counted(level, gone)} healed, {present - gone} left."


def shifts_of(character: Character, row: Healing, total: int) -> tuple[MarkChange, ...]:
    """So many marks fewer; those beyond what there is are lost."""
    level = level_of(row)
    gone = min(healed(row, total), figures.marked(character, level.id))
    return (MarkChange(level.mark, -gone),) if gone else ()


def dressed(character: Character, outcome: Outcome, row: Healing) -> Outcome:
    """A check that heals, with what it comes to."""
    return msgspec.structs.replace(
        outcome,
        kind="heal",
        target=row.rows[0][0],
        against="the lowest row",
        success=healed(row, outcome.total) > 0,
        said=tuple(healed_said(character, row, outcome.total)),
        shifts=(*outcome.shifts, *shifts_of(character, row, outcome.total)),
        row=reached(row, outcome.total),
    )


# --- waking


def total_of(values: FormValues) -> int | None:
    """What somebody else rolled; None where nothing is typed yet."""
    return read_number(values, "total", 0, MOST_NUMBER)


def need_total(values: FormValues) -> int:
    """The same; RuleViolation where nothing is typed."""
    return required(total_of(values), "total", NEED_TOTAL)


def waking(
    _character: Character, _situation: TurnState, action: Action, values: FormValues
) -> RollForm:
    """What somebody's Medicine does for whoever is unconscious."""
    total = total_of(values)
    fields = (number_field("total", "Their Medicine total", total, 0, MOST_NUMBER),)
    said = () if total is None or action.barred else _woken(total)
    return RollForm(action, fields, foreseen=said, barred=action.barred)


def wake(_character: Character, _situation: TurnState, values: FormValues, _rng: Random) -> Outcome:
    """An Easy check wakes; the stuns stay (Star Wars D6 rules sheet, Healing)."""
    total = need_total(values)
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
PROCEDURES = (
    fixed(SCENE, _if_alive, end, ending),
    Procedure(STAMINA, stamina_action, stamina_panel, stamina),
    Procedure("wake", wake_action, waking, wake),
)
