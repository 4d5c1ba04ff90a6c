"""Backs the whole site up into one file, while it is in use."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sheets import backup

UNUSABLE = 2


class Command(BaseCommand):
    help = """Backs up the whole site into FILE, as of one moment. The site keeps running.

Exit status: 0 written; 2 not written, and standard error says why."""
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            header = backup.save(options["file"])
        except backup.BackupError as fault:
            raise CommandError(str(fault), returncode=UNUSABLE) from None
        if options["verbosity"]:
            count = header.tables["sheets.character"]
            self.stdout.write(
                f"{options['file']}: {count:,} characters and everything that belongs to them."
            )
