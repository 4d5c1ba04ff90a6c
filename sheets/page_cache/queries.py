"""The queries of a view: recorded while it runs, and run again to see whether they return the same.

A parameter that is the time of the request (`expires_at > now`) is the time of the later request
when the query runs again.
"""

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

_LOCKS = (" FOR UPDATE", " FOR NO KEY UPDATE", " FOR SHARE", " FOR KEY SHARE")


class Moment(Enum):
    """What stands for the time of a request."""

    NOW = "now"


class Query(NamedTuple):
    """A query with its parameters."""

    sql: str
    params: tuple[Any, ...]


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
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,  # noqa: FBT001 (Django calls it so)
        context: Any,
    ) -> Any:
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
    content = hashlib.blake2b(digest_size=16)
    if queries:
        now = _sql_time(timezone.now())
        with connection.cursor() as cursor, connection.wrap_database_errors:
            execute = _prepared(cursor) if connection.vendor == "postgresql" else cursor.execute
            for sql, params in queries:
                sent = [now if one is Moment.NOW else one for one in params] or None
                rows = execute(sql, sent).fetchall()
                content.update(repr(rows).encode("utf-8", "surrogatepass"))
    return content.digest()


def _prepared(cursor: Any) -> Callable[[str, Any], Any]:
    """Runs a query as a prepared statement, whose plan PostgreSQL keeps: to plan who may see a
    sheet takes it seven times as long as to look.
    """
    import psycopg  # noqa: PLC0415 (a server on SQLite starts without it, a tenth quicker)

    own = psycopg.Cursor(cursor.connection)
    return lambda sql, params: own.execute(sql, params, prepare=True)


def _is_naive(value: Any) -> bool:
    """Whether it is a time without a zone, as Django's cache in a table has them."""
    return isinstance(value, datetime) and value.tzinfo is None


def _sql_time(moment: datetime) -> Any:
    """A time as the parameters of queries have it: a datetime, or on SQLite a text."""
    return connection.ops.adapt_datetimefield_value(moment)
