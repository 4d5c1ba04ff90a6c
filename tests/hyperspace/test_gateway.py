"""Requests are taken in whole before a thread works on them."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest

from hyperspace.gateway import MIB, Application, Limits, wsgi_environment

# A tenth of a second of patience, and next to nothing more for what came.
LIMITS = Limits(accepted=100, large=50, large_at_once=1, drained=1000, patience=0.1, pace=10**9)


class Sender:
    """One request as granian hands it over: chunks that come, a pause for each None, an answer."""

    def __init__(self, *chunks: bytes | None) -> None:
        self.chunks, self.taken = list(chunks), 0
        self.answer: tuple[int, list[tuple[str, str]], bytes | str] | None = None

    async def __aiter__(self):
        for chunk in self.chunks:
            if chunk is None:
                await asyncio.sleep(60)
            else:
                self.taken += len(chunk)
                yield chunk

    def response_bytes(self, status, headers, content):
        self.answer = (status, headers, content)

    response_str = response_bytes


def scope(method="POST", path="/", client="192.0.2.7:4711", **headers):
    return SimpleNamespace(
        proto="http",
        http_version="1.1",
        method=method,
        path=path,
        query_string="a=b",
        scheme="http",
        authority=None,
        server="[::1]:8000",
        client=client,
        headers={name.replace("__", "-"): value for name, value in headers.items()},
    )


def echo(environ, start_response):
    """Answers with what it was given."""
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("X-Length", environ["CONTENT_LENGTH"])])
    return [body]


def in_a_loop(
    whatever: Coroutine[Any, Any, None],
    loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
) -> None:
    """Runs it to its end, in a thread: in this one there may be a loop already, Playwright's."""

    def run() -> None:
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(whatever)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(run).result()


def send(sender, asked, application=echo, limits=LIMITS):
    """The answer to one request."""

    async def main():
        serving = Application(application, limits)
        serving.__rsgi_init__(asyncio.get_running_loop())
        await serving(asked, sender)

    in_a_loop(main())
    return sender.answer


def test_a_body_in_pieces_is_read_as_one():
    answer = send(Sender(b"one ", b"two"), scope(content__length="7"))
    assert answer == (200, [("x-length", "7")], b"one two")


def test_a_body_without_a_length_is_read_to_its_end():
    answer = send(Sender(b"one ", b"two"), scope(transfer__encoding="chunked"))
    assert answer == (200, [("x-length", "7")], b"one two")


def test_who_sends_nothing_is_not_waited_for():
    assert send(Sender(None), scope("GET")) == (200, [("x-length", "0")], b"")


@pytest.mark.parametrize("headers", [{"content__length": "900"}, {"transfer__encoding": "chunked"}])
def test_what_is_too_large_is_read_to_its_end_and_not_kept(headers):
    sender = Sender(*[b"x" * 100] * 9)
    assert send(sender, scope(**headers)) == (200, [("x-length", "900")], b"")
    assert sender.taken == 900


def test_what_is_discarded_is_read_slowly_and_others_are_answered_meanwhile():
    limits = Limits(accepted=100, large=50, drain_pace=10 * MIB)

    async def main():
        serving = Application(echo, limits)
        serving.__rsgi_init__(asyncio.get_running_loop())
        began, large, small = time.monotonic(), Sender(*[bytes(MIB // 2)] * 6), Sender(b"small")
        slow = asyncio.ensure_future(serving(scope(content__length=str(3 * MIB)), large))
        await asyncio.sleep(0.05)
        await serving(scope(content__length="5"), small)
        assert small.answer == (200, [("x-length", "5")], b"small")
        assert large.answer is None
        await slow
        assert large.answer == (200, [("x-length", str(3 * MIB))], b"")
        assert time.monotonic() - began >= 0.3

    in_a_loop(main())


def test_what_is_far_too_large_is_not_read():
    sender = Sender(*[b"x" * 100] * 11)
    assert send(sender, scope(content__length="1100")) == (200, [("x-length", "1100")], b"")
    assert sender.taken == 0


def test_what_has_no_length_and_no_end_is_left():
    sender = Sender(*[b"x" * 100] * 99)
    assert send(sender, scope(transfer__encoding="chunked")) == (200, [("x-length", "1100")], b"")
    assert sender.taken == 1100


def test_who_asks_before_sending_what_is_too_large_is_told_at_once():
    sender = Sender(None)
    headers = {"content__length": "900", "expect": "100-continue"}
    assert send(sender, scope(**headers)) == (200, [("x-length", "900")], b"")


def test_who_stops_sending_is_told_and_no_thread_waits():
    def never(environ, start_response):
        pytest.fail("a thread was taken for it")

    answer = send(Sender(b"one ", None), scope(content__length="7"), never)
    assert answer is not None
    assert (answer[0], answer[2]) == (408, "The upload took too long. Nothing was saved.\n")


def test_a_body_that_breaks_off_is_not_acted_on():
    def never(environ, start_response):
        pytest.fail("half a request was acted on")

    answer = send(Sender(b"one "), scope(content__length="7"), never)
    assert answer is not None
    assert (answer[0], answer[2]) == (400, "The upload was cut off. Nothing was saved.\n")


def test_of_large_bodies_so_many_are_held_at_a_time_and_small_ones_pass_them():
    async def main():
        serving = Application(echo, LIMITS)
        serving.__rsgi_init__(asyncio.get_running_loop())
        stuck, late, small = Sender(None), Sender(b"x" * 60), Sender(b"small")
        tasks = [asyncio.ensure_future(serving(scope(content__length="60"), stuck))]
        await asyncio.sleep(0)
        tasks.append(asyncio.ensure_future(serving(scope(content__length="60"), late)))
        await serving(scope(content__length="5"), small)
        assert (stuck.answer, late.answer) == (None, None)
        assert small.answer == (200, [("x-length", "5")], b"small")
        await asyncio.gather(*tasks)
        assert stuck.answer is not None
        assert stuck.answer[0] == 408

    in_a_loop(main())


def test_whatever_an_application_does_there_is_an_answer():
    def broken(environ, start_response):
        raise MemoryError

    answer = send(Sender(), scope("GET"), broken)
    assert answer is not None
    assert answer[0] == 500


def test_what_is_answered_in_pieces_is_closed_when_it_was_read():
    class Pieces(BytesIO):
        pass

    pieces = Pieces(b"one\ntwo")

    def application(environ, start_response):
        start_response("201 Created", [("Location", "/ä")])
        return pieces

    assert send(Sender(), scope("GET"), application) == (201, [("location", "/?")], b"one\ntwo")
    assert pieces.closed


def test_a_request_is_told_as_wsgi_has_it():
    environ = wsgi_environment(
        scope(path="/ü", content__type="text/css", x__a="1", content__length="3")
    )
    assert environ["PATH_INFO"].encode("latin-1") == "/ü".encode()
    assert environ["QUERY_STRING"] == "a=b"
    assert environ["CONTENT_TYPE"] == "text/css"
    assert environ["HTTP_X_A"] == "1"
    assert (environ["REMOTE_ADDR"], environ["SERVER_NAME"]) == ("192.0.2.7", "::1")
    assert "HTTP_CONTENT_LENGTH" not in environ


def test_a_header_cannot_pass_for_another_one():
    environ = wsgi_environment(scope(x_forwarded_for="192.0.2.9", x__forwarded__for="192.0.2.8"))
    assert environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.8"
