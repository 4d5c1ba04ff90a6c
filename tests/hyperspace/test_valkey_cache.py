"""Limits are counted in Valkey (here in Redis, from which it began), or in a table without it."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client
from redis import Redis

from hyperspace import environment, valkey_cache
from sheets.models import Character
from sheets.print_pages.cache import CachedPrint
from tests.hyperspace.serving import SECONDS

# Debian's redis-tools has one program, which is the server if called so.
PROGRAM = "/usr/bin/redis-check-rdb"

Start = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def start(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts a server, whose socket is the site's CACHE_URL; it keeps nothing on disk."""
    socket = tmp_path / "valkey.sock"
    started: list[subprocess.Popen[bytes]] = []

    def run() -> subprocess.Popen[bytes]:
        words = ["redis-server", "--port", "0", "--unixsocket", str(socket), "--save", ""]
        server = subprocess.Popen(
            words, executable=PROGRAM, cwd=tmp_path, stdout=subprocess.DEVNULL
        )
        started.append(server)
        began = time.monotonic()
        while True:
            try:
                Redis(unix_socket_path=str(socket)).ping()
            except valkey_cache.RedisError:
                assert time.monotonic() - began < SECONDS
                time.sleep(0.01)
            else:
                return server

    url = f"unix://{socket}"
    settings.CACHES = {**environment.counters(url), "printed": settings.CACHES["printed"]}
    monkeypatch.setattr(valkey_cache, "_RESTS", {})
    yield run
    for server in started:
        server.kill()
        server.wait()


def create(client: Client) -> int:
    answer = client.post("/characters/new/", {"idea": "smuggler", "system": "hyperspace-d6"})
    return answer.status_code


@pytest.mark.django_db
def test_without_valkey_everything_is_counted_in_the_database_until_it_is_back(
    start: Start, settings: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valkey_cache, "REST_SECONDS", 0.0)
    settings.RATES = {**settings.RATES, "new": ((2, 600, "address"),)}
    server = start()
    assert [create(client) for _ in range(3)] == [302, 302, 429]
    server.kill()
    server.wait()
    assert [create(client) for _ in range(3)] == [302, 302, 429]
    assert Character.objects.count() == 4
    start()
    assert create(client) == 302
    cache.set("x", 7)
    assert (cache.get("x"), caches["counters"].get("x")) == (7, None)


@pytest.mark.django_db
def test_a_server_that_hangs_is_asked_once_and_then_left_alone(
    start: Start, client: Client, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr(valkey_cache, "REST_SECONDS", 3600.0)
    server = start()
    assert create(client) == 302
    server.send_signal(signal.SIGSTOP)
    assert [create(client) for _ in range(3)] == [302, 302, 302]
    assert len([line for line in caplog.messages if "Valkey doesn't answer" in line]) == 1


def test_a_print_that_cannot_be_kept_is_printed(start: Start, settings: Any, caplog: Any) -> None:
    server = start()
    settings.CACHES = {
        **settings.CACHES,
        "printed": environment.cache(settings.CACHES["default"]["LOCATION"]),
    }
    assert CachedPrint("a", lambda: b"one").pdf() == b"one"
    assert CachedPrint("a", lambda: b"another").pdf() == b"one"
    server.kill()
    server.wait()
    assert CachedPrint("a", lambda: b"two").pdf() == b"two"
    assert CachedPrint("b", lambda: b"three").pdf() == b"three"
