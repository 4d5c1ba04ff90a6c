"""The server: granian, with workers forked from a process that has everything loaded.

A worker that dies is replaced at once; a worker that grows too large, too. A public server runs
this module; `bin/run` uses it for an instance at home (`hyperspace.serve`).

Slow imports are inside the functions that use them, so Ctrl-C works from the first moment on.
"""

import argparse
import atexit
import gc
import logging
import multiprocessing
import os
import resource
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.mp import MPServer

from sheets import work
from sheets.processes import cores

if TYPE_CHECKING:
    from hyperspace.gateway import Application

DEFAULT_WORKERS = 2
# MiB per worker. A worker that holds more is replaced after its response; an allocation beyond
# twice as much fails.
DEFAULT_MEMORY = 512
# How long after its start a worker gets ready to print.
WARM_UP_SECONDS = 5.0


class Server(MPServer):
    """granian's server, which keeps running whatever happens to its workers."""

    replaced_at = 0.0

    def _spawn_worker(  # type: ignore[override]  # as MPServer, which has no socket_loader
        self, idx: int, target: Any, callback_loader: Callable[[], "Application"]
    ) -> Any:
        """A worker that keeps to its share of the cores, and notes what it is at."""
        notes = work.Notes()

        def load() -> "Application":
            work.keep_notes_in(notes)
            cores.keep_to(cores.share(idx, self.workers))
            return callback_loader()

        worker: Any = super()._spawn_worker(idx, target, load)
        worker.notes = notes
        return worker

    def _respawn_workers(
        self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0
    ) -> None:
        """Replaces these workers if they are alive, and all dead ones, each once.

        `delay` is how many seconds an old worker and its successor both serve; dead workers have
        none. granian ends the server if a worker dies twice within 5.5 seconds. This one waits a
        second between replacements instead, so a worker that can never start does not keep the
        machine busy.
        """
        if time.monotonic() - self.replaced_at < 1:
            time.sleep(1)
        dead = [worker for worker in self.wrks if not worker.inner.is_alive()]
        for worker in dead:
            self._note_death(worker)
        numbers = [worker.idx for worker in dead]
        replaced = sorted({*workers, *numbers} if delay else numbers)
        old: list[Any] = [
            worker for worker in self.wrks if worker.idx in workers and worker not in dead
        ]
        super()._respawn_workers(replaced, spawn_target, target_loader, delay)
        for worker in old:
            if delay and worker.notes.read():  # it did not end by itself in time
                self._note_death(worker)
        self.respawned_wrks.clear()
        self.replaced_at = time.monotonic()

    def _note_death(self, worker: Any) -> None:
        """Logs and keeps what a worker was at when it ended."""
        from sheets.guard import deaths

        code = worker.inner.exitcode or 0
        ended_by = signal.Signals(-code).name if code < 0 else f"exit {code}"
        deaths.note(worker.notes.read(), pid=worker.inner.pid, ended_by=ended_by)


def main() -> None:
    """Serves a public instance until it is stopped."""
    options = parse_arguments()
    if options.prepare:
        prepare_instance()
    serve(
        load_application(),
        host=options.host,
        port=options.port,
        workers=options.workers,
        memory=options.memory,
    )


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line, or these arguments."""
    parser = argparse.ArgumentParser(prog="hyperspace.server", description="Serves Hyperspace.")
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="default: 127.0.0.1")
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="default: 8000")
    parser.add_argument(
        "--workers", type=int, default=DEFAULT_WORKERS, metavar="N", help="default: 2"
    )
    parser.add_argument(
        "--memory",
        type=int,
        default=DEFAULT_MEMORY,
        metavar="MIB",
        help="replace a worker that grows larger than this; default: 512",
    )
    parser.add_argument(
        "--prepare",
        action="store_true",
        help="first migrate the database and collect the static files",
    )
    return parser.parse_args(arguments)


def prepare_instance() -> None:
    """Brings database and static files up to date with the code. Quick if they are."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hyperspace.settings")
    django.setup()

    from hyperspace.prepare import bring_up_to_date

    bring_up_to_date()


