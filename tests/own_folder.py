"""The folder of a process that runs tests: its database, its prints, its locks, its
temporary files.
"""

import os
import tempfile
from pathlib import Path

from django.conf import settings


def begin(folder: Path) -> None:
    """Makes this folder this process's own, before anything was asked of it."""
    folder.mkdir(exist_ok=True)
    os.environ["HYPERSPACE_VAR"] = tempfile.tempdir = str(folder)
    settings.FOLDER = settings.VAR_DIR = folder
    settings.STATIC_ROOT = folder / "static"
    settings.CACHES["printed"]["LOCATION"] = str(folder / "printed")
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "hyperspace.sqlite":
        # A file, as in real life: the live server's threads would all share one connection to a
        # database in memory, and with it one transaction.
        database["NAME"] = folder / "hyperspace.sqlite3"
        database.setdefault("TEST", {})["NAME"] = str(folder / "test.sqlite3")
        # No power fails here. bin/with-postgres waits for no disk, either.
        options = database["OPTIONS"]
        options["init_command"] = options["init_command"].replace("=FULL", "=OFF")
