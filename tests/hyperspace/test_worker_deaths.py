"""Requests that end their worker: the log names them, and a page that did so twice goes off."""

import json
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.hyperspace.conftest import production_environment
from tests.hyperspace.serving import SECONDS, Site

KILLED, SEGFAULT = "/deadly/secret-code/9/", "/deadly/secret-code/11/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    """A site with deadly pages, whose log is JSON."""
    environment = production_environment(tmp_path_factory.mktemp("var")) | {
        "DJANGO_SETTINGS_MODULE": "tests.hyperspace.deadly_settings",
        "HYPERSPACE_LOG_FORMAT": "json",
    }
    site = Site(environment, prepared=prepared)
    yield site
    site.end()


def lines(site: Site) -> list[dict[str, object]]:
    """The log's lines about workers that ended."""
    found = []
    for line in site.log.read_text().splitlines():
        if line.startswith("{"):
            parsed = json.loads(line)
            if parsed.get("event") == "Worker ended":
                found.append(parsed)
    return found


def dies(site: Site, path: str) -> None:
    """Asks for a page that ends its worker, and waits until another one is there."""
    before = site.wait_for_workers(2)
    assert site.get(path) == 0
    while set(before) <= set(site.workers()):
        pass
    site.wait_for_workers(2)
    site.back()


def test_the_log_names_the_request_that_ended_its_worker_and_no_secret(site: Site) -> None:
    dies(site, f"{KILLED}?token=hidden")
    line = lines(site)[-1]
    assert line["method"] == "GET"
    assert line["route"] == "/deadly/<str:code>/<int:number>/"
    assert line["about"] == "number 9"
    assert line["ended_by"] == "SIGKILL"
    assert len(str(line["request_id"])) == 32
    assert "while it answered GET /deadly/<str:code>/<int:number>/ (number 9)" in str(
        line["message"]
    )
    assert "secret-code" not in site.log.read_text()
    assert "hidden" not in site.log.read_text()


def test_a_page_that_ended_its_worker_twice_is_off_and_all_others_are_on(site: Site) -> None:
    dies(site, SEGFAULT)
    assert lines(site)[-1]["ended_by"] == "SIGSEGV"
    dies(site, f"{SEGFAULT}?key=0123")  # the key of a form is not what it is asked about
    workers = site.workers()
    for _ in range(6):  # whichever worker answers
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(site.url(SEGFAULT), timeout=10)
        with refused.value as answer:
            page = " ".join(answer.read().decode().split())
            assert answer.code == 503
            assert answer.headers["Retry-After"] == "3600"
            assert "This page stopped the server twice, so it is off until" in page
    assert site.workers() == workers
    assert site.get("/rules/") == 200
    assert site.get("/") == 200


def test_a_page_that_was_answered_in_between_stays_on(site: Site, tmp_path: Path) -> None:
    page = f"/deadly/other/9/?once={tmp_path / 'once'}"
    dies(site, page)
    assert site.get(page) == 200
    (tmp_path / "once").unlink()
    dies(site, page)
    assert site.get(page) == 200


def test_deaths_are_in_the_database_and_no_file_is_left(site: Site) -> None:
    dies(site, "/deadly/third/9/")
    var = Path(site.environment["HYPERSPACE_VAR"])
    began = time.monotonic()
    while list((var / "ended").iterdir()):
        assert time.monotonic() - began < SECONDS
        time.sleep(0.05)
    with closing(sqlite3.connect(var / "hyperspace.sqlite3")) as database:
        rows = database.execute("SELECT request_id FROM sheets_workerdeath").fetchall()
    assert sorted(id for (id,) in rows) == sorted(str(line["request_id"]) for line in lines(site))
