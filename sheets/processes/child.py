"""The inside of a worker process: reads messages from standard input and writes replies to standard
output, until the input ends.

Its limits are on its command line, its niceness, and the cores that it runs on. The kernel counts
its processor time and ends it in the middle of its work: on a busy machine, other processes do not
use up its limit.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from typing import IO

from sheets.processes import cores
from sheets.processes.stack import with_room
from sheets.processes.wire import receive, send

# The first byte of a reply: whether the worker takes more messages.
SERVING, RETIRING = b"\1", b"\0"
READY = b"ready"
# The environment variable that names the temporary folder of this worker.
FOLDER_VARIABLE = "HYPERSPACE_PROCESS_FOLDER"
Handler = Callable[[bytes], tuple[bytes, bool]]


def main(handle: Handler) -> None:
    """Limits this process, reports that it is ready, and serves.

    `handle` returns the reply, and whether the worker retires after it; it must not raise.
    """
    memory, seconds, niceness = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    cores.keep_to(frozenset(map(int, sys.argv[4:])))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    # The parent may have blocked or ignored the signal that ends this process.
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGPROF})
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.nice(max(0, niceness - os.nice(0)))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Only replies go to standard output, whatever a library prints.
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        send(target, READY)
        _serve(sys.stdin.buffer, target, with_room(handle), seconds)
    except BrokenPipeError:
        pass  # the parent is gone
    finally:
        # Only the folder made for this worker: if that is gone or full, Python falls back to /tmp
        # or even the current folder.
        if folder := os.environ.get(FOLDER_VARIABLE):
            shutil.rmtree(folder, ignore_errors=True)


def _serve(source: IO[bytes], target: IO[bytes], handle: Handler, seconds: float) -> None:
    while message := receive(source):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        reply, retires = handle(message)
        signal.setitimer(signal.ITIMER_PROF, 0)
        send(target, (RETIRING if retires else SERVING) + reply)
        if retires:
            break
