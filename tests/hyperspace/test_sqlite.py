"""The database as a file."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.db.utils import load_backend

from hyperspace.environment import database, private_folder
from hyperspace.sqlite.base import DatabaseWrapper, keep_private


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "var" / "hyperspace.sqlite3"


@pytest.fixture
def connection(file: Path) -> Iterator[Any]:
    """As the site connects."""
    config = {"TIME_ZONE": None, "AUTOCOMMIT": True, **database("", fallback=file)}
    opened = load_backend(config["ENGINE"]).DatabaseWrapper(config, "another")
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def _it_may_be_opened_here(django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def mode(path: Path) -> str:
    return f"{path.stat().st_mode & 0o777:o}"


def test_what_is_saved_is_on_the_disk(connection):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone() == (2,)  # FULL: each commit waits for the disk


def test_nobody_else_can_read_it_whatever_the_umask(connection, file):
    before = os.umask(0)
    try:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE words (word)")
    finally:
        os.umask(before)
    assert [mode(file.with_name(f"{file.name}{end}")) for end in ("", "-wal", "-shm")] == [
        "600"
    ] * 3


def test_what_others_could_read_they_can_no_more(connection, file):
    assert connection.settings_dict["NAME"] == file
    companions = [file.with_name(f"{file.name}{end}") for end in ("", "-wal", "-shm")]
    for one in companions:
        one.touch(0o644)
    keep_private(file)
    assert [mode(one) for one in companions] == ["600"] * 3


def test_a_site_that_serves_makes_no_database(connection, file, monkeypatch):
    monkeypatch.setattr(DatabaseWrapper, "makes_file", False)
    with pytest.raises(OperationalError, match="the database file is missing"):
        connection.ensure_connection()
    assert not file.exists()


def test_a_connection_to_a_file_that_was_replaced_is_of_no_use(connection, file):
    connection.ensure_connection()
    assert connection.is_usable()
    file.rename(file.with_name("away"))
    assert not connection.is_usable()
    file.touch()
    assert not connection.is_usable()


def test_the_folder_is_for_its_owner_alone_but_for_one_that_all_may_write_to(tmp_path):
    for before, after in (("755", "700"), ("700", "700"), ("1777", "1777")):
        folder = tmp_path / before
        folder.mkdir()
        folder.chmod(int(before, 8))
        private_folder(folder)
        assert f"{folder.stat().st_mode & 0o7777:o}" == after
    assert private_folder(tmp_path / "none") == tmp_path / "none"
    assert not (tmp_path / "none").exists()


def test_a_site_does_not_open_what_it_cannot_write(
    connection: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.ensure_connection()
    connection.close()
    monkeypatch.setattr(DatabaseWrapper, "makes_file", False)
    with monkeypatch.context() as disk:
        disk.setattr(os, "access", lambda *_: False)
        with pytest.raises(OperationalError, match="the database file is read-only"):
            connection.ensure_connection()
    connection.ensure_connection()
