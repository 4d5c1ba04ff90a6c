"""What our server serves: the application, with requests that have arrived whole.

A thread that waits for a slow sender works for nobody: four senders who never finish would stop the
site. So a loop takes in what is sent, from hundreds at once, and threads see only what is complete.
What is too large is read to its end and thrown away: who is still sending cannot read the answer.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

from hyperspace.turns import Turns

THREADS = 2
SWITCH = 0.0005
MIB = 1024 * 1024
LOG = logging.getLogger(__name__)
TEXT = ("content-type", "text/plain; charset=utf-8")

Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes]


@dataclass(frozen=True)
class Limits:
    """How much is read, and how patiently. Sizes are in bytes, times in seconds."""

    # The largest body that any address takes, and the size from which on only so many at a time
    # are taken in: what is taken in is held in memory.
    kept: int
    large: int = MIB
    large_at_once: int = 8
    # What is larger than `kept` is thrown away up to here; who sends more is cut off.
    read: int = 100 * MIB
    # A body may take `patience`, and a second more for each `pace` bytes of it.
    patience: float = 20
    pace: int = 16 * 1024


class _Refused(Exception):
    """A body that does not come: the status and the line to say so."""

    def __init__(self, status: int, line: str) -> None:
        super().__init__(line)
        self.status, self.line = status, line


class Application:
    """A WSGI application as granian's RSGI asks for one."""

    def __init__(
        self,
        application: WSGIApplication,
        limits: Limits,
        *,
        threads: int = THREADS,
        guest: Callable[[WSGIEnvironment], str] = lambda environ: environ["REMOTE_ADDR"],
    ) -> None:
        self.application, self.limits, self.threads = application, limits, threads
        self.guest = guest

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called in each worker before it serves."""
        self.loop = loop
        self.pool = ThreadPoolExecutor(self.threads, thread_name_prefix="request")
        self.turns = Turns()
        # A thread that computes holds up one that only asks the database for so long each time.
        sys.setswitchinterval(SWITCH)
        self.large = asyncio.Semaphore(self.limits.large_at_once)

    async def __call__(self, scope: Any, protocol: Any) -> None:
        """Answers one request."""
        try:
            body, length = await self._body(scope, protocol)
        except _Refused as refused:
            protocol.response_str(refused.status, [TEXT], refused.line)
            return
        environ = environment(scope) | {"wsgi.input": body, "CONTENT_LENGTH": str(length)}
        async with self.turns.turn(self.guest(environ)) as guest:
            answer, took = await self.loop.run_in_executor(
                self.pool, timed, self.application, environ
            )
            self.turns.took(guest, took)
        protocol.response_bytes(*answer)

    async def _body(self, scope: Any, protocol: Any) -> tuple[BytesIO, int]:
        """What was sent, and its length. Of what is too large only the length: it is not kept.

        _Refused where it does not arrive in time, or not whole.
        """
        said = scope.headers.get("content-length")
        length = int(said) if said and said.isdecimal() else None
        chunked = "transfer-encoding" in scope.headers or scope.http_version == "2"
        if not length and not (length is None and chunked):
            return BytesIO(), 0
        if length is not None and self._is_unread(length, scope):
            return BytesIO(), length
        try:
            if length is not None and not self.limits.large < length <= self.limits.kept:
                return await self._take(protocol, length)
            async with asyncio.timeout(self.limits.patience):
                await self.large.acquire()
            try:
                return await self._take(protocol, length)
            finally:
                self.large.release()
        except TimeoutError:
            raise _Refused(408, "This took too long to arrive. Nothing was saved.\n") from None

    def _is_unread(self, length: int, scope: Any) -> bool:
        """Whether a body is so large that it is not worth reading, or its sender waits to be told
        whether to send it."""
        waits = scope.headers.get("expect", "").lower() == "100-continue"
        return length > (self.limits.kept if waits else self.limits.read)

    async def _take(self, protocol: Any, length: int | None) -> tuple[BytesIO, int]:
        kept, came = BytesIO(), 0
        begun = self.loop.time()
        is_kept = length is None or length <= self.limits.kept
        async with asyncio.timeout_at(begun + self.limits.patience) as patience:
            async for chunk in protocol:
                came += len(chunk)
                is_kept = is_kept and came <= self.limits.kept
                if is_kept:
                    kept.write(chunk)
                elif kept.tell():
                    kept = BytesIO()
                if came > self.limits.read:
                    break
                patience.reschedule(begun + self.limits.patience + came / self.limits.pace)
        if length is not None and came < length:
            raise _Refused(400, "This did not arrive whole. Nothing was saved.\n")
        kept.seek(0)
        return kept, came


def environment(scope: Any) -> WSGIEnvironment:
    """The request without its body, as WSGI (PEP 3333) has it.

    Headers with `_` in their name are left out: they would pass for those with `-`.
    """
    server, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    if scope.authority:
        environ["HTTP_HOST"] = scope.authority
    for name, value in scope.headers.items():
        if "_" in name or name == "content-length":
            continue
        key = name.upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        between = "; " if name == "cookie" else ","
        environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    return environ


def timed(application: WSGIApplication, environ: WSGIEnvironment) -> tuple[Answer, float]:
    """The answer, and the processor time that it took this thread, in seconds."""
    began = time.thread_time()
    return run(application, environ), time.thread_time() - began


def run(application: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """What the application answers; 500 where it fails in a way that it does not answer itself."""
    started: list[tuple[int, Headers]] = []

    def start_response(
        status: str,
        headers: Headers,
        exc_info: object = None,  # noqa: ARG001 (part of WSGI)
    ) -> Callable[[bytes], object]:
        started.append(
            (int(status[:3]), [(name.lower(), _plain(value)) for name, value in headers])
        )
        return _unused

    try:
        content = _joined(application(environ, start_response))
        status, headers = started[-1]
    except Exception:
        LOG.exception("No answer: %s %s", environ["REQUEST_METHOD"], environ["PATH_INFO"])
        return 500, [TEXT], b"Something broke, and it is our fault.\n"
    return status, headers, content


def _joined(chunks: Iterable[bytes]) -> bytes:
    try:
        return b"".join(chunks)
    finally:
        if close := getattr(chunks, "close", None):
            close()


def _plain(value: str) -> str:
    return value if value.isascii() else value.encode("ascii", "replace").decode()


def _unused(_: bytes) -> None:
    raise NotImplementedError("Nothing here writes a response that way.")
