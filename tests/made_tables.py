"""Empty tables that are made once in a run, and copied wherever a backup is read or restored:
migrating takes three seconds of a core each time.

`python -m tests.made_tables FOLDER …` is `manage.py …` with them. Where a database holds rows
already, and on PostgreSQL, all is migrated as on a site.
"""

import fcntl
import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any, ClassVar

from django.core.management import execute_from_command_line
from django.db.migrations import executor
from django.db.migrations.state import ProjectState


class CopyingExecutor(executor.MigrationExecutor):
    """Migrates an SQLite database without tables by a copy from `folder`."""

    folder: Path
    states: ClassVar[dict[str, ProjectState]] = {}

    def migrate(self, targets: Any, *arguments: Any, **options: Any) -> ProjectState:
        if self.connection.vendor != "sqlite" or self.loader.applied_migrations:
            return super().migrate(targets, *arguments, **options)
        name = hashlib.sha256(repr(sorted(targets)).encode()).hexdigest()
        made = self.folder / f"{name}.sqlite3"
        file = Path(str(self.connection.settings_dict["NAME"]))
        with (self.folder / "tables.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                state = super().migrate(targets, *arguments, **options)
                self.connection.close()
                half = made.with_suffix(".half")
                shutil.copyfile(file, half)
                half.rename(made)
                return state
        self.connection.close()
        shutil.copyfile(made, file)
        if name not in self.states:  # its models take a thirtieth of a second of a core
            self.states[name] = self.loader.project_state(targets)
        return self.states[name]


if __name__ == "__main__":
    CopyingExecutor.folder = Path(sys.argv.pop(1))
    executor.MigrationExecutor = CopyingExecutor  # type: ignore[misc]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hyperspace.settings")
    execute_from_command_line(sys.argv)
