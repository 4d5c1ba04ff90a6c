"""A small pool of processes that make PDFs, each watched: so much memory, so many seconds, no
more.

Workers are started when first asked for, stay warm, and are replaced when they have to be killed
or have served long. They are processes of their own, not forks, so threads and servers that fork
do not harm them; each process that prints has its own pool, and ends it when it ends itself.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import msgspec

from sheets.printing.messages import Answer, Asked, Job, Look, Pack, receive, send

SIZE = 2
SECONDS = 5.0
SECONDS_TO_START = 60.0
SECONDS_TO_WAIT = 15.0
MEMORY = 1024**3
JOBS_A_WORKER = 500
ROOT = Path(__file__).resolve().parents[2]
# What a worker needs of our environment: never a key or the address of a database.
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


class PrintingFailed(Exception):
    """A sheet could not be printed. The message is for the person who asked."""


class _Gone(Exception):
    """The worker ended before it answered."""


class _Worker:
    """One process, and the folder for its temporary files."""

    def __init__(self, *, memory: int) -> None:
        self.jobs = 0
        self.owner = os.getpid()
        self.folder = tempfile.mkdtemp(prefix="printing-")
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self.process = subprocess.Popen(  # noqa: S603 (our own module)
            [sys.executable, "-m", "sheets.printing.worker", str(memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**environment, "PYTHONPATH": str(ROOT), "TMPDIR": self.folder},
        )
        try:
            self._exchange(None, seconds=SECONDS_TO_START)
        except (_Gone, TimeoutError) as error:
            self.end()
            raise PrintingFailed("Printing could not be started; see the server's log.") from error

    def ask(self, job: Asked, *, seconds: float) -> Answer:
        """The answer to a job. _Gone where the worker has ended, TimeoutError where it was too
        slow."""
        self.jobs += 1
        reply = self._exchange(msgspec.msgpack.encode(job), seconds=seconds)
        return msgspec.msgpack.decode(reply, type=Answer)

    def _exchange(self, message: bytes | None, *, seconds: float) -> bytes:
        """Send a message and wait for the reply; after so many seconds the process is killed."""
        stdin, stdout = self.process.stdin, self.process.stdout
        if stdin is None or stdout is None:
            raise _Gone
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
            raise TimeoutError if late.is_set() else _Gone
        return reply

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
    """Workers for whoever asks, at most `size` at a time."""

    def __init__(self, *, size: int = SIZE, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.owner = os.getpid()
        self._seconds, self._memory = seconds, memory
        self._free = threading.BoundedSemaphore(size)
        self._idle: list[_Worker] = []

    def render(self, job: Job) -> bytes:
        """The PDF of a job; PrintingFailed where it takes too long, too much, or breaks."""
        return self._answer(job, what="This", advice=job.advice).pdf

    def pictures(self, pdf: bytes, *, width: int, most: int) -> list[bytes]:
        """The first pages of a PDF as PNGs; PrintingFailed as above."""
        look = Look(pdf, width, most)
        advice = "Fetch the PDF instead."
        return list(self._answer(look, what="A picture of this", advice=advice).pictures)

    def join(self, pack: Pack) -> bytes:
        """The sheets of a pack in one file; PrintingFailed as above."""
        advice = "Print fewer of them together."
        return self._answer(pack, what="This pack", advice=advice).pdf

    def _answer(self, job: Asked, *, what: str, advice: str) -> Answer:
        if not self._free.acquire(timeout=SECONDS_TO_WAIT):
            raise PrintingFailed("Too much is being printed just now. Try again in a minute.")
        try:
            fault = ""
            answer = self._asked(job)
        except TimeoutError:
            fault = f"{what} takes longer than {self._seconds:g} seconds to print."
        except _Gone:
            fault = f"{what} takes more memory to print than is allowed."
        finally:
            self._free.release()
        if not fault and answer.fault:
            fault = f"{what} could not be printed: {answer.fault}."
        if fault:
            raise PrintingFailed(f"{fault} {advice}".strip())
        return answer

    def _asked(self, job: Asked) -> Answer:
        """The answer to a job; TimeoutError where it takes too long, _Gone where too much."""
        worker = self._take()
        try:
            try:
                answer = worker.ask(job, seconds=self._seconds)
            except _Gone:
                if worker.jobs == 1:
                    raise
                # It may have ended while it was idle; a fresh one decides.
                worker.end()
                worker = _Worker(memory=self._memory)
                answer = worker.ask(job, seconds=self._seconds)
        except BaseException:
            worker.end()
            raise
        self._give_back(worker, spent=answer.spent)
        return answer

    def _take(self) -> _Worker:
        try:
            return self._idle.pop()
        except IndexError:
            return _Worker(memory=self._memory)

    def _give_back(self, worker: _Worker, *, spent: bool) -> None:
        if spent or worker.jobs >= JOBS_A_WORKER:
            worker.end()
        else:
            self._idle.append(worker)

    def pids(self) -> list[int]:
        """The processes that are idle."""
        return [worker.process.pid for worker in self._idle]

    def folders(self) -> list[Path]:
        """Where the idle processes keep their temporary files."""
        return [Path(worker.folder) for worker in self._idle]

    def close(self) -> None:
        """End all workers that are idle."""
        while self._idle:
            self._idle.pop().end()


_pool: Pool | None = None
_making = threading.Lock()


def pool() -> Pool:
    """The pool of this process; a forked process gets one of its own."""
    global _pool  # noqa: PLW0603 (the one pool there is)
    with _making:
        if _pool is None or _pool.owner != os.getpid():
            _pool = Pool()
            atexit.register(_pool.close)
        return _pool


def _fresh_lock() -> None:
    global _making  # noqa: PLW0603 (a lock that was held while forking would stay so)
    _making = threading.Lock()


os.register_at_fork(after_in_child=_fresh_lock)
