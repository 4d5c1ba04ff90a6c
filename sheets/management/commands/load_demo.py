"""Loads the demo's characters and its party as rows, for everybody to look at."""

from typing import Any

from django.core.management.base import BaseCommand

from sheets import demo


class Command(BaseCommand):
    help = "Loads the demo for everybody to look at. Does nothing a second time."

    def handle(self, *_args: Any, **options: Any) -> None:
        written = demo.load()
        if options["verbosity"]:
            self.stdout.write(f"{written} characters of the demo were new or had changed.")
