"""Restores a backup into an empty database."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from rules.phrases import counted
from sheets import backup
from sheets.backup import progress
from sheets.management.base import SiteCommand

UNUSABLE = 2


class Command(SiteCommand):
    help = """Restores the backup FILE into the database, which must be empty (no tables).

Exit status: 0 restored; 2 nothing restored, and standard error says why."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *_args: object, file: Path, verbosity: int, **_options: object) -> None:
        report = progress.lines(self.stderr.write, verbosity=verbosity)
        try:
            result = backup.restore(file, report)
        except backup.BackupError as fault:
            raise CommandError(str(fault), returncode=UNUSABLE) from None
        if verbosity:
            self.stdout.write(f"Restored {counted(result.characters, 'character')}.")
        if result.damaged:
            self.stderr.write("\n".join(result.damaged))