def load_application() -> "Application":
    """The application, with the code of every page and game imported, on a prepared instance.

    Meanwhile nothing is garbage that the collector could find: without it this is a tenth quicker.
    """
    gc.disable()
    import django
    from django.conf import settings
    from django.db import connections
    from django.urls import reverse

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hyperspace.settings")
    django.setup()

    if settings.METRICS_TOKEN:
        collect_metrics()

    from hyperspace.rsgi import application
    from hyperspace.structs import prepare_structs
    from rules.registry import all_systems

    reverse("landing")  # imports every view, and compiles every address once for all workers
    all_systems()
    log_game_folders()
    prepare_structs()
    connections.close_all()  # a connection does not survive a fork
    # What is loaded by now stays. The collector need not look through it for garbage again and
    # again, and workers go on sharing its memory. The little garbage in it may stay as well: to
    # find it takes a fifteenth of the start.
    gc.freeze()
    gc.enable()
    return application


def log_game_folders() -> None:
    """Logs what was loaded of each folder of games, or why nothing."""
    from rules.registry import folders

    for folder in folders():
        level = logging.WARNING if folder.faults else logging.INFO
        logging.getLogger(__name__).log(level, "Game folder %s", folder.told)


def collect_metrics() -> None:
    """Makes the folder in which the workers of this server count; it ends with the server."""
    folder = tempfile.mkdtemp(prefix="hyperspace-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    server = os.getpid()

    def remove() -> None:
        if os.getpid() == server:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)


def serve(
    application: "Application",
    *,
    host: str,
    port: int,
    workers: int = DEFAULT_WORKERS,
    memory: int = DEFAULT_MEMORY,
    log_level: LogLevels = LogLevels.warning,
    on_start: Callable[[], None] = lambda: None,
) -> None:
    """Forks the workers from this process and watches them. `on_start` is called once before
    that.
    """

    def worker() -> "Application":
        # A process group of its own, so Ctrl-C reaches the parent only: a worker that gets two stop
        # signals at once, from the terminal and from the parent, hangs.
        os.setpgrp()
        limit = 2 * memory * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        warm_up_printing()
        start_batches()
        start_watch()
        return application

    def begin() -> None:
        # granian restarts when its terminal closes; here that means "stop".
        signal.signal(signal.SIGHUP, server.signal_handler_interrupt)
        on_start()

    multiprocessing.set_start_method("fork", force=True)  # workers share what is loaded
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
        log_dictconfig=log_config(),
    )
    server.on_startup(begin)
    server.serve(target_loader=worker, wrap_loader=False)


def warm_up_printing() -> None:
    """Gets a process that prints ready, a while after this one began to answer: whoever waited for
    the server goes first.

    The thread has the same priority as those of requests. With a lower one it would, on a busy
    machine, hold the interpreter's lock for seconds while it waits for its turn.
    """
    from sheets import printing

    timer = threading.Timer(WARM_UP_SECONDS, printing.warm_up)
    timer.daemon = True
    timer.start()


def start_batches() -> None:
    """Lets this worker go on with batches whose page is closed, where several machines may."""
    from sheets.batches import runner

    runner.start()


def start_watch() -> None:
    """Lets this worker know what is frozen or off, from its first request on."""
    from sheets.guard import watch

    watch.begin()
    watch.start()


def log_config() -> dict[str, Any] | None:
    """granian's own lines, as JSON where those of the site are."""
    from django.conf import settings

    if settings.LOG_FORMAT != "json":
        return None
    formatter = {"()": "hyperspace.logs.JsonFormatter"}
    return {"formatters": {"generic": formatter, "access": formatter}}


def leave_signals_to_parent() -> None:
    """Sets the signals of a worker that does not serve yet: only the parent ends it."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
