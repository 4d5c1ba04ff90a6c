"""Logs who signs in and out, by what, and who fails to.

An account is its number. Typed names and network addresses are keyed hashes: lines about the same
one can be found, but the log names nobody.
"""

import logging

from allauth.account.authentication import get_authentication_records
from allauth.account.signals import authentication_step_completed
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from sheets.accounts import usernames
from sheets.network_address import client_network

LOG = logging.getLogger(__name__)


def connect() -> None:
    """Starts to log."""
    user_logged_in.connect(_signed_in, dispatch_uid="sign-in-log")
    user_logged_out.connect(_signed_out, dispatch_uid="sign-in-log")
    user_login_failed.connect(_failed, dispatch_uid="sign-in-log")
    authentication_step_completed.connect(_proved, dispatch_uid="sign-in-log")


def refused(request: HttpRequest, name: str) -> None:
    """Logs a try that was not even looked at, since too many failed before."""
    _log("Sign-in refused", request, name=_masked(usernames.normalize(name)))


def _signed_in(*, request: HttpRequest | None, user: User, **_: object) -> None:
    _log("Signed in", request, account=user.pk, by=_factors(request, user))


def _proved(
    *, request: HttpRequest, user: User, method: str, reauthenticated: bool = False, **more: object
) -> None:
    if reauthenticated:
        _log("Confirmed", request, account=user.pk, by=str(more.get("type") or method))


def _factors(request: HttpRequest | None, user: User) -> str:
    """The factors that the user gave in this session: "password, totp"."""
    records = get_authentication_records(request, user) if request is not None else []
    return ", ".join(str(record.get("type") or record["method"]) for record in records)


def _signed_out(*, request: HttpRequest | None, user: User | None, **_: object) -> None:
    if user is not None:
        _log("Signed out", request, account=user.pk)


def _failed(
    *, credentials: dict[str, object], request: HttpRequest | None = None, **_: object
) -> None:
    name = usernames.normalize(str(credentials.get("username") or ""))
    _log("Sign-in failed", request, name=_masked(name))


def _log(event: str, request: HttpRequest | None, **who: object) -> None:
    fields = {"event": event, **who}
    if request is not None:
        match = request.resolver_match
        fields |= {
            "view": match.url_name if match else "",
            "network": _masked(str(client_network(request))),
        }
    words = ", ".join(f"{key} {value}" for key, value in fields.items() if key != "event")
    LOG.info("%s: %s", event, words, extra={"fields": fields})


def _masked(text: str) -> str:
    return salted_hmac("sheets.sign-in-log", text, algorithm="sha256").hexdigest()[:16]
