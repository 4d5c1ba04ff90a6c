"""Answers with a kept page where one is current, and keeps pages that were just made."""

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from sheets import nonces
from sheets.page_cache.declaration import is_cached_page
from sheets.page_cache.page import Page, keep
from sheets.page_cache.queries import Query, Recorder, digest
from sheets.page_cache.store import MIB, Entry, Store

STORE = Store(settings.PAGE_CACHE_MIB * MIB)
MAX_BODY = 512 * 1024
# Where a request has a digest of what a process knows without a query (`sheets.restrictions`).
KNOWN = "hyperspace.known"
KEPT_STATUSES = frozenset({200, 304})
# With one of these headers a request asks for something else than a whole page.
PARTIAL = ("HTTP_HX_REQUEST", "HTTP_RANGE", "HTTP_IF_MATCH")


class PageCacheMiddleware:
    """Stands outside of everything that reads the database, and inside of what compresses, and of
    the CSRF middleware, which knows the secret of the request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response to one request."""
        if not STORE.capacity or request.method != "GET" or any(map(request.META.get, PARTIAL)):
            return self.get_response(request)
        key = key_of(request)
        entry, now = STORE.get(key), b""
        if entry is not None:
            with suppress(DatabaseError, InterfaceError):  # the view says what is the matter
                now = self.digest(entry.queries)
            if entry.page and entry.digest == now and not entry.is_old:
                return self.hit(request, entry, entry.page)
        return self.miss(request, key, entry, now)

    def digest(self, queries: tuple[Query, ...]) -> bytes:
        """A digest of what the queries return at this moment."""
        return digest(queries)

    def hit(self, request: HttpRequest, entry: Entry, page: Page) -> HttpResponseBase:  # noqa: ARG002 (tests do)
        """Answers with a page that is current."""
        return page.response(request)

    def miss(
        self, request: HttpRequest, key: bytes, entry: Entry | None, now: bytes
    ) -> HttpResponseBase:
        """Has the page made. `now` is the digest of what the queries of the entry returned before.

        The queries of a page are known once it was made; so it is kept from the second time on. A
        change while it is made is noticed next time: what was read for the digest is older.
        """
        response, queries, made = record(self.get_response, request)
        if (
            queries is None
            or not isinstance(response, HttpResponse)
            or not is_cacheable(request, response)
        ):
            STORE.discard(key)
        elif not queries or (entry and now and queries == entry.queries):
            page = keep(request, response, made)
            STORE.put(key, Entry(queries, now or self.digest(queries), page, time.monotonic()))
        else:
            STORE.put(key, Entry(queries))
        return response


def record(
    get_response: Callable[[HttpRequest], HttpResponseBase], request: HttpRequest
) -> tuple[HttpResponseBase, tuple[Query, ...] | None, dict[str, nonces.Make]]:
    """A response with its queries, None if there was more than reading, and its nonces."""
    recorder = Recorder()
    with nonces.noted() as made, recorder.recording():
        response = get_response(request)
    return response, recorder.recorded(), made


def key_of(request: HttpRequest) -> bytes:
    """Names what a request asks for and who asks: two requests with the same key differ in nothing
    that a view looks at. Only a digest is kept: cookies are secrets.
    """
    meta = request.META
    asked = (
        # Whoever is frozen, thawed or told of a takeover is shown no page of before; others have
        # theirs made once more.
        meta.get(KNOWN),
        request.get_full_path(),
        meta.get("HTTP_IF_NONE_MATCH"),
        meta.get("HTTP_AUTHORIZATION"),
        sorted(request.COOKIES.items()),
    )
    to = (request.scheme, meta.get("HTTP_HOST"), meta["SERVER_NAME"], meta["SERVER_PORT"])
    text = repr((asked, to)).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=20).digest()


def is_cacheable(request: HttpRequest, response: HttpResponse) -> bool:
    """True if a response may be stored: a page of a view declared so, the same for each request."""
    return (
        response.status_code in KEPT_STATUSES
        and request.resolver_match is not None
        and is_cached_page(request.resolver_match.func)
        and not response.cookies
        and "Content-Encoding" not in response.headers
        and len(response.content) <= MAX_BODY
    )
