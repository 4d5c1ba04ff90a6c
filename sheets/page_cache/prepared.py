"""Statements that stay prepared on a connection to PostgreSQL, which then keeps their plans.

They go straight to libpq: a cursor of psycopg, made for any number of rows of any type, takes five
times as long for one value. Nothing else prepares statements there, and so nothing else ends them:
Django has psycopg prepare none, unless the settings of the database have a `prepare_threshold`.
"""

from collections import OrderedDict
from collections.abc import Sequence
from itertools import count
from weakref import WeakKeyDictionary

from psycopg import Connection
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

# How many stay prepared on a connection: each takes PostgreSQL a quarter of a MiB.
MAX_PREPARED = 40
# The names of the statements of each connection, by their SQL and the types of their parameters,
# the least recently used first.
_NAMES: WeakKeyDictionary[Connection[object], OrderedDict[tuple[str, tuple[int, ...]], bytes]] = (
    WeakKeyDictionary()
)
_NUMBERS = count(1)


def value(connection: Connection[object], sql: str, params: Sequence[object]) -> bytes:
    """The only value of the only row that a statement returns, in PostgreSQL's binary format;
    psycopg.Error if it fails.
    """
    adapted = Transformer(connection)
    sent = adapted.dump_sequence(params, [PyFormat.AUTO] * len(params))
    name = _name(connection, sql, adapted.types or ())
    result = connection.pgconn.exec_prepared(
        name,
        sent,  # type: ignore[arg-type]  # None is a NULL, which its annotation leaves out
        adapted.formats,
        Format.BINARY,
    )
    return _checked(result).get_value(0, 0) or b""


def _name(connection: Connection[object], sql: str, types: tuple[int, ...]) -> bytes:
    """The name of a statement, which is prepared if it is not."""
    names = _NAMES.setdefault(connection, OrderedDict())
    if (name := names.get((sql, types))) is None:
        name = b"kept_%d" % next(_NUMBERS)
        numbered = sql % tuple([f"${number}" for number, _ in enumerate(types, start=1)])
        _checked(connection.pgconn.prepare(name, numbered.encode(), types))
        names[sql, types] = name
        while len(names) > MAX_PREPARED:
            connection.pgconn.close_prepared(names.popitem(last=False)[1])
    names.move_to_end((sql, types))
    return name


def _checked(result: PGresult) -> PGresult:
    if result.status not in (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK):
        raise error_from_result(result)
    return result
