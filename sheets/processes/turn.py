"""Turns: one at a time does a thing, among all threads and processes of this machine.

A turn is a lock on a file, which the kernel takes back from whoever ends without giving it up.
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


class TooLong(Exception):
    """Others had the turn for as long as one would wait."""


@contextmanager
def turn(name: str, *, seconds: float) -> Iterator[None]:
    """The turn at what goes by that name, waited for so many seconds at most; TooLong.

    Where no file can be made, on a full disk, everybody has the turn at once.
    """
    path = Path(settings.VAR_DIR, FOLDER, hashlib.sha256(name.encode()).hexdigest()[:32])
    file = _taken(path, time.monotonic() + seconds)
    try:
        yield
    finally:
        if file is not None:
            with suppress(OSError):
                path.unlink()  # while it is ours: who waits for it sees that it is gone
            os.close(file)


def _taken(path: Path, end: float) -> int | None:
    """The file that is locked, None where there can be none."""
    wait = FIRST_WAIT
    while True:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return None
        if _is_ours(file, path):
            return file
        os.close(file)
        if time.monotonic() >= end:
            raise TooLong
        time.sleep(wait)
        wait = min(LONGEST_WAIT, wait * 2)


def _is_ours(file: int, path: Path) -> bool:
    """Whether the file could be locked, and is still the one of that name."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.fstat(file).st_ino == path.stat().st_ino
    except OSError:
        return False
