"""Heavy requests have a lane of their own: others are answered meanwhile, and people take turns."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from hyperspace import gateway
from hyperspace.fair_queue import FairQueue
from hyperspace.gateway import LIGHT_BODY, Application, Limits
from hyperspace.heavy_lane import HeavyLane
from sheets import lanes
from sheets.lanes import ChangeLane, Lane, LaneFull
from tests.hyperspace.test_gateway import Sender, in_a_loop, scope

Run = Coroutine[Any, Any, None]


class Place:
    """A lane in which work lasts until it is told to end; `began` has it in order."""

    def __init__(self, **limits: Any) -> None:
        self.lane = HeavyLane(2, **limits)
        self.began: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}

    def send(self, name: str, network: str, person: str = "") -> "asyncio.Task[str]":
        self.ends[name] = asyncio.Event()
        return asyncio.create_task(self._work(name, network, person))

    async def _work(self, name: str, network: str, person: str) -> str:
        try:
            async with self.lane.place(network, person):
                self.began.append(name)
                await self.ends[name].wait()
        except LaneFull:
            return "full"
        return "done"

    async def end(self, *names: str) -> None:
        for name in names:
            await settle()
            self.ends[name].set()
        await settle()


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_the_last_place_is_for_somebody_else() -> None:
    async def main() -> None:
        at = Place()
        for name in ("a1", "a2"):
            at.send(name, "a")
        await settle()
        assert at.began == ["a1"]
        at.send("b1", "b")
        await settle()
        assert at.began == ["a1", "b1"]
        await at.end("a1", "a2", "b1")
        assert at.began == ["a1", "b1", "a2"]
        assert (at.lane.running, at.lane.waiting) == ([], [])

    in_a_loop(main())


def test_networks_take_turns_and_so_do_the_people_of_one() -> None:
    async def main() -> None:
        at = Place()
        for name, network, person in (
            *(("a1", "a", "ada"), ("a2", "a", "ada"), ("a3", "a", "ada"), ("a4", "a", "bob")),
            *(("b1", "b", "eve"), ("c1", "c", "joe")),
        ):
            at.send(name, network, person)
        await settle()
        assert at.began == ["a1", "b1"]
        # Joe has had no turn; then it is that of Bob, whose neighbor had two.
        await at.end("b1", "a1", "c1", "a4", "a2", "a3")
        assert at.began == ["a1", "b1", "c1", "a4", "a2", "a3"]

    in_a_loop(main())


async def _share(costs: dict[str, float], *, until: float) -> Counter[str]:
    """The seconds that each network has got by then, if each always asks, and its requests take as
    long as that.
    """
    now, ends, used = 0.0, dict[str, float](), Counter[str]()
    at = Place(room=1000, clock=lambda: now)
    tasks = [at.send(f"{name}{n}", name) for n in range(200) for name in costs]
    while now < until:
        await settle()
        for name in at.began:
            ends.setdefault(name, now + costs[name[0]])
        first = min((name for name in ends if not at.ends[name].is_set()), key=ends.__getitem__)
        now = ends[first]
        used[first[0]] += costs[first[0]]
        at.ends[first].set()
    for task in tasks:
        task.cancel()
    await settle()
    return used


def test_networks_share_the_time_of_the_lane_whatever_their_prints_cost() -> None:
    async def main() -> None:
        used = await _share({"a": 2.0, "b": 0.1, "c": 0.1}, until=12)
        assert {name: round(seconds) for name, seconds in used.items()} == {"a": 8, "b": 7, "c": 7}

    in_a_loop(main())


def test_who_was_alone_does_not_wait_for_what_it_used_meanwhile() -> None:
    async def main() -> None:
        now = 0.0
        at = Place(room=1000, clock=lambda: now)
        for number in range(20):
            at.send(f"a{number}", "a")
            await settle()
            now += 5
            at.ends[f"a{number}"].set()
            await settle()
        for number in range(80):
            at.send(f"b{number}", "b")
            at.send(f"c{number}", "c")
        at.send("last", "a")
        for number in range(60):
            await at.end(f"b{number}", f"c{number}")
        assert "last" in at.began
        for end in at.ends.values():
            end.set()

    in_a_loop(main())


def test_a_network_that_pauses_has_no_turn_and_goes_on_by_itself() -> None:
    async def main() -> None:
        rests = {"a": 0.01}
        at = Place(rest_of=lambda network: rests.get(network, 0))
        waiting = at.send("a1", "a")
        at.send("b1", "b")
        await settle()
        assert at.began == ["b1"]
        rests.clear()
        at.ends["a1"].set()
        assert await waiting == "done"
        assert at.began == ["b1", "a1"]
        await at.end("b1")

    in_a_loop(main())


def test_who_fills_the_lane_makes_room_for_who_comes_with_less() -> None:
    async def main() -> None:
        at = Place(room=3)
        crowd = [at.send(f"a{number}", "a") for number in range(5)]
        await settle()
        assert [task.done() for task in crowd] == [False] * 4 + [True]
        other = at.send("b", "b")
        more = [at.send(f"b{number}", "b") for number in range(2)]
        await settle()
        assert "b" in at.began
        assert [task.done() for task in crowd] == [False, False, False, True, True]
        await at.end("a0", "b", "a1", "b0", "a2", "b1")
        assert [await task for task in crowd] == ["done"] * 3 + ["full"] * 2
        assert [await other, await more[0]] == ["done", "done"]

    in_a_loop(main())


def test_who_waits_too_long_is_told_and_who_gives_up_holds_no_place() -> None:
    async def main() -> None:
        at = Place(patience=0.05)
        first, late = at.send("a1", "a"), at.send("a2", "a")
        assert await late == "full"
        gone = at.send("b1", "b")
        await settle()
        gone.cancel()
        at.send("c1", "c")
        await at.end("c1", "a1")
        assert at.began == ["a1", "b1", "c1"]
        assert await first == "done"

    in_a_loop(main())


class Busy:
    """An application with a heavy page, which takes until told, and a slow one, which takes half a
    processor second by this clock of `thread_time`. Each reads its body.
    """

    def __init__(self) -> None:
        self.proceed, self.spent = threading.Event(), 0.0

    def thread_time(self) -> float:
        return self.spent

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        body = environ["wsgi.input"].read()
        lane = environ[lanes.KEY]
        if environ["PATH_INFO"] == "/slow/":
            self.spent += 0.5
        if environ["PATH_INFO"] == "/heavy/":
            if lane is Lane.ORDINARY:
                raise ChangeLane
            if lane is Lane.HEAVY:
                self.proceed.wait()
        start_response("503 Busy" if lane is Lane.FULL else "200 OK", [])
        return [lane.value.encode() + b" " + body]


def test_a_full_lane_holds_up_nobody_else() -> None:
    async def main() -> None:
        application = Busy()
        serving = Application(application, Limits(accepted=100))
        serving.__rsgi_init__(asyncio.get_running_loop())
        serving.heavy_lane.room = 3

        async def ask(path: str, number: int) -> Any:
            sender = Sender(b"typed")
            client = f"192.0.2.{number}:4711"
            await serving(scope(path=path, client=client, content__length="5"), sender)
            return sender.answer

        heavy = [asyncio.create_task(ask("/heavy/", number)) for number in range(6)]
        refused, _ = await asyncio.wait(heavy, return_when=asyncio.FIRST_COMPLETED)
        assert [task.result() for task in refused] == [(503, [], b"full typed")]
        for number in range(6):
            assert await ask("/", number) == (200, [], b"ordinary typed")
        application.proceed.set()
        answers = [await task for task in heavy if task not in refused]
        assert answers == [(200, [], b"heavy typed")] * 5

    in_a_loop(main())


def test_a_large_body_is_heavy_from_its_start_and_its_work_is_followed_by_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = b"x" * (LIGHT_BODY + 1)

    async def main() -> None:
        busy = Busy()
        monkeypatch.setattr(gateway.time, "thread_time", busy.thread_time)
        serving = Application(busy, Limits(accepted=10 * LIGHT_BODY))
        serving.__rsgi_init__(asyncio.get_running_loop())
        serving.queue = FairQueue(lambda: 100.0)

        async def ask(body: bytes, client: str) -> Any:
            sender = Sender(body)
            asked = scope(path="/slow/", client=client, content__length=str(len(body)))
            await serving(asked, sender)
            return sender.answer

        assert await ask(large[1:], "192.0.2.1:4711") == (200, [], b"ordinary " + large[1:])
        assert await ask(large, "192.0.2.2:4711") == (200, [], b"heavy " + large)
        # Twice the half second, without the 0.02 s that nobody pauses for.
        assert serving.queue.rest_of("192.0.2.2") == pytest.approx(0.96)
        serving.heavy_lane.places, serving.heavy_lane.patience = 0, 0.05
        assert await ask(large, "192.0.2.3:4711") == (503, [], b"full " + large)

    in_a_loop(main())


@pytest.mark.parametrize("lane", [Lane.HEAVY, None])
def test_in_the_lane_and_without_one_the_request_goes_on(lane: Lane | None, rf: Any) -> None:
    lanes.enter(rf.get("/", **{lanes.KEY: lane}))
