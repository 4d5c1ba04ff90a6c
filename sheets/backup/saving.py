"""Writing a backup."""

from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db import DatabaseError, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from sheets.backup import archive, databases, rows
from sheets.backup.archive import BackupFault, Header

ROWS_AT_ONCE = 200


def save(path: Path) -> Header:
    """Writes everything as it is at one moment; what was written, by its header.

    BackupFault where the database cannot be read or the file cannot be written.
    """
    try:
        with databases.snapshot() as alias:
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
            for name, model in rows.tables(apps).items()
        },
    )


def _rows(alias: str) -> Iterator[archive.Row]:
    for name, model in rows.tables(apps).items():
        found = model._base_manager.using(alias).order_by("pk")
        for row in found.iterator(chunk_size=ROWS_AT_ONCE):
            yield name, rows.packed(row)
