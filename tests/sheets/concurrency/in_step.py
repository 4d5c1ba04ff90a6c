"""Letting one begin and then another: the first waits at a certain step until the other is done or
waits for a lock. So whoever takes locks in another order than the other is found out, however quick
the machine is.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import connection

STEPS = ("INSERT", "UPDATE", "DELETE")
LOCKING = " FOR NO KEY UPDATE"
# SQLite has one lock, which whoever begins has: the other one comes no further.
PATIENCE = 0.02 if connection.vendor == "sqlite" else 20.0


def one_meets_another(
    first: Callable[[], Any], second: Callable[[], Any], *, table: str
) -> list[BaseException]:
    """Runs both: `second` begins once `first` has locked or written a row of the table, and `first`
    goes on once `second` is done or waits for a lock. What they raised.
    """
    began, done, raised = threading.Event(), threading.Event(), list[BaseException]()
    pids: list[int | None] = []

    def pause(go_on: Callable[..., Any], *asked: Any) -> Any:
        result = go_on(*asked)
        if not began.is_set() and _touches(asked[0], table):
            began.set()
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end and not (done.is_set() or _waits(pids, asked[-1])):
                time.sleep(0.001)
        return result

    def run_first() -> None:
        try:
            with connection.execute_wrapper(pause):
                first()
        except Exception as error:
            raised.append(error)
        finally:
            began.set()
            connection.close()

    def run_second() -> None:
        began.wait()
        try:
            pids.append(_pid())
            second()
        except Exception as error:
            raised.append(error)
        finally:
            done.set()
            connection.close()

    threads = [threading.Thread(target=run) for run in (run_first, run_second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def _touches(statement: str, table: str) -> bool:
    """True if a statement locks or writes rows of that table."""
    written = statement.split("(", 1)[0].split(" SET ", 1)[0] if statement.startswith(STEPS) else ""
    locked = f'FROM "{table}"' in statement and LOCKING in statement
    return f'"{table}"' in written or locked


def _waits(pids: list[int | None], context: Any) -> bool:
    if not pids or pids[0] is None:
        return False
    found = context["connection"].connection.execute(
        "SELECT 1 FROM pg_locks WHERE pid = %s AND NOT granted", pids
    )
    return found.fetchone() is not None


def _pid() -> int | None:
    if connection.vendor == "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])
