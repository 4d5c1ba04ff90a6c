"""Deletes what nobody needs any more."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from sheets import housekeeping


class Command(BaseCommand):
    help = """Deletes sessions, links and invitations that have ended, what became of forms that
were sent long ago, and visitors of whom nothing is kept. For a server's clock, once a day.

Each run does only so much, and nobody waits for it."""

    def handle(self, *_args: Any, **options: Any) -> None:
        gone = housekeeping.clean(now=timezone.now())
        if options["verbosity"]:
            told = ", ".join(f"{count:,} {kind}" for kind, count in gone.items())
            self.stdout.write(f"Deleted: {told}.")
