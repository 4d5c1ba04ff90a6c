"""Backups are of one moment, whoever writes meanwhile."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from sheets import backup
from sheets.backup import BackupError, check, database
from sheets.models import Character, LedgerEntry, Owner
from sheets.writes import Mine, Operation
from tests.sheets.backup.conftest import CHANGED, lines, table

pytestmark = pytest.mark.django_db(transaction=True)


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
    packed, wrote = database.pack_row, []

    def and_write(row: Any) -> dict[str, Any]:
        if not wrote:
            wrote.append(row)
            thread = threading.Thread(target=in_thread, args=(lambda: add_one(ines_owner),))
            thread.start()
            thread.join()
        return packed(row)

    monkeypatch.setattr(database, "pack_row", and_write)
    if not held:
        monkeypatch.setattr(database, "snapshot", no_snapshot)
    backup.save(kept)
    assert Character.objects.count() == 4
    if held:
        assert check(kept).characters == 3
    else:
        with pytest.raises(BackupError, match=CHANGED):
            check(kept)


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


class Count(Operation[Owner, None]):
    """Counts on the names of two characters and in a ledger, all at once."""

    count: int
    pair: tuple[Character, Character]

    def save(self) -> None:
        for character in self.pair:
            character.name = f"number {self.count}"
            character.save()
        LedgerEntry.objects.create(
            character=self.pair[0], position=self.count, content={"kind": "session"}
        )


class Writers:
    """Four threads that count."""

    def __init__(self, owner: Owner, pairs: list[tuple[Character, Character]]) -> None:
        self.owner, self.pairs = owner, pairs
        self.stopped, self.raised, self.counts = threading.Event(), [], [0] * 4
        self.threads = [threading.Thread(target=in_thread, args=(self.work(n),)) for n in range(4)]
        for thread in self.threads:
            thread.start()

    def work(self, index: int) -> Callable[[], None]:
        def loop() -> None:
            try:
                while not self.stopped.wait(0.02):
                    self.counts[index] += 1
                    Count(Mine(self.owner), count=self.counts[index], pair=self.pairs[index]).run()
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
    for _ in range(40):
        make_character()
    files = [tmp_path / f"{number}.backup" for number in range(3)]
    for file in files:
        writers.wait_for(4)
        backup.save(file)
    writers.wait_for(4)
    writers.stop()
    assert writers.raised == []
    for file in files:
        assert check(file).characters == 48
        said = lines(file)
        names = {row["id"]: row["name"] for row in table(said, "sheets.character")}
        entries = [row["character_id"] for row in table(said, "sheets.ledgerentry")]
        for one, other in writers.pairs:
            assert names[one.pk] == names[other.pk]
            count = names[one.pk].removeprefix("number ")
            assert entries.count(one.pk) == (int(count) if count.isdecimal() else 0)
