"""A running site whose disk is full, whose database goes, and comes back: it goes on by itself. And
one whose lane for heavy work is full: everything else goes on.
"""

import fcntl
import hashlib
import html
import os
import re
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import pytest
from PIL import Image

from tests.attacks.browser import Browser
from tests.hyperspace.conftest import ROOT, production_environment
from tests.hyperspace.serving import Site

FORM = "application/x-www-form-urlencoded"


class Person:
    """Somebody with a browser that keeps cookies and knows how to send a form."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, sent: dict[str, str] | None = None) -> tuple[int, str]:
        """The status and the page; the fields of its first form are kept, to be sent next."""
        connection = self.site.connection()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        if sent is None:
            connection.request("GET", path, headers=headers)
        else:
            connection.request("POST", path, urlencode(sent), {**headers, "Content-Type": FORM})
        answer = connection.getresponse()
        page = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        return answer.status, page

    def make_character(self) -> int:
        """The status of the answer to making one."""
        _, page = self.ask("/rules/")
        token = re.findall(r'name="csrfmiddlewaretoken"\s+value="([^"]+)"', page)[0]
        sent = {"csrfmiddlewaretoken": token, "system": "hyperspace-d6"}
        self.status, self.page = self.ask("/characters/new/", sent)
        return self.status

    def press_again(self) -> int:
        """The status of the answer to what the page of the last fault offers."""
        hidden = re.findall(r'type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"', self.page)
        sent = {html.unescape(name): html.unescape(value) for name, value in hidden}
        action = re.findall(r'<form\s[^>]*action="([^"]*)"', self.page)[0]
        return self.ask(html.unescape(action), sent)[0]


def characters(person: Person) -> set[str]:
    """The addresses of those on the list."""
    return set(re.findall(r'"/characters/[0-9a-f-]{36}/', person.ask("/characters/")[1]))


def ready(site: Site) -> str:
    with closing(site.connection()) as connection:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        text = answer.read().decode().strip()
    assert (answer.status == 200) is (text == "ready")
    return text


def becomes(site: Site, text: str) -> None:
    """Both workers say so; each looks again after five seconds."""
    began = time.monotonic()
    while [ready(site) for _ in range(8)] != [text] * 8:
        assert time.monotonic() - began < 60, ready(site)
        time.sleep(0.2)


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    # Its files keep the modes that the site gave them: who may read them is what a test asks.
    site = Site(
        production_environment(tmp_path_factory.mktemp("sqlite") / "var"), prepared=prepared
    )
    yield site
    site.end()


def database_of(site: Site) -> Path:
    return Path(site.environment["HYPERSPACE_VAR"], "hyperspace.sqlite3")


def test_a_full_disk_is_told_and_what_was_typed_is_saved_when_there_is_room(sqlite):
    person = Person(sqlite)
    assert person.make_character() == 302
    workers, unlimited = sqlite.workers(), resource.RLIM_INFINITY
    for worker in workers:  # nothing may be written any more, as where a disk is full
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (1, unlimited))
    assert person.make_character() == 503
    assert "Nothing was saved" in person.page
    assert "hyperspace-d6" in person.page
    assert person.ask("/characters/")[0] == 200
    becomes(sqlite, "the database takes no writes")
    for worker in workers:
        resource.prlimit(worker, resource.RLIMIT_FSIZE, (unlimited, unlimited))
    assert person.press_again() == 302
    becomes(sqlite, "ready")
    assert sqlite.workers() == workers


def test_a_database_that_is_gone_is_missed_not_made_anew_and_found_again(sqlite):
    person, database = Person(sqlite), database_of(sqlite)
    assert person.make_character() == 302
    away = database.with_name("away.sqlite3")
    database.rename(away)
    assert person.ask("/characters/")[0] == 503
    assert person.make_character() == 503
    assert ready(sqlite) == "the database does not answer"
    assert not database.exists()
    away.rename(database)
    assert person.press_again() == 302
    becomes(sqlite, "ready")


def test_a_database_put_in_its_place_is_the_one_that_is_asked(sqlite):
    person, database = Person(sqlite), database_of(sqlite)
    assert person.make_character() == 302
    copy = database.with_name("copy.sqlite3")
    manage = [str(ROOT / ".venv/bin/python"), "-c", COPY, str(database), str(copy)]
    subprocess.run(manage, check=True)
    assert person.make_character() == 302
    assert len(characters(person)) == 2
    for name in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
        name.unlink(missing_ok=True)
    copy.rename(database)
    assert len(characters(person)) == 1


COPY = """
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as source, sqlite3.connect(sys.argv[2]) as target:
    source.backup(target)
