"""A small pool of worker processes, each replaced when it had to be ended.

Workers start when first needed, stay warm, and are replaced after many jobs. They are processes of
their own, not forks, so threads and forking servers do not harm them. Each process that uses a pool
has its own, and ends its workers when it ends.
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
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from sheets import work
from sheets.processes import cores
from sheets.processes.child import FOLDER_VARIABLE, SERVING
from sheets.processes.wire import receive, send

START_SECONDS = 60.0
WAIT_SECONDS = 30.0
END_SECONDS = 5.0
JOBS_PER_WORKER = 500
# Web requests come before prints and portraits when both want the processor.
NICENESS = 10
# With the id of a process, the number of the clock of its processor time (clock_getcpuclockid).
_CPU_CLOCK = 2
ROOT = Path(__file__).resolve().parents[2]
# The environment variables that a worker gets: never a secret key or a database URL.
PASSED_VARIABLES = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "FONTCONFIG_FILE",
    "LD_LIBRARY_PATH",
    "PYTHONPYCACHEPREFIX",
)


class WorkerError(Exception):
    """A worker gave no reply."""


class CpuLimitExceeded(WorkerError):
    """The worker used more processor time than it may."""


class WorkerDied(WorkerError):
    """The worker ended before it replied, usually out of memory."""


class PoolBusy(WorkerError):
    """No worker was free in time, or the machine was too busy: a later try may work."""


class WorkerNotStarted(WorkerError):
    """The worker could not be started."""


@dataclass(frozen=True)
class WorkerSpec:
    """A worker's task (a module of ours that ends in `child.main`), its bytes of memory, and per
    message its processor seconds and its wall-clock seconds: a worker that shares a busy machine
    may take many times its processor seconds; after `wall` seconds it hangs, or the machine is too
    busy.
    """

    module: str
    memory: int
    seconds: float
    wall: float = 60.0


class _Worker:
    """One worker process, and the folder for its temporary files."""

    def __init__(self, spec: WorkerSpec) -> None:
        self.jobs = 0
        self.spec = spec
        self.owner = os.getpid()
        self.folder = tempfile.mkdtemp(prefix="hyperspace-")
        environment = {name: os.environ[name] for name in PASSED_VARIABLES if name in os.environ}
        told = (spec.memory, spec.seconds, NICENESS, *cores.ALL)
        self.process = subprocess.Popen(  # noqa: S603 (our own module)
            [sys.executable, "-m", spec.module, *map(str, told)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={
                **environment,
                "PYTHONPATH": str(ROOT),
                "TMPDIR": self.folder,
                FOLDER_VARIABLE: self.folder,
            },
        )
        try:
            self._exchange(None, seconds=START_SECONDS)
        except WorkerError as fault:
            self.end()
            raise WorkerNotStarted from fault

    def ask(self, message: bytes) -> tuple[bytes, bool]:
        """The reply to a message, and whether the worker takes more; or CpuLimitExceeded,
        WorkerDied, PoolBusy.
        """
        self.jobs += 1
        before = self._cpu()
        try:
            reply = self._exchange(message, seconds=self.spec.wall)
        except CpuLimitExceeded:
            work.spends(self.spec.seconds)
            raise
        work.spends(self._cpu() - before)
        return reply[1:], reply[:1] == SERVING

    def _cpu(self) -> float:
        """The processor seconds that the process has used so far; 0.0 if it has ended."""
        try:
            return time.clock_gettime(~self.process.pid << 3 | _CPU_CLOCK)
        except OSError:
            return 0.0

    def _exchange(self, message: bytes | None, *, seconds: float) -> bytes:
        """Sends a message and waits for the reply; kills the worker after so many seconds."""
        stdin, stdout = self.process.stdin, self.process.stdout
        if stdin is None or stdout is None:
            raise WorkerDied
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

    def _fault(self, *, late: bool) -> WorkerError:
        """Why there was no reply. The worker has closed its output, so it has ended or is about
        to.
        """
        try:
            status = self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return WorkerDied()
        return (
            PoolBusy()
            if late
            else CpuLimitExceeded()
            if status == -signal.SIGPROF
            else WorkerDied()
        )

    def end(self) -> None:
        """Kills the worker and deletes its folder. Does nothing in a fork of the process that owns
        it.
        """
        if self.owner != os.getpid():
            return
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with contextlib.suppress(OSError):  # it held unsent data
                    pipe.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Pool:
    """Workers of one kind: at most `size` at a time, each for at most `jobs` messages."""

    def __init__(self, spec: WorkerSpec, *, size: int, jobs: int = JOBS_PER_WORKER) -> None:
        self.owner = os.getpid()
        self.spec = spec
        self._jobs = jobs
        self._free = threading.BoundedSemaphore(size)
        self._idle: list[_Worker] = []

    def ask(self, message: bytes) -> bytes:
        """The reply to a message; WorkerError if there is none."""
        if not self._free.acquire(timeout=WAIT_SECONDS):
            raise PoolBusy
        try:
            return self._ask_worker(message)
        finally:
            self._free.release()

    def _ask_worker(self, message: bytes) -> bytes:
        process = self._take()
        try:
            try:
                reply, is_serving = process.ask(message)
            except WorkerDied:
                if process.jobs == 1:
                    raise
                # It may have died while idle: try a fresh worker.
                process.end()
                process = _Worker(self.spec)
                reply, is_serving = process.ask(message)
        except BaseException:
            process.end()
            raise
        if is_serving and process.jobs < self._jobs:
            self._idle.append(process)
        else:
            process.end()
        return reply

    def _take(self) -> _Worker:
        try:
            return self._idle.pop()
        except IndexError:
            return _Worker(self.spec)

    def pids(self) -> list[int]:
        """The process ids of the idle workers."""
        return [worker.process.pid for worker in self._idle]

    def folders(self) -> list[Path]:
        """The temporary folders of the idle workers."""
        return [Path(worker.folder) for worker in self._idle]

    def close(self) -> None:
        """Ends all idle workers."""
        while self._idle:
            self._idle.pop().end()


PoolType = TypeVar("PoolType", bound=Pool)


class PerProcess(Generic[PoolType]):
    """One pool per process: a forked process gets its own."""

    def __init__(self, make: Callable[[], PoolType]) -> None:
        self._make = make
        self._pool: PoolType | None = None
        self._lock = threading.Lock()
        os.register_at_fork(after_in_child=self._fresh_lock)

    def __call__(self) -> PoolType:
        """The pool of this process, made at the first call."""
        with self._lock:
            if self._pool is None or self._pool.owner != os.getpid():
                self._pool = self._make()
                atexit.register(self._pool.close)
            return self._pool

    def _fresh_lock(self) -> None:
        self._lock = threading.Lock()  # a lock held while forking would stay locked
