"""A small pool of processes for whoever asks, each watched and replaced when it has to be ended.

They are started when first asked for, stay warm, and are replaced when they have served long. They
are processes of their own, not forks, so threads and servers that fork do not harm them; each
process that asks has its own, and ends them when it ends itself.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from sheets.processes.child import FOLDER, GOES_ON
from sheets.processes.wire import receive, send

SECONDS_TO_START = 60.0
SECONDS_TO_WAIT = 30.0
SECONDS_TO_END = 5.0
# A process that has not used up its processor time is waited for so many times as long: it has to
# share the machine. After that it hangs, or the machine is too busy.
PATIENCE = 12
JOBS_A_PROCESS = 500
ROOT = Path(__file__).resolve().parents[2]
# What a process needs of our environment: never a key or the address of a database.
PASSED_ON = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "FONTCONFIG_FILE",
    "LD_LIBRARY_PATH",
)


class Fault(Exception):
    """A process gave no answer."""


class TooSlow(Fault):
    """It used more processor time than it may."""


class Ended(Fault):
    """It ended before it answered: mostly for want of memory."""


class Busy(Fault):
    """None was free in time, or the machine let one wait too long: later it may be otherwise."""


class NotStarted(Fault):
    """It could not even be started."""


@dataclass(frozen=True)
class Kind:
    """What a process runs, a module of ours that ends in `child.main`, and what it may use: bytes
    of memory, and seconds of processor time for each message."""

    module: str
    memory: int
    seconds: float


class _Process:
    """One process, and the folder for its temporary files."""

    def __init__(self, kind: Kind) -> None:
        self.jobs = 0
        self.kind = kind
        self.owner = os.getpid()
        self.folder = tempfile.mkdtemp(prefix="hyperspace-")
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self.process = subprocess.Popen(  # noqa: S603 (our own module)
            [sys.executable, "-m", kind.module, str(kind.memory), str(kind.seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={
                **environment,
                "PYTHONPATH": str(ROOT),
                "TMPDIR": self.folder,
                FOLDER: self.folder,
            },
        )
        try:
            self._exchange(None, seconds=SECONDS_TO_START)
        except Fault as fault:
            self.end()
            raise NotStarted from fault

    def ask(self, message: bytes) -> tuple[bytes, bool]:
        """The answer to a message, and whether it takes more of them; or TooSlow, Ended, Busy."""
        self.jobs += 1
        reply = self._exchange(message, seconds=self.kind.seconds * PATIENCE)
        return reply[1:], reply[:1] == GOES_ON

    def _exchange(self, message: bytes | None, *, seconds: float) -> bytes:
        """Send a message and wait for the reply; after so many seconds the process is killed."""
        stdin, stdout = self.process.stdin, self.process.stdout
        if stdin is None or stdout is None:
            raise Ended
        late = threading.Event()

        def kill() -> None:
            late.set()
            self.process.kill()

        timer = threading.Timer(seconds, kill)
        timer.daemon = True
        timer.start()
        try:
            if message is not None:
                send(stdin, message)
            reply = receive(stdout)
        except OSError:
            reply = b""
        finally:
            timer.cancel()
        if not reply:
            raise self._fault(late=late.is_set())
        return reply

    def _fault(self, *, late: bool) -> Fault:
        """Why there was no answer. It has closed what it wrote to, so it has ended, or is about
        to."""
        try:
            status = self.process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return Ended()
        return Busy() if late else TooSlow() if status == -signal.SIGPROF else Ended()

    def end(self) -> None:
        """Kill the process and clear up after it. Does nothing in a fork of the process that owns
        it."""
        if self.owner != os.getpid():
            return
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with contextlib.suppress(OSError):  # it held something that nobody will read
                    pipe.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Pool:
    """Processes of one kind, at most `size` at a time, each for so many `jobs`."""

    def __init__(self, kind: Kind, *, size: int, jobs: int = JOBS_A_PROCESS) -> None:
        self.owner = os.getpid()
        self.kind = kind
        self._jobs = jobs
        self._free = threading.BoundedSemaphore(size)
        self._idle: list[_Process] = []

    def ask(self, message: bytes) -> bytes:
        """The answer to a message; a Fault where there is none."""
        if not self._free.acquire(timeout=SECONDS_TO_WAIT):
            raise Busy
        try:
            return self._asked(message)
        finally:
            self._free.release()

    def _asked(self, message: bytes) -> bytes:
        process = self._take()
        try:
            try:
                reply, goes_on = process.ask(message)
            except Ended:
                if process.jobs == 1:
                    raise
                # It may have ended while it was idle; a fresh one decides.
                process.end()
                process = _Process(self.kind)
                reply, goes_on = process.ask(message)
        except BaseException:
            process.end()
            raise
        if goes_on and process.jobs < self._jobs:
            self._idle.append(process)
        else:
            process.end()
        return reply

    def _take(self) -> _Process:
        try:
            return self._idle.pop()
        except IndexError:
            return _Process(self.kind)

    def pids(self) -> list[int]:
        """The processes that are idle."""
        return [one.process.pid for one in self._idle]

    def folders(self) -> list[Path]:
        """Where the idle processes keep their temporary files."""
        return [Path(one.folder) for one in self._idle]

    def close(self) -> None:
        """End all processes that are idle."""
        while self._idle:
            self._idle.pop().end()


Some = TypeVar("Some", bound=Pool)


class OfThisProcess(Generic[Some]):
    """The one pool of some kind that this process has; a forked process gets one of its own."""

    def __init__(self, make: Callable[[], Some]) -> None:
        self._make = make
        self._made: Some | None = None
        self._making = threading.Lock()
        os.register_at_fork(after_in_child=self._fresh_lock)

    def __call__(self) -> Some:
        """It, made where there is none yet."""
        with self._making:
            if self._made is None or self._made.owner != os.getpid():
                self._made = self._make()
                atexit.register(self._made.close)
            return self._made

    def _fresh_lock(self) -> None:
        self._making = threading.Lock()  # a lock that was held while forking would stay so
