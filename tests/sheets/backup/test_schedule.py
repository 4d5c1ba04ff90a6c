"""The daily backup, and who is told if it goes wrong."""

import http.server
import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from hyperspace.environment import alert_addresses
from sheets import alerts, backup, status, task_records
from sheets.backup import schedule
from sheets.models import Character

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2026, 11, 24, 4, 10, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path / "var"
    settings.ALERTS = ["mailto:operator@hyperspace.example"]


@pytest.fixture
def hook() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A webhook's address, and what it received."""
    received: list[dict[str, str]] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if self.path == "/elsewhere":
                self.send_response(307)
                self.send_header("Location", "/hook")
                self.end_headers()
                return
            received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", received
    server.shutdown()
    thread.join()
    server.server_close()


def test_each_backup_is_read_back_and_the_newest_stay(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    for days in range(3):
        record = schedule.run(folder, keep=2, now=NOW + timedelta(days=days))
    (folder / "mine.backup").touch()
    record = schedule.run(folder, keep=2, now=NOW + timedelta(days=3))
    assert record.problem == ""
    assert record.summary.startswith("hyperspace-2026-11-27-041000.backup: 0 characters, ")
    assert [file.name for file in sorted(folder.iterdir())] == [
        "hyperspace-2026-11-26-041000.backup",
        "hyperspace-2026-11-27-041000.backup",
        "mine.backup",
    ]
    assert task_records.read("backup") == record
    assert folder.stat().st_mode & 0o777 == 0o700


def test_where_one_fails_the_old_ones_stay_and_the_operator_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: Character
) -> None:
    folder = tmp_path / "kept"
    with pytest.raises(CommandError, match=r"build\.species") as fault:
        call_command("backup", into=folder, keep=1)
    assert fault.value.returncode == 1
    (first,) = mail.outbox
    assert first.to == ["operator@hyperspace.example"]
    assert f"character {damaged.public_id}: build.species" in first.body
    kept = list(folder.iterdir())

    def fails(*_: object) -> None:
        raise backup.BackupError("the database cannot be read")

    monkeypatch.setattr(schedule, "save", fails)
    with pytest.raises(CommandError, match="the database cannot be read") as fault:
        call_command("backup", into=folder, keep=1)
    assert fault.value.returncode == 2
    assert list(folder.iterdir()) == kept
    record = task_records.read("backup")
    assert record
    assert (record.summary, record.problem) == (
        "No backup was made.",
        "the database cannot be read",
    )
    assert len(mail.outbox) == 2


def test_a_disk_that_is_nearly_full_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(status, "disk", lambda: status.Disk(size=10_000, free=999))
    call_command("backup", into=tmp_path / "kept", keep=1)
    assert "999 bytes of 10,000 are left" in mail.outbox[0].body
    assert "read back." in capsys.readouterr().out
    gibibyte = 1024**3
    for size, free, full in ((100, 6, False), (10, 0.9, True), (10, 1.1, False), (100, 4, True)):
        assert status.is_nearly_full(status.Disk(size * gibibyte, int(free * gibibyte))) is full


def test_a_webhook_gets_the_words_and_one_that_is_gone_stops_nothing(
    settings: Any, hook: tuple[str, list[dict[str, str]]], caplog: pytest.LogCaptureFixture
) -> None:
    address, received = hook
    settings.SITE_URL = "https://hyperspace.example"
    elsewhere = address.replace("/hook", "/elsewhere")
    settings.ALERTS = ["http://127.0.0.1:9/secret", elsewhere, address]
    alerts.send("Backup: no room.")
    words = "https://hyperspace.example: Backup: no room."
    assert received == [{"text": words, "content": words}]
    assert "The alert could not be sent: URLError" in caplog.text
    assert "The alert could not be sent: HTTPError" in caplog.text
    assert "secret" not in caplog.text


def test_an_address_of_an_alert_is_mail_or_a_webhook() -> None:
    texts = [" https://chat.example/hook", "", "mailto:you@host.example"]
    assert alert_addresses(texts, sends_mail=True) == [texts[0].strip(), texts[2]]
    for wrong in ("you@host.example", "file:///etc/passwd", "mailto:you", "https://"):
        with pytest.raises(ImproperlyConfigured, match="Write it like"):
            alert_addresses([wrong], sends_mail=True)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        alert_addresses(["mailto:you@host.example"], sends_mail=False)


def test_a_record_that_cannot_be_read_counts_as_none(settings: Any) -> None:
    settings.VAR_DIR.mkdir()
    (settings.VAR_DIR / "last-backup.json").write_text("[")
    assert task_records.read("backup") is None
    assert task_records.read("housekeeping") is None
