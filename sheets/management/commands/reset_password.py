"""Prints a link that sets a password: for a user without password and codes, and for a new one."""

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.db import IntegrityError
from django.urls import reverse

from sheets.accounts import recovery_codes, usernames
from sheets.management.base import SiteCommand

NO_SUCH_USER = NO_SUCH_NAME = 1
LINK_MESSAGE = """A link for {name}. It works once, for {days} days or until the password changes:

    {link}

Give it to nobody else: anyone who opens it can set the password. The current password works until
then. A new password signs out all browsers. New recovery codes are on the account page.
"""
NEW_MESSAGE = """A link to the new account {name}. It works once, for {days} days:

    {link}

Give it to nobody else: anyone who opens it can set the password. Recovery codes are on the account
page.
"""
WITHOUT_HOST = """
Put the address of your site in front of it: https://your.site{path}
"""
FACTORS = "Second factors removed: {count}.\n"


class Command(SiteCommand):
    help = """Prints a one-time link with which USER can set a new password.

With --factors it also removes authenticator apps and passkeys, for a user who has lost them.
With --new it makes the account first, also where HYPERSPACE_SIGN_UP is false.
Exit status: 0 printed; 1 no such user, or no name for a new one."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="the user name")
        parser.add_argument(
            "--factors", action="store_true", help="also remove authenticator apps and passkeys"
        )
        parser.add_argument("--new", action="store_true", help="make the account first")
        parser.add_argument(
            "--site",
            metavar="ADDRESS",
            default=settings.SITE_URL,
            help="the address of the site, like https://your.site (default: HYPERSPACE_SITE_URL)",
        )

    def handle(
        self, *_args: object, user: str, factors: bool, new: bool, site: str, **_options: object
    ) -> None:
        account = _new_user(user) if new else _known_user(user)
        if factors:
            self.stdout.write(FACTORS.format(count=recovery_codes.remove_factors(account)))
        key = {
            "uidb36": user_pk_to_url_str(account),
            "key": default_token_generator.make_token(account),
        }
        path = reverse("account_reset_password_from_key", kwargs=key)
        link = f"{site.rstrip('/')}{path}" if site else path
        days = settings.PASSWORD_RESET_TIMEOUT // (24 * 60 * 60)
        text = NEW_MESSAGE if new else LINK_MESSAGE
        message = text.format(name=account.get_username(), days=days, link=link)
        self.stdout.write(message + ("" if site else WITHOUT_HOST.format(path="/…")))


def _known_user(name: str) -> User:
    user = User.objects.filter(username=usernames.normalize(name), is_active=True).first()
    if user is None:
        raise CommandError(f"No user is called {name}.", returncode=NO_SUCH_USER)
    return user


def _new_user(name: str) -> User:
    """A user without a password; CommandError if the name is no name for a new one."""
    try:
        return User.objects.create_user(get_adapter().clean_username(name))
    except ValidationError as error:
        raise CommandError(" ".join(error.messages), returncode=NO_SUCH_NAME) from None
    except IntegrityError:
        raise CommandError(f"{name} is taken.", returncode=NO_SUCH_NAME) from None
