"""The processes that print: limited, watched, reused, and gone when they are not wanted."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sheets.printing import PrinterBusy, PrintingFailed
from sheets.printing.pdf import pool as render
from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import Pool
from sheets.processes import pool as processes

HELLO = Job("<!doctype html><html lang=en><title>Hello</title><p>Hello", ())
# Jobs of small workers, by the seconds that they take.
SHORT, SOME, ENDLESS = (Job(seconds, ()) for seconds in ("0", "0.1", "inf"))
Pools = Callable[..., Pool]
SMALL = "tests.sheets.printing.pdf.small_worker"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pools]:
    """Makes pools of small workers, for what is asked of any worker."""
    made = []

    def make(**limits: Any) -> Pool:
        made.append(Pool(**limits))
        return made[-1]

    monkeypatch.setattr(render, "WORKER", SMALL)
    yield make
    for pool in made:
        pool.close()


@pytest.fixture(scope="module")
def warm() -> Iterator[Pool]:
    """A pool of several tests, none of which harms its workers."""
    pool = Pool()
    yield pool
    pool.close()


def test_a_job_becomes_a_pdf(warm: Pool):
    assert warm.render(HELLO).startswith(b"%PDF-1.7")


def test_a_sheet_has_a_gibibyte_and_time_enough_on_a_slow_machine():
    pool = Pool()
    assert render.SECONDS == 100
    assert (pool.spec.seconds, pool.spec.wall) == (100, 120)
    assert render.MEMORY == 1024**3


def test_a_worker_is_started_when_first_needed_reused_and_gone_with_its_pool(
    small: Pools, monkeypatch: pytest.MonkeyPatch
):
    pool = small()
    monkeypatch.setenv("SECRET_KEY", "hush")
    assert pool.pids() == []
    pool.render(SHORT)
    (pid,), (folder,) = pool.pids(), pool.folders()
    pool.render(SHORT)
    assert pool.pids() == [pid]
    # It knows no key of ours.
    environment = Path(f"/proc/{pid}/environ").read_bytes()
    assert b"hush" not in environment
    assert b"DATABASE_URL" not in environment
    assert folder.exists()
    pool.close()
    assert not Path(f"/proc/{pid}").exists()
    assert not folder.exists()


def test_a_pool_that_was_warmed_up_has_a_worker_that_has_printed(small: Pools):
    pool = small()
    pool.warm_up([SHORT])
    (pid,) = pool.pids()
    pool.render(SHORT)
    assert pool.pids() == [pid]
    # One that ended while it was idle is replaced.
    os.kill(pid, signal.SIGKILL)
    assert pool.render(SHORT)
    assert pool.pids() != [pid]


def test_a_rendering_that_takes_too_long_is_ended_and_the_next_one_is_not_harmed(small: Pools):
    # However long a second of processor time takes on a machine that runs other tests.
    pool = small(seconds=0.3, wall=90)
    pool.render(SHORT)
    (pid,) = pool.pids()
    before = _spent_by_children()
    with pytest.raises(PrintingFailed, match=r"longer than 0\.3 seconds"):
        pool.render(ENDLESS)
    assert not Path(f"/proc/{pid}").exists()
    # In hundredths, with what its start had taken.
    assert 0.28 < _spent_by_children() - before < 1.5
    assert pool.render(SHORT)


def _spent_by_children() -> float:
    """Seconds of processor time of all processes that were started here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def test_a_rendering_that_waits_for_the_machine_is_waited_for(small: Pools):
    """A process that gets no time at all for three times its own is as on a very busy machine."""
    pool = small(seconds=0.2)
    pool.render(SHORT)
    (pid,) = pool.pids()
    os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as thread:
        rendered = thread.submit(pool.render, SHORT)
        time.sleep(0.6)
        assert not rendered.done()
        os.kill(pid, signal.SIGCONT)
        assert rendered.result().startswith(b"%PDF")
    assert pool.pids() == [pid]  # not by another one, after its end


def test_a_rendering_that_never_ends_without_doing_anything_is_given_up(small: Pools):
    """However much processor time it has left."""
    pool = small(seconds=1000)
    pool.render(SHORT)
    (pid,) = pool.pids()
    os.kill(pid, signal.SIGSTOP)
    # Only the one that never ends is given so little: a busy machine takes longer for others.
    pool._idle[0].spec = replace(pool.spec, wall=2)
    with pytest.raises(PrinterBusy, match="Try again in a minute"):
        pool.render(SHORT)
    assert not Path(f"/proc/{pid}").exists()
    assert pool.render(SHORT)


