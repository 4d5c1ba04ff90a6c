"""The pages that one process keeps in memory, the least recently used thrown away first."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from sheets.page_cache.page import Page
from sheets.page_cache.queries import Query

# A page is made anew after this time even if nothing has changed: cookies are renewed then.
MAX_SECONDS = 10 * 60
MIB = 1024 * 1024
# What an entry takes without its page.
_ENTRY_BYTES = 2048


@dataclass(frozen=True)
class Entry:
    """The entry of one address and visitor: the queries of its page; and, once they were the same
    twice in a row, the page with the digest of the rows they returned.
    """

    queries: tuple[Query, ...]
    digest: bytes = b""
    page: Page | None = None
    made: float = 0.0

    @property
    def size(self) -> int:
        """Its size in bytes, roughly."""
        return _ENTRY_BYTES + (self.page.size if self.page else 0)

    @property
    def is_old(self) -> bool:
        """True once the page has to be made anew in any case."""
        return time.monotonic() - self.made > MAX_SECONDS


class Store:
    """Entries by key, of `capacity` bytes at most."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.size = 0
        self._entries: OrderedDict[bytes, Entry] = OrderedDict()
        self._lock = Lock()

    def get(self, key: bytes) -> Entry | None:
        """The entry, which is then the most recently used."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries.move_to_end(key)
            return entry

    def put(self, key: bytes, entry: Entry) -> None:
        """Keeps an entry; throws away others if there is no room for it."""
        with self._lock:
            self._remove(key)
            self._entries[key] = entry
            self.size += entry.size
            while self.size > self.capacity:
                self._remove(next(iter(self._entries)))

    def discard(self, key: bytes) -> None:
        """Throws an entry away, if there is one."""
        with self._lock:
            self._remove(key)

    def clear(self) -> None:
        """Throws everything away."""
        with self._lock:
            self._entries.clear()
            self.size = 0

    def _remove(self, key: bytes) -> None:
        if (entry := self._entries.pop(key, None)) is not None:
            self.size -= entry.size
