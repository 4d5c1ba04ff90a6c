"""Deletes expired data."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from sheets import housekeeping


class Command(BaseCommand):
    help = """Deletes expired sessions, links, invitations and tokens, old form receipts,
and visitors who own nothing. Run it once a day.

Each run deletes a limited number of rows, so nobody waits for it."""

    def handle(self, *_args: Any, **options: Any) -> None:
        deleted = housekeeping.clean(now=timezone.now())
        if options["verbosity"]:
            summary = ", ".join(f"{count:,} {kind}" for kind, count in deleted.items())
            self.stdout.write(f"Deleted: {summary}.")
