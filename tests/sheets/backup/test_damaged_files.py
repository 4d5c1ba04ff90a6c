"""A backup that is not whole is refused, and what cannot be read of it is named.

A backup is read back with SQLite, whichever database it is of: none of this asks another one.
"""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sheets import backup
from sheets.backup import BackupError, check, database
from sheets.models import Character
from tests.sampling import draw
from tests.sheets.backup.conftest import CHANGED, forge, lines, run, table

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_there_stays_where_a_backup_fails(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept.read_bytes()

    def fails(_: object) -> dict[str, Any]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(database, "pack_row", fails)
    assert run("backup", kept)[::2] == (2, f"{kept}: No space left on device")
    assert list(kept.parent.iterdir()) == [kept]
    assert kept.read_bytes() == before
    status, _, wrong = run("backup", kept / "no" / "such")
    assert (status, wrong) == (2, f"{kept / 'no' / 'such'}: Not a directory")


def test_a_character_that_cannot_be_read_is_named(
    kept: Path, damaged: Character, file: Path
) -> None:
    backup.save(file)
    status, out, wrong = run("restore_check", file)
    assert status == 1
    assert wrong.startswith(f"character {damaged.public_id}: build.species: ")
    assert "4  sheets.character\n" in out


@pytest.fixture
def share(pytestconfig: pytest.Config) -> int:
    """Of the places spread over a file daily every third, drawn; all with `--soak`."""
    return 1 if pytestconfig.getoption("--soak") else 3


def test_one_that_is_cut_off_anywhere_is_refused(kept: Path, share: int) -> None:
    whole = kept.read_bytes()
    spread = range(30, len(whole), 97)[draw() % share :: share]
    for end in [0, 1, 2, 5, 11, 20, *spread, len(whole) - 9, len(whole) - 1]:
        kept.write_bytes(whole[:end])
        status, _, wrong = run("restore_check", kept)
        assert status == 2
        assert "\n" not in wrong
        assert "its end is missing" in wrong or "not a Hyperspace backup" in wrong


def test_one_that_was_changed_anywhere_is_refused(kept: Path, share: int) -> None:
    whole = kept.read_bytes()
    # Its last byte before the checksum and the length of the content is filled up with bits that
    # mean nothing.
    spread = range(10, len(whole) - 9, 61)[draw() % share :: share]
    for place in (*spread, *range(len(whole) - 8, len(whole))):
        kept.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        status, _, wrong = run("restore_check", kept)
        assert status == 2, place
        assert "\n" not in wrong


def test_lines_cut_off_cleanly_are_missed(kept: Path) -> None:
    content = gzip.decompress(kept.read_bytes())
    for count in (1, 2, len(content.splitlines()) - 1):
        kept.write_bytes(gzip.compress(b"".join(content.splitlines(keepends=True)[:count])))
        assert run("restore_check", kept)[::2] == (
            2,
            f"{kept}: the file is incomplete: its end is missing",
        )


@pytest.mark.parametrize(
    ("forged", "sealed", "why"),
    [
        (lambda said: said[:1] + said[2:], False, CHANGED),
        (lambda said: said[:1] + said[2:], True, CHANGED),
        (lambda said: [said[0], said[2], said[1], *said[3:]], False, CHANGED),
        (lambda said: [*said[:2], *said[1:]], True, CHANGED),
        (lambda said: [*said[:-1], "row", said[-1]], True, CHANGED),
        (lambda said: [*said[:-1], ["x"], said[-1]], True, CHANGED),
        (lambda said: [*said[:-1], {"sha256": "x"}, said[-1]], True, CHANGED),
        (lambda said: ["words", *said[1:]], True, "not a Hyperspace backup"),
        (lambda said: [{**said[0], "format": "x"}, *said[1:]], True, "not a Hyperspace backup"),
        (lambda said: [{**said[0], "tables": []}, *said[1:]], True, CHANGED),
        (
            lambda said: [{"format": "hyperspace-backup/2"}, *said[1:]],
            True,
            "backup of another version: hyperspace-backup/2, not hyperspace-backup/1",
        ),
        (
            lambda said: [
                {**said[0], "migrations": [*said[0]["migrations"], ["sheets", "0099_later"]]},
                *said[1:],
            ],
            True,
            "backup of another version, with sheets.0099_later: this one reads those of 1.0"
            " and later, up to its own",
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
        ({"updated_at": "2026-01-02T03:04:05"}, "sheets.character cannot hold one of its rows"),
        ({"updated_at": "2026-01-02"}, "sheets.character cannot hold one of its rows"),
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
    with pytest.raises(BackupError, match=why):
        check(kept)


def test_half_a_surrogate_pair_is_loaded_and_read(kept: Path) -> None:
    said = lines(kept)
    table(said, "sheets.character")[0]["aside"] = {"x": "\ud800"}
    table(said, "sheets.ledgerentry")[0]["content"]["note"] = "\ud800"
    forge(kept, said)
    assert (check(kept).characters, check(kept).damaged) == (3, ())


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
        assert run("restore_check", other)[::2] == (2, f"{other}: not a Hyperspace backup")
    assert run("restore_check", tmp_path)[::2] == (2, f"{tmp_path}: Is a directory")
    missing = tmp_path / "missing"
    assert run("restore_check", missing)[::2] == (2, f"{missing}: No such file or directory")
