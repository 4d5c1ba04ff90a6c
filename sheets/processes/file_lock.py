"""A lock by name, held by one thread at a time among all processes of this machine.

It is a kernel lock on a file, which is released when its process ends.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

FOLDER = "turns"
FIRST_WAIT, LONGEST_WAIT = 0.005, 0.05


class LockTimeout(Exception):
    """Others held the lock for the whole waiting time."""


@contextmanager
def file_lock(name: str, *, seconds: float) -> Iterator[None]:
    """Holds the lock of that name; LockTimeout after so many seconds of waiting.

    If no file can be made (a full disk), everyone gets the lock at once.
    """
    path = Path(settings.VAR_DIR, FOLDER, hashlib.sha256(name.encode()).hexdigest()[:32])
    descriptor = _acquire(path, time.monotonic() + seconds)
    try:
        yield
    finally:
        if descriptor is not None:
            with suppress(OSError):
                path.unlink()  # while we hold the lock: waiting processes see that it is gone
            os.close(descriptor)


def _acquire(path: Path, deadline: float) -> int | None:
    """The descriptor of the locked file; None if the file cannot be made."""
    wait = FIRST_WAIT
    while True:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return None
        if _is_locked(descriptor, path):
            return descriptor
        os.close(descriptor)
        if time.monotonic() >= deadline:
            raise LockTimeout
        time.sleep(wait)
        wait = min(LONGEST_WAIT, wait * 2)


def _is_locked(descriptor: int, path: Path) -> bool:
    """Locks the file; False if another process holds it, or if it is no longer the file at its
    path.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.fstat(descriptor).st_ino == path.stat().st_ino
    except OSError:
        return False
