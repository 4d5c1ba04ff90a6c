"""Whoever waits for a backup is told how far it is."""

import pytest

from sheets.backup import progress
from sheets.backup.progress import reported


def test_a_line_is_written_every_few_seconds_with_count_and_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    written: list[str] = []
    report = progress.lines(written.append, verbosity=1)
    for taken in reported(range(2000), "Rows loaded", 2000, report):
        clock[0] = taken / 150
    assert written == ["Rows loaded: 1,000 of 2,000, 50%", "Rows loaded: 2,000 of 2,000, 100%"]


def test_a_quiet_command_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS", 0)
    written: list[str] = []
    list(reported(range(2000), "Rows", 2000, progress.lines(written.append, verbosity=0)))
    assert written == []
