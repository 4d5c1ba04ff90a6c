"""Reads a backup back, without touching the site's database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sheets import backup

DAMAGED, UNUSABLE = 1, 2


class Command(BaseCommand):
    help = """Reads the backup in FILE whole, into a database apart, and every character in it.

Exit status: 0 all is well; 1 it can be restored, but a character in it cannot be read (standard
error says which); 2 it cannot be restored: not whole, changed, or from a newer version."""
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            found = backup.check(options["file"])
        except backup.BackupFault as fault:
            raise CommandError(str(fault), returncode=UNUSABLE) from None
        if options["verbosity"]:
            self.stdout.write(f"{options['file']}: made {found.header.made}, whole.")
            for name, count in found.header.tables.items():
                if count:
                    self.stdout.write(f"  {count:>9,}  {name}")
        if found.damaged:
            self.stderr.write("\n".join(found.damaged))
            raise SystemExit(DAMAGED)
        if options["verbosity"]:
            self.stdout.write(f"Every one of {found.characters:,} characters can be read.")
