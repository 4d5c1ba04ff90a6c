"""Loads the ready-made characters as rows of the demo, for everybody to look at."""

from typing import Any

from django.core.management.base import BaseCommand

from sheets.operations import demo


class Command(BaseCommand):
    help = "Loads the ready-made characters for everybody to look at. Does nothing a second time."

    def handle(self, *_args: Any, **options: Any) -> None:
        written = demo.load()
        if options["verbosity"]:
            self.stdout.write(f"{written} ready-made characters were new or had changed.")
