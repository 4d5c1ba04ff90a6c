"""Fixtures of all tests: no silent skips, repeatable Hypothesis, a browser, a reader of PDFs."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import TransactionTestCase
from pytest_django.live_server_helper import LiveServer
from pytest_django.plugin import DjangoDbBlocker

from hyperspace.structs import prepare_structs
from sheets.page_cache.middleware import STORE
from sheets.print_pages import cache as print_cache
from sheets.processes import pool
from sheets.ui import fragments
from tests import daily, emptied, forks, migrated, own_folder, sampling
from tests.browser.contexts import Contexts
from tests.checked_fragments import CheckedFragmentCache

if TYPE_CHECKING:
    # Tests without a browser begin a second of a core earlier where Playwright is not loaded.
    from playwright.sync_api import Browser, ConsoleMessage, Page

# The browser without a window: half the work of one that only hides it.
CHROMIUM = "/usr/bin/chromium-headless-shell"
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # One process for all pages: starting another one for each test is a tenth of Chromium's time.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    # Scripts of pages that live for seconds are not compiled for speed, and garbage is left longer.
    "--js-flags=--no-opt --no-maglev --min-semi-space-size=16",
]

# How long a page may take to show what is expected: long, so that a busy machine fails no test.
PATIENCE = 20_000

# A property is tried on 25 examples a day, and on 300 with `--soak`.
hypothesis.settings.register_profile("here", deadline=None, max_examples=25)
hypothesis.settings.register_profile("ci", deadline=None, max_examples=25, derandomize=True)
hypothesis.settings.register_profile(
    "soak", deadline=None, derandomize=bool(os.environ.get("CI")), max_examples=300
)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a test that is skipped has failed")
    parser.addoption("--soak", action="store_true", help="all of what is sampled daily: `soak`")
    parser.addoption("--workers", type=int, default=0, help="so many forks run the tests")


Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def pytest_configure(config: pytest.Config) -> None:
    # Prints give way to pages. Those of a test would give way to all other tests, and a page that
    # waits for one would wait for the whole run. Those of a server that a test starts do.
    pool.NICENESS = 0
    # However busy the machine is, a print is waited for.
    pool.START_SECONDS = print_cache.WAIT_SECONDS = 600
    gc.disable()  # until all is collected: there is no garbage before
    sampling.set_draw()
    if config.getoption("--soak"):
        hypothesis.settings.load_profile("soak")
    TransactionTestCase._fixture_teardown = emptied.empty
    own_folder.begin(settings.FOLDER)
    if config.option.workers:
        config.pluginmanager.register(forks)


def pytest_unconfigure() -> None:
    shutil.rmtree(settings.FOLDER, ignore_errors=True)


def pytest_report_header(config: pytest.Config) -> list[str]:
    soaks = "run too" if config.getoption("--soak") else "left out, as daily; --soak runs them"
    lines = [
        f"database: {settings.DATABASES['default']['ENGINE'].rpartition('.')[2]}",
        f"tests marked soak: {soaks}",
    ]
    if not config.getoption("--soak"):
        others = daily.FILES_ON_POSTGRES * daily.OTHERS_ON_POSTGRES
        part = (
            f"of those that are not about the database one in {others}"
            if _is_on_postgres()
            else f"of races one in {daily.RACES_ON_SQLITE}"
        )
        lines.append(
            f"tests of every game, or of both papers: each with one; {part}; --soak runs all"
        )
        lines.append(
            f"of the cases of a slow test one in {max(daily.CASES.values())}, of many pages,"
            " people, texts, or examples a few: drawn, but for a file that is named; --soak has all"
        )
        lines.append(f"drawn: the sample of {sampling.SAMPLE}={sampling.draw()}")
    return lines


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Reads no file of which no test would run: on PostgreSQL daily most of them."""
    if config.getoption("--soak") or not _is_on_postgres() or collection_path.suffix != ".py":
        return None
    file = os.path.relpath(collection_path, config.rootpath)
    return None if file in _named(config) or daily.meets_postgres(file) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what takes long, and counts it as deselected, unless it is asked for. Several
    workers begin with what is slow.
    """
    if not config.getoption("--soak"):
        out = {item for item in items if item.get_closest_marker("soak")}
        here = [item for item in items if item not in out]
        out |= daily.left_out(here, postgres=_is_on_postgres())
        if not config.option.keyword:  # whoever names tests gets them
            left = [item for item in here if item not in out]
            out |= daily.not_drawn(left, _named(config), postgres=_is_on_postgres())
        if out:
            config.hook.pytest_deselected(items=list(out))
            items[:] = [item for item in items if item not in out]
    workers = config.option.workers
    if workers > 1:
        items[:] = daily.slow_first(items, workers)


def pytest_collection_finish() -> None:
    """Freezes all objects loaded so far: looking through them for garbage takes an eighth of all
    time.
    """
    from tests import single_rows  # noqa: PLC0415 (models are loaded by now)

    if told := os.environ.get("COLLECTED"):
        Path(told).touch()
    prepare_structs()  # the live server has threads
    single_rows.tell_zeal()
    gc.freeze()
    gc.set_threshold(100_000)
    gc.enable()


def _named(config: pytest.Config) -> set[str]:
    """The files that were named."""
    files = (Path(name.partition("::")[0]) for name in config.args if ".py" in name)
    here = config.invocation_params.dir
    return {os.path.relpath(here / file, config.rootpath) for file in files}


def _is_on_postgres() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql")


def _fail_if_skipped(report: Report, config: pytest.Config) -> Report:
    if report.skipped and config.getoption("--no-skips") and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped, and here nothing may be: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    return _fail_if_skipped((yield), item.config)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    return _fail_if_skipped((yield), collector.config)


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> sampling.Drawn:
    """Of many like cases those that are asked about: daily one in so many, one at least, another
    one with another sample; all with `--soak`. The tests of a file ask a game about the same ones,
    so that these are worked out once.
    """
    soaks = request.config.getoption("--soak")
    file, _, test = request.node.nodeid.partition("::")
    first = crc32(f"{file}{test.partition('[')[2]}".encode()) + sampling.draw()

    def of(cases: Iterable[sampling.T], *, every: int) -> list[sampling.T]:
        found = list(cases)
        share = 1 if soaks else max(1, min(every, len(found)))
        return found[first % share :: share]

    return of


@pytest.fixture(scope="session")
def folder_of_the_run(request: pytest.FixtureRequest) -> Path:
    """The folder that all workers of a run share."""
    return Path(getattr(request.config, "workerinput", {}).get("folder", settings.FOLDER))


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """True if the test database is a file that exists: a copy of a migrated one."""
    return not _is_on_postgres() or bool(request.config.getoption("reuse_db"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest,
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """The database is migrated once: on SQLite until a migration changes, on PostgreSQL for all
    workers of a run.
    """
    shared = getattr(request.config, "workerinput", {}).get("folder")
    folder = Path(shared) if shared and _is_on_postgres() else None
    if folder or not _is_on_postgres():
        with django_db_blocker.unblock():
            migrated.begin_with_copy(folder or migrated.kept_folder())


@pytest.fixture(autouse=True)
def _same_dice_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test rolls the same dice on every run: none fails by bad luck, whatever was changed."""
    drawn = Random(request.node.nodeid)
    monkeypatch.setattr(SystemRandom, "getrandbits", lambda _self, count: drawn.getrandbits(count))
    monkeypatch.setattr(SystemRandom, "random", lambda _self: drawn.random())


