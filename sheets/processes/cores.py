"""Which processor cores a process runs on.

To wake a thread on another core takes longer than many a response. So each worker of the server
keeps to cores of its own, and the processes that it starts for heavy work run on any.
"""

import os
from contextlib import suppress

# Some systems do not let a process choose.
CAN_CHOOSE = hasattr(os, "sched_setaffinity")
# Those that the server may use: this is read before it forks its workers.
ALL = frozenset(os.sched_getaffinity(0)) if CAN_CHOOSE else frozenset[int]()


def share(number: int, of: int) -> frozenset[int]:
    """The cores of one of so many workers; all, where there are fewer than workers."""
    return frozenset(sorted(ALL)[number::of]) if of <= len(ALL) else ALL


def keep_to(cores: frozenset[int]) -> None:
    """Lets this process, as far as it is one thread so far, run on these cores only; on those that
    it has where these were taken away meanwhile.
    """
    if CAN_CHOOSE and cores:
        with suppress(OSError):
            os.sched_setaffinity(0, cores)
