"""Threads do what a loop gives them, and tell it what came of it."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from hyperspace.thread_pool import ThreadPool
from tests.hyperspace.test_gateway import in_a_loop

SECONDS = 60


def with_threads(count: int, test: Callable[[ThreadPool], Coroutine[Any, Any, None]]) -> None:
    """Runs a test with a pool, which is stopped after it."""

    async def main() -> None:
        pool = ThreadPool(asyncio.get_running_loop(), count, name="test")
        try:
            await test(pool)
        finally:
            pool.stop()

    in_a_loop(main())


def test_a_result_and_an_error_come_to_whoever_waits_for_them() -> None:
    def fail() -> None:
        raise KeyError("nothing")

    async def test(pool: ThreadPool) -> None:
        assert await pool.call(threading.current_thread) is not threading.current_thread()
        with pytest.raises(KeyError, match="nothing"):
            await pool.call(fail)
        with pytest.raises(SystemExit):
            await pool.call(lambda: exit(3))
        assert await pool.call(lambda: "goes on") == "goes on"

    with_threads(1, test)


def test_one_thread_does_one_thing_after_the_other_in_the_order_in_which_they_came() -> None:
    done: list[int] = []

    async def test(pool: ThreadPool) -> None:
        await asyncio.gather(*(pool.call(lambda n=n: done.append(n)) for n in range(50)))
        assert done == list(range(50))

    with_threads(1, test)


def test_as_many_run_at_once_as_there_are_threads() -> None:
    both, go = threading.Barrier(3), threading.Event()
    begun: list[str] = []

    def wait() -> bool:
        both.wait(SECONDS)
        return go.wait(SECONDS)

    async def test(pool: ThreadPool) -> None:
        calls = [asyncio.ensure_future(pool.call(wait)) for _ in range(2)]
        third = asyncio.ensure_future(pool.call(lambda: begun.append("third")))
        await asyncio.sleep(0)
        both.wait(SECONDS)  # both run, and neither ends
        assert begun == []
        go.set()
        assert await asyncio.gather(*calls) == [True, True]
        await third
        assert begun == ["third"]

    with_threads(2, test)


def test_what_nobody_waits_for_any_longer_is_not_begun() -> None:
    begun, go = threading.Event(), threading.Event()
    done: list[str] = []

    def wait() -> bool:
        begun.set()
        return go.wait(SECONDS)

    async def test(pool: ThreadPool) -> None:
        first = asyncio.ensure_future(pool.call(wait))
        second = asyncio.ensure_future(pool.call(lambda: done.append("second")))
        third = asyncio.ensure_future(pool.call(lambda: done.append("third")))
        await asyncio.sleep(0)
        assert begun.wait(SECONDS)
        first.cancel()  # it ends, and nobody is told
        second.cancel()
        await asyncio.sleep(0)
        go.set()
        await third
        assert done == ["third"]

    with_threads(1, test)


def test_stopping_waits_for_what_was_asked_for() -> None:
    done: list[int] = []

    async def test(pool: ThreadPool) -> None:
        calls = [asyncio.ensure_future(pool.call(lambda n=n: done.append(n))) for n in range(5)]
        await asyncio.sleep(0)
        pool.stop()
        assert sorted(done) == [0, 1, 2, 3, 4]
        await asyncio.gather(*calls)

    with_threads(2, test)
