"""Loads the demo characters and the demo party."""

from django.core.management.base import BaseCommand

from sheets import demo


class Command(BaseCommand):
    help = "Loads the demo characters and the demo party, visible to everyone. Safe to repeat."

    def handle(self, *_args: object, **options: object) -> None:
        written = demo.load()
        if options["verbosity"]:
            self.stdout.write(f"Demo characters added or updated: {written}.")
