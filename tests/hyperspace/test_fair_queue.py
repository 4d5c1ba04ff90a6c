"""One client does not keep all others of a worker waiting. By a clock of the tests' own: how busy
this machine is does not count.
"""

import asyncio
import selectors
from typing import Any

import pytest

from hyperspace import fair_queue
from hyperspace.fair_queue import FairQueue
from tests.hyperspace.test_gateway import in_a_loop


class Selector(selectors.DefaultSelector):
    """Waits for nothing: where a loop would wait for its next timer, its clock goes on to it."""

    now = 1000.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            return super().select()
        self.now += timeout
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.waits = Selector()
        super().__init__(self.waits)

    def time(self) -> float:
        return self.waits.now


def now() -> float:
    return asyncio.get_running_loop().time()


async def work(at: FairQueue, name: str, *, lasts: float = 0.0, costs: float = 0.0) -> float:
    """When a request was begun."""
    async with at.slot(name):
        began = now()
        await asyncio.sleep(lasts)
        at.record(name, costs)
    return began


def test_who_is_alone_does_several_things_at_once_and_never_rests() -> None:
    async def main() -> None:
        at = FairQueue(now)
        began = await asyncio.gather(*(work(at, "a", lasts=0.3, costs=1) for _ in range(4)))
        # One after the other they would begin 0.9 s apart, and a rest would be 2 s.
        assert max(began) - min(began) < 0.3
        assert await work(at, "a") - min(began) < 0.9

    in_a_loop(main(), Loop)


def test_while_others_ask_each_does_one_thing_at_a_time_in_order() -> None:
    async def main() -> None:
        at = FairQueue(now)
        await work(at, "b")
        *began, other = await asyncio.gather(
            *(work(at, "a", lasts=0.1) for _ in range(3)), work(at, "b")
        )
        assert began == sorted(began)
        assert began[2] - began[0] >= 0.2
        assert other - began[0] < 0.1

    in_a_loop(main(), Loop)


def test_a_long_request_is_followed_by_a_rest_twice_as_long_while_others_ask() -> None:
    async def main() -> None:
        at = FairQueue(now)
        await work(at, "b")
        first = await work(at, "a", costs=0.52)
        assert await work(at, "b") - first < 0.5
        assert 1.0 <= await work(at, "a") - first < 1.5

    in_a_loop(main(), Loop)


def test_how_long_a_client_pauses_can_be_asked_and_who_is_alone_does_not() -> None:
    async def main() -> None:
        at = FairQueue(now)
        at.record("a", 0.52)
        assert at.rest_of("a") == 0
        await work(at, "b")
        assert 0.5 < at.rest_of("a") <= 1.0
        assert at.rest_of("b") == at.rest_of("nobody") == 0

    in_a_loop(main(), Loop)


def test_a_short_one_is_not() -> None:
    async def main() -> None:
        at = FairQueue(now)
        await work(at, "b")
        first = await work(at, "a", costs=0.02)
        assert await work(at, "a") - first < 0.1

    in_a_loop(main(), Loop)


def test_when_the_others_have_gone_nobody_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "ACTIVE_SECONDS", 0.2)

    async def main() -> None:
        at = FairQueue(now)
        await work(at, "b")
        first = await work(at, "a", costs=9)
        assert 0.1 <= await work(at, "a") - first < 0.5

    in_a_loop(main(), Loop)


def test_who_fails_or_gives_up_holds_nobody_up() -> None:
    async def main() -> None:
        at = FairQueue(now)
        await work(at, "b")
        with pytest.raises(ZeroDivisionError):
            async with at.slot("a"):
                raise ZeroDivisionError
        longer = asyncio.create_task(work(at, "a", lasts=0.2))
        gone = asyncio.create_task(work(at, "a"))
        await asyncio.sleep(0.05)
        gone.cancel()
        began = await longer
        assert await work(at, "a") - began < 0.5
        assert (at.clients["a"].running, at.clients["a"].waiting) == (0, 0)

    in_a_loop(main(), Loop)


def test_those_who_are_long_gone_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MAX_CLIENTS", 2)

    async def main() -> None:
        at = FairQueue(now)
        await work(at, "rests", costs=1)
        for name in ("b", "c", "d"):
            await work(at, name)
        assert set(at.clients) == {"rests", "d"}

    in_a_loop(main(), Loop)
