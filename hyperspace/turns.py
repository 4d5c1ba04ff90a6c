"""Whose request a worker answers next, so that one guest does not keep all others waiting.

A guest is a network address. While nobody else asks, it gets all threads. While others do, it gets
one, and a request that took long is followed by a rest.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

# Seconds for which somebody who asked counts as there.
PRESENT = 2.0
# A rest is so many times what a request took beyond what is usual, in seconds of processor time.
REST, USUAL, LONGEST_REST = 2, 0.02, 2.0
PAUSE = 0.005
MOST_KNOWN = 1000


@dataclass
class Guest:
    """What is known of one: those before the door wait in the order in which they came."""

    door: asyncio.Lock = field(default_factory=asyncio.Lock)
    running: int = 0
    rests_until: float = 0.0
    waiting: int = 0


class Turns:
    """The guests of one worker."""

    def __init__(self) -> None:
        self.guests: dict[str, Guest] = {}
        # Who asked last, and when anybody else did.
        self.latest, self.asked, self.others_asked = "", 0.0, 0.0

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[Guest]:
        """Waits until a request of this guest may be worked on, and counts it until it is done."""
        self._ask(name)
        guest = self._guest(name)
        guest.waiting += 1
        try:
            async with guest.door:
                while self._must_wait(name, guest):
                    await asyncio.sleep(PAUSE)
                guest.running += 1
        finally:
            guest.waiting -= 1
        try:
            yield guest
        finally:
            guest.running -= 1

    def took(self, guest: Guest, seconds: float) -> None:
        """A request took so much processor time."""
        rest = min(REST * max(0.0, seconds - USUAL), LONGEST_REST)
        guest.rests_until = max(guest.rests_until, time.monotonic() + rest)

    def _ask(self, name: str) -> None:
        if name != self.latest:
            self.latest, self.others_asked = name, self.asked
        self.asked = time.monotonic()

    def _must_wait(self, name: str, guest: Guest) -> bool:
        now = time.monotonic()
        others = self.others_asked if name == self.latest else self.asked
        if not others or now - others > PRESENT:
            return False
        return guest.running > 0 or now < guest.rests_until

    def _guest(self, name: str) -> Guest:
        if name not in self.guests and len(self.guests) >= MOST_KNOWN:
            now = time.monotonic()
            for other, one in list(self.guests.items()):
                if not (one.running or one.waiting or one.rests_until > now):
                    del self.guests[other]
        return self.guests.setdefault(name, Guest())
