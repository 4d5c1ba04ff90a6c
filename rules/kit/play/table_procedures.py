"""Procedures that a table alone declares: a trait rolled against a number, dice that are read in a
table of results, and two totals that were rolled. Any other has a rule in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import partial
from random import Random
from typing import TypeVar

from rules import tables
from rules.dice import codes
from rules.figures import dice
from rules.kit.play import result_tables
from rules.kit.play.checks import Check, FixedRoll
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import (
    Plan,
    ProcedureRow,
    ProcedureRule,
    contest,
    nothing_bars,
    result,
)
from rules.kit.play.questions import ActionInput, TableFinder
from rules.play import Outcome, TurnState
from rules.problems import InvalidDocument

C = TypeVar("C")
# A trait as whoever acts rolls it, against a number or none.
Roll = Callable[[ActionInput[C], str, int | None], Check]
Barred = Callable[[C, TurnState], str]
Resolve = Callable[[ActionInput[C], Outcome, Random], Outcome]
# The most dice of a table, each row of which is foreseen with its exact chance.
MOST_DICE = 20
TOTALS, ENDS = ("mine", "theirs"), ("mine", "theirs", "tie")


def no_roll(_inputs: ActionInput[object], trait: str, _number: int | None) -> Check:
    """The checks of this game have a rule in Python."""
    raise NotImplementedError(trait)


def check_rows(
    file: str, rows: Mapping[str, ProcedureRow], table: TableFinder, traits: Container[str]
) -> None:
    """TableError for a row whose trait, dice, table of results, question or text is none."""
    for id, row in rows.items():
        asked = {question.id for question in row.questions}
        if row.does == "contest":
            tables.check_known(file, f"{id}.questions", TOTALS, asked)
            tables.check_known(file, f"{id}.texts", ENDS, row.texts)
        elif row.does == "check":
            tables.check_known(file, f"{id}.rolls", row.rolls, traits)
            if not row.number:
                tables.check_known(file, f"{id}.questions", "target", asked)
        elif row.does == "table":
            _check_results(file, row, table)
        elif row.does == "steer":
            raise tables.TableError(file, f"{id}.does", "only a craft is steered")


def _check_results(file: str, row: ProcedureRow, table: TableFinder) -> None:
    """TableError unless every total of the dice has its row."""
    try:
        (count, pips), found = codes.read(row.rolls), tuple(table(row.results).values())
        lowest = found[0].low
    except InvalidDocument as unread:
        raise tables.TableError(file, f"{row.id}.rolls", unread.message) from None
    except (AttributeError, KeyError, IndexError):
        message = f"“{row.results}” is no table with a lowest total in each row"
        raise tables.TableError(file, f"{row.id}.results", message) from None
    if count > MOST_DICE:
        raise tables.TableError(file, f"{row.id}.rolls", f"at most {MOST_DICE}D")
    result_tables.check_rows(file, f"{row.id}.results", found)
    if lowest > count + pips:
        message = f"{row.results} begins at {lowest}, and {row.rolls} can be {count + pips}"
        raise tables.TableError(file, f"{row.id}.results", message)


def rules(
    rows: Mapping[str, ProcedureRow],
    table: TableFinder,
    roll: Roll[C] = no_roll,
    *,
    unable: Barred[C] = nothing_bars,
    resolve: Resolve[C] = result,
) -> dict[str, ProcedureRule[C]]:
    """The rule of each row that a table alone declares. A check is barred to whoever is `unable`
    to act, and comes to what `resolve` says.
    """
    made: Mapping[str, Callable[[ProcedureRow], ProcedureRule[C]]] = {
        "contest": lambda _row: ProcedureRule(contest, _before),
        "check": lambda row: ProcedureRule(resolve, partial(_checked, row, roll), unable),
        "table": lambda row: _table(row, table),
    }
    return {id: made[row.does](row) for id, row in rows.items() if row.does in made}


def _before(inputs: ActionInput[object]) -> Plan:
    """The sentence before two totals."""
    return Plan(foreseen=(inputs.texts.get("before", ""),))


def _checked(row: ProcedureRow, roll: Roll[C], inputs: ActionInput[C]) -> Plan:
    """A trait against the number of the row, or another that the game master names."""
    named = inputs.get("target")
    return Plan(roll=roll(inputs, row.rolls, (row.number or None) if named is None else named))


def _table(row: ProcedureRow, table: TableFinder) -> ProcedureRule[object]:
    """Dice, and the row that their total comes to."""
    (count, pips), results = codes.read(row.rolls), table(row.results)
    found = tuple(results.values())

    def plan(_inputs: ActionInput[object]) -> Plan:
        roll = FixedRoll(dice(row.name, count, pips=pips, source=found[0].source))
        chances = result_tables.chances(found, roll.reach)
        foreseen = result_tables.chance_texts({one.id: one.name for one in found}, chances)
        return Plan(roll=roll, foreseen=foreseen, results=chances)

    def resolve(_inputs: ActionInput[object], outcome: Outcome, _rng: Random) -> Outcome:
        reached = result_tables.row_at(found, outcome.total)
        said = f"{outcome.total}: {reached.name}. {reached.does}".strip()
        return text(outcome, said, reached.ruling, row=reached.id)

    return ProcedureRule(resolve, plan)
