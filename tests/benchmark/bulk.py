"""A database beside the site's own, filled from within: copies of rows, a million in minutes."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model
from django.db.utils import load_backend

# What each database is told while it is filled, and afterwards as the site has it.
_HURRY = {
    "sqlite": (
        "PRAGMA journal_mode=OFF",
        "PRAGMA synchronous=OFF",
        "PRAGMA foreign_keys=OFF",
        "PRAGMA cache_size=-2000000",
    ),
    "postgresql": (
        "SET session_replication_role = replica",
        "SET maintenance_work_mem = '1GB'",
    ),
}
_USUAL = {
    "sqlite": (
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "PRAGMA foreign_keys=ON",
        "PRAGMA cache_size=-2000",
    ),
    "postgresql": ("RESET session_replication_role", "VACUUM ANALYZE"),
}


class Database:
    """A new database. While it is `used`, it is the site's."""

    def __init__(self, name: str) -> None:
        config: dict[str, Any] = deepcopy(connections[DEFAULT_DB_ALIAS].settings_dict)
        self.is_sqlite = connection.vendor == "sqlite"
        if self.is_sqlite:
            config["NAME"] = str(Path(config["NAME"]).with_name(f"{name}.sqlite3"))
        else:
            with connection.cursor() as cursor:
                cursor.execute(f"CREATE DATABASE {name}")
            config["NAME"] = name
        backend = load_backend(config["ENGINE"])
        self._connection = backend.DatabaseWrapper(config, DEFAULT_DB_ALIAS)
        self._process: Path | None = None

    @contextmanager
    def used(self) -> Iterator[None]:
        """The site's queries go here."""
        before = connections[DEFAULT_DB_ALIAS]
        connections[DEFAULT_DB_ALIAS] = self._connection
        try:
            yield
        finally:
            connections[DEFAULT_DB_ALIAS] = before

    def processor_time(self) -> float:
        """Seconds that this thread has computed, and the database for it: on PostgreSQL what Linux
        says of the process that serves the connection.
        """
        if self.is_sqlite:
            return time.thread_time()
        if self._process is None:
            with self._connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self._process = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
        return time.thread_time() + int(self._process.read_text().split()[0]) / 1e9

    def url(self) -> str:
        """Its address, as the environment names it."""
        name = self._connection.settings_dict["NAME"]
        if self.is_sqlite:
            return f"sqlite:///{name}"
        place, _, query = os.environ["DATABASE_URL"].partition("?")
        return f"{place.rpartition('/')[0]}/{name}?{query}"

    def size(self) -> int:
        """Its bytes."""
        if self.is_sqlite:
            return Path(self._connection.settings_dict["NAME"]).stat().st_size
        with self._connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()


@contextmanager
def loading(tables: list[type[Model]]) -> Iterator[None]:
    """Rows can be copied into these tables without their indexes, which are made anew at the end,
    and without a look at what they refer to. PostgreSQL then counts what it holds, as it does by
    itself on a site; SQLite does not do that there, so neither here.
    """
    names = [model._meta.db_table for model in tables]
    with connection.cursor() as cursor:
        for statement in _HURRY[connection.vendor]:
            cursor.execute(statement)
        indexes = _indexes(names)
        for name, _ in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        yield
        for statement in (*(made for _, made in indexes), *_USUAL[connection.vendor]):
            cursor.execute(statement)


def _indexes(tables: list[str]) -> list[tuple[str, str]]:
    """The indexes of these tables that no constraint needs: name, and how to make it."""
    marks = ", ".join(["%s"] * len(tables))
    made = (
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        f" AND tbl_name IN ({marks})"
        if connection.vendor == "sqlite"
        else "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND NOT EXISTS"
        " (SELECT 1 FROM pg_constraint WHERE conindid = format('%%I', indexname)::regclass)"
        f" AND tablename IN ({marks})"
    )
    with connection.cursor() as cursor:
        cursor.execute(made, tables)
        return [(str(name), str(statement)) for name, statement in cursor.fetchall()]


def copy(row: Model, count: int, **changed: str) -> int:
    """So many copies of a row; the id of the first. `changed` are its columns as SQL, of the row
    `t` and the number `n.i` of the copy, from 0.
    """
    model = type(row)
    columns = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    values = ", ".join(changed.get(column, f't."{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    table = model._meta.db_table
    before = model._base_manager.order_by("-pk").values_list("pk", flat=True)[0]
    numbers = (
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %s - 1)"
        if connection.vendor == "sqlite"
        else "WITH n(i) AS (SELECT generate_series(0, %s - 1))"
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({names}) {numbers}"
            f" SELECT {values} FROM n CROSS JOIN {table} t WHERE t.id = %s",
            [count, row.pk],
        )
    first = model._base_manager.filter(pk__gt=before).order_by("pk")
    return int(first.values_list("pk", flat=True)[0])


def some_uuid() -> str:
    """The SQL of a random one, as a column holds it."""
    is_sqlite = connection.vendor == "sqlite"
    return "lower(hex(randomblob(16)))" if is_sqlite else "gen_random_uuid()"


def scan(sql: str, tables: set[str]) -> str:
    """The line of a query's plan that reads one of the tables from end to end; "" for none."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(("EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN ") + sql)
        lines = [str(row[-1]).strip() for row in cursor.fetchall()]
    found = [line for line in lines if line.startswith("SCAN") or "Seq Scan on" in line]
    return "; ".join(line for line in found if any(table in line.split() for table in tables))
