"""Lets somebody in again who has neither the password nor a recovery code."""

from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from sheets.accounts import recovery_codes, usernames

NO_SUCH = 1
SAID = """A link for {name}. It works once, for {days} days or until the password changes:

    {link}

Give it to nobody else: whoever opens it sets the password. The password as it is now goes on
working until then. After that all browsers that were signed in are signed out, and the account page
makes new recovery codes.
"""
WITHOUT_HOST = """
Put the address of your site in front of it: https://your.site{path}
"""
FACTORS = "Removed what was asked for besides the password: {count}.\n"


class Command(BaseCommand):
    help = """Prints a link by which USER can set a new password, once.

With --factors it removes authenticator apps and passkeys, too, for who has lost these.
Exit status: 0 printed; 1 nobody here has that name."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="the name of the account")
        parser.add_argument(
            "--factors", action="store_true", help="remove authenticator apps and passkeys, too"
        )
        parser.add_argument(
            "--site",
            metavar="ADDRESS",
            default=settings.SITE_URL,
            help="the address of the site, as https://your.site (HYPERSPACE_SITE_URL if not given)",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(username=usernames.kept(options["user"]), is_active=True).first()
        if user is None:
            raise CommandError(f"Nobody here is called {options['user']}.", returncode=NO_SUCH)
        if options["factors"]:
            self.stdout.write(FACTORS.format(count=recovery_codes.remove_factors(user)))
        key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
        path = reverse("account_reset_password_from_key", kwargs=key)
        link = f"{options['site'].rstrip('/')}{path}" if options["site"] else path
        days = settings.PASSWORD_RESET_TIMEOUT // (24 * 60 * 60)
        said = SAID.format(name=user.get_username(), days=days, link=link)
        self.stdout.write(said + ("" if options["site"] else WITHOUT_HOST.format(path="/…")))
