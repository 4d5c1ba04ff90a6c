"""Databases with all migrations: each run, each worker of one, and each empty database that a
command fills begins with what was migrated once.

Migrating takes each of them three seconds of a core. What it comes to is kept from run to run, as
long as no migration changes: on SQLite the file, on PostgreSQL the statements.

`python -m tests.migrated …` is `manage.py …` with it.
"""

import fcntl
import os
import pickle
import shutil
import sys
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

from django.conf import settings
from django.core.management import execute_from_command_line
from django.db import connections
from django.db.migrations import executor
from django.db.migrations.state import ProjectState
from django.db.transaction import atomic

ROOT = Path(__file__).parents[1]
# What a migrated database follows from: our migrations and models, and the packages.
MADE_OF = ("sheets/migrations/*.py", "sheets/models/*.py", "requirements/dev.txt")


def kept_folder() -> Path:
    """The folder of what these migrations come to; those of others are removed."""
    digest = blake2b(digest_size=8)
    for pattern in MADE_OF:
        for file in sorted(ROOT.glob(pattern)):
            digest.update(file.read_bytes())
    folder = ROOT / ".pytest_cache" / "migrated" / digest.hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    for other in folder.parent.iterdir():
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    return folder


class CopyingExecutor(executor.MigrationExecutor):
    """Migrates a database without tables by what that came to the first time. Where it has rows
    already, all is migrated as on a site.
    """

    states: ClassVar[dict[str, ProjectState]] = {}

    def migrate(self, targets: Any, *arguments: Any, **options: Any) -> ProjectState:
        if self.loader.applied_migrations:
            return super().migrate(targets, *arguments, **options)
        digest = blake2b(self.connection.vendor.encode(), digest_size=8)
        for name in sorted(str(migration) for migration, _ in self.migration_plan(targets)):
            digest.update(name.encode())
        name = digest.hexdigest()
        kept = kept_folder() / name
        with kept.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                half = kept.with_suffix(".half")
                state = self._keep(
                    half,
                    lambda: super(CopyingExecutor, self).migrate(targets, *arguments, **options),
                )
                half.rename(kept)
                return state
        self._put(kept)
        if name not in self.states:  # its models take a thirtieth of a second of a core
            self.states[name] = self.loader.project_state(targets)
        return self.states[name]

    def _keep(self, file: Path, migrate: Callable[[], ProjectState]) -> ProjectState:
        """Migrates, and writes what that came to into a file."""
        statements: list[tuple[str, Any]] = []

        def note(go_on: Callable[..., Any], sql: str, parameters: Any, *more: Any) -> Any:
            if not sql.startswith("SELECT"):
                statements.append((sql, parameters))
            return go_on(sql, parameters, *more)

        with self.connection.execute_wrapper(note):
            state = migrate()
        if self.connection.vendor == "sqlite":
            self.connection.close()
            shutil.copyfile(self._file(), file)
        else:
            file.write_bytes(pickle.dumps(statements))
        return state

    def _put(self, file: Path) -> None:
        """Brings a database without tables to what is in a file."""
        if self.connection.vendor == "sqlite":
            self.connection.close()
            shutil.copyfile(file, self._file())
            return
        with atomic(self.connection.alias), self.connection.cursor() as cursor:
            for sql, parameters in pickle.loads(file.read_bytes()):
                cursor.execute(sql, parameters)

    def _file(self) -> str:
        return str(self.connection.settings_dict["NAME"])


def begin_with_copy(folder: Path) -> None:
    """Makes this process's database a copy of the migrated one in a folder. Whoever comes first
    migrates it, the others wait.
    """
    database = settings.DATABASES["default"]
    is_file = database["ENGINE"] == "hyperspace.sqlite"
    name = str(folder / "migrated.sqlite3") if is_file else "test_migrated"
    done = folder / "migrated"
    with (folder / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            _migrate(database, name)
            done.touch()
    if is_file:
        shutil.copy(name, database["TEST"]["NAME"])
    else:
        database["TEST"]["TEMPLATE"] = name  # PostgreSQL copies it itself


def _migrate(database: dict[str, Any], name: str) -> None:
    """Makes a database of that name, and forgets it."""
    connection = connections["default"]
    own = database["NAME"], database["TEST"]["NAME"]
    database["TEST"]["NAME"] = name
    with patch("django.core.management.commands.migrate.MigrationExecutor", CopyingExecutor):
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    database["NAME"], database["TEST"]["NAME"] = own
    connection.settings_dict["NAME"] = database["NAME"]


def copy_tables() -> None:
    """Has commands that this process calls from now on begin with what was migrated once."""
    executor.MigrationExecutor = CopyingExecutor  # type: ignore[misc]


if __name__ == "__main__":
    copy_tables()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hyperspace.settings")
    execute_from_command_line(sys.argv)
