"""Makes a user one of the site's staff, who see its status."""

from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser

from sheets.accounts import usernames
from sheets.management.base import SiteCommand

NO_SUCH_USER = 1


class Command(SiteCommand):
    help = """Lets USER see the status of the site, on the account page. --remove takes that away.

Staff see nobody else's characters. Exit status: 0 done; 1 no such user."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="the user name")
        parser.add_argument("--remove", action="store_true", help="no longer")

    def handle(
        self, *_args: object, user: str, remove: bool, verbosity: int, **_options: object
    ) -> None:
        users = User.objects.filter(username=usernames.normalize(user))
        if not users.update(is_staff=not remove):
            raise CommandError(f"No user is called {user}.", returncode=NO_SUCH_USER)
        if verbosity:
            can = "no longer sees" if remove else "sees"
            self.stdout.write(f"{user} {can} the status of the site.")
