"""Freezes an owner or a character, or thaws them."""

from django.core.management.base import CommandError, CommandParser

from sheets.guard import freezes
from sheets.management.base import SiteCommand

NO_SUCH_NAME = 1


class Command(SiteCommand):
    help = """Freezes NAME, as the log and "Site status" have it: account 12,
visitor 3f9ac1d2e4b5a697, or character and its id. --thaw ends that.

A frozen account or visitor changes and prints nothing; a frozen character is shown to nobody.
Nothing is lost. Running servers know within six seconds. Exit status: 0 done; 1 no such name."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", nargs="+", help="account 12")
        parser.add_argument("--thaw", action="store_true", help="ends it")

    def handle(
        self, *_args: object, name: list[str], thaw: bool, verbosity: int, **_options: object
    ) -> None:
        change = freezes.thaw if thaw else freezes.freeze
        try:
            changed = change(" ".join(name))
        except freezes.NoSuchName as error:
            raise CommandError(str(error), returncode=NO_SUCH_NAME) from None
        if verbosity:
            self.stdout.write(f"{'Thawed' if thaw else 'Frozen'}: {changed}.")
