"""Tables of target numbers with modifiers: their TOML, their form fields, and the chosen target.

`result_tables.py` has tables of results.
"""

from collections.abc import Iterator, Mapping

import msgspec

from rules import tables
from rules.dice import codes
from rules.figures import Figure, bonus, number, total
from rules.forms.fields import Choice, Field, Option, Pick
from rules.kit.play.answers import Answers
from rules.kit.play.questions import ActionInput
from rules.tables import Row

# The default ids of the fields for the row and the modifiers.
ROW, MODIFIERS = "row", "modifiers"
NO_ROW = "None: just roll"


class TargetRow(Row, frozen=True, kw_only=True):
    """A row with its target number, or a modifier with its amount, and the case `otherwise`, which
    adds nothing. Its source is by default that of its table.
    """

    number: int
    source: str = ""
    otherwise: str = ""

    def figure(self, ruling: str = "") -> Figure:
        """The number itself, with a ruling of its table."""
        return number(self.name, self.number, source=self.source, ruling=self.ruling or ruling)


class TargetTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table: rows to choose one of, and modifiers to choose any of, or with `one_modifier` at
    most one. `label` and `modifiers_label` are the labels of the fields.
    """

    id: str
    name: str
    rows: tuple[TargetRow, ...]
    modifiers: tuple[TargetRow, ...] = ()
    one_modifier: bool = False
    label: str = ""
    modifiers_label: str = "Modifiers"
    source: str
    ruling: str = ""


class TraitTable(TargetTable, frozen=True, kw_only=True):
    """A table of target numbers, with the `traits` that are rolled against it."""

    does: str = ""
    traits: tuple[str, ...] = ()


class TargetInput(msgspec.Struct, frozen=True, gc=False):
    """The chosen rows by id; "" for no row."""

    row: str = ""
    modifiers: tuple[str, ...] = ()


def read_tables(reader: tables.Reader, file: str, array: str = "table") -> dict[str, TargetTable]:
    """The tables of a file by id. TableError if two rows of a table, or two modifiers, share
    an id.
    """
    target_tables = reader.entries(file, array, TargetTable)
    check_rows(file, target_tables)
    return target_tables


def check_rows(file: str, target_tables: Mapping[str, TargetTable]) -> None:
    """TableError if two rows of a table, or two modifiers, share an id."""
    for table in target_tables.values():
        for part, rows in (("rows", table.rows), ("modifiers", table.modifiers)):
            ids = [row.id for row in rows]
            for id in ids:
                if ids.count(id) > 1:
                    raise tables.TableError(file, f"{table.id}.{part}", f"“{id}” appears twice")


def read_input(
    answers: Answers, table: TargetTable, *, row: str = ROW, modifiers: str = MODIFIERS
) -> TargetInput:
    """The values that a form sent for a table; an unknown row or modifier is a problem of its
    field.
    """
    chosen = answers.option(row, (one.id for one in table.rows))
    return TargetInput(
        chosen,
        answers.options(
            modifiers,
            (one.id for one in table.modifiers),
            most=1 if table.one_modifier else None,
        ),
    )


def fields(
    table: TargetTable, answers: TargetInput, *, row: str = ROW, modifiers: str = MODIFIERS
) -> Iterator[Field]:
    """A menu of the rows, and the modifiers as check boxes, or as a menu if only one may be
    chosen.
    """
    options = (
        Option("", NO_ROW, chosen=not answers.row),
        *(_option(one, f"{one.name} {one.number}", answers.row == one.id) for one in table.rows),
    )
    yield Choice(
        row, table.label or table.name, (answers.row,), options, look="menu", hint=table.ruling
    )
    if not table.modifiers:
        return
    more = tuple(
        _option(one, f"{one.name} {codes.signed(one.number, '')}", one.id in answers.modifiers)
        for one in table.modifiers
    )
    label = table.modifiers_label
    if table.one_modifier:
        none = Option("", "None", chosen=not answers.modifiers)
        yield Choice(modifiers, label, answers.modifiers or ("",), (none, *more), look="menu")
    else:
        yield Pick(modifiers, label, answers.modifiers, more)


def asked(inputs: ActionInput[object], table: TargetTable) -> Figure | None:
    """The target number by the fields of a table, which are added to a roll form."""
    chosen = read_input(inputs.answers, table)
    inputs.fields += fields(table, chosen)
    return target(table, chosen)


def target(table: TargetTable, answers: TargetInput, *more: Figure) -> Figure | None:
    """The target number: that of the row, with the modifiers and `more`; None if no row is
    chosen.
    """
    chosen = next((row for row in table.rows if row.id == answers.row), None)
    if chosen is None:
        return None
    source = chosen.source or table.source
    base = number(chosen.name, chosen.number, source=source, ruling=chosen.ruling or table.ruling)
    added = tuple(
        bonus(one.name, one.number, source=one.source or table.source, ruling=one.ruling)
        for one in table.modifiers
        if one.id in answers.modifiers
    )
    if not added and not more:
        return base
    return total(chosen.name, base, *added, *more, source=source)


def _option(row: TargetRow, name: str, chosen: bool) -> Option:  # noqa: FBT001 # private
    return Option(row.id, name, row.does, chosen=chosen, source=row.source, ruling=row.ruling)
