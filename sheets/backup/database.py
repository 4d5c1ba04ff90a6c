"""The database side of a backup: a snapshot to read from, a database to load into, and the rows as
JSON. How a table takes a row is in `tables`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, JSONField, Model
from django.db.utils import load_backend
from django.utils import timezone

from sheets import search_text
from sheets.backup import archive
from sheets.backup.archive import Archive, BackupError, Header
from sheets.backup.progress import Report, reported, silent
from sheets.backup.tables import InvalidRow, Table
from sheets.models import Character

SNAPSHOT, SCRATCH = "snapshot", "scratch"


@contextmanager
def snapshot() -> Iterator[str]:
    """The alias of a connection that sees the site's database as it is now, whatever is written
    meanwhile.

    No writer waits for it: on SQLite it is a read transaction (WAL keeps its state), on PostgreSQL
    a read-only transaction with repeatable reads.
    """
    config = deepcopy(connections[DEFAULT_DB_ALIAS].settings_dict)
    sqlite = connections[DEFAULT_DB_ALIAS].vendor == "sqlite"
    if sqlite:
        config["OPTIONS"]["transaction_mode"] = "DEFERRED"
    with _connection(SNAPSHOT, config), transaction.atomic(using=SNAPSHOT):
        if not sqlite:
            with connections[SNAPSHOT].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield SNAPSHOT


@contextmanager
def scratch() -> Iterator[str]:
    """The alias of an empty SQLite database in a temporary folder."""
    config = deepcopy(connections[DEFAULT_DB_ALIAS].settings_dict)
    with tempfile.TemporaryDirectory(prefix="hyperspace-backup-") as folder:
        config["ENGINE"] = "django.db.backends.sqlite3"
        config["NAME"] = str(Path(folder, "scratch.sqlite3"))
        config["OPTIONS"] = {"init_command": "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF"}
        with _connection(SCRATCH, config):
            yield SCRATCH


@contextmanager
def _connection(alias: str, config: dict[str, Any]) -> Iterator[None]:
    """A separate connection under an alias of this thread only."""
    connections[alias] = load_backend(config["ENGINE"]).DatabaseWrapper(config, alias)
    try:
        yield
    finally:
        connections[alias].close()
        del connections[alias]


def load(archive: Archive, alias: str, report: Report = silent) -> None:
    """Makes the tables as they were at the time of the backup, fills them, and migrates them.

    BackupError if the file is incomplete, from a version that is not read, or holds a row that
    does not fit.
    """
    executor = MigrationExecutor(connections[alias])
    state = executor.migrate(_targets(archive, executor))
    tables = model_tables(state.apps)
    try:
        with transaction.atomic(using=alias):
            _fill(tables, archive, alias, report)
        _reset_sequences(tables, alias)
        executor = MigrationExecutor(connections[alias])
        executor.migrate(executor.loader.graph.leaf_nodes())
        _refold(alias)
    except (InvalidRow, DatabaseError, OverflowError, ValueError) as error:
        raise BackupError(f"{archive.path}: {' '.join(str(error).split())}") from None


def _targets(archive: Archive, executor: MigrationExecutor) -> list[tuple[str, str]]:
    """The last migrations of the backup: those that no other applied migration depends on."""
    graph, applied = executor.loader.graph, set(archive.header.migrations)
    if unknown := sorted(applied - set(graph.nodes)):
        names = ", ".join(f"{app}.{name}"[:60] for app, name in unknown[:3])
        raise BackupError(
            f"{archive.path}: backup of another version, with {names}: this one reads those of 1.0"
            " and later, up to its own"
        )
    return sorted(
        key
        for key in applied
        if not {child.key for child in graph.node_map[key].children} & applied
    )


def _fill(tables: dict[str, type[Model]], archive: Archive, alias: str, report: Report) -> None:
    """Inserts the rows, as many at a time as stand in a row for one table."""
    count = sum(archive.header.tables.values())
    rows = reported(archive.rows(), "Rows loaded", count, report)
    with connections[alias].cursor() as cursor:
        for name, group in groupby(rows, key=itemgetter(0)):
            if name not in tables:
                raise InvalidRow(f"no such table: {name[:60]}")
            table = Table(tables[name], connections[alias])
            packed = (table.row(text) for _, text in group)
            while chunk := list(islice(packed, CHUNK_SIZE)):
                cursor.executemany(table.insert, chunk)


def _refold(alias: str) -> None:
    """Lets every character be found as if it were saved now."""
    rows = Character._base_manager.using(alias)
    stored = rows.only("pk", "search").iterator(chunk_size=CHUNK_SIZE)
    while chunk := list(islice(stored, CHUNK_SIZE)):
        changed = [row for row in chunk if row.search != search_text.refolded(row.search)]
        for row in changed:
            row.search = search_text.refolded(row.search)
        rows.bulk_update(changed, ["search"])


def _reset_sequences(tables: dict[str, type[Model]], alias: str) -> None:
    """Sets the sequences so that the next row gets a free number."""
    connection = connections[alias]
    statements = connection.ops.sequence_reset_sql(no_style(), list(tables.values()))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


# Sessions are not backed up: everyone signs in again.
EXCLUDED_TABLES = {"sessions.session", "usersessions.usersession"}


def model_tables(apps: Apps) -> dict[str, type[Model]]:
    """Every table that is backed up, by model label ("sheets.character")."""
    return {
        model._meta.label_lower: model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed
        and not model._meta.proxy
        and model._meta.label_lower not in EXCLUDED_TABLES
    }


def pack_row(row: Model) -> dict[str, object]:
    """The row as plain values by column name."""
    return {field.attname: _pack_value(field, row) for field in _fields(type(row))}


def _fields(model: type[Model]) -> Iterable[Field[object, object]]:
    return model._meta.concrete_fields


def _pack_value(field: Field[Any, Any], row: Model) -> object:
    value = field.value_from_object(row)
    if value is None or isinstance(value, str | int) or isinstance(field, JSONField):
        return value
    return field.value_to_string(row)


CHUNK_SIZE = 200


def save(path: Path, report: Report = silent) -> Header:
    """Backs up everything as of one moment; returns the header.

    BackupError if the database cannot be read or the file cannot be written.
    """
    try:
        with snapshot() as alias:
            header = _header(alias)
            count = sum(header.tables.values())
            rows = reported(_rows(alias), "Rows backed up", count, report)
            archive.write(path, header, rows)
    except DatabaseError as error:
        raise BackupError(f"the database cannot be read: {' '.join(str(error).split())}") from None
    return header


def _header(alias: str) -> Header:
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    if not applied:
        raise BackupError("nothing to back up: the database has no tables yet")
    return Header(
        format=archive.FORMAT,
        made=timezone.now().isoformat(timespec="seconds"),
        migrations=tuple(sorted(applied)),
        tables={
            name: model._base_manager.using(alias).count()
            for name, model in model_tables(apps).items()
        },
    )


def _rows(alias: str) -> Iterator[archive.Row]:
    for name, model in model_tables(apps).items():
        rows = model._base_manager.using(alias).order_by("pk")
        for row in rows.iterator(chunk_size=CHUNK_SIZE):
            yield name, pack_row(row)
