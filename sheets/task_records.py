"""When a task of the operator (backup, clean-up) last ran, and how it ended: one small file each.

They are in the folder of data, so they tell of this machine, and a restored backup has none.
"""

import tempfile
from datetime import datetime
from pathlib import Path

import msgspec
from django.conf import settings


class TaskRecord(msgspec.Struct, frozen=True):
    """One run: when it ended, what it did in a sentence, and what went wrong ("" if nothing)."""

    at: datetime
    summary: str
    problem: str = ""


def write(task: str, record: TaskRecord) -> None:
    """Keeps the record, in place of the last one."""
    folder = Path(settings.VAR_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{task}.", delete=False) as file:
        file.write(msgspec.json.encode(record))
    Path(file.name).replace(_path(task))


def read(task: str) -> TaskRecord | None:
    """The last run of the task; None if there was none, or its record cannot be read."""
    try:
        return msgspec.json.decode(_path(task).read_bytes(), type=TaskRecord)
    except (OSError, msgspec.DecodeError):
        return None


def _path(task: str) -> Path:
    return Path(settings.VAR_DIR, f"last-{task}.json")
