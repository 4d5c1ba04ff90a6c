"""Room for the frames of calls."""

import resource

from sheets.processes.stack import with_room

DEPTHS, CALLS = 200, 200


def called(depth: int) -> None:
    """Goes so deep, and calls something there again and again."""
    if depth:
        called(depth - 1)
        return
    for _ in range(CALLS):
        str.join(".", map(wide, "ab"))


def wide(text: str) -> str:
    """A frame larger than that of a step down: one of the depths has no room for it."""
    a = b = c = d = e = f = g = h = i = j = k = m = n = o = p = q = r = s = t = u = text
    return a + b + c + d + e + f + g + h + i + j + k + m + n + o + p + q + r + s + t + u


def faults() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


def test_at_no_depth_do_calls_ask_the_system_for_memory() -> None:
    """Where a loop asks with each call, each gets a page, too, that was not there before."""
    called(0)
    for depth in range(DEPTHS):
        before = faults()
        with_room(called)(depth)
        assert faults() - before < CALLS // 2, depth


def test_what_is_called_gets_its_arguments_and_gives_its_answer() -> None:
    @with_room
    def told(*args: int, **named: int) -> tuple[tuple[int, ...], dict[str, int]]:
        return args, named

    assert told(1, 2, three=3) == ((1, 2), {"three": 3})
