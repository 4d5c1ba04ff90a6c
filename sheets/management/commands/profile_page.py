"""Shows where the time of a page goes."""

import cProfile
import io
import pstats

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sheets.accounts import usernames
from sheets.management.base import SiteCommand

NO_SUCH_USER = 1
# The functions of this project that take most, with what they call.
OURS, FUNCTIONS = r"/(rules|sheets|hyperspace)/", 25
# The first request loads what all later ones share.
WARM_UP = 2


class Command(SiteCommand):
    help = """Asks for the page at PATH and prints its queries and the functions that take most.

Exit status: 0 done; 1 no such user."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", metavar="PATH", help="such as /characters/")
        parser.add_argument("user", metavar="USER", nargs="?", default="", help="who asks")

    def handle(self, *_args: object, path: str, user: str, **_options: object) -> None:
        client = _client(user)
        for _ in range(WARM_UP):
            client.get(path)
        profiled = cProfile.Profile()
        with CaptureQueriesContext(connection) as queries:
            profiled.enable()
            response = client.get(path)
            profiled.disable()
        printed = io.StringIO()
        pstats.Stats(profiled, stream=printed).sort_stats("cumulative").print_stats(OURS, FUNCTIONS)
        self.stdout.write(f"{response.status_code}, {len(queries)} queries:")
        for query in queries:
            self.stdout.write(f"{query['time']} s  {query['sql'][:160]}")
        self.stdout.write(printed.getvalue())


def _client(name: str) -> Client:
    """A browser, signed in with a user name."""
    host = next((one for one in settings.ALLOWED_HOSTS if one != "*"), "localhost")
    client = Client(headers={"host": host})
    if name:
        user = User.objects.filter(username=usernames.normalize(name)).first()
        if user is None:
            raise CommandError(f"No user is called {name}.", returncode=NO_SUCH_USER)
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client
