"""The duty to have a second factor (`FACTORS_FOR`): whom it binds, and the page they are sent to
until they have one.
"""

from collections.abc import Callable

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse

from sheets import responses
from sheets.access import Request

NOBODY, STAFF, EVERYONE = "nobody", "staff", "everyone"
SET_UP = "account_second_factor"
# What works without a second factor: setting one up, signing out, and what every page loads.
OPEN = frozenset(
    {
        SET_UP,
        "account_logout",
        "account_reauthenticate",
        "manifest",
        "mfa_activate_totp",
        "mfa_add_webauthn",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
        "offline",
        "worker",
    }
)


class SecondFactorMiddleware:
    """Sends whoever must have a second factor, and has none, to the page that sets one up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response to one request."""
        return self.get_response(request)

    def process_view(self, request: Request, *_: object) -> HttpResponse | None:
        """A redirect instead of the view, where a factor is missing."""
        if settings.FACTORS_FOR == NOBODY:
            return None
        match = request.resolver_match
        if (match and match.view_name in OPEN) or not is_missing(request):
            return None
        return responses.redirect_to(request, reverse(SET_UP))


def must_have(user: User) -> bool:
    """True if this site asks the user for a second factor."""
    asked: str = settings.FACTORS_FOR
    return asked == EVERYONE or (asked == STAFF and user.is_staff)


def is_missing(request: HttpRequest) -> bool:
    """True if the user must have a second factor and has none."""
    user = request.user
    if not (user.is_authenticated and must_have(user)):
        return False
    return not get_adapter().is_mfa_enabled(user)


def is_last(user: User) -> bool:
    """True if the user must have a second factor and has only one left."""
    factors = Authenticator.objects.filter(user=user)
    count = factors.exclude(type=Authenticator.Type.RECOVERY_CODES).count()
    return must_have(user) and count <= 1
