"""Loading a backup into an empty database."""

from django.core.management.color import no_style
from django.db import DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model

from sheets.backup import rows
from sheets.backup.archive import Archive, BackupFault


def load(archive: Archive, alias: str) -> None:
    """Makes the tables as they were when the backup was made, fills them, brings them up to date.

    BackupFault where the file is not whole, is from a newer version, or holds what no table can.
    """
    executor = MigrationExecutor(connections[alias])
    state = executor.migrate(_targets(archive, executor))
    tables = rows.tables(state.apps)
    try:
        with transaction.atomic(using=alias):
            _fill(tables, archive, alias)
        _set_counters(tables, alias)
        executor = MigrationExecutor(connections[alias])
        executor.migrate(executor.loader.graph.leaf_nodes())
    except (rows.WrongRow, DatabaseError, OverflowError, ValueError) as error:
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
            raise rows.WrongRow(f"there is no table {name[:60]}")
        row = rows.unpacked(tables[name], values)
        # As it was: nothing is set to today because it is saved today.
        row.save_base(raw=True, using=alias, force_insert=True)


def _set_counters(tables: dict[str, type[Model]], alias: str) -> None:
    """The next row gets a number that no row has."""
    connection = connections[alias]
    statements = connection.ops.sequence_reset_sql(no_style(), list(tables.values()))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
