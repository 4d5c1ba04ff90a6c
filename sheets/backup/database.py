"""Databases to read from and to load into, each by an alias of its own for a while."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, JSONField, Model
from django.db.utils import load_backend
from django.utils import timezone

from sheets.backup import archive
from sheets.backup.archive import Archive, BackupFault, Header

SNAPSHOT, SCRATCH = "snapshot", "scratch"


@contextmanager
def snapshot() -> Iterator[str]:
    """The site's database as it is at this moment, whatever is written to it meanwhile.

    Nobody waits for it: on SQLite a transaction that only reads (the log that WAL keeps holds its
    moment), on PostgreSQL one that reads only what was there when it began.
    """
    config = deepcopy(connections[DEFAULT_DB_ALIAS].settings_dict)
    sqlite = connections[DEFAULT_DB_ALIAS].vendor == "sqlite"
    if sqlite:
        config["OPTIONS"]["transaction_mode"] = "DEFERRED"
    with _another(SNAPSHOT, config), transaction.atomic(using=SNAPSHOT):
        if not sqlite:
            with connections[SNAPSHOT].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield SNAPSHOT


@contextmanager
def scratch() -> Iterator[str]:
    """An empty SQLite database in a folder of its own, gone afterwards."""
    config = deepcopy(connections[DEFAULT_DB_ALIAS].settings_dict)
    with tempfile.TemporaryDirectory(prefix="hyperspace-backup-") as folder:
        config["ENGINE"] = "django.db.backends.sqlite3"
        config["NAME"] = str(Path(folder, "scratch.sqlite3"))
        config["OPTIONS"] = {"init_command": "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF"}
        with _another(SCRATCH, config):
            yield SCRATCH


@contextmanager
def _another(alias: str, config: dict[str, Any]) -> Iterator[None]:
    """A connection of this thread's own, under an alias that nobody else sees."""
    connections[alias] = load_backend(config["ENGINE"]).DatabaseWrapper(config, alias)
    try:
        yield
    finally:
        connections[alias].close()
        del connections[alias]


def load(archive: Archive, alias: str) -> None:
    """Makes the tables as they were when the backup was made, fills them, brings them up to date.

    BackupFault where the file is not whole, is from a newer version, or holds what no table can.
    """
    executor = MigrationExecutor(connections[alias])
    state = executor.migrate(_targets(archive, executor))
    tables = model_tables(state.apps)
    try:
        with transaction.atomic(using=alias):
            _fill(tables, archive, alias)
        _set_counters(tables, alias)
        executor = MigrationExecutor(connections[alias])
        executor.migrate(executor.loader.graph.leaf_nodes())
    except (WrongRow, DatabaseError, OverflowError, ValueError) as error:
        raise BackupFault(f"{archive.path}: {' '.join(str(error).split())}") from None


def _targets(archive: Archive, executor: MigrationExecutor) -> list[tuple[str, str]]:
    """The migrations of the backup that no other one of it builds on."""
    graph, applied = executor.loader.graph, set(archive.header.migrations)
    if unknown := sorted(applied - set(graph.nodes)):
        names = ", ".join(f"{app}.{name}"[:60] for app, name in unknown[:3])
        raise BackupFault(f"{archive.path}: it is from a newer version, which has {names}")
    return sorted(
        key
        for key in applied
        if not {child.key for child in graph.node_map[key].children} & applied
    )


def _fill(tables: dict[str, type[Model]], archive: Archive, alias: str) -> None:
    for name, values in archive.rows():
        if name not in tables:
            raise WrongRow(f"there is no table {name[:60]}")
        row = unpacked(tables[name], values)
        # As it was: nothing is set to today because it is saved today.
        row.save_base(raw=True, using=alias, force_insert=True)


def _set_counters(tables: dict[str, type[Model]], alias: str) -> None:
    """The next row gets a number that no row has."""
    connection = connections[alias]
    statements = connection.ops.sequence_reset_sql(no_style(), list(tables.values()))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


# Who is signed in is not kept: everybody signs in again.
LEFT_OUT = {"sessions.session", "usersessions.usersession"}


class WrongRow(Exception):
    """A row that its table cannot hold."""


def model_tables(apps: Apps) -> dict[str, type[Model]]:
    """Every table that is backed up, by the name of its model."""
    return {
        model._meta.label_lower: model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.label_lower not in LEFT_OUT
    }


def packed(row: Model) -> dict[str, Any]:
    """The row by the names of its columns."""
    return {field.attname: _packed(field, row) for field in _fields(type(row))}


def unpacked(model: type[Model], values: dict[str, Any]) -> Model:
    """The row, unsaved; WrongRow where the table has other columns or cannot hold a value."""
    fields = {field.attname: field for field in _fields(model)}
    if fields.keys() != values.keys():
        raise WrongRow(f"{model._meta.label_lower} has other columns")
    try:
        return model(**{name: field.to_python(values[name]) for name, field in fields.items()})
    except (ValidationError, ValueError, TypeError, OverflowError):
        raise WrongRow(f"{model._meta.label_lower} cannot hold one of its rows") from None


def _fields(model: type[Model]) -> Iterable[Field[Any, Any]]:
    return model._meta.concrete_fields


def _packed(field: Field[Any, Any], row: Model) -> Any:
    value = field.value_from_object(row)
    if value is None or isinstance(value, str | int) or isinstance(field, JSONField):
        return value
    return field.value_to_string(row)


ROWS_AT_ONCE = 200


def save(path: Path) -> Header:
    """Writes everything as it is at one moment; what was written, by its header.

    BackupFault where the database cannot be read or the file cannot be written.
    """
    try:
        with snapshot() as alias:
            header = _header(alias)
            archive.write(path, header, _rows(alias))
    except DatabaseError as error:
        raise BackupFault(f"the database cannot be read: {' '.join(str(error).split())}") from None
    return header


def _header(alias: str) -> Header:
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    if not applied:
        raise BackupFault("there is nothing to back up: the database has no tables yet")
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
        found = model._base_manager.using(alias).order_by("pk")
        for row in found.iterator(chunk_size=ROWS_AT_ONCE):
            yield name, packed(row)
