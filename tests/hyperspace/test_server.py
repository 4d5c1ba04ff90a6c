"""The public server: what becomes of it when its workers die, and when senders misbehave."""

import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from hyperspace.server import DEFAULT_WORKERS
from sheets.processes import cores
from tests.hyperspace.conftest import ROOT, production_environment
from tests.hyperspace.serving import COLD, SECONDS, Site

MIB = 1024 * 1024
TOKEN = "a" * 32


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    site = Site(production_environment(tmp_path_factory.mktemp("var")), prepared=prepared)
    yield site
    site.end()


def test_whichever_workers_are_killed_it_is_back_within_three_seconds(site):
    chance = random.Random(13)
    slowest = 0.0
    workers = site.wait_for_workers(2)
    for kill in range(16):
        killed = workers if kill % 2 else [chance.choice(workers)]
        for worker in killed:
            os.kill(worker, signal.SIGKILL)
        slowest = max(slowest, site.back())
        workers = site.wait_for_workers(2, without=killed)
    assert slowest < 3
    assert site.get("/") == 200


def has_printer(worker: int) -> bool:
    """True if a process prints for a worker. Threads and processes may end meanwhile."""
    commands = []
    for thread in Path(f"/proc/{worker}/task").glob("*/children"):
        with suppress(OSError):
            commands += [Path(f"/proc/{n}/cmdline").read_text() for n in thread.read_text().split()]
    return any("sheets.printing.pdf.worker" in command for command in commands)


def test_each_worker_has_a_printer_before_anybody_prints_and_the_cost_of_the_last_page_is_written(
    tmp_path, prepared
):
    site = Site(production_environment(tmp_path), prepared=prepared, warm=True)
    try:
        began = time.monotonic()
        while not all(map(has_printer, site.wait_for_workers(DEFAULT_WORKERS))):
            assert time.monotonic() - began < SECONDS, site.log.read_text()
            time.sleep(0.1)
        assert site.get("/rules/hyperspace-d6/") == 200
    finally:
        site.end()
    with closing(sqlite3.connect(tmp_path / "hyperspace.sqlite3")) as database:
        rows = database.execute("SELECT view, requests FROM sheets_cost").fetchall()
    assert rows == [("reference", 1)]


def cores_of(workers: list[int], *, expected: set[frozenset[int]]) -> set[frozenset[int]]:
    """Those of each worker, once they are as expected: a new one is there before it has chosen."""
    end = time.monotonic() + 10
    while True:
        found = {frozenset(os.sched_getaffinity(worker)) for worker in workers}
        if found == expected or time.monotonic() > end:
            return found
        time.sleep(0.01)


def test_each_worker_has_its_share_of_the_cores_and_one_that_replaces_it_has_the_same(site):
    expected = {cores.share(number, 2) for number in range(2)}
    workers = site.wait_for_workers(2)
    assert cores_of(workers, expected=expected) == expected
    os.kill(workers[0], signal.SIGKILL)
    site.back()
    workers = site.wait_for_workers(2, without=workers[:1])
    assert cores_of(workers, expected=expected) == expected


def test_of_static_files_only_those_with_a_digest_are_kept(prepared):
    """Nobody asks for another, and each takes its time to compress."""
    static = prepared / "static"
    files = {str(file.relative_to(static)) for file in static.rglob("*") if file.is_file()}
    named = set(json.loads((static / "staticfiles.json").read_text())["paths"].values())
    assert len(named) > 100
    plain = {name for name in files if not name.endswith((".br", ".gz"))}
    assert plain == named | {"staticfiles.json", ".collected"}
    assert {name.rpartition(".")[0] for name in files - plain} < named


def listens(port: int) -> int:
    """The number of sockets that wait for connections at the port: each worker has one of its
    own.
    """
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == "0A" for row in rows)


