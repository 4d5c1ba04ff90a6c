"""Decides which heavy request a worker runs next, and for which it has no place.

Heavy requests have threads of their own. One network gets all of them but one, so that nobody waits
for the work of one client only. Networks take turns, and so do the people of a network; whose
requests keep their places longer has fewer turns. A network that pauses, since its last request
took long, has none until the pause is over.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from sheets.lanes import LaneFull

# How many requests wait for a thread, and for how many seconds at most: with the print itself that
# is less than a proxy waits for an answer.
ROOM, PATIENCE = 16, 30.0
# So many seconds in a place count as one turn more.
TURN_SECONDS = 0.1
MAX_REMEMBERED = 1000
# () for all networks, then a network, then a person.
Key = tuple[str, ...]


@dataclass(eq=False)
class Ticket:
    """One heavy request: where it comes from, and whose it is."""

    network: str
    person: str
    turn: asyncio.Event = field(default_factory=asyncio.Event)
    began: float = 0.0

    @property
    def keys(self) -> tuple[Key, Key]:
        """The network and the person that take a turn with it."""
        return (self.network,), (self.network, self.person)


class HeavyLane:
    """The heavy requests of one worker process, of which `places` run at a time.

    `rest_of` says for how many seconds a network still pauses; `clock` gives the time in seconds.
    """

    def __init__(
        self,
        places: int,
        *,
        room: int = ROOM,
        patience: float = PATIENCE,
        rest_of: Callable[[str], float] = lambda _: 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.places, self.room, self.patience, self.rest_of = places, room, patience, rest_of
        self._clock = clock
        self.running: list[Ticket] = []
        self.waiting: list[Ticket] = []
        # The turns that each network, and each person of a network, has used up.
        self._used: OrderedDict[Key, int] = OrderedDict()
        # What whoever began last among all networks, or among the people of one, had used up.
        self._reached: OrderedDict[Key, int] = OrderedDict()
        self._alarm: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def place(self, network: str, person: str) -> AsyncIterator[None]:
        """Waits until a heavy request may run. LaneFull if too many wait, or it takes too long."""
        ticket = Ticket(network, person)
        try:
            self._join(ticket)
            try:
                await asyncio.wait_for(ticket.turn.wait(), self.patience)
            except TimeoutError:
                raise LaneFull from None
            if ticket not in self.running:
                raise LaneFull  # somebody who has fewer got its place
            yield
        finally:
            self._leave(ticket)

    def _join(self, ticket: Ticket) -> None:
        self.waiting.append(ticket)
        self._next()
        if len(self.waiting) > self.room:
            crowding = self._crowding()
            self.waiting.remove(crowding)
            crowding.turn.set()

    def _crowding(self) -> Ticket:
        """The newest request of whoever has most of them waiting."""
        networks = Counter(ticket.network for ticket in self.waiting)
        people = Counter((ticket.network, ticket.person) for ticket in self.waiting)
        return max(
            reversed(self.waiting),
            key=lambda one: (networks[one.network], people[one.network, one.person]),
        )

    def _leave(self, ticket: Ticket) -> None:
        if ticket in self.running:
            self.running.remove(ticket)
            self._charge(ticket)
        elif ticket in self.waiting:
            self.waiting.remove(ticket)
        self._next()

    def _charge(self, ticket: Ticket) -> None:
        """Counts the time that a place was kept as turns."""
        turns = int((self._clock() - ticket.began) / TURN_SECONDS)
        for key in ticket.keys:
            self._used[key] = self._used.get(key, 0) + turns

    def _next(self) -> None:
        """Lets requests run while there are threads for them."""
        while len(self.running) < self.places:
            networks = Counter(ticket.network for ticket in self.running)
            most = max(1, self.places - 1)
            free = [ticket for ticket in self.waiting if networks[ticket.network] < most]
            rests = {ticket.network: self.rest_of(ticket.network) for ticket in free}
            ready = [ticket for ticket in free if not rests[ticket.network]]
            if not ready:
                self._look_again(rests.values())
                return
            ticket = min(ready, key=self._turn_of)
            self.waiting.remove(ticket)
            self.running.append(ticket)
            self._remember(ticket)
            ticket.turn.set()

    def _look_again(self, rests: Collection[float]) -> None:
        """Goes on when the first of these pauses is over."""
        if self._alarm:
            self._alarm.cancel()
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(min(rests), self._next) if rests else None

    def _turn_of(self, ticket: Ticket) -> tuple[int, ...]:
        """The turns of a ticket's network and person: who has used fewest is next."""
        return tuple(self._used.get(key, 0) for key in ticket.keys)

    def _remember(self, ticket: Ticket) -> None:
        """Counts a turn. Nobody saves turns up, and nobody pays for what they used when alone."""
        ticket.began = self._clock()
        for key in ticket.keys:
            others = key[:-1]
            used = max(self._used.get(key, 0), self._reached.get(others, 0))
            self._used[key], self._reached[others] = used + 1, used
            self._used.move_to_end(key)
            self._reached.move_to_end(others)
        for remembered in (self._used, self._reached):
            while len(remembered) > MAX_REMEMBERED:
                remembered.popitem(last=False)
