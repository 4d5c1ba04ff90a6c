"""Letting several do something at the same moment, in threads with connections of their own.

They meet at a barrier under the lock, before they write. Where the lock holds, the second one never
gets there while the first is inside, and the barrier gives up waiting; where it does not, both have
read the same before either writes.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from django.db.models import QuerySet

from sheets import writes
from sheets.models import compiled

# How long one waits at the barrier who waits in vain; and how long where the other does come, which
# is no time at all, however slow the machine is.
PATIENCE, LONG_PATIENCE = 0.7, 20.0


def at_once(*calls: Callable[[], Any]) -> list[BaseException]:
    """Runs the calls in threads; what they raised."""
    raised: list[BaseException] = []

    def work(call: Callable[[], Any]) -> None:
        try:
            call()
        except Exception as error:
            raised.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def meet(
    monkeypatch: pytest.MonkeyPatch, of: ModuleType | type, name: str, patience: float = PATIENCE
) -> threading.Barrier:
    """Two wait for each other before that function of a module or a class, but not for ever."""
    barrier = threading.Barrier(2, timeout=patience)
    then = getattr(of, name)

    def wait_and_go_on(*args: Any) -> None:
        with suppress(threading.BrokenBarrierError):
            barrier.wait()
        then(*args)

    monkeypatch.setattr(of, name, wait_and_go_on)
    return barrier


def meet_to_write(monkeypatch: pytest.MonkeyPatch, patience: float = PATIENCE) -> threading.Barrier:
    """Two wait for each other under the lock, before they see whether they may write."""
    return meet(monkeypatch, writes, "_check_same", patience)


def take_the_lock_out(monkeypatch: pytest.MonkeyPatch) -> list[type[BaseException]]:
    """Nobody waits for anybody any more, nor sees whether something was changed meanwhile, nor
    tries again where the database refuses. What then is raised: SQLite at least says so.
    """
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)
    # SQL that was worked out with the lock is worked out without it.
    kind = compiled._kind
    monkeypatch.setattr(compiled, "_kind", lambda value: ("unlocked", kind(value)))
    monkeypatch.setattr(writes, "_content", lambda _: "")
    monkeypatch.setattr(writes, "ATTEMPTS", 1)
    if connection.vendor != "sqlite":
        return []
    monkeypatch.setitem(connections.settings["default"]["OPTIONS"], "transaction_mode", "DEFERRED")
    return [OperationalError]
