"""Rows that a test with real transactions wrote are deleted after it.

Django truncates all of sixty tables, nearly all of them empty, and works out anew what all models
permit: ten times the work on SQLite, and more on PostgreSQL.
"""

from typing import Any

from django.db import connection
from django.db.transaction import atomic

# What migrating fills by itself, the same for every test.
KEPT = {"django_content_type", "auth_permission"}


def filled_tables() -> list[str]:
    """The quoted names of the tables that have a row, but for those."""
    tables = set(connection.introspection.django_table_names(only_existing=True)) - KEPT
    asked = (
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})"
        for name in map(connection.ops.quote_name, sorted(tables))
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [name for (name,) in cursor.fetchall()]


def empty(*_: Any) -> None:
    """Deletes every row of every table but those. References are checked once all are deleted."""
    with atomic(), connection.cursor() as cursor:
        for name in filled_tables():
            cursor.execute(f"DELETE FROM {name}")


class KeptRows:
    """All rows as they are now: what many meetings begin with is worked out once."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[str, list[tuple[Any, ...]]]] = {}
        with connection.cursor() as cursor:
            for name in filled_tables():
                cursor.execute(f"SELECT * FROM {name}")
                columns = ", ".join(connection.ops.quote_name(one[0]) for one in cursor.description)
                places = ", ".join(["%s"] * len(cursor.description))
                insert = f"INSERT INTO {name} ({columns}) VALUES ({places})"
                self.rows[name] = insert, cursor.fetchall()

    def put_back(self) -> None:
        """Deletes whatever rows there are, and writes these anew."""
        with atomic(), connection.cursor() as cursor:
            empty()
            for insert, rows in self.rows.values():
                cursor.executemany(insert, rows)
