"""The browsers in which a user is signed in."""

from dataclasses import dataclass
from datetime import datetime

from allauth.account.signals import authentication_step_completed
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

# Marks in user agents, most specific first: each browser also claims to be the later ones.
_BROWSERS = (
    ("Firefox/", "Firefox"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def connect() -> None:
    """Starts to renew sessions."""
    authentication_step_completed.connect(_renew, dispatch_uid="renewed-session")


def _renew(*, request: HttpRequest, reauthenticated: bool = False, **_: object) -> None:
    """Whoever shows the password or a factor again gets a session of another name: one that was
    stolen before does not share what that opens.
    """
    if reauthenticated and (before := request.session.session_key):
        request.session.cycle_key()
        after = request.session.session_key
        UserSession.objects.filter(session_key=before).update(session_key=after)


@dataclass(frozen=True)
class SignedInBrowser:
    """One browser in which the user is signed in."""

    number: int
    browser: str
    address: str
    since: datetime
    is_this: bool


def signed_in_browsers(user: User, *, here: str | None) -> list[SignedInBrowser]:
    """All of them, this one (with the session `here`) first, then the newest.

    Sessions that expired, or ended with a change of the password, are left out.
    """
    rows = list(UserSession.objects.filter(user=user).order_by("-created_at"))
    active = active_sessions(user, [row.session_key for row in rows])
    browsers = [
        SignedInBrowser(
            row.pk,
            describe_browser(row.user_agent),
            row.ip,
            row.created_at,
            row.session_key == here,
        )
        for row in rows
        if row.session_key in active
    ]
    return sorted(browsers, key=lambda browser: not browser.is_this)


def describe_browser(agent: str) -> str:
    """A browser in words: "Firefox on Linux"."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "A browser")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return f"{browser} on {system}" if system else browser


def active_sessions(user: User, session_keys: list[str]) -> set[str]:
    """Those of these session keys in which the user is still signed in."""
    rows = Session.objects.filter(session_key__in=session_keys, expire_date__gt=timezone.now())
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return {
        row.session_key
        for row in rows
        if any(
            constant_time_compare(row.get_decoded().get(HASH_SESSION_KEY, ""), session_hash)
            for session_hash in hashes
        )
    }