@pytest.fixture(autouse=True)
def _nothing_is_left_of_other_tests(request: pytest.FixtureRequest) -> None:
    """No page is kept: a test that changes which games there are would be answered with a page of
    another test. Nobody is frozen, and no page is off. Every part of a page that is kept is made
    anew, and is the same. And rate limits have counted nothing: they count in a table that a test
    with real transactions does not empty.
    """
    STORE.clear()
    fragments.CACHE = CheckedFragmentCache()
    if daily.uses_the_database(request.node):
        from sheets.guard import costs, state  # noqa: PLC0415 (models need settings)

        state.forget()
        costs.forget()
        request.getfixturevalue("db")
        cache.clear()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window. A test that uses it is marked `browser`."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"{CHROMIUM} is not there: bin/setup --tests")
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 (see above)

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def console() -> list[str]:
    """The complaints of pages so far. A test that expects complaints clears it."""
    return []


@pytest.fixture(scope="session")
def every_context(browser: Browser, live_server: LiveServer) -> Iterator[Contexts]:
    """The contexts of a run."""
    contexts = Contexts(browser, live_server.url)
    yield contexts
    contexts.close()


@pytest.fixture
def contexts(every_context: Contexts, transactional_db: None) -> Iterator[Contexts]:
    """Contexts for a test, which are taken back after it, before the database is emptied: their
    pages may ask for news. What a test does with them beside what their pages hold, and cookies,
    permissions, routes or a lost connection, is not undone.
    """
    yield every_context
    every_context.take_back()


@pytest.fixture
def page(
    request: pytest.FixtureRequest,
    browser: Browser,
    contexts: Contexts,
    live_server: LiveServer,
    console: list[str],
) -> Iterator[Page]:
    """A page of a browser that holds nothing but the cache of static files. Fails if a page's
    console complains: about a script, about the content security policy, or about a static file
    not found.

    A test that changes more than can be taken back, such as the clock, is marked `own_context`.
    """

    def listen(message: ConsoleMessage) -> None:
        refused = message.text.startswith("Failed to load resource: the server responded")
        if message.type == "error" and not (refused and "/static/" not in message.location["url"]):
            console.append(message.text)

    own = request.node.get_closest_marker("own_context")
    page = browser.new_page(base_url=live_server.url) if own else contexts.lend()
    page.context.set_default_navigation_timeout(90_000)
    page.on("console", listen)
    page.on("pageerror", lambda error: console.append(str(error)))
    yield page
    if own:
        page.close()
    else:
        contexts.take_back()
    assert console == []


@pytest.fixture(scope="session")
def pdf_text() -> Callable[[bytes], str]:
    """The text of a PDF as Poppler reads it, laid out as on the page."""
    program = shutil.which("pdftotext")
    if not program:
        pytest.fail("pdftotext is not there: bin/setup --tests")

    def read(pdf: bytes) -> str:
        command = [program, "-layout", "-", "-"]
        return subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()

    return read
