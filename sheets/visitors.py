"""Who asks: a visitor by a signed cookie, or a user who is signed in.

A visitor is known by a random key in the cookie; only the key's hash is kept. Neither the cookie
nor the owner's row is made before there is something to keep.
"""

import hashlib
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from sheets.models import Identity, Owner

COOKIE = "visitor"
SALT = "sheets.visitor"
TEN_YEARS = 10 * 365 * 24 * 60 * 60
# Browsers cut a cookie's life short (Chrome: 400 days), so it is given anew from time to time.
RENEWED_AFTER = 30 * 24 * 60 * 60


class Visitor:
    """Who sent a request. Their `identity` costs no query, the row of the `owner` one at most."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.key = _cookie(request, max_age=TEN_YEARS)
        self.gives_cookie = bool(self.key) and not _cookie(request, max_age=RENEWED_AFTER)
        self._owner: Owner | None = None
        self._looked = False

    @property
    def identity(self) -> Identity:
        """A user who is signed in, or the visitor of the cookie, or nobody."""
        if self.request.user.is_authenticated:
            return Identity(user=self.request.user.pk)
        return self.browser

    @property
    def browser(self) -> Identity:
        """The visitor of the cookie, whoever is signed in, or nobody."""
        return Identity(visitor_hash=_hash(self.key) if self.key else "")

    @property
    def owner(self) -> Owner | None:
        """Whose characters the request may change; None where it owns nothing yet."""
        if not self._looked:
            if (who := self.identity).is_somebody:
                self._owner = Owner.objects.filter(who.condition()).first()
            self._looked = True
        return self._owner

    def become_owner(self, *, form_key: str = "") -> Owner:
        """The owner of the request, made now if there is none; a new visitor gets the cookie.

        Pressing twice the first button of all makes one visitor: the key comes from the form's key
        and the browser's secret against forged forms, which both requests carry.
        """
        if owner := self.owner:
            return owner
        if self.request.user.is_authenticated:
            owner, _ = Owner.objects.get_or_create(
                user=self.request.user, defaults={"kind": Owner.Kind.USER}
            )
        else:
            self.key = self.key or _new_key(self.request, form_key)
            self.gives_cookie = True
            owner, _ = Owner.objects.get_or_create(
                visitor_hash=_hash(self.key), defaults={"kind": Owner.Kind.VISITOR}
            )
        self._owner, self._looked = owner, True
        return owner

    def give_cookie(self, response: HttpResponseBase) -> None:
        """Puts the key into the answer, if the browser has not got it or not for much longer."""
        if self.gives_cookie:
            response.set_signed_cookie(
                COOKIE,
                self.key,
                salt=SALT,
                max_age=TEN_YEARS,
                httponly=True,
                samesite="Lax",
                secure=self.request.is_secure(),
            )


def _cookie(request: HttpRequest, *, max_age: int) -> str:
    """The visitor's key, "" where there is none, it is older, or it is not of our making."""
    return request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=max_age) or ""


def _new_key(request: HttpRequest, form_key: str) -> str:
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    if not secret or not form_key:
        return secrets.token_hex(32)
    return salted_hmac(SALT, f"{secret}:{form_key}", algorithm="sha256").hexdigest()


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