"""


def modes(site: Site) -> set[str]:
    found = database_of(site).parent.glob("hyperspace.sqlite3*")
    return {f"{file.name} {file.stat().st_mode & 0o777:o}" for file in found}


def test_its_files_are_for_nobody_else_to_read(sqlite):
    Person(sqlite).make_character()
    assert database_of(sqlite).parent.stat().st_mode & 0o777 == 0o700
    assert modes(sqlite) == {
        "hyperspace.sqlite3 600",
        "hyperspace.sqlite3-wal 600",
        "hyperspace.sqlite3-shm 600",
    }


def test_nor_are_those_of_yesterday(tmp_path, prepared):
    yesterday, var = tmp_path / "yesterday", tmp_path / "var"
    shutil.copytree(prepared, yesterday)
    (yesterday / "hyperspace.sqlite3").chmod(0o644)
    yesterday.chmod(0o755)
    site = Site(production_environment(var), prepared=yesterday)
    try:
        Person(site).make_character()
        assert modes(site) == {
            "hyperspace.sqlite3 600",
            "hyperspace.sqlite3-wal 600",
            "hyperspace.sqlite3-shm 600",
        }
        assert var.stat().st_mode & 0o777 == 0o700
    finally:
        site.end()


def upload(browser: Browser, path: str, picture: bytes) -> tuple[int, str]:
    """The status of the answer to a picture, and after how many seconds to try again."""
    status = browser.send(path, picture, name="picture", file="me.png")
    browser.connection.close()
    return status, browser.headers.get("Retry-After", "")


def test_while_pictures_fill_their_lane_pages_and_saves_are_answered(sqlite):
    picture = BytesIO()
    Image.new("RGB", (600, 600)).save(picture, "PNG")
    people = [Browser(sqlite.port, f"127.0.7.{number}") for number in range(1, 45)]
    id = people[0].begin()
    for other in people:
        other.cookies = people[0].cookies
    lock = Path(sqlite.environment["HYPERSPACE_VAR"], "turns", LOCK)
    lock.parent.mkdir(exist_ok=True)
    with ThreadPoolExecutor(len(people)) as threads:
        with lock.open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)  # as if a picture took very long
            path = f"/characters/{id}/portrait/"
            asked = [threads.submit(upload, one, path, picture.getvalue()) for one in people]
            first = next(as_completed(asked)).result()
            assert first == (503, "10")
            for _ in range(8):  # of both workers
                person = Person(sqlite)
                assert person.ask("/characters/")[0] == 200
                assert person.make_character() == 302
            lock.unlink()
        answers = {one.result()[0] for one in asked}
    assert answers == {302, 503}


# The name of the file whose lock pictures wait for.
LOCK = hashlib.sha256(b"portrait").hexdigest()[:32]


class Postgres:
    """A PostgreSQL of this test's own, to be stopped and started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        assert programs, "PostgreSQL is not installed: bin/setup --tests"
        self.programs = programs[-1]
        self.owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.owner:
            subprocess.run(["chown", "postgres", str(folder)], check=True)
        self.run("initdb", "--username", "hyperspace", "--auth", "trust", "--no-sync")
        self.start()
        subprocess.run(
            [*self.owner, "createdb", "-h", str(folder), "-U", "hyperspace", "hyperspace"],
            cwd=folder,
            check=True,
        )
        self.url = f"postgres:///hyperspace?host={folder}&user=hyperspace"

    def run(self, program: str, *options: str) -> None:
        command = [str(self.programs / program), "--pgdata", str(self.folder / "data"), *options]
        subprocess.run(
            [*self.owner, *command], cwd=self.folder, check=True, stdout=subprocess.DEVNULL
        )

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        log = str(self.folder / "log")
        self.run("pg_ctl", "start", "--silent", "--wait", "--log", log, "--options", options)

    def stop(self) -> None:
        self.run("pg_ctl", "stop", "--silent", "--mode", "immediate")


def test_postgresql_may_be_stopped_and_started_under_it(prepared):
    folder = Path(subprocess.check_output(["mktemp", "-d"], text=True).strip())
    shutil.copytree(prepared / "static", folder / "var" / "static")
    postgres = Postgres(folder)
    site = Site(production_environment(folder / "var") | {"DATABASE_URL": postgres.url})
    try:
        person = Person(site)
        assert person.make_character() == 302
        postgres.stop()
        assert person.make_character() == 503
        assert "Nothing was saved" in person.page
        assert person.ask("/characters/")[0] == 503
        assert ready(site) == "the database does not answer"
        postgres.start()
        assert person.press_again() == 302
        becomes(site, "ready")
    finally:
        site.end()
        postgres.stop()
        subprocess.run(["rm", "-rf", str(folder)], check=True)
