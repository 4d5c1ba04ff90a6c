"""Our server: granian, with workers forked from a process in which everything is loaded.

A worker that dies is replaced at once, and one that grows too large is too. On a public server it
is run as a module; `bin/run` serves an instance at home with it (hyperspace.serve).

What takes long to import is imported in the functions that use it, so that Ctrl-C is answered
properly from the first moment on.
"""

import argparse
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.mp import MPServer

if TYPE_CHECKING:
    from hyperspace.gateway import Application

WORKERS = 2
# MiB for each worker. One that holds so much is replaced when it has answered; one that asks for
# twice as much does not get it.
MEMORY = 512


class Server(MPServer):
    """granian, going on whatever becomes of its workers."""

    replaced_at = 0.0

    def _respawn_workers(
        self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0
    ) -> None:
        """Replaces these workers where they live still, and all that are dead, each once.

        A `delay` is how long an old one and its successor both serve: there is none for the dead.
        granian by itself ends the server where a worker dies twice within 5.5 seconds. Here that
        takes a second of rest, so that a worker that can never start does not keep us busy.
        """
        if time.monotonic() - self.replaced_at < 1:
            time.sleep(1)
        dead = [worker.idx for worker in self.wrks if not worker.inner.is_alive()]
        wanted = sorted({*workers, *dead} if delay else dead)
        super()._respawn_workers(wanted, spawn_target, target_loader, delay)
        self.respawned_wrks.clear()
        self.replaced_at = time.monotonic()


def main() -> None:
    """Serves a public instance, ready for it, until it is told to stop."""
    parser = argparse.ArgumentParser(prog="hyperspace.server", description="Serves Hyperspace.")
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="127.0.0.1 if not given")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="8000 if not given")
    parser.add_argument("--workers", type=int, default=WORKERS, metavar="N", help="2 if not given")
    parser.add_argument(
        "--memory",
        type=int,
        default=MEMORY,
        metavar="MIB",
        help="how large a worker may grow before another takes its place; 512 if not given",
    )
    options = parser.parse_args()
    serve(
        loaded(),
        host=options.host,
        port=options.port,
        workers=options.workers,
        memory=options.memory,
    )


def loaded() -> "Application":
    """The application, with every page's code imported, on an instance that is ready."""
    import django
    from django.conf import settings
    from django.db import connections

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hyperspace.settings")
    django.setup()

    from hyperspace.rsgi import application

    import_module(settings.ROOT_URLCONF)
    connections.close_all()  # a connection does not survive a fork
    return application


def serve(
    application: "Application",
    *,
    host: str,
    port: int,
    workers: int = WORKERS,
    memory: int = MEMORY,
    log_level: LogLevels = LogLevels.warning,
    started: Callable[[], None] = lambda: None,
) -> None:
    """Forks the workers from this process and watches over them. `started` is called before."""

    def worker() -> "Application":
        # In a process group of its own, so that Ctrl-C reaches the parent alone. A worker that is
        # told to stop twice at the same moment, by the terminal and by the parent, hangs.
        os.setpgrp()
        most = 2 * memory * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        return application

    def begin() -> None:
        # To granian a terminal that is closed means "start again"; here it means "stop".
        signal.signal(signal.SIGHUP, server.signal_handler_interrupt)
        started()

    multiprocessing.set_start_method("fork", force=True)  # what is loaded is not loaded again
    os.register_at_fork(after_in_child=leave_signals_to_parent)
    server = Server(
        "hyperspace.rsgi:application",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        websockets=False,
        workers=workers,
        workers_kill_timeout=5,
        respawn_failed_workers=True,
        workers_max_rss=memory,
        rss_sample_interval=5,
        log_level=log_level,
    )
    server.on_startup(begin)
    server.serve(target_loader=worker, wrap_loader=False)


def leave_signals_to_parent() -> None:
    """What signals mean to a worker that does not serve yet: the parent ends it, nobody else."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
