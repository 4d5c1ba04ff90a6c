"""Checks a backup without touching the site's database."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from rules.phrases import counted
from sheets import backup
from sheets.backup import progress
from sheets.management.base import SiteCommand

DAMAGED, UNUSABLE = 1, 2


class Command(SiteCommand):
    help = """Checks the backup FILE: restores it into a scratch database and reads every character.

Exit status: 0 fine; 1 it can be restored, but a character in it is damaged (standard error says
which); 2 it cannot be restored: incomplete, changed, or from a newer version."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *_args: object, file: Path, verbosity: int, **_options: object) -> None:
        report = progress.lines(self.stderr.write, verbosity=verbosity)
        try:
            result = backup.check(file, report)
        except backup.BackupError as fault:
            raise CommandError(str(fault), returncode=UNUSABLE) from None
        if verbosity:
            self.stdout.write(f"{file}: made {result.header.made}, complete.")
            for name, count in result.header.tables.items():
                if count:
                    self.stdout.write(f"  {count:>9,}  {name}")
        if result.damaged:
            self.stderr.write("\n".join(result.damaged))
            raise SystemExit(DAMAGED)
        if verbosity:
            self.stdout.write(f"Read back: {counted(result.characters, 'character')}.")
