"""One database with all migrations for all workers of a run: each begins with a copy.

Migrating takes each of them three seconds of a core.
"""

import fcntl
import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections


def begin_with_copy(folder: Path) -> None:
    """Makes this worker's database a copy of a migrated one; `folder` is one of the whole run.
    Whoever comes first migrates it, the others wait.
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
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    database["NAME"], database["TEST"]["NAME"] = own
    connection.settings_dict["NAME"] = database["NAME"]
