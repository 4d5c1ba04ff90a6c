"""The sender that a request claims, before anybody asks: hashes of the token, the session, and the
visitor's key that it brings, from which none of these follows. Nothing is checked or looked up
until a worker has ended.
"""

import hashlib

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from sheets import visitors, work
from sheets.guard import freezes
from sheets.models import ApiToken, Owner
from sheets.models.api_token import digest

TOKEN, SESSION, VISITOR = "token", "session", "visitor"


def of(request: HttpRequest) -> tuple[str, ...]:
    """The claims of a request, the first to be believed first."""
    claims = []
    if token := request.META.get("HTTP_AUTHORIZATION", "").rpartition(" ")[2]:
        secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        claims += [f"{TOKEN} {digest(token, secret)}" for secret in secrets]
    if session := request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""):
        claims.append(f"{SESSION} {_hash(session)}")
    if key := visitors.unchecked_key(request):
        claims.append(f"{VISITOR} {_hash(key)}")
    return tuple(claims)


def who(claims: tuple[str, ...]) -> str:
    """The name of whoever these claims are true of, as logs have it; "" for nobody."""
    for claim in claims:
        kind, _, hashed = claim.partition(" ")
        if name := _WHO[kind](hashed):
            return name
    return ""


def _of_token(hashed: str) -> str:
    token = ApiToken.objects.filter(digest=hashed).select_related("owner").first()
    return freezes.name_of_owner(token.owner) if token else ""


def _of_session(hashed: str) -> str:
    """Sessions are stored by their keys: all that are open are looked through."""
    keys = Session.objects.filter(expire_date__gt=timezone.now()).values_list("pk", flat=True)
    key = next((key for key in keys.iterator() if _hash(key) == hashed), None)
    session = Session.objects.filter(pk=key).first()
    user = session.get_decoded().get(SESSION_KEY) if session else None
    return work.name_of(int(user), "") if user else ""


def _of_visitor(hashed: str) -> str:
    """A key that is some owner's cannot be guessed, so its cookie need not be checked."""
    known = Owner.objects.filter(visitor_hash=hashed).exists()
    return work.name_of(None, hashed) if known else ""


_WHO = {TOKEN: _of_token, SESSION: _of_session, VISITOR: _of_visitor}


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
