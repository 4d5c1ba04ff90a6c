"""The operator's page: who sees it, and what needs attention there."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from sheets import status, task_records
from sheets.task_records import TaskRecord

pytestmark = pytest.mark.django_db
PAGE = "/account/site/"


@pytest.fixture
def sam(client: Client, settings: Any, tmp_path: Path) -> Client:
    """A browser of the site's staff; nothing was ever done on this machine."""
    settings.VAR_DIR = tmp_path
    User.objects.create(username="sam")
    call_command("operator", "Sam", verbosity=0)
    client.force_login(User.objects.get())
    return client


def words(client: Client, **more: Any) -> str:
    return " ".join(client.get(PAGE, **more).content.decode().split())


def test_whoever_is_made_an_operator_sees_it_until_that_is_taken_away(sam: Client) -> None:
    assert PAGE in sam.get("/account/").content.decode()
    answer = sam.get(PAGE)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    call_command("operator", "sam", "--remove", verbosity=0)
    assert sam.get(PAGE).status_code == 404
    assert PAGE not in sam.get("/account/").content.decode()
    with pytest.raises(CommandError, match="No user is called tom"):
        call_command("operator", "tom")


def test_it_says_what_needs_attention(sam: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    page = words(sam)
    assert "Last backup: none yet." in page
    assert "Last clean-up: none yet." in page
    call_command("housekeeping", verbosity=0)
    task_records.write("backup", TaskRecord(now, "a.backup: 7 characters.", "no room <b>"))
    page = words(sam)
    assert "Last backup: no room &lt;b&gt;" in page
    assert "Last clean-up:" not in page
    assert "Deleted: 0 sessions" in page
    task_records.write("backup", TaskRecord(now - timedelta(hours=49), "a.backup: 7 characters."))
    assert "Last backup: more than two days ago." in words(sam)
    task_records.write("backup", TaskRecord(now, "a.backup: 7 characters."))
    monkeypatch.setattr(status, "disk", lambda: status.Disk(size=10**10, free=10**9 - 1))
    assert "<li>The disk is nearly full.</li>" in words(sam)
    monkeypatch.setattr(status, "disk", lambda: status.Disk(size=10**10, free=10**9))
    assert "Nothing needs attention." in words(sam)


def test_it_says_how_much_there_is(sam: Client, settings: Any) -> None:
    (settings.VAR_DIR / "printed").mkdir()
    (settings.VAR_DIR / "printed" / "a.djcache").write_bytes(b"x" * 2048)
    page = words(sam, **{"hyperspace.waiting": 3})
    for part in (
        "<dt>Kept prints</dt> <dd><span>1 of at most 1,000, 2.0",
        "<dt>Queue</dt> <dd><span>3 requests waiting in this worker",
        "<dt>Accounts</dt> <dd><span>1<",
        "<dt>Hyperspace</dt> <dd><span>1.0.0<",
        "<dt>Metrics</dt> <dd><span>Off<",
    ):
        assert part in page, page
    assert "<dt>Tables</dt> <dd><span>00" in page
    assert "SQLite 3." in page or "PostgreSQL 1" in page


def test_many_rows_are_counted_again_after_five_minutes(
    sam: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "MANY", 0)
    monkeypatch.setattr(status, "_counted", {})
    now = timezone.now()
    assert status.row_counts(now).numbers["accounts"] == 1
    User.objects.create(username="tom")
    assert status.row_counts(now + timedelta(minutes=5)).numbers["accounts"] == 1
    assert "<dt>Counted</dt>" in words(sam)
    assert status.row_counts(now + timedelta(minutes=5, seconds=1)).numbers["accounts"] == 2
    monkeypatch.setattr(status, "MANY", 100)
    User.objects.create(username="ann")
    assert status.row_counts(now + timedelta(minutes=6)).numbers["accounts"] == 3
