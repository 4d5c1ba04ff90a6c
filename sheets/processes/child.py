"""The inside of a watched process: messages in on standard input, answers out on standard output,
until the end.

What it may use is given on its command line. The kernel counts its processor time, and ends it in
the middle of whatever it does: a machine that is busy with others takes nothing from it.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from typing import IO

from sheets.processes.wire import receive, send

# An answer begins with one of these.
GOES_ON, SPENT = b"\1", b"\0"
READY = b"ready"
# The variable that names the folder made for this process, which goes with it.
FOLDER = "HYPERSPACE_PROCESS_FOLDER"
# Pages and saves come before prints and pictures, where both want the processor.
NICE = 10
Answer = Callable[[bytes], tuple[bytes, bool]]


def main(answer: Answer) -> None:
    """Limit this process, say that it is ready, and serve. `answer` says besides whether it takes
    no more messages; it must not raise."""
    memory, seconds = int(sys.argv[1]), float(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    # Whoever started it may have set aside or ignored the signal that ends it.
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGPROF})
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Only answers may go out this way, whatever a library prints.
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        send(target, READY)
        _serve(sys.stdin.buffer, target, answer, seconds)
    except BrokenPipeError:
        pass  # nobody is there to hear it
    finally:
        # Only the folder that was made for it. Python takes another for temporary files where that
        # one is gone or full: /tmp, or even where it stands.
        if folder := os.environ.get(FOLDER):
            shutil.rmtree(folder, ignore_errors=True)


def _serve(source: IO[bytes], target: IO[bytes], answer: Answer, seconds: float) -> None:
    while message := receive(source):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        reply, spent = answer(message)
        signal.setitimer(signal.ITIMER_PROF, 0)
        send(target, (SPENT if spent else GOES_ON) + reply)
        if spent:
            break
