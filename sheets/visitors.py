"""Identifies who sent a request: a signed-in user, or a visitor by a signed cookie.

The cookie holds a random key; the database holds only its hash. Cookie and owner row are made when
there is something to store.
"""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, parse_cookie
from django.utils.crypto import salted_hmac

from sheets import work
from sheets.models import Identity, Owner
from sheets.models.compiled import CompiledQuery

COOKIE = "visitor"
# Over https the name has this prefix: no other host, and nobody on a plain connection, can set such
# a cookie. One without it, from before, still counts, and is followed by one that has it.
PREFIX = "__Host-"
SALT = "sheets.visitor"
TEN_YEARS = 10 * 365 * 24 * 60 * 60
# Browsers limit a cookie's life (Chrome: 400 days), so it is renewed.
RENEWED_AFTER = 30 * 24 * 60 * 60

_OWNER = CompiledQuery[Owner](lambda who: Owner.objects.filter(who.condition()))


class Visitor:
    """The sender of a request. `identity` costs no query, `owner` at most one."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.name = f"{PREFIX}{COOKIE}" if request.is_secure() else COOKIE
        self.key = self._cookie(self.name) or self._cookie(COOKIE)
        self.gives_cookie = bool(self.key) and not self._cookie(self.name, max_age=RENEWED_AFTER)
        self._owner: Owner | None = None
        self._is_loaded = False
        self._stands_for: Identity | None = None

    @property
    def identity(self) -> Identity:
        """The signed-in user, or the visitor of the cookie, or nobody."""
        if self._stands_for:
            return self._stands_for
        user = self.request.user
        identity = Identity(user=user.pk) if user.is_authenticated else self.browser
        work.asked_by(identity.user, identity.visitor_hash)
        return identity

    @property
    def browser(self) -> Identity:
        """The visitor of the cookie, even when a user is signed in; or nobody."""
        return Identity(visitor_hash=_hash(self.key) if self.key else "")

    @property
    def device_key(self) -> str:
        """Names whose pages a device keeps, to nobody else; "" for nobody's."""
        identity = self.identity
        if not identity.is_somebody:
            return ""
        who = f"user {identity.user}" if identity.user is not None else identity.visitor_hash
        return salted_hmac(f"{SALT}.device", who, algorithm="sha256").hexdigest()[:32]

    @property
    def owner(self) -> Owner | None:
        """The owner of the request's characters; None if it owns nothing yet."""
        if not self._is_loaded:
            if (identity := self.identity).is_somebody:
                self._owner = _OWNER.first(identity)
            self._is_loaded = True
        return self._owner

    def stand_for(self, owner: Owner) -> None:
        """Takes the owner that a token or a batch names, with its account, for who sent the
        request.
        """
        if owner.user:
            self.request.user = owner.user
        self._stands_for = Identity(user=owner.user_id, visitor_hash=owner.visitor_hash or "")
        self._owner, self._is_loaded = owner, True
        work.asked_by(owner.user_id, owner.visitor_hash or "")

    def become_owner(self, *, form_key: str = "") -> Owner:
        """The owner of the request, made if there is none; a new visitor gets the cookie.

        A double click on the first form makes one visitor: the key is derived from the form's key
        and the CSRF secret, which both requests carry.
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
        self._owner, self._is_loaded = owner, True
        return owner

    def _cookie(self, name: str, *, max_age: int = TEN_YEARS) -> str:
        """The key of a cookie; "" if it is missing, too old or forged."""
        return self.request.get_signed_cookie(name, default="", salt=SALT, max_age=max_age) or ""

    def give_cookie(self, response: HttpResponseBase) -> None:
        """Sets the cookie if the browser lacks it or it is old."""
        if self.gives_cookie:
            response.set_signed_cookie(
                self.name,
                self.key,
                salt=SALT,
                max_age=TEN_YEARS,
                httponly=True,
                samesite="Lax",
                secure=self.request.is_secure(),
            )


def person_from_headers(environ: Mapping[str, Any]) -> str:
    """The token or the cookies of a WSGI request, which tell apart the people of one network. They
    are not checked: whoever invents one only takes turns with themselves.
    """
    if token := environ.get("HTTP_AUTHORIZATION"):
        return str(token)
    cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
    names = (settings.SESSION_COOKIE_NAME, f"{PREFIX}{COOKIE}", COOKIE)
    return next(filter(None, map(cookies.get, names)), "")


def unchecked_key(request: HttpRequest) -> str:
    """The key in the visitor's cookie, whose signature follows it; "" without a cookie."""
    cookies = map(request.COOKIES.get, (f"{PREFIX}{COOKIE}", COOKIE))
    return next(filter(None, cookies), "").partition(":")[0]


def _new_key(request: HttpRequest, form_key: str) -> str:
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    if not secret or not form_key:
        return secrets.token_hex(32)
    return salted_hmac(SALT, f"{secret}:{form_key}", algorithm="sha256").hexdigest()


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
