"""Backups: one moment of everything, read back whole, or said to be otherwise."""

import base64
import gzip
import hashlib
import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from sheets.backup import BackupFault, databases, rows
from sheets.models import Character, LedgerEntry, Owner, Portrait, Words
from sheets.operations.writing import write

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hyperspace.backup"


@pytest.fixture
def kept(portrayed: Character, played: Character, draft: Character, file: Path) -> Path:
    """A backup of the characters of Ines, with words, a portrait, a user and who is signed in."""
    Words.objects.create(character=portrayed, shared="漢 \x1f\n", private="'\"\\")
    user = User.objects.create_user("gm", password="x")
    user.groups.add(Group.objects.create(name="GMs"))
    user.user_permissions.add(*Permission.objects.all()[:1])
    Session.objects.create(session_key="x", session_data="x", expire_date=timezone.now())
    moment = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    Character.objects.filter(pk=draft.pk).update(updated_at=moment)
    backup.save(file)
    return file


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


def test_it_holds_everything_but_who_is_signed_in(kept: Path, portrayed: Character) -> None:
    said = lines(kept)
    assert said[0]["format"] == "hyperspace-backup/1"
    assert ["sheets", "0002_words_and_portraits"] in said[0]["migrations"]
    assert said[0]["tables"]["sheets.character"] == 3
    assert len(table(said, "sheets.character")) == 3
    assert len(table(said, "sheets.ledgerentry")) == 2
    assert table(said, "sheets.words")[0]["shared"] == "漢 \x1f\n"
    picture = base64.b64decode(table(said, "sheets.portrait")[0]["picture"])
    assert picture == bytes(Portrait.objects.get().picture)
    assert "2026-01-02T03:04:05.678901+00:00" in [
        row["updated_at"] for row in table(said, "sheets.character")
    ]
    assert len(table(said, "auth.user_groups")) == 1
    assert "sessions.session" not in said[0]["tables"]
    assert said[0]["tables"].keys() >= {"auth.user", "sheets.owner", "sheets.receipt"}


def test_it_is_for_its_owners_eyes_and_leaves_nothing_beside_it(kept: Path) -> None:
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(kept.parent.iterdir()) == [kept]
    before = kept.read_bytes()
    assert run("backup", kept)[0] == 0
    assert lines(kept)[1:-1] == [json.loads(x) for x in gzip.decompress(before).splitlines()[1:-1]]


