"""Room for the frames of calls. CPython keeps those of a thread in chunks of 16 KiB, and gives a
chunk back with its last frame: a loop that happens to stand at the end of one asks the system for
memory with each call. Which pages take longer for it is a chance of how deep they are.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# A frame that needs more than this takes a chunk of twice as much: the rest is for what it calls.
_ROOM, _SLOT = 128 * 1024, 8


def with_room(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with one chunk for the frames of all that it calls."""

    def call(*args: P.args, **named: P.kwargs) -> R:
        return function(*args, **named)

    call.__code__ = call.__code__.replace(co_stacksize=_ROOM // _SLOT)
    return call
