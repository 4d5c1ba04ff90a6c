"""Threads do what a loop gives them, and tell it what came of it."""

import asyncio
import threading
import time

import pytest

from hyperspace.thread_pool import ThreadPool
from tests.hyperspace.test_gateway import in_a_loop


def pool_of(count: int) -> ThreadPool:
    return ThreadPool(asyncio.get_running_loop(), count, name="test")


def test_a_result_and_an_error_come_to_whoever_waits_for_them() -> None:
    def fail() -> None:
        raise KeyError("nothing")

    async def main() -> None:
        pool = pool_of(1)
        assert await pool.call(threading.current_thread) is not threading.current_thread()
        with pytest.raises(KeyError, match="nothing"):
            await pool.call(fail)
        with pytest.raises(SystemExit):
            await pool.call(lambda: exit(3))
        assert await pool.call(lambda: "goes on") == "goes on"
        pool.stop()

    in_a_loop(main())


def test_as_many_run_at_once_as_there_are_threads_and_others_in_the_order_in_which_they_came() -> (
    None
):
    began: list[int] = []
    running: list[int] = []

    def work(number: int) -> int:
        began.append(number)
        running.append(number)
        at_once = len(running)
        time.sleep(0.02)
        running.remove(number)
        return at_once

    async def main() -> None:
        pool = pool_of(2)
        at_once = await asyncio.gather(*(pool.call(lambda n=n: work(n)) for n in range(10)))
        assert max(at_once) == 2
        assert sorted(began[:2]) == [0, 1]
        assert all(abs(place - number) <= 1 for place, number in enumerate(began))
        pool.stop()

    in_a_loop(main())


def test_what_nobody_waits_for_any_longer_is_not_begun() -> None:
    done: list[str] = []

    async def main() -> None:
        pool = pool_of(1)
        first = asyncio.ensure_future(pool.call(lambda: time.sleep(0.1)))
        second = asyncio.ensure_future(pool.call(lambda: done.append("second")))
        third = asyncio.ensure_future(pool.call(lambda: done.append("third")))
        await asyncio.sleep(0.02)
        first.cancel()  # it has begun: it ends, and nobody is told
        second.cancel()
        await third
        assert done == ["third"]
        pool.stop()

    in_a_loop(main())


def test_stopping_waits_for_what_was_asked_for() -> None:
    done: list[int] = []

    async def main() -> None:
        pool = pool_of(2)
        calls = [asyncio.ensure_future(pool.call(lambda n=n: done.append(n))) for n in range(5)]
        await asyncio.sleep(0)
        pool.stop()
        assert sorted(done) == [0, 1, 2, 3, 4]
        await asyncio.gather(*calls)

    in_a_loop(main())
