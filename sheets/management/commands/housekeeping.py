"""Deletes expired data."""

from django.utils import timezone

from sheets import housekeeping, task_records
from sheets.management.base import SiteCommand
from sheets.task_records import TaskRecord


class Command(SiteCommand):
    help = """Deletes expired sessions, links, invitations and tokens, old form receipts,
and visitors who own nothing. Run it once a day.

Each run deletes a limited number of rows, so nobody waits for it."""

    def handle(self, *_args: object, **options: object) -> None:
        now = timezone.now()
        deleted = housekeeping.clean(now=now)
        counts = ", ".join(f"{count:,} {kind}" for kind, count in deleted.items())
        summary = f"Deleted: {counts}."
        task_records.write("housekeeping", TaskRecord(now, summary))
        if options["verbosity"]:
            self.stdout.write(summary)
