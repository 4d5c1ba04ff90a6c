"""Runs the WSGI application under granian, with request bodies that have arrived completely.

A thread that waits for a slow sender serves nobody: four senders who never finish would stop the
site. So an event loop receives bodies, hundreds at once, and threads get complete requests only. A
body that is too large is read to its end and discarded: a client that is still sending cannot read
the response.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

from hyperspace.fair_queue import FairQueue
from hyperspace.heavy_lane import HeavyLane
from sheets import lanes
from sheets.lanes import ChangeLane, Lane, LaneFull

# How many requests a worker runs at a time, and how many heavy ones besides.
THREADS, HEAVY_THREADS = 2, 2
SWITCH_SECONDS = 0.0005
MIB = 1024 * 1024
# A request with a larger body is heavy from its start: to parse a form of that size alone takes
# longer than most pages.
LIGHT_BODY = 64 * 1024
LOG = logging.getLogger(__name__)
PLAIN_TEXT = ("content-type", "text/plain; charset=utf-8")

Headers = list[tuple[str, str]]
Response = tuple[int, Headers, bytes]


@dataclass(frozen=True)
class Limits:
    """The limits of a request's body: its bytes, and the seconds that reading it may take."""

    # The largest body that any view accepts. Of bodies over `large`, only `large_at_once` are
    # received at a time: a body is held in memory.
    accepted: int
    large: int = MIB
    large_at_once: int = 8
    # A body over `accepted` is read and discarded up to this size, so many bytes a second; a larger
    # one is cut off.
    drained: int = 100 * MIB
    drain_pace: int = 20 * MIB
    # A body may take `patience` seconds, and one second more for each `pace` bytes.
    patience: float = 20
    pace: int = 16 * 1024


class _BodyRefused(Exception):
    """A body that did not arrive: the status and the text of the response."""

    def __init__(self, status: int, line: str) -> None:
        super().__init__(line)
        self.status, self.line = status, line


