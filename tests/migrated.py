"""One SQLite database with all migrations for all workers of a run: each begins with a copy.

Migrating takes each of them three seconds of a core. On PostgreSQL each migrates its own.
"""

import fcntl
import shutil
from pathlib import Path

from django.conf import settings
from django.db import connections


def begin_with_copy(folder: Path) -> None:
    """Puts a migrated database where this worker's is to be; `folder` is one of the whole run.
    Whoever comes first makes it, the others wait.
    """
    made = folder / "migrated.sqlite3"
    with (folder / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            _migrate(made)
    shutil.copy(made, settings.DATABASES["default"]["TEST"]["NAME"])


def _migrate(made: Path) -> None:
    """Makes a file with that database. It has its name once it is whole."""
    new = made.with_suffix(".new")
    connection = connections["default"]
    database = settings.DATABASES["default"]
    own = database["NAME"], database["TEST"]["NAME"]
    database["TEST"]["NAME"] = str(new)
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    database["NAME"], database["TEST"]["NAME"] = own
    connection.settings_dict["NAME"] = database["NAME"]
    new.rename(made)
