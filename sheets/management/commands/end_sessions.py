"""Signs a user out everywhere, or everybody."""

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management.base import CommandError, CommandParser

from sheets.accounts import operations, usernames
from sheets.management.base import SiteCommand

NO_SUCH_USER = 1


class Command(SiteCommand):
    help = """Signs USER out in all browsers, or with --all everybody. Nobody loses anything else.

Exit status: 0 done; 1 no such user."""

    def add_arguments(self, parser: CommandParser) -> None:
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("user", metavar="USER", nargs="?", help="the user name")
        who.add_argument("--all", action="store_true", help="everybody")

    def handle(
        self, *_args: object, user: str, all: bool, verbosity: int, **_options: object
    ) -> None:
        if all:
            Session.objects.all().delete()
            ended = "all"
        else:
            found = User.objects.filter(username=usernames.normalize(user)).first()
            if found is None:
                message = f"No user is called {user}."
                raise CommandError(message, returncode=NO_SUCH_USER)
            ended = f"{operations.end_sessions(found, keep=None)}"
        if verbosity:
            self.stdout.write(f"Sessions ended: {ended}.")