def test_what_was_there_stays_where_a_backup_fails(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept.read_bytes()

    def fails(_: object) -> dict[str, Any]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(rows, "packed", fails)
    assert run("backup", kept)[::2] == (2, f"{kept}: No space left on device")
    assert list(kept.parent.iterdir()) == [kept]
    assert kept.read_bytes() == before
    status, _, wrong = run("backup", kept / "no" / "such")
    assert (status, wrong) == (2, f"{kept / 'no' / 'such'}: Not a directory")


def test_a_whole_one_is_read_back_and_says_what_it_holds(kept: Path) -> None:
    status, out, wrong = run("restore_check", kept)
    assert (status, wrong) == (0, "")
    assert "3  sheets.character\n" in out
    assert "Every one of 3 characters can be read.\n" in out
    assert Character.objects.count() == 3


def test_a_character_that_cannot_be_read_is_named(
    kept: Path, damaged: Character, file: Path
) -> None:
    backup.save(file)
    status, out, wrong = run("restore_check", file)
    assert status == 1
    assert wrong.startswith(f"character {damaged.public_id}: build.species: ")
    assert "4  sheets.character\n" in out


def test_one_that_is_cut_off_anywhere_is_refused(kept: Path) -> None:
    whole = kept.read_bytes()
    for end in [0, 1, 2, 5, 11, 20, *range(30, len(whole), 97), len(whole) - 9, len(whole) - 1]:
        kept.write_bytes(whole[:end])
        status, _, wrong = run("restore_check", kept)
        assert status == 2
        assert "\n" not in wrong
        assert "its end is missing" in wrong or "this is no backup" in wrong


def test_one_that_was_changed_anywhere_is_refused(kept: Path) -> None:
    whole = kept.read_bytes()
    for place in range(10, len(whole), 61):
        kept.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        status, _, wrong = run("restore_check", kept)
        assert status == 2
        assert "\n" not in wrong


def test_lines_cut_off_cleanly_are_missed(kept: Path) -> None:
    content = gzip.decompress(kept.read_bytes())
    for count in (1, 2, len(content.splitlines()) - 1):
        kept.write_bytes(gzip.compress(b"".join(content.splitlines(keepends=True)[:count])))
        assert run("restore_check", kept)[::2] == (
            2,
            f"{kept}: it is not whole: its end is missing",
        )


CHANGED = "it was changed or damaged since it was written"


@pytest.mark.parametrize(
    ("forged", "sealed", "why"),
    [
        (lambda said: said[:1] + said[2:], False, CHANGED),
        (lambda said: said[:1] + said[2:], True, CHANGED),
        (lambda said: [*said[:2], *said[1:]], True, CHANGED),
        (lambda said: [*said[:-1], "row", said[-1]], True, CHANGED),
        (lambda said: [*said[:-1], ["x"], said[-1]], True, CHANGED),
        (lambda said: [*said[:-1], {"sha256": "x"}, said[-1]], True, CHANGED),
        (lambda said: ["words", *said[1:]], True, "this is no backup"),
        (lambda said: [{**said[0], "format": "x"}, *said[1:]], True, "this is no backup"),
        (lambda said: [{**said[0], "tables": []}, *said[1:]], True, CHANGED),
        (
            lambda said: [{"format": "hyperspace-backup/2"}, *said[1:]],
            True,
            "it is from another version: hyperspace-backup/2, not hyperspace-backup/1",
        ),
        (
            lambda said: [
                {**said[0], "migrations": [*said[0]["migrations"], ["sheets", "0099_later"]]},
                *said[1:],
            ],
            True,
            "it is from a newer version, which has sheets.0099_later",
        ),
    ],
)
def test_lines_that_do_not_belong_are_refused(
    *, forged: Callable[[list[Any]], list[Any]], sealed: bool, why: str, kept: Path
) -> None:
    forge(kept, forged(lines(kept)), sealed=sealed)
    assert run("restore_check", kept)[::2] == (2, f"{kept}: {why}")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"owner_id": 987654}, "FOREIGN KEY constraint failed"),
        ({"public_id": "x"}, "sheets.character cannot hold one of its rows"),
        ({"version": "many"}, "sheets.character cannot hold one of its rows"),
        ({"version": 10**40}, "too large"),
        ({"created_at": "yesterday"}, "sheets.character cannot hold one of its rows"),
        ({"system": ""}, "CHECK constraint failed"),
        ({"name": None}, "NOT NULL constraint failed"),
        ({"more": 1}, "sheets.character has other columns"),
    ],
)
def test_rows_that_no_table_can_hold_are_refused(
    changed: dict[str, Any], why: str, kept: Path
) -> None:
    said = lines(kept)
    table(said, "sheets.character")[0].update(changed)
    forge(kept, said)
    with pytest.raises(BackupFault, match=why):
        backup.check(kept)


def test_what_is_no_backup_at_all_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    deep = b"[" * 100_000
    for content in (
        b"",
        b"words",
        b"SQLite format 3\x00",
        gzip.compress(b""),
        gzip.compress(b"words\n"),
        gzip.compress(deep + b"\n"),
        gzip.compress(b'{"format": 1}\n'),
        gzip.compress(b"9" * 10_000 + b"\n"),
        gzip.compress(b"\xff\xfe\n"),
    ):
        other.write_bytes(content)
        assert run("restore_check", other)[::2] == (2, f"{other}: this is no backup")
    assert run("restore_check", tmp_path)[::2] == (2, f"{tmp_path}: Is a directory")
    missing = tmp_path / "missing"
    assert run("restore_check", missing)[::2] == (2, f"{missing}: No such file or directory")


