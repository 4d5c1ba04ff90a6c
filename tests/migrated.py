"""One database with all migrations: each run, and each worker of one, begins with a copy.

Migrating takes each of them three seconds of a core. On SQLite the migrated file is kept from run
to run, as long as no migration changes.
"""

import fcntl
import shutil
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections

ROOT = Path(__file__).parents[1]
# What a migrated database follows from: our migrations and models, and the packages.
MADE_OF = ("sheets/migrations/*.py", "sheets/models/*.py", "requirements/dev.txt")


def kept_folder() -> Path:
    """The folder of the migrated file for these migrations; those of others are removed."""
    digest = blake2b(digest_size=8)
    for pattern in MADE_OF:
        for file in sorted(ROOT.glob(pattern)):
            digest.update(file.read_bytes())
    folder = ROOT / ".pytest_cache" / "migrated" / digest.hexdigest()
    if not folder.exists():
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
    return folder


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
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connection.close()
    database["NAME"], database["TEST"]["NAME"] = own
    connection.settings_dict["NAME"] = database["NAME"]
