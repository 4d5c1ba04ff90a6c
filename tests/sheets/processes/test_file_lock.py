"""One at a time: among threads, among processes, and after one that was killed."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings

from sheets.processes.file_lock import FOLDER, LockTimeout, file_lock
from sheets.processes.pool import ROOT

HOLD = (
    "import os, sys, time\n"
    "from django.conf import settings\n"
    "settings.configure(VAR_DIR=sys.argv[1])\n"
    "from sheets.processes.file_lock import file_lock\n"
    "with file_lock('a print', seconds=0):\n"
    "    print('mine', flush=True)\n"
    "    time.sleep(60)\n"
)


def folder() -> Path:
    return Path(settings.VAR_DIR, FOLDER)


def test_threads_take_turns_and_leave_nothing() -> None:
    inside, most, done = 0, 0, []
    count = threading.Lock()

    def work(number: int) -> None:
        nonlocal inside, most
        with file_lock("work", seconds=20):
            with count:
                inside += 1
                most = max(most, inside)
            time.sleep(0.01)
            with count:
                inside -= 1
            done.append(number)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(40)))
    assert most == 1
    assert sorted(done) == list(range(40))
    assert list(folder().iterdir()) == []


def test_different_things_do_not_wait_for_each_other() -> None:
    with file_lock("one", seconds=0), file_lock("other", seconds=0):
        assert len(list(folder().iterdir())) == 2


def test_who_waits_too_long_is_told() -> None:
    with (
        file_lock("one", seconds=0),
        pytest.raises(LockTimeout),
        file_lock("one", seconds=0.1),
    ):
        pass


def test_a_process_that_is_killed_gives_its_turn_back() -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, settings.VAR_DIR], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"mine\n"
    with pytest.raises(LockTimeout), file_lock("a print", seconds=0.1):
        pass
    os.kill(other.pid, signal.SIGKILL)
    other.wait()
    other.stdout.close()
    with file_lock("a print", seconds=1):
        pass


def test_where_no_file_can_be_made_nobody_waits(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    before = settings.VAR_DIR
    settings.VAR_DIR = nowhere
    try:
        with file_lock("one", seconds=0), file_lock("one", seconds=0):
            pass
    finally:
        settings.VAR_DIR = before
