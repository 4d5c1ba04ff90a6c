"""Reads the procedures of a game's TOML, each with its rule."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from rules import tables
from rules.kit.play.planned_procedures import (
    GroupRow,
    PlannedProcedure,
    ProcedureRow,
    ProcedureRule,
    any_number,
)
from rules.kit.play.procedures import C_contra, Procedure, ProcedureGroup
from rules.kit.play.questions import Questionnaire
from rules.play import TurnState


def procedure_groups(
    reader: tables.Reader,
    file: str,
    rules: Mapping[str, ProcedureRule[C_contra]],
    questionnaire: Questionnaire,
    *,
    reaction: int = 0,
    too_many: Callable[[TurnState, int], str] = any_number,
) -> tuple[ProcedureGroup[C_contra], ...]:
    """The groups of a file with their procedures, each with its rule; TableError for a procedure
    without a rule or a group, a rule without a procedure, and questions that cannot be asked. A
    reaction takes `reaction` actions of the turn; `too_many` says why it has no room for more.
    """
    groups = reader.entries(file, "group", GroupRow)
    rows = reader.entries(file, "procedure", ProcedureRow)
    tables.check_known(file, "procedure", rows, rules)
    tables.check_known(file, "procedure", rules, rows)
    procedures: dict[str, list[Procedure[C_contra]]] = {id: [] for id in groups}
    fill = partial(questionnaire.filled, file)
    for row in rows.values():
        tables.check_known(file, f"{row.id}.group", row.group, groups)
        planned = PlannedProcedure(
            _filled(file, row, questionnaire),
            rules[row.id],
            questionnaire,
            _foreseen(file, row, questionnaire),
            reaction,
            too_many,
        )
        procedures[row.group].append(
            Procedure(row.action or row.id, planned.offer, planned.form, planned.resolve, row.cost)
        )
    return tuple(
        ProcedureGroup(
            group.id,
            fill(group.id, group.name),
            tuple(procedures[group.id]),
            not group.is_tool,
            group.rare,
        )
        for group in groups.values()
    )


def _filled(file: str, row: ProcedureRow, questionnaire: Questionnaire) -> ProcedureRow:
    """The row with the numbers that its texts and questions name; TableError for an unknown one."""
    fill = partial(questionnaire.filled, file, row.id)
    return replace(
        row,
        name=fill(row.name),
        about=fill(row.about),
        texts={name: fill(text) for name, text in row.texts.items()},
        questions=questionnaire.checked(file, row.id, row.questions),
    )


def _foreseen(file: str, row: ProcedureRow, questionnaire: Questionnaire) -> tuple[str, ...]:
    """The effect of every row of the table that a procedure foresees; TableError for no such
    table.
    """
    if not row.foresees:
        return ()
    try:
        rows = questionnaire.table(row.foresees)
    except (AttributeError, KeyError) as unknown:
        place = f"{row.id}.foresees"
        raise tables.TableError(file, place, f"nothing is called {unknown}") from None
    return tuple(one.does for one in rows.values())
