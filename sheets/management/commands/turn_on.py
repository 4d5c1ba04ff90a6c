"""Turns pages on again that are off since they ended their worker twice."""

from django.core.management.base import CommandError, CommandParser

from sheets.guard import deaths
from sheets.management.base import SiteCommand

NOTHING_OFF = 1


class Command(SiteCommand):
    help = """Turns on the pages of ROUTE, as the log and "Site status" have it:
"/characters/<uuid:id>/". Without one, all pages that are off.

Running servers know within six seconds. Exit status: 0 done; 1 no such page is off."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("route", metavar="ROUTE", nargs="?", default="", help="/rules/")

    def handle(self, *_args: object, route: str, verbosity: int, **_options: object) -> None:
        found = deaths.release_route(route)
        if not found:
            raise CommandError("No such page is off.", returncode=NOTHING_OFF)
        if verbosity:
            self.stdout.write("\n".join(f"On again: {name}" for name in found))
