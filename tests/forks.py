"""`--workers N`: the tests are collected once, and so many forks of that process run them.

Workers that import and collect everything by themselves take five seconds of a core each. These
have all of it from the first moment. They get their tests one by one: each has a stretch of its
own, and whoever is done takes half of what another has left.
"""

from __future__ import annotations

import atexit
from collections import deque
from contextlib import suppress
from itertools import count, pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from sheets import work
from tests import own_folder

CONTEXT = get_context("fork")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Has workers run the tests, if so many were asked for and all tests could be collected."""
    option = session.config.option
    if not option.workers or option.collectonly or session.testsfailed:
        return None
    # All workers share its folder of temporary folders, and none of its captured output.
    session.config._tmp_path_factory.getbasetemp()
    session.config.pluginmanager.getplugin("capturemanager").stop_global_capturing()
    Crew(session, option.workers).run()
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    return True


class Worker:
    """A fork, and the numbers of the tests it has: it runs the first, and keeps those fixtures that
    the next one needs, too.
    """

    def __init__(self, session: pytest.Session, number: int, others: list[Connection]) -> None:
        self.pipe, end = CONTEXT.Pipe()
        self.given: deque[int] = deque()
        self.has_all = False
        told = (session, f"gw{number}", end, [*others, self.pipe])
        self.process = CONTEXT.Process(target=_work, args=told)
        self.process.start()
        end.close()

    def give(self, number: int | None) -> None:
        """Gives it one more test, or tells it that there is none."""
        if number is None:
            self.has_all = True
        else:
            self.given.append(number)
        with suppress(BrokenPipeError, ConnectionResetError):  # it has died, as is seen soon
            self.pipe.send(number)


class Crew:
    """The workers of a run, and what each of them still has to do."""

    def __init__(self, session: pytest.Session, size: int) -> None:
        self.session = session
        self.numbers = count()
        # The same stretches as `daily.slow_first` makes.
        bounds = [0]
        for left in range(size, 0, -1):
            bounds.append(bounds[-1] + (len(session.items) - bounds[-1]) // left)
        self.waiting = [deque(range(*pair)) for pair in pairwise(bounds)]
        self.workers: dict[Connection, tuple[Worker, deque[int]]] = {}

    def run(self) -> None:
        """Returns when every test has been run, or those at hand if too many failed."""
        try:
            for own in self.waiting:
                self._start(own)
            while self.workers:
                for pipe in wait(list(self.workers)):
                    self._hear(pipe)
        finally:
            for pipe, (worker, _) in self.workers.items():
                pipe.close()  # which it takes for the end
                worker.process.join()

    def _start(self, own: deque[int]) -> None:
        worker = Worker(self.session, next(self.numbers), list(self.workers))
        self.workers[worker.pipe] = worker, own
        self._give(worker, own)
        self._give(worker, own)

    def _give(self, worker: Worker, own: deque[int]) -> None:
        """Gives a worker the next test of its stretch. When that is empty, half of the longest one
        moves there.
        """
        if worker.has_all:
            return
        if self.session.shouldfail:
            for stretch in self.waiting:
                stretch.clear()
        if not own:
            richest = max(self.waiting, key=len)
            moved = [richest.pop() for _ in range((len(richest) + 1) // 2)]
            own.extend(reversed(moved))
        worker.give(own.popleft() if own else None)

    def _hear(self, pipe: Connection) -> None:
        """Takes a report, or gives the next test to a worker that is done with one."""
        worker, own = self.workers[pipe]
        with suppress(EOFError, ConnectionResetError):
            report = pipe.recv()
            if report is None:
                worker.given.popleft()
                self._give(worker, own)
            else:
                self._tell(report)
            return
        self._part(worker, own)

    def _tell(self, data: dict[str, Any]) -> None:
        """Hands a report on to all that count and show them."""
        hook, config = self.session.config.hook, self.session.config
        report = hook.pytest_report_from_serializable(config=config, data=data)
        hook.pytest_runtest_logreport(report=report)

    def _part(self, worker: Worker, own: deque[int]) -> None:
        """A worker has nothing left; or it died, the test that it ran has failed, and another takes
        its place.
        """
        del self.workers[worker.pipe]
        worker.process.join()
        code = worker.process.exitcode
        if code == 0 and not worker.given:
            return
        item = self.session.items[worker.given.popleft() if worker.given else -1]
        text = f"The worker that ran this ended with exit code {code}."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", text, "call")
        self.session.config.hook.pytest_runtest_logreport(report=report)
        own.extendleft(reversed(worker.given))
        if own:
            self._start(own)


class Sender:
    """The plugin by which a worker sends its reports."""

    def __init__(self, config: pytest.Config, pipe: Connection) -> None:
        self.config, self.pipe = config, pipe

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        serialize = self.config.hook.pytest_report_to_serializable
        self.pipe.send(serialize(config=self.config, report=report))


def _work(session: pytest.Session, name: str, pipe: Connection, others: list[Connection]) -> None:
    """What a fork does: it runs the tests it is given, until there is none or nobody to give it."""
    atexit._clear()  # what the process it comes from does at its end
    for other in others:
        other.close()
    config = session.config
    shared = str(settings.FOLDER)
    config.workerinput = {"workerid": name, "folder": shared}  # where pytest-django looks, too
    own_folder.begin(Path(shared, name))
    # Memory that a server and its workers share; each worker of tests is a server of its own.
    work.keep_notes_in(work.Notes())
    work.STAMP.__init__()  # type: ignore[misc]
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.start_global_capturing()
    capture.suspend_global_capture()
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(Sender(config, pipe))
    try:
        number = pipe.recv()
        while number is not None:
            following = pipe.recv()
            item = session.items[number]
            nextitem = None if following is None else session.items[following]
            config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
            pipe.send(None)
            number = following
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass  # it ends with the process that it comes from
    finally:
        session._setupstate.teardown_exact(None)
        atexit._run_exitfuncs()