def test_restoring_into_a_database_that_is_not_empty_is_refused(kept: Path) -> None:
    status, _, wrong = run("restore", kept)
    assert (status, "the database is not empty" in wrong) == (2, True)
    assert Character.objects.count() == 3


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Runs a command on a database of the same kind that is new and empty."""
    address = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("CREATE DATABASE elsewhere")
        address = os.environ["DATABASE_URL"].replace("///hyperspace?", "///elsewhere?")

    def manage(*arguments: object) -> str:
        done = subprocess.run(
            [sys.executable, settings.BASE_DIR / "manage.py", *map(str, arguments)],
            env={
                "DATABASE_URL": address,
                "SECRET_KEY": settings.SECRET_KEY,
                "HYPERSPACE_VAR": str(tmp_path),
                "DJANGO_SETTINGS_MODULE": "hyperspace.settings",
            },
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    yield manage
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("DROP DATABASE elsewhere WITH (FORCE)")


def test_all_of_it_comes_back_in_an_empty_database(
    kept: Path, elsewhere: Callable[..., str]
) -> None:
    assert "3 characters are back." in elsewhere("restore", kept)
    again = kept.with_name("again")
    elsewhere("backup", again)
    assert lines(again)[1:-1] == lines(kept)[1:-1]
    # What is new gets a number of its own.
    assert "8 ready-made characters" in elsewhere("load_demo")
    elsewhere("migrate", "--check")


def add_one(owner: Owner) -> None:
    character = Character.objects.create(owner=owner, system="hyperspace-d6")
    LedgerEntry.objects.create(character=character, position=0, content={})


@contextmanager
def no_snapshot() -> Iterator[str]:
    yield "default"


@pytest.mark.parametrize("held", [True, False])
def test_what_is_written_meanwhile_is_not_in_it_and_without_the_snapshot_it_would_be(
    *, held: bool, kept: Path, ines_owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, wrote = rows.packed, []

    def and_write(row: Any) -> dict[str, Any]:
        if not wrote:
            wrote.append(row)
            thread = threading.Thread(target=in_thread, args=(lambda: add_one(ines_owner),))
            thread.start()
            thread.join()
        return packed(row)

    monkeypatch.setattr(rows, "packed", and_write)
    if not held:
        monkeypatch.setattr(databases, "snapshot", no_snapshot)
    backup.save(kept)
    assert Character.objects.count() == 4
    if held:
        assert backup.check(kept).characters == 3
    else:
        with pytest.raises(BackupFault, match=CHANGED):
            backup.check(kept)


def in_thread(call: Callable[[], object]) -> None:
    try:
        call()
    finally:
        connection.close()


@pytest.fixture
def writers(ines_owner: Owner, make_character: Callable[..., Character]) -> Iterator["Writers"]:
    at_work = Writers(ines_owner, [(make_character(), make_character()) for _ in range(4)])
    yield at_work
    at_work.stop()


class Writers:
    """Four threads. Each counts on the names of two characters and in a ledger, all at once."""

    def __init__(self, owner: Owner, pairs: list[tuple[Character, Character]]) -> None:
        self.owner, self.pairs = owner, pairs
        self.stopped, self.raised, self.counts = threading.Event(), [], [0] * 4
        self.threads = [threading.Thread(target=in_thread, args=(self.work(n),)) for n in range(4)]
        for thread in self.threads:
            thread.start()

    def work(self, index: int) -> Callable[[], None]:
        def change(_: Owner) -> None:
            count = self.counts[index] = self.counts[index] + 1
            for character in self.pairs[index]:
                character.name = f"number {count}"
                character.save()
            LedgerEntry.objects.create(
                character=self.pairs[index][0], position=count, content={"kind": "session"}
            )

        def loop() -> None:
            try:
                while not self.stopped.is_set():
                    write(lambda: self.owner, change)
            except Exception as error:
                self.raised.append(error)

        return loop

    def wait_for(self, count: int) -> None:
        """Until they have written so often again."""
        until = sum(self.counts) + count
        while sum(self.counts) < until and not self.raised:
            self.stopped.wait(0.01)

    def stop(self) -> None:
        self.stopped.set()
        for thread in self.threads:
            thread.join()


def test_four_writers_go_on_writing_and_every_backup_is_of_one_moment(
    writers: Writers, make_character: Callable[..., Character], tmp_path: Path
) -> None:
    for _ in range(150):
        make_character()
    files = [tmp_path / f"{number}.backup" for number in range(4)]
    for file in files:
        writers.wait_for(4)
        backup.save(file)
    writers.wait_for(4)
    writers.stop()
    assert writers.raised == []
    for file in files:
        assert backup.check(file).characters == 158
        said = lines(file)
        names = {row["id"]: row["name"] for row in table(said, "sheets.character")}
        entries = [row["character_id"] for row in table(said, "sheets.ledgerentry")]
        for one, other in writers.pairs:
            assert names[one.pk] == names[other.pk]
            count = names[one.pk].removeprefix("number ")
            assert entries.count(one.pk) == (int(count) if count.isdecimal() else 0)
