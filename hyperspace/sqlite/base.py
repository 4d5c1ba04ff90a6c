"""A database file that only its owner may read, that is not made by accident, and whose connections
notice when another file takes its place.

By the path alone nobody notices: who has the old file open goes on writing to it, though it has no
name any more, and all of that is lost with the process.
"""

import os
import sqlite3
from pathlib import Path
from typing import Any, ClassVar

from django.db.backends.sqlite3 import base

COMPANIONS = ("", "-wal", "-shm", "-journal")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the file."""

    # Whether a file that is missing is made. A site that serves makes none: its tables would be
    # missing too, and what it puts beside the file would spoil the one that comes back.
    makes_file: ClassVar[bool] = True
    opened: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Opens the file."""
        if path := self._path():
            if not path.exists():
                if not self.makes_file:
                    raise sqlite3.OperationalError(f"the database file is missing: {path}")
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            keep_private(path)
        connection = super().get_new_connection(conn_params)
        self.opened = self._identity()
        return connection

    def is_usable(self) -> bool:
        """Whether the file that is open is still the one at its path. Asked once a request."""
        return self._identity() == self.opened and bool(super().is_usable())

    def _path(self) -> Path | None:
        name = str(self.settings_dict["NAME"])
        return None if self.is_in_memory_db() or name.startswith("file:") else Path(name)

    def _identity(self) -> tuple[int, int] | None:
        path = self._path()
        try:
            status = path.stat() if path else None
        except OSError:
            return None
        return (status.st_dev, status.st_ino) if status else None


def keep_private(path: Path) -> None:
    """Lets nobody but the owner read the file and what SQLite keeps beside it."""
    for companion in COMPANIONS:
        file = path.with_name(path.name + companion)
        try:
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)
        except OSError:
            continue  # it is not there, or another owner's to decide
