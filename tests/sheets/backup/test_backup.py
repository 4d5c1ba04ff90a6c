"""Backups: one moment of everything, read back whole, and restored."""

import base64
import gzip
import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from sheets.models import Character, Portrait
from tests.sheets.backup.conftest import lines, run, table

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_holds_everything_but_who_is_signed_in(kept: Path, portrayed: Character) -> None:
    said = lines(kept)
    assert said[0]["format"] == "hyperspace-backup/1"
    assert ["sheets", "0001_initial"] in said[0]["migrations"]
    assert said[0]["tables"]["sheets.character"] == 3
    assert len(table(said, "sheets.character")) == 3
    assert len(table(said, "sheets.ledgerentry")) == 2
    (line,) = table(said, "sheets.playlogentry")
    assert (line["content"], line["at"]) == ({"x": 1}, "2026-01-02T03:04:05.678901+00:00")
    assert table(said, "sheets.notes")[0]["shared"] == "漢 \x1f\n"
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


def test_a_whole_one_is_read_back_and_says_what_it_holds(kept: Path) -> None:
    status, out, wrong = run("restore_check", kept)
    assert (status, wrong) == (0, "")
    assert "3  sheets.character\n" in out
    assert "Read back: 3 characters.\n" in out
    assert Character.objects.count() == 3


def test_restoring_into_a_database_that_is_not_empty_is_refused(kept: Path) -> None:
    status, _, wrong = run("restore", kept)
    assert (status, "the database is not empty" in wrong) == (2, True)
    assert Character.objects.count() == 3


def test_all_of_it_comes_back_in_an_empty_database(
    kept: Path, elsewhere: Callable[..., str]
) -> None:
    again = kept.with_name("again")
    asked = "from tests.sheets.backup.next_numbers import taken_numbers; print(taken_numbers())"
    told = elsewhere(
        ("restore", kept),
        ("migrate", "--check"),
        ("backup", again),
        ("shell", "--no-imports", "-c", asked),
        whole=True,
    )
    assert "Restored 3 characters." in told
    # What is new gets a number of its own.
    assert told.endswith("\n[]\n")
    assert lines(again)[1:-1] == lines(kept)[1:-1]
