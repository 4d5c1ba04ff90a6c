"""A thread beside each process that serves a site: it writes the costs of requests, and reads the
freezes that other machines have made.
"""

import logging
import threading
import time
from random import uniform

from django.db import DatabaseError, connection

from sheets.guard import costs, deaths, state

# What another machine changed is known here after so long; another process of this one says so.
REFRESH_SECONDS = 5.0
LOG = logging.getLogger(__name__)


def begin() -> None:
    """Before a worker serves: takes in what others were at when they ended, and reads what is off.
    Leaves no connection open.
    """
    try:
        look()
    except DatabaseError as error:
        LOG.warning("What is frozen or off is not known yet: %s", str(error).strip())
    finally:
        connection.close()


def start() -> None:
    """Starts a thread that goes on with it, for as long as this process lives."""
    threading.Thread(target=_run, name="watch", daemon=True).start()


def end() -> None:
    """When a worker has served its last request: writes what requests cost since the last time."""
    try:
        costs.flush()
    except DatabaseError as error:
        LOG.warning("What the last requests cost is lost: %s", str(error).strip())
    finally:
        connection.close()


def look() -> None:
    """Reads the state anew, with what the server has kept of dead workers."""
    deaths.take_in()
    state.refresh()


def _run() -> None:
    wait, flushed = threading.Event(), time.monotonic()
    while not wait.wait(REFRESH_SECONDS * uniform(0.8, 1.2)):  # noqa: S311 (so that not all look at once)
        try:
            look()
            if time.monotonic() - flushed >= costs.FLUSH_SECONDS:
                flushed = time.monotonic()
                costs.flush()
        except DatabaseError:
            LOG.info("Costs and freezes wait for the database")
        finally:
            connection.close()
