"""A backup, what is in it, and how to forge one."""

import gzip
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, Permission, User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from sheets import backup
from sheets.backup import database
from sheets.models import Character, Notes, PlayLogEntry
from tests.migrated import CopyingExecutor

# Each process that starts Django takes more than a second of a core.
COMMANDS = """
import json, sys
from django.core.management import execute_from_command_line
if sys.argv[1]:
    from tests.migrated import copy_tables
    copy_tables()
for command in json.loads(sys.argv[2]):
    execute_from_command_line(["manage.py", *command])
"""
CHANGED = "the file was changed or damaged after it was written"


@pytest.fixture(autouse=True)
def _tables_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MigrationExecutor", CopyingExecutor)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hyperspace.backup"


@pytest.fixture
def kept(portrayed: Character, played: Character, draft: Character, file: Path) -> Path:
    """A backup of the characters of Ines, with words, a portrait, a user and who is signed in."""
    Notes.objects.create(character=portrayed, shared="漢 \x1f\n", private="'\"\\")
    moment = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    PlayLogEntry.objects.create(
        character=played, number=1, kind="harm", content={"x": 1}, at=moment
    )
    user = User.objects.create_user("gm", password="x")
    user.groups.add(Group.objects.create(name="GMs"))
    user.user_permissions.add(*Permission.objects.all()[:1])
    Session.objects.create(session_key="x", session_data="x", expire_date=timezone.now())
    Character.objects.filter(pk=draft.pk).update(updated_at=moment)
    backup.save(file)
    return file


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Runs commands, one after the other in one process, on a database of the same kind that is
    new and empty; `whole=True` with no table copied.
    """
    address, name = f"sqlite:///{tmp_path / 'new.sqlite3'}", f"elsewhere_{os.getpid()}"
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
        address = os.environ["DATABASE_URL"].replace("///hyperspace?", f"///{name}?")

    def manage(*commands: tuple[object, ...], whole: bool = False) -> str:
        told = [list(map(str, command)) for command in commands]
        done = subprocess.run(
            [sys.executable, "-c", COMMANDS, "" if whole else "copied", json.dumps(told)],
            cwd=settings.BASE_DIR,
            env={
                "DATABASE_URL": address,
                "SECRET_KEY": settings.SECRET_KEY,
                "HYPERSPACE_VAR": str(tmp_path),
                "DJANGO_SETTINGS_MODULE": "hyperspace.settings",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    yield manage
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run(command: str, file: Path) -> tuple[int, str, str]:
    """Exit status, standard output, what is wrong."""
    out, err = StringIO(), StringIO()
    try:
        call_command(command, str(file), stdout=out, stderr=err)
    except CommandError as error:
        return error.returncode, out.getvalue(), str(error)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def forge(file: Path, said: list[Any], *, sealed: bool = True) -> None:
    """Writes other lines into a backup, by default under a seal that fits them."""
    content = b"".join(json.dumps(one).encode() + b"\n" for one in said[:-1])
    seal = {"sha256": hashlib.sha256(content).hexdigest()} if sealed else said[-1]
    file.write_bytes(gzip.compress(content + json.dumps(seal).encode() + b"\n"))


def table(said: list[Any], name: str) -> list[dict[str, Any]]:
    return [line[1] for line in said if isinstance(line, list) and line[0] == name]
