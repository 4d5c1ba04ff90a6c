"""What lets a user in, as their account page tells it."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User

from sheets.operations import recovery


@dataclass(frozen=True)
class WaysIn:
    """Recovery codes, an address for a link, and what is asked for besides the password."""

    codes_left: int
    address: EmailAddress | None
    has_app: bool
    passkeys: int


def of(user: User) -> WaysIn:
    """Those of a user."""
    kinds = list(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    return WaysIn(
        codes_left=recovery.left(user),
        address=EmailAddress.objects.filter(user=user).order_by("-verified", "pk").first(),
        has_app=Authenticator.Type.TOTP in kinds,
        passkeys=kinds.count(Authenticator.Type.WEBAUTHN),
    )