class Application:
    """A WSGI application behind granian's RSGI interface."""

    def __init__(
        self,
        application: WSGIApplication,
        limits: Limits,
        *,
        threads: int = THREADS,
        client_of: Callable[[WSGIEnvironment], str] = lambda environ: environ["REMOTE_ADDR"],
        person_of: Callable[[WSGIEnvironment], str] = lambda _: "",
        at_end: Callable[[], None] = lambda: None,
    ) -> None:
        self.application, self.limits, self.threads = application, limits, threads
        self.client_of, self.person_of, self.at_end = client_of, person_of, at_end

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called in each worker process before it serves."""
        self.loop = loop
        self.pool = ThreadPoolExecutor(self.threads, "request")
        self.queue = FairQueue()
        self.heavy_pool = ThreadPoolExecutor(HEAVY_THREADS, "heavy")
        self.heavy_lane = HeavyLane(HEAVY_THREADS, rest_of=self.queue.rest_of)
        # How long a computing thread may hold up a thread that only waits for the database.
        sys.setswitchinterval(SWITCH_SECONDS)
        self.large = asyncio.Semaphore(self.limits.large_at_once)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called in each worker process when it has served its last request."""
        for pool in (self.pool, self.heavy_pool):
            pool.shutdown()
            self.at_end()  # the server does not wait for long prints

    async def __call__(self, scope: Any, protocol: Any) -> None:
        """Answers one request."""
        try:
            body, length = await self._body(scope, protocol)
        except _BodyRefused as refused:
            protocol.response_str(refused.status, [PLAIN_TEXT], refused.line)
            return
        environ = wsgi_environment(scope) | {"wsgi.input": body, "CONTENT_LENGTH": str(length)}
        environ["hyperspace.arrived"] = time.monotonic()  # how long it waits in the queue
        environ["hyperspace.waiting"] = self.queue.waiting
        client = self.client_of(environ)
        response = None
        if body.getbuffer().nbytes <= LIGHT_BODY:
            with suppress(ChangeLane):
                response = await self._run(client, environ, Lane.ORDINARY)
        protocol.response_bytes(*(response or await self._run_heavy(client, environ)))

    async def _run_heavy(self, name: str, environ: WSGIEnvironment) -> Response:
        """The response to a request that is heavy."""
        try:
            async with self.heavy_lane.place(name, self.person_of(environ)):
                response, seconds = await self._in_thread(self.heavy_pool, environ, Lane.HEAVY)
                self.queue.record(name, seconds)
                return response
        except LaneFull:
            return await self._run(name, environ, Lane.FULL)

    async def _run(self, name: str, environ: WSGIEnvironment, lane: Lane) -> Response:
        """The response to a request among ordinary ones; ChangeLane if it is heavy."""
        async with self.queue.slot(name):
            response, seconds = await self._in_thread(self.pool, environ, lane)
            self.queue.record(name, seconds)
            return response

    async def _in_thread(
        self, pool: ThreadPoolExecutor, environ: WSGIEnvironment, lane: Lane
    ) -> tuple[Response, float]:
        environ["wsgi.input"].seek(0)
        in_lane = environ | {lanes.KEY: lane}
        return await self.loop.run_in_executor(pool, run_timed, self.application, in_lane)

    async def _body(self, scope: Any, protocol: Any) -> tuple[BytesIO, int]:
        """The body and its length; only the length of a body that is too large.

        _BodyRefused if it does not arrive in time, or not completely.
        """
        declared = scope.headers.get("content-length")
        length = int(declared) if declared and declared.isdecimal() else None
        chunked = "transfer-encoding" in scope.headers or scope.http_version == "2"
        if not length and not (length is None and chunked):
            return BytesIO(), 0
        if length is not None and self._skips(length, scope):
            return BytesIO(), length
        try:
            if length is not None and not self.limits.large < length <= self.limits.accepted:
                return await self._receive(protocol, length)
            async with asyncio.timeout(self.limits.patience):
                await self.large.acquire()
            try:
                return await self._receive(protocol, length)
            finally:
                self.large.release()
        except TimeoutError:
            raise _BodyRefused(408, "The upload took too long. Nothing was saved.\n") from None

    def _skips(self, length: int, scope: Any) -> bool:
        """True if a body is left unread: it is too large, or its sender waits for 100 Continue."""
        waits = scope.headers.get("expect", "").lower() == "100-continue"
        return length > (self.limits.accepted if waits else self.limits.drained)

    async def _receive(self, protocol: Any, length: int | None) -> tuple[BytesIO, int]:
        buffer, received = BytesIO(), 0
        started = self.loop.time()
        fits = length is None or length <= self.limits.accepted
        async with asyncio.timeout_at(started + self.limits.patience) as deadline:
            async for chunk in protocol:
                received += len(chunk)
                fits = fits and received <= self.limits.accepted
                if fits:
                    buffer.write(chunk)
                else:
                    buffer = BytesIO()
                    await self._drain_slowly(received, len(chunk))
                if received > self.limits.drained:
                    break
                deadline.reschedule(started + self.limits.patience + received / self.limits.pace)
        if length is not None and received < length:
            raise _BodyRefused(400, "The upload was cut off. Nothing was saved.\n")
        buffer.seek(0)
        return buffer, received

    async def _drain_slowly(self, received: int, size: int) -> None:
        """Pauses after each MiB that is discarded: the sender has to wait, and others do not."""
        if received // MIB > (received - size) // MIB:
            await asyncio.sleep(MIB / self.limits.drain_pace)


def wsgi_environment(scope: Any) -> WSGIEnvironment:
    """The request without its body, as a WSGI environment (PEP 3333).

    Headers with `_` in their name are left out: WSGI could not tell them from those with `-`.
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
        separator = "; " if name == "cookie" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    return environ


def run_timed(application: WSGIApplication, environ: WSGIEnvironment) -> tuple[Response, float]:
    """The response, and the processor seconds that it took this thread."""
    started = time.thread_time()
    return run(application, environ), time.thread_time() - started


def run(application: WSGIApplication, environ: WSGIEnvironment) -> Response:
    """The application's response; 500 if it raises an Exception."""
    started: list[tuple[int, Headers]] = []

    def start_response(
        status: str,
        headers: Headers,
        exc_info: object = None,  # noqa: ARG001 (part of WSGI)
    ) -> Callable[[bytes], object]:
        started.append(
            (int(status[:3]), [(name.lower(), _ascii(value)) for name, value in headers])
        )
        return _unused

    try:
        content = _join(application(environ, start_response))
        status, headers = started[-1]
    except Exception:
        LOG.exception("No response to a request: %s", environ["REQUEST_METHOD"])
        return 500, [PLAIN_TEXT], b"Something went wrong on our side. Try again in a minute.\n"
    return status, headers, content


def _join(chunks: Iterable[bytes]) -> bytes:
    try:
        return b"".join(chunks)
    finally:
        if close := getattr(chunks, "close", None):
            close()


def _ascii(value: str) -> str:
    return value if value.isascii() else value.encode("ascii", "replace").decode()


def _unused(_: bytes) -> None:
    raise NotImplementedError("the write callable of WSGI is not supported")
