"""Decides whose request a worker answers next, so one client does not keep the others waiting.

A client is a network address. While no other client asks, it gets all threads. While others do, it
gets one thread, and a slow request, in whatever lane, is followed by a pause.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

# A client counts as active for so many seconds after a request.
ACTIVE_SECONDS = 2.0
# A client pauses REST_FACTOR times the processor seconds that a request took beyond FREE_SECONDS.
REST_FACTOR, FREE_SECONDS, LONGEST_REST = 2, 0.02, 2.0
POLL_SECONDS = 0.005
MAX_CLIENTS = 1000


@dataclass
class Client:
    """One client. Its requests wait at the `lock` in the order in which they came."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    running: int = 0
    rests_until: float = 0.0
    waiting: int = 0


class FairQueue:
    """The clients of one worker process. `clock` gives the time in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.clients: dict[str, Client] = {}
        # The latest client, when it asked, and when another client last asked.
        self.latest, self.asked, self.others_asked = "", 0.0, 0.0

    @asynccontextmanager
    async def slot(self, name: str) -> AsyncIterator[None]:
        """Waits until a request of this client may run; counts it as running until it is done."""
        self._ask(name)
        client = self._client(name)
        client.waiting += 1
        try:
            async with client.lock:
                while self._must_wait(name, client):
                    await asyncio.sleep(POLL_SECONDS)
                client.running += 1
        finally:
            client.waiting -= 1
        try:
            yield
        finally:
            client.running -= 1

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a thread."""
        return sum(client.waiting for client in self.clients.values())

    def record(self, name: str, seconds: float) -> None:
        """Records the processor seconds that a request of this client took."""
        client = self._client(name)
        rest = min(REST_FACTOR * max(0.0, seconds - FREE_SECONDS), LONGEST_REST)
        client.rests_until = max(client.rests_until, self._clock() + rest)

    def rest_of(self, name: str) -> float:
        """For how many seconds this client still pauses; 0 while no other client asks."""
        if not self._others_ask(name):
            return 0.0
        return max(0.0, self._client(name).rests_until - self._clock())

    def _ask(self, name: str) -> None:
        if name != self.latest:
            self.latest, self.others_asked = name, self.asked
        self.asked = self._clock()

    def _must_wait(self, name: str, client: Client) -> bool:
        return self.rest_of(name) > 0 or (client.running > 0 and self._others_ask(name))

    def _others_ask(self, name: str) -> bool:
        asked = self.others_asked if name == self.latest else self.asked
        return bool(asked) and self._clock() - asked <= ACTIVE_SECONDS

    def _client(self, name: str) -> Client:
        if name not in self.clients and len(self.clients) >= MAX_CLIENTS:
            now = self._clock()
            for known, client in list(self.clients.items()):
                if not (client.running or client.waiting or client.rests_until > now):
                    del self.clients[known]
        return self.clients.setdefault(name, Client())