def test_a_server_beside_it_takes_over_and_every_request_is_answered(tmp_path, prepared):
    site = Site(production_environment(tmp_path), prepared=prepared)
    while listens(site.port) < DEFAULT_WORKERS:
        assert site.get() == 200
    first = site.process
    command = [sys.executable, "-m", COLD, "--port", str(site.port)]
    with site.log.open("a") as log:
        site.process = subprocess.Popen(
            command, cwd=ROOT, env=site.environment, stdout=log, stderr=log
        )
    try:
        site.wait_for_workers(DEFAULT_WORKERS)
        while listens(site.port) == DEFAULT_WORKERS:
            assert site.get() == 200
        first.terminate()
        began, refused = time.monotonic(), []
        while first.poll() is None:
            # One connection may be lost in the queue of the server that ends: browsers ask again.
            answers = site.get("/"), site.get("/")
            if 200 not in answers:
                refused.append((*answers, round(time.monotonic() - began, 2)))
        assert first.returncode == 0
        assert refused == [], site.log.read_text()
        assert [site.get("/") for _ in range(20)] == [200] * 20
    finally:
        first.kill()
        first.wait()
        site.end()


def stalled(site: Site) -> socket.socket:
    """A sender who has said that more will come."""
    sender = socket.create_connection(("127.0.0.1", site.port))
    sender.sendall(
        b"POST /characters/new/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n"
        b"Cookie: csrftoken=" + TOKEN.encode() + b"\r\nContent-Length: 1000\r\n\r\nname="
    )
    return sender


def test_senders_who_never_finish_hold_nobody_up(site):
    with ExitStack() as stack:
        senders = [stack.enter_context(stalled(site)) for _ in range(16)]
        time.sleep(0.5)
        for _ in range(8):
            assert site.get("/rules/") == 200
        for sender in senders:
            with pytest.raises(BlockingIOError):  # the server still waits for the rest
                sender.recv(1, socket.MSG_DONTWAIT)


def test_readers_who_never_read_hold_nobody_up(site):
    request = b"GET /rules/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with ExitStack() as stack:
        readers = [stack.enter_context(socket.socket()) for _ in range(64)]
        for reader in readers:
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            reader.connect(("127.0.0.1", site.port))
            reader.sendall(request * 10)
        assert all(reader.recv(9) == b"HTTP/1.1 " for reader in readers)
        for _ in range(8):
            assert site.get("/rules/") == 200


@pytest.mark.parametrize("size", [2, 9, 50, 100])
def test_whoever_sends_too_much_can_read_that_it_was_too_much(site, size):
    connection = site.connection()
    connection.putrequest("POST", "/characters/new/")
    connection.putheader("Content-Length", str(size * MIB))
    connection.endheaders()
    for _ in range(size):
        connection.send(b"x" * MIB)
    answer = connection.getresponse()
    assert answer.status == 413
    assert answer.read().decode() == (
        f"The upload is too large: {size * MIB:,} bytes. The limit is 1,048,576 bytes.\n"
    )
    connection.close()


def test_what_was_thrown_away_was_never_held(site):
    for worker in site.workers():
        status = Path(f"/proc/{worker}/status").read_text()
        highest = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert highest
        assert int(highest[1]) < 200 * 1024


def test_a_picture_of_eight_mebibytes_comes_through(site):
    connection = site.connection()
    body = b"x" * (8 * MIB)
    path = "/characters/00000000-0000-4000-8000-000000000000/portrait/"
    connection.request("POST", path, body, {"Cookie": f"csrftoken={TOKEN}"})
    assert connection.getresponse().status == 403  # without the form's token; not 413
    connection.close()


def test_a_worker_may_not_have_more_than_twice_what_it_should_hold(site):
    for worker in site.workers():
        limits = Path(f"/proc/{worker}/limits").read_text()
        assert re.search(r"Max data size\s+1073741824\s+1073741824\s+bytes", limits)


def test_a_worker_that_holds_too_much_is_replaced_while_the_site_answers(tmp_path, prepared):
    environment = production_environment(tmp_path)
    site = Site(environment, "--memory", "80", prepared=prepared)  # they begin with more
    try:
        first = set(site.workers())
        began = time.monotonic()
        while first & set(site.workers()):
            assert site.get() in (200, 0)
            assert time.monotonic() - began < 90, site.log.read_text()
            time.sleep(0.1)
        assert site.back() < 3
    finally:
        site.end()
