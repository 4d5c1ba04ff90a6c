"""Which processor cores a process runs on.

To wake a thread on another core takes longer than many a response. So each worker of the server
keeps to cores of its own, and the processes that it starts for heavy work run on any.
"""

import os
from contextlib import suppress

# Those that the server may use: this is read before it forks its workers. None are known where the
# system does not let a process choose.
ALL = frozenset(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else ())


def share(number: int, of: int) -> frozenset[int]:
    """The cores of one of so many workers; all, where there are fewer than workers."""
    return frozenset(sorted(ALL)[number::of]) if of <= len(ALL) else ALL


def keep_to(cores: frozenset[int]) -> None:
    """Lets this process, as far as it is one thread so far, run on these cores only; on those that
    it has where none are named, or these were taken away meanwhile.
    """
    if cores:
        with suppress(OSError):
            os.sched_setaffinity(0, cores)
