"""Backs the whole site up into one file, while it is in use."""

import argparse
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from rules.phrases import counted
from sheets import alerts, backup, status
from sheets.backup import progress, schedule
from sheets.backup.progress import Report
from sheets.management.base import SiteCommand

DAMAGED, UNUSABLE = 1, 2


class Command(SiteCommand):
    help = """Backs up the whole site into FILE, as of one moment. The site keeps running.

With --into, the backup gets a name with its time in FOLDER, is read back at once, and only the
newest are kept; if something is wrong, HYPERSPACE_ALERT is told.
Exit status: 0 written; 1 written, but a character in it is damaged (--into only); 2 not written,
and standard error says why."""

    def add_arguments(self, parser: CommandParser) -> None:
        place = parser.add_mutually_exclusive_group(required=True)
        place.add_argument("file", metavar="FILE", type=Path, nargs="?")
        place.add_argument("--into", metavar="FOLDER", type=Path)
        parser.add_argument(
            "--keep", metavar="N", type=_positive, default=14, help="with --into; default: 14"
        )

    def handle(
        self,
        *_args: object,
        file: Path,
        into: Path | None,
        keep: int,
        verbosity: int,
        **_options: object,
    ) -> None:
        report = progress.lines(self.stderr.write, verbosity=verbosity)
        if into:
            self._scheduled(into, report, keep=keep, verbosity=verbosity)
            return
        try:
            header = backup.save(file, report)
        except backup.BackupError as fault:
            raise CommandError(str(fault), returncode=UNUSABLE) from None
        if verbosity:
            count = counted(header.tables["sheets.character"], "character")
            self.stdout.write(f"{file}: {count}, complete.")

    def _scheduled(self, folder: Path, report: Report, *, keep: int, verbosity: int) -> None:
        record = schedule.run(folder, keep=keep, now=timezone.now(), report=report)
        if record.problem:
            is_written = "read back" in record.summary
            alerts.send(f"Backup: {record.summary} {record.problem}")
            raise CommandError(record.problem, returncode=DAMAGED if is_written else UNUSABLE)
        if status.is_nearly_full(room := status.disk()):
            alerts.send(f"The disk is nearly full: {room.free:,} bytes of {room.size:,} are left.")
        if verbosity:
            self.stdout.write(record.summary)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("keep at least 1")
    return number
