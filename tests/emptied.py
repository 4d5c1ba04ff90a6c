"""Rows that a test with real transactions wrote are deleted after it.

Django truncates all of sixty tables, nearly all of them empty, and works out anew what all models
permit: ten times the work on SQLite, and more on PostgreSQL.
"""

from typing import Any

from django.db import connection
from django.db.transaction import atomic

# What migrating fills by itself, the same for every test.
KEPT = {"django_content_type", "auth_permission"}


def empty(*_: Any) -> None:
    """Deletes every row of every table but those. References are checked once all are deleted."""
    tables = set(connection.introspection.django_table_names(only_existing=True)) - KEPT
    names = {table: connection.ops.quote_name(table) for table in sorted(tables)}
    with atomic(), connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {name})"
                for table, name in names.items()
            )
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {names[table]}")
