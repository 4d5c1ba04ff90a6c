"""The work of each thread of this process: the request, its sender, the characters worked out, and
the processor time of other processes that work for it.

A worker keeps notes of it in memory that it shares with the server, which reads them when the
worker is gone. To write one takes a few microseconds, and no system call.
"""

import mmap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

# Two threads for ordinary requests, two for heavy ones, one for batches, and some to spare.
# A slot has room for the longest note, four bytes a letter.
SLOTS, SLOT_BYTES = 8, 7168
_LENGTH_BYTES = 2
# What is noted of an address. A longer one is cut.
MOST_LETTERS = 700


class Note(msgspec.Struct, array_like=True):
    """A request that a thread is at. `started` is a moment of the machine's monotonic clock. `who`
    is known once somebody asked; until then the request only `claims` it (`guard.claims`).
    """

    method: str
    path: str
    query: str
    request_id: str
    started: float
    who: str = ""
    claims: tuple[str, ...] = ()


class Notes:
    """The notes of one worker, in memory that is shared with the process that forked it."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, SLOTS * SLOT_BYTES)
        self._free = list(range(SLOTS))
        self._lock = threading.Lock()

    def take(self) -> int | None:
        """A free slot; None if there is none."""
        with self._lock:
            return self._free.pop() if self._free else None

    def release(self, slot: int) -> None:
        """Empties a slot."""
        self._set_length(slot, 0)
        with self._lock:
            self._free.append(slot)

    def write(self, slot: int, note: Note) -> None:
        """Writes a note. Its length comes last: a worker that dies meanwhile leaves no half one."""
        content = msgspec.msgpack.encode(note)
        if len(content) > SLOT_BYTES - _LENGTH_BYTES:
            return
        start = slot * SLOT_BYTES + _LENGTH_BYTES
        self._set_length(slot, 0)
        self._memory[start : start + len(content)] = content
        self._set_length(slot, len(content))

    def read(self) -> list[Note]:
        """All notes, the request that began first at the head."""
        found = []
        for start in range(0, SLOTS * SLOT_BYTES, SLOT_BYTES):
            content = start + _LENGTH_BYTES
            length = int.from_bytes(self._memory[start:content])
            if length:
                found.append(
                    msgspec.msgpack.decode(self._memory[content : content + length], type=Note)
                )
        return sorted(found, key=lambda note: note.started)

    def _set_length(self, slot: int, length: int) -> None:
        start = slot * SLOT_BYTES
        self._memory[start : start + _LENGTH_BYTES] = length.to_bytes(_LENGTH_BYTES)


class Stamp:
    """A number that all workers of a server see: whoever changes what others have in their memory
    changes it, and they read that anew.
    """

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8)

    @property
    def value(self) -> bytes:
        """The number, as it is by now."""
        return self._memory[:8]

    def change(self) -> None:
        """Makes it another one."""
        self._memory[:8] = time.monotonic_ns().to_bytes(8)


class Work:
    """One request, or one step of a batch. `user` or `visitor` is who asked, as far as that was
    looked up; `characters` are the rows that were worked out; `cpu` is the processor seconds of
    other processes.
    """

    __slots__ = ("_slot", "characters", "cpu", "note", "user", "visitor")

    def __init__(self, note: Note) -> None:
        self.note = note
        self.user: int | None = None
        self.visitor = ""
        self.characters: set[int] = set()
        self.cpu = 0.0
        self._slot = notes.take()
        if self._slot is not None:
            notes.write(self._slot, note)

    def asked_by(self, user: int | None, visitor: str) -> None:
        """Notes who asked."""
        if (user, visitor) != (self.user, self.visitor):
            self.user, self.visitor = user, visitor
            self.note.who = name_of(user, visitor)
            if self._slot is not None:
                notes.write(self._slot, self.note)

    def end(self) -> None:
        """Takes the note away."""
        if self._slot is not None:
            notes.release(self._slot)


class _Current(threading.local):
    work: Work | None = None


# Those of this process. The server gives each worker its own before it forks it.
notes = Notes()
# One for the whole server.
STAMP = Stamp()
_CURRENT = _Current()


def keep_notes_in(own: Notes) -> None:
    """Lets this process keep its notes there."""
    global notes  # noqa: PLW0603 (a process has one)
    notes = own


@contextmanager
def at(
    *, method: str, path: str, query: str, request_id: str, claims: tuple[str, ...] = ()
) -> Iterator[Work]:
    """This thread is at a request meanwhile."""
    cut = path[:MOST_LETTERS], query[:MOST_LETTERS]
    work = Work(Note(method, *cut, request_id, time.monotonic(), claims=claims))
    before, _CURRENT.work = _CURRENT.work, work
    try:
        yield work
    finally:
        _CURRENT.work = before
        work.end()


def current() -> Work | None:
    """The work of this thread."""
    return _CURRENT.work


@contextmanager
def helping(work: Work | None) -> Iterator[None]:
    """This thread works for what another one is at; so its processor time counts for that."""
    before, _CURRENT.work = _CURRENT.work, work
    started = time.thread_time()
    try:
        yield
    finally:
        spends(time.thread_time() - started)
        _CURRENT.work = before


def asked_by(user: int | None, visitor: str) -> None:
    """Notes who asked for what this thread is at."""
    if work := _CURRENT.work:
        work.asked_by(user, visitor)


def works_out(character: int | None) -> None:
    """Notes that this thread works out that character."""
    if (work := _CURRENT.work) and character is not None:
        work.characters.add(character)


def spends(seconds: float) -> None:
    """Notes processor seconds that another process took for what this thread is at."""
    if work := _CURRENT.work:
        work.cpu += seconds


def name_of(user: int | None, visitor: str) -> str:
    """An owner's name in logs and on the operator's page: "account 12", "visitor 3f9ac1d2e4b5a697",
    "" for a stranger. `visitor` is the hash of a visitor's key.
    """
    if user is not None:
        return f"account {user}"
    return f"visitor {visitor[:16]}" if visitor else ""
