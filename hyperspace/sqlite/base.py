"""A SQLite backend for a private file that is never made by accident, and whose connections notice
when another file takes its place.

SQLite itself does not notice: a connection to a deleted file goes on writing to it, and all of that
is lost with the process. And one connection that was opened while the disk was read-only keeps all
of its process from writing for as long as any of them is open.
"""

import os
import sqlite3
from pathlib import Path
from typing import Any, ClassVar

from django.db.backends.sqlite3 import base

COMPANIONS = ("", "-wal", "-shm", "-journal")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the database file."""

    # Whether to create a missing file, and to open one that cannot be written. A serving site does
    # neither: the new file would have no tables, and its journal files would spoil the database
    # once that comes back; and it could not write when the disk can be written again.
    makes_file: ClassVar[bool] = True
    opened: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Opens the file; OperationalError if `makes_file` is off and it cannot be opened for
        writing.
        """
        if path := self._path():
            if not path.exists():
                if not self.makes_file:
                    raise sqlite3.OperationalError(f"the database file is missing: {path}")
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            if not (self.makes_file or os.access(path, os.W_OK)):
                raise sqlite3.OperationalError(f"the database file is read-only: {path}")
            keep_private(path)
        connection = super().get_new_connection(conn_params)
        self.opened = self._identity()
        return connection

    def is_usable(self) -> bool:
        """True if the open file is still the one at its path. Django asks once per request."""
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
    """Makes the file and SQLite's companion files readable by their owner only."""
    for companion in COMPANIONS:
        file = path.with_name(path.name + companion)
        try:
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)
        except OSError:
            continue  # it is missing, or belongs to another user
