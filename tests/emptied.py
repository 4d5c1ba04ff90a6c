"""Rows that a test with real transactions wrote are deleted after it.

Django truncates all of sixty tables, nearly all of them empty, and works out anew what all models
permit: ten times the work on SQLite, and more on PostgreSQL.

PostgreSQL is sent all of it at once, and looks at no reference: none is left without its row where
every row is deleted, and rows that are put back are those that it had let in.
"""

from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.transaction import atomic

# What migrating fills by itself, the same for every test.
KEPT = {"django_content_type", "auth_permission"}
WITHOUT_REFERENCES = "SET LOCAL session_replication_role = replica"


def _tables() -> list[str]:
    """The quoted names of all tables, but for those."""
    tables = set(connection.introspection.django_table_names(only_existing=True)) - KEPT
    return [connection.ops.quote_name(name) for name in sorted(tables)]


def filled_tables() -> list[str]:
    """Those of them that have a row."""
    asked = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in _tables())
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [name for (name,) in cursor.fetchall()]


def empty(*_: Any) -> None:
    """Deletes every row of every table but those. References are checked once all are deleted."""
    with atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_script(_tables()))
            return
        for name in filled_tables():
            cursor.execute(f"DELETE FROM {name}")


def _script(tables: Iterable[str], *more: str) -> str:
    """The statements that empty tables on PostgreSQL, and more."""
    return "; ".join((WITHOUT_REFERENCES, *(f"DELETE FROM {name}" for name in tables), *more))


class KeptRows:
    """All rows as they are now: what many meetings begin with is worked out once."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[str, list[tuple[Any, ...]]]] = {}
        self.script = ""
        with connection.cursor() as cursor:
            for name in filled_tables():
                cursor.execute(f"SELECT * FROM {name}")
                columns = ", ".join(connection.ops.quote_name(one[0]) for one in cursor.description)
                places = ", ".join(["%s"] * len(cursor.description))
                insert = f"INSERT INTO {name} ({columns}) VALUES ({places})"
                self.rows[name] = insert, cursor.fetchall()
            if connection.vendor == "postgresql":
                self.script = _script(_tables(), *self._inserts(cursor))

    def _inserts(self, cursor: CursorWrapper) -> Iterable[str]:
        """One statement for the rows of each table, with their values in it."""
        for insert, rows in self.rows.values():
            beginning, places = insert.rsplit(" VALUES ", 1)
            values = ", ".join(cursor.cursor.mogrify(places, row) for row in rows)
            yield f"{beginning} VALUES {values}"

    def put_back(self) -> None:
        """Deletes whatever rows there are, and writes these anew."""
        with atomic(), connection.cursor() as cursor:
            if self.script:
                cursor.execute(self.script)
                return
            empty()
            for insert, rows in self.rows.values():
                cursor.executemany(insert, rows)
