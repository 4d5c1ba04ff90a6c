"""The queries of a view: recorded while it runs, and run again to see whether they return the same.

A parameter that is the time of the request (`expires_at > now`) is the time of the later request
when the query runs again.
"""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from enum import Enum
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.utils import timezone

_LOCKS = (" FOR UPDATE", " FOR NO KEY UPDATE", " FOR SHARE", " FOR KEY SHARE")


class Moment(Enum):
    """A placeholder for the time of a request."""

    NOW = "now"


class Query(NamedTuple):
    """A query with its parameters."""

    sql: str
    params: tuple[object, ...]


class Recorder:
    """Records the queries that one thread makes."""

    def __init__(self) -> None:
        self.queries: list[Query] = []
        self.only_reads = True
        self.started = _sql_time(timezone.now())

    def recording(self) -> AbstractContextManager[None]:
        """Records meanwhile."""
        return connection.execute_wrapper(self._record)

    def recorded(self) -> tuple[Query, ...] | None:
        """The queries; None if something was written or locked."""
        if not self.only_reads:
            return None
        ended = _sql_time(timezone.now())
        return tuple(
            Query(query.sql, tuple(self._with_moments(one, ended) for one in query.params))
            for query in self.queries
        )

    def _record(
        self,
        execute: Callable[..., object],
        sql: str,
        params: Any,
        many: bool,  # noqa: FBT001 (Django calls it so)
        context: object,
    ) -> object:
        is_read = not many and sql.startswith("SELECT ") and not any(lock in sql for lock in _LOCKS)
        if is_read:
            self.queries.append(Query(sql, tuple(params or ())))
        else:
            self.only_reads = False
        return execute(sql, params, many, context)

    def _with_moments(self, value: Any, ended: Any) -> Any:
        if isinstance(value, Enum):
            return value.value
        if type(value) is not type(ended) or _is_naive(value):
            return value
        return Moment.NOW if self.started <= value <= ended else value


def digest(queries: tuple[Query, ...]) -> bytes:
    """A digest of what the queries return at this moment."""
    if not queries:
        return b"nothing is asked"
    now = _sql_time(timezone.now())
    sent = [[now if one is Moment.NOW else one for one in params] for _, params in queries]
    if connection.vendor == "postgresql":
        return _at_once(tuple([sql for sql, _ in queries]), list(chain.from_iterable(sent)))
    content = repr(_one_by_one(queries, sent)).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=16).digest()


def _one_by_one(queries: tuple[Query, ...], sent: Sequence[Sequence[object]]) -> list[object]:
    """The rows of each query, asked of SQLite itself: a cursor of Django takes three times as long.

    The connection is tried before, once a request, as Django does it.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    database.close_if_health_check_failed()
    database.ensure_connection()
    with database.wrap_database_errors:
        return [
            database.connection.execute(_for_sqlite(sql, len(params)), params).fetchall()
            for (sql, _), params in zip(queries, sent, strict=True)
        ]


@lru_cache(maxsize=256)
def _for_sqlite(sql: str, count: int) -> str:
    """A query with this many parameters, in SQLite's way of writing them."""
    return sql % (("?",) * count)


def _at_once(queries: tuple[str, ...], params: Sequence[object]) -> bytes:
    """A digest of the rows of all queries, in one statement: PostgreSQL is asked once, and its plan
    of the statement is kept, for to plan who may see a sheet takes ten times as long as to look.

    An open connection is not tried before. Where it has ended, the statement fails, and the view,
    which is asked instead, connects again. Where it has not, the view need not try it either.
    """
    from sheets.page_cache import prepared  # noqa: PLC0415 (starts a tenth quicker without psycopg)

    # `connection` would look it up each time.
    database: Any = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    with database.wrap_database_errors:
        now = prepared.value(database.connection, _statement(queries), params)
    database.health_check_done = True
    return now


@lru_cache(maxsize=256)
def _statement(queries: tuple[str, ...]) -> str:
    """A digest of the rows of all queries. `array_send` says of each row how long it is, so that no
    other rows have the same bytes. No column has the name of the whole row here.
    """
    rows = [
        f"""array_send(ARRAY(SELECT "whole row"::text FROM ({sql}) "whole row"))"""  # noqa: S608 (it is a query of a view)
        for sql in queries
    ]
    return f"SELECT sha256({' || '.join(rows)})"


def _is_naive(value: object) -> bool:
    """True for a time without a zone, as Django's cache in a table has them."""
    return isinstance(value, datetime) and value.tzinfo is None


def _sql_time(moment: datetime) -> object:
    """A time as the parameters of queries have it: a datetime, or on SQLite a text."""
    return connection.ops.adapt_datetimefield_value(moment)
