"""Loads the demo characters and the demo party."""

from sheets import demo
from sheets.management.base import SiteCommand


class Command(SiteCommand):
    help = "Loads the demo characters and the demo party, visible to everyone. Safe to repeat."

    def handle(self, *_args: object, **options: object) -> None:
        written = demo.load()
        if options["verbosity"]:
            self.stdout.write(f"Demo characters added or updated: {written}.")