def test_what_a_print_may_take_is_counted_anew_for_each(small: Pools):
    pool = small(seconds=0.3)
    pool.render(SHORT)
    (idle,) = pool._idle
    before = idle._cpu()
    while idle._cpu() - before < 0.35:
        pool.render(SOME)
    assert pool.pids() == [idle.process.pid]


def test_a_rendering_that_takes_too_much_memory_is_told_and_its_worker_has_served():
    huge = Job("<title>Huge</title><p>" + "x" * 80_000_000, ())
    pool = Pool(memory=400 * 1024**2, seconds=30)
    with pytest.raises(PrintingFailed, match="more memory"):
        pool.render(huge)
    assert pool.pids() == []
    pool.close()


def test_a_worker_has_served_after_so_many_jobs(small: Pools):
    pool = small(jobs=2)
    pool.render(SHORT)
    assert len(pool.pids()) == 1
    pool.render(SHORT)
    assert pool.pids() == []


def test_many_threads_share_few_processes(small: Pools):
    pool = small()
    with ThreadPoolExecutor(8) as threads:
        pdfs = list(threads.map(lambda _: pool.render(SHORT), range(24)))
    assert len(set(pdfs)) == 1
    assert 1 <= len(pool.pids()) <= render.SIZE


def test_who_would_wait_too_long_is_told_so(small: Pools, monkeypatch: pytest.MonkeyPatch):
    pool = small(size=1)
    pool.render(SHORT)
    (pid,) = pool.pids()
    os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as thread:
        rendered = thread.submit(pool.render, SHORT)
        while pool.pids():
            time.sleep(0.01)
        monkeypatch.setattr(processes, "WAIT_SECONDS", 0.1)
        with pytest.raises(PrinterBusy, match="Try again"):
            pool.render(SHORT)
        os.kill(pid, signal.SIGCONT)
        assert rendered.result().startswith(b"%PDF")


def test_a_worker_starts_without_django_and_the_rules():
    loaded = "print({'django', 'rules.registry'} & {*sys.modules})"
    code = f"import sys, sheets.printing.pdf.worker; {loaded}"
    command = [sys.executable, "-c", code]
    assert subprocess.check_output(command, cwd=processes.ROOT, text=True) == "set()\n"


def test_a_worker_gives_way_to_pages_and_ends_when_the_process_that_started_it_is_gone():
    """In a process as on a site: the tests have none of their own prints wait for other tests."""
    script = (
        "import os\n"
        "from sheets.printing.pdf import pool as render\n"
        "from sheets.printing.pdf.pool import pool\n"
        "from sheets.printing.pdf.messages import Job\n"
        f"render.WORKER = '{SMALL}'\n"
        "pool().render(Job('0', ()))\n"
        "(pid,), (folder,) = pool().pids(), pool().folders()\n"
        "print(pid, folder, os.getpriority(os.PRIO_PROCESS, pid), flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=processes.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    pid, folder, niceness = done.stdout.split()
    assert niceness == "10"
    deadline = time.monotonic() + 60
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()
    assert not Path(folder).exists()


def test_a_forked_process_prints_with_workers_of_its_own():
    script = (
        "import os, sys\n"
        "from sheets.printing.pdf import pool as render\n"
        "from sheets.printing.pdf.pool import pool\n"
        "from sheets.printing.pdf.messages import Job\n"
        f"render.WORKER = '{SMALL}'\n"
        "job = Job('0', ())\n"
        "pool().render(job)\n"
        "mine = pool().pids()\n"
        "if os.fork() == 0:\n"
        "    pool().render(job)\n"
        "    ok = pool().pids() != mine\n"
        "    pool().close()\n"
        "    os._exit(0 if ok else 1)\n"
        "status = os.waitstatus_to_exitcode(os.wait()[1])\n"
        "pool().render(job)\n"
        "assert pool().pids() == mine\n"
        "sys.exit(status)\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=processes.ROOT, check=True)


def test_what_is_too_long_is_refused_in_a_true_sentence_by_a_worker_that_goes_on(warm: Pool):
    warm.render(HELLO)
    before = warm.pids()
    long = Job("<title>Long</title>" + "<p>word</p>" * 3000, (), advice="Shorten it.", work=2000)
    with pytest.raises(
        PrintingFailed, match=r"^This is longer than can be printed\. Shorten it\.$"
    ):
        warm.render(long)
    assert warm.pids() == before


def test_what_breaks_in_a_worker_is_told(monkeypatch: pytest.MonkeyPatch):
    def break_down(_: Job) -> bytes:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(worker, "make_pdf", break_down)
    assert worker.run(HELLO).error == "RuntimeError: a wheel came off"
    assert not worker.run(HELLO).retiring
