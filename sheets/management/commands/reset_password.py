"""Prints a password reset link for a user who has neither the password nor a recovery code."""

from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from sheets.accounts import recovery_codes, usernames

NO_SUCH_USER = 1
LINK_MESSAGE = """A link for {name}. It works once, for {days} days or until the password changes:

    {link}

Give it to nobody else: anyone who opens it can set the password. The current password works until
then. A new password signs out all browsers. New recovery codes are on the account page.
"""
WITHOUT_HOST = """
Put the address of your site in front of it: https://your.site{path}
"""
FACTORS = "Second factors removed: {count}.\n"


class Command(BaseCommand):
    help = """Prints a one-time link with which USER can set a new password.

With --factors it also removes authenticator apps and passkeys, for a user who has lost them.
Exit status: 0 printed; 1 no such user."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="the user name")
        parser.add_argument(
            "--factors", action="store_true", help="also remove authenticator apps and passkeys"
        )
        parser.add_argument(
            "--site",
            metavar="ADDRESS",
            default=settings.SITE_URL,
            help="the address of the site, like https://your.site (default: HYPERSPACE_SITE_URL)",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(
            username=usernames.normalize(options["user"]), is_active=True
        ).first()
        if user is None:
            raise CommandError(f"No user is called {options['user']}.", returncode=NO_SUCH_USER)
        if options["factors"]:
            self.stdout.write(FACTORS.format(count=recovery_codes.remove_factors(user)))
        key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
        path = reverse("account_reset_password_from_key", kwargs=key)
        link = f"{options['site'].rstrip('/')}{path}" if options["site"] else path
        days = settings.PASSWORD_RESET_TIMEOUT // (24 * 60 * 60)
        message = LINK_MESSAGE.format(name=user.get_username(), days=days, link=link)
        self.stdout.write(message + ("" if options["site"] else WITHOUT_HOST.format(path="/…")))
