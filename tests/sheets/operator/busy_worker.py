"""A worker that takes a third of a second of processor time for each message."""

import time

from sheets.processes import child


def handle(_: bytes) -> tuple[bytes, bool]:
    """Works, then replies."""
    end = time.process_time() + 0.35
    while time.process_time() < end:
        pass
    return b"done", False


if __name__ == "__main__":
    child.main(handle)
