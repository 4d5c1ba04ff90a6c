"""Makes a member of a party its game master."""

import uuid

from django.core.management.base import CommandError, CommandParser

from sheets.errors import NoSuchRow, Refused
from sheets.management.base import SiteCommand
from sheets.parties.takeover import operations

NO_SUCH_NAME = 1


class Command(SiteCommand):
    help = """Makes the member with the account NAME the game master of the party with that ID.

The id stands in the address of the party's pages. The present game master becomes a co-GM.

All members read it on the members page. Exit status: 0 done; 1 no such party or member."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("party", metavar="ID", type=uuid.UUID)
        parser.add_argument("name", metavar="NAME")

    def handle(
        self, *_args: object, party: uuid.UUID, name: str, verbosity: int, **_options: object
    ) -> None:
        try:
            led = operations.appoint(party, name)
        except NoSuchRow:
            raise CommandError("No party has this id.", returncode=NO_SUCH_NAME) from None
        except Refused as refused:
            raise CommandError(str(refused), returncode=NO_SUCH_NAME) from None
        if verbosity:
            self.stdout.write(f"{name} leads {led}.")
