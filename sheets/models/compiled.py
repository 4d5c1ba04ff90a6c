"""Queries and updates that are made again and again, with nothing but other values. Django works
out the SQL each time, which takes it thirty times as long as the database takes to answer; here it
is worked out once.
"""

import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from datetime import UTC, datetime
from functools import cache
from typing import Any, Generic, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Model, QuerySet, UUIDField
from django.db.models.query import ModelIterable
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError, mark_for_rollback_on_error

from sheets.models.owner import Identity

Row = TypeVar("Row", bound=Model)
Part = uuid.UUID | int | str | datetime
Value = Identity | Part
# Stand-ins for values begin with these.
_UUID, _NUMBER, _TEXT = 0x5747_414E_4400 << 64, 0x57A4D << 32, "\0stand-in "
_TIME = datetime(9000, 1, 1, tzinfo=UTC)
_UUID_FIELD = UUIDField()
# No column holds another number: as with Django, no row has it.
_NUMBERS = range(-(2**63), 2**63)


class CompiledQuery(Generic[Row]):
    """A query by some values. `build` makes it of any values of these kinds, and asks of an
    identity only what it is made of and whether it is somebody. Values go into the SQL as they
    are: ValueError if one becomes a part of something else (`contains`).
    """

    def __init__(self, build: Callable[..., QuerySet[Row, object]]) -> None:
        self._build = build
        self._compiled: dict[tuple[object, ...], _Compiled | None] = {}

    def first(self, *values: Value) -> Row | None:
        """The first row; None if no row fits."""
        return next(iter(self.rows(*values)), None)

    def rows(self, *values: Value) -> list[Row]:
        """All rows."""
        compiler = self._filled(values)
        if compiler is None:
            return []
        source: Any = _Source(compiler)
        return list(ModelIterable(source))

    def tuples(self, *values: Value) -> list[tuple[Any, ...]]:
        """The rows of a query for some values (`values_list`)."""
        compiler = self._filled(values)
        return [tuple(row) for row in compiler.results_iter()] if compiler else []

    def column(self, *values: Value) -> list[Any]:
        """The only column of a query for the values of one."""
        compiler = self._filled(values)
        return [row[0] for row in compiler.results_iter()] if compiler else []

    def _filled(self, values: tuple[Value, ...]) -> SQLCompiler | None:
        """The query with these values; None if it can find no row at all."""
        parts = [part for value in values for part in _parts(value)]
        if any(isinstance(part, int) and part not in _NUMBERS for part in parts):
            return None
        kind = (connections[DEFAULT_DB_ALIAS].vendor, *map(_kind, values))
        if kind not in self._compiled:
            self._compiled[kind] = self._compile(values)
        compiled = self._compiled[kind]
        return compiled.filled(parts) if compiled else None

    def _compile(self, values: tuple[Value, ...]) -> "_Compiled | None":
        stand_ins = [_stand_in(value, number) for number, value in enumerate(values)]
        compiler = self._build(*stand_ins).query.get_compiler(DEFAULT_DB_ALIAS)
        try:
            sql, params = compiler.as_sql()
        except EmptyResultSet:
            return None
        parts = [part for value in stand_ins for part in _parts(value)]
        return _Compiled(compiler, sql, tuple(params), parts)


def update_row(row: Model, names: Collection[str]) -> None:
    """Writes these fields of a row, as `save` does with `update_fields`, by an UPDATE that is
    worked out once for each set of fields. No signals are sent. DatabaseError if the row is gone.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    sql, fields = _update(connection.vendor, type(row), frozenset(names))
    values = [
        field.get_db_prep_save(field.pre_save(row, add=False), connection) for field in fields
    ]
    with mark_for_rollback_on_error(DEFAULT_DB_ALIAS), connection.cursor() as cursor:
        cursor.execute(sql, (*values, row.pk))
        if not cursor.rowcount:
            raise DatabaseError("the row to be written is gone")


@cache
def _update(
    vendor: str,  # noqa: ARG001 (each quotes names in its way)
    model: type[Model],
    names: frozenset[str],
) -> tuple[str, tuple[Any, ...]]:
    """The UPDATE of these fields of one row, and the fields in its order."""
    meta: Any = model._meta
    quoted = connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields = tuple(meta.get_field(name) for name in sorted(names))
    columns = ", ".join(f"{quoted(field.column)} = %s" for field in fields)
    key = quoted(meta.pk.column)
    return f"UPDATE {quoted(meta.db_table)} SET {columns} WHERE {key} = %s", fields  # noqa: S608


class _Compiled:
    """A query with its SQL; `stand_ins` stand for its values in the parameters."""

    def __init__(
        self,
        compiler: Any,
        sql: str,
        params: tuple[object, ...],
        stand_ins: Sequence[Part],
    ) -> None:
        self._compiler, self._sql = compiler, sql
        numbers = {_sent(stand_in): number for number, stand_in in enumerate(stand_ins)}
        inside = {param for param in params if isinstance(param, str) and _TEXT in param}
        if not set(numbers) <= set(params) or not inside <= set(numbers):
            raise ValueError("a query can only be compiled where its values go in as they are")
        self._params = [(param, numbers.get(param)) for param in params]
        converters = compiler.get_converters([column[0] for column in compiler.select])
        compiler.get_converters = lambda _: converters

    def filled(self, values: Sequence[Part]) -> SQLCompiler:
        """The query with these values, for the connection of this thread."""
        params = tuple(
            [fixed if number is None else _sent(values[number]) for fixed, number in self._params]
        )
        sent = (self._sql, params)
        compiler = copy(self._compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        if compiler.query.select_for_update and compiler.connection.get_autocommit():
            raise TransactionManagementError("rows are locked in a transaction only")
        compiler.as_sql = lambda *_, **__: sent
        filled: SQLCompiler = compiler
        return filled


class _Source:
    """As much of a QuerySet as Django asks for to make rows of what the database returns."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: Mapping[Any, Any] = {}

    def __init__(self, compiler: SQLCompiler) -> None:
        self._compiler = compiler
        self.query = self

    def get_compiler(self, using: str) -> SQLCompiler:  # noqa: ARG002 (there is one database)
        return self._compiler


def _kind(value: Value) -> object:
    """The kind of a value: values of one kind make the same SQL."""
    if isinstance(value, Identity):
        return (value.user is None, value.is_somebody)
    return type(value)


def _parts(value: Value) -> tuple[Part, ...]:
    """The parameters of a value."""
    if not isinstance(value, Identity):
        return (value,)
    if value.user is not None:
        return (value.user,)
    return (value.visitor_hash,) if value.visitor_hash else ()


def _stand_in(value: Value, number: int) -> Value:
    """Another value of the same kind, which no query could have by itself."""
    if isinstance(value, Identity):
        if value.user is not None:
            return Identity(user=_NUMBER + number)
        return Identity(visitor_hash=f"{_TEXT}{number}") if value.visitor_hash else value
    if isinstance(value, uuid.UUID):
        return uuid.UUID(int=_UUID + number)
    if isinstance(value, datetime):
        return _TIME.replace(microsecond=number + 1)
    return _NUMBER + number if isinstance(value, int) else f"{_TEXT}{number}"


def _sent(part: Part) -> object:
    """A parameter as the database is sent it."""
    connection = connections[DEFAULT_DB_ALIAS]
    if isinstance(part, uuid.UUID):
        return _UUID_FIELD.get_db_prep_value(part, connection)
    if isinstance(part, datetime):
        return connection.ops.adapt_datetimefield_value(part)
    return part
