"""A look at the processes that work on portraits, while they do."""

import os
import threading
from contextlib import suppress
from pathlib import Path

PAGE = 4096


class Watch:
    """Looks again and again at the processes that work on portraits: how many there are at once,
    and how much memory they take together."""

    def __init__(self) -> None:
        self.most, self.peak = 0, 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.01):
            found = [size for size in map(_size, Path("/proc").glob("[0-9]*")) if size]
            self.most, self.peak = max(self.most, len(found)), max(self.peak, sum(found))


def _size(folder: Path) -> int:
    """Bytes of memory of a process that works on a portrait for this one; 0 of all others."""
    with suppress(OSError, IndexError):
        # What stands in brackets is its name, whatever that is.
        parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        works = b"sheets.portraits.worker" in (folder / "cmdline").read_bytes()
        if works and int(parent) == os.getpid():
            return int((folder / "statm").read_text().split()[1]) * PAGE
    return 0
