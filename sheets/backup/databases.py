"""Databases to read from and to load into, each by an alias of its own for a while."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.utils import load_backend

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
